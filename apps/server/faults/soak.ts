import { readFileSync, statSync } from 'node:fs'
import pg from 'pg'
import { Books } from './books.ts'
import { judge } from './judge.ts'
import { Load } from './load.ts'
import { prepare } from './prepare.ts'
import { family } from './scene.ts'
import { EmbeddedSite } from './site.ts'
import type { Verdict } from './verdict.ts'
import { pause } from './wait.ts'

/** The measurements of one moment. */
export interface Sample {
  /** Seconds since the load began. */
  at: number
  /** Resident memory of the server, in bytes. */
  rss: number
  /** Resident memory of the database's processes together; shared pages are counted in each. */
  databaseRss: number
  databaseBytes: number
  /** Longest and median answer of `/healthz` since the previous sample, in milliseconds. */
  healthWorst: number
  healthMedian: number
  acknowledged: number
}

export interface Soak {
  samples: Sample[]
  verdict: Verdict
  /** Answers that no caller can act on. */
  odd: string[]
  /** Memory of the last third compared with the middle third; 1 is the same. */
  growth: number
  /** 99th percentile of `/healthz`, in milliseconds. */
  healthP99: number
}

export interface SoakOptions {
  minutes: number
  /** Calls per second. */
  rate: number
  seed: number
  /** Seconds between samples. */
  everySeconds?: number
  say: (line: string) => void
}

/** Resident memory of a process in bytes; 0 when it has ended. */
function rssOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Memory of the last third of the samples compared with the middle third, by their medians. */
export function growthOf(samples: readonly Sample[]): number {
  const third = Math.floor(samples.length / 3)
  const rss = (part: readonly Sample[]) => median(part.map(sample => sample.rss))
  return third === 0 ? Number.NaN : rss(samples.slice(2 * third)) / rss(samples.slice(third, 2 * third))
}

/** Requests the server's health all the time, as a monitor does. */
class HealthSampler {
  readonly all: number[] = []
  #since: number[] = []
  #going = true
  readonly #running: Promise<void>

  constructor(address: string) {
    this.#running = this.#run(address)
  }

  take(): number[] {
    const since = this.#since
    this.#since = []
    return since
  }

  async stop(): Promise<void> {
    this.#going = false
    await this.#running
  }

  async #run(address: string): Promise<void> {
    while (this.#going) {
      const began = performance.now()
      await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(30_000) })
        .then(response => response.arrayBuffer())
        .catch(() => undefined)
      const ms = performance.now() - began
      this.all.push(ms)
      this.#since.push(ms)
      await pause(250)
    }
  }
}

/** A steady mixed load on one process with its own database, long enough to see what grows. */
export async function soak({ minutes, rate, seed, everySeconds = 10, say }: SoakOptions): Promise<Soak> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has')
  const site = await EmbeddedSite.make()
  try {
    await site.open(180_000)
    const address = site.addresses[0]!
    const prepared = await prepare(address, site.server.said)
    const books = new Books()
    const load = new Load({ books, prepared, addresses: () => site.addresses, seed, rate })
    const admin = new pg.Client({ connectionString: site.adminUrl() })
    await admin.connect()
    const sampler = new HealthSampler(address)
    const samples: Sample[] = []
    const began = performance.now()
    let acknowledged = 0
    load.start()
    for (let next = 1; performance.now() - began < minutes * 60_000; next++) {
      await pause(began + next * everySeconds * 1000 - performance.now())
      const counts = books.takeCounts()
      acknowledged += Object.values(counts).reduce((sum, count) => sum + count, 0)
      const { rows } = await admin.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
      const health = sampler.take()
      const postmaster = site.postmaster()
      const sample: Sample = {
        at: (performance.now() - began) / 1000,
        rss: rssOf(site.server.pid),
        databaseRss: postmaster === undefined ? 0 : family(postmaster).reduce((sum, pid) => sum + rssOf(pid), 0),
        databaseBytes: Number(rows[0]!.bytes),
        healthWorst: Math.max(0, ...health),
        healthMedian: median(health),
        acknowledged,
      }
      samples.push(sample)
      if (next % Math.max(1, Math.round(60 / everySeconds)) === 0) say(lineOf(sample))
    }
    await load.stop(30_000)
    await sampler.stop()
    await admin.end()
    const verdict = await judge({
      books,
      adminUrl: site.adminUrl(),
      filesFolder: `${site.dataDir}/files`,
      ledger: site,
      interface: { address, token: prepared.admin.token },
    })
    if (!site.server.alive) verdict.wrong.push('the server ended')
    const log = statSync(`${site.folder}/server.log`).size
    if (log > 5 * 2 ** 20) verdict.wrong.push(`the log has ${megabytes(log)}`)
    const sorted = [...sampler.all].sort((a, b) => a - b)
    return {
      samples,
      verdict,
      odd: [...load.takeTally().odd].map(([said, times]) => `${times} times ${said}`),
      growth: growthOf(samples),
      healthP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    }
  } finally {
    await site.close()
  }
}

const lineOf = (sample: Sample) =>
  `${(sample.at / 60).toFixed(1).padStart(5)} min  server ${megabytes(sample.rss)}, database ${megabytes(sample.databaseBytes)} on disk, ${sample.acknowledged} acknowledged, health ${sample.healthMedian.toFixed(0)} ms, at worst ${sample.healthWorst.toFixed(0)} ms`
