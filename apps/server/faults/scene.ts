import { readdirSync, readFileSync } from 'node:fs'
import type { Load } from './load.ts'
import type { Mailbox } from './mailbox.ts'
import type { Chance } from './random.ts'
import type { Site } from './site.ts'
import { until } from './wait.ts'

/** An installation under load, for a fault to strike. */
export interface Scene<S extends Site = Site> {
  site: S
  load: Load
  chance: Chance
  /** Where its mail arrives. */
  mailbox: Mailbox
  /** How long the campaign waits for the installation to recover by itself. */
  patienceMs: number
  /** Reports an error although nothing was lost; it fails the campaign. */
  object(said: string): void
}

/** A kind of fault: what is done to an installation, and how its recovery is recognized. */
export interface Fault<S extends Site = Site> {
  name: string
  /** What is done, in a few words. */
  title: string
  /** How often in the full campaign, and in the quick one. */
  times: number
  quick: number
  /** Longest acceptable recovery; 10 by default. */
  limitSeconds?: number
  /** Some writes are refused on purpose meanwhile, with any kind of answer. */
  rough?: boolean
  /** Each strike is aimed at unanswered writes of one kind after the other: it must end something before it first waits. */
  aimed?: boolean
  /** Refusals by a rule are expected meanwhile. */
  lenient?: boolean
  /** Incomplete writes at the time of the strike stay until the nightly removal. */
  leavesHalves?: boolean
  /**
   * Strikes once.
   * @returns milliseconds until everything was served again; undefined when it did not recover by itself
   */
  strike(scene: Scene<S>): Promise<number | undefined>
}

/**
 * Waits until every process that should serve is ready and accepts a write.
 * @param since start of the recovery
 */
export async function recovery({ site, load, patienceMs }: Scene, since: number): Promise<number | undefined> {
  const back = await until(
    async () => {
      if (!(await site.ready())) return false
      const taken = await Promise.all(site.addresses.map(address => load.probe(address)))
      return taken.every(Boolean)
    },
    { patienceMs },
  )
  return back ? performance.now() - since : undefined
}

/** Ids of a process and all its children. */
export function family(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      // The name in brackets may hold anything; the fields after it may not.
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
      parents.set(Number(entry), Number(fields[1]))
    } catch {
      // It ended while we looked.
    }
  }
  return [pid, ...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child)]
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}

/** While the database is silent, a server reports that within a moment and leaves nobody waiting. */
export async function assertTellsSilence({ site, object }: Scene): Promise<void> {
  for (const address of site.addresses) {
    const began = performance.now()
    const status = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      async response => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (status !== 503) object(`readyz said ${status || 'nothing'} after ${seconds} s while the database was silent`)
  }
}
