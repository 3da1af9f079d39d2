/** Faults of the clock, of the server and its database together, by libfaketime (a preloaded library). */
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, recovery } from '../scene.ts'
import { EmbeddedSite, makeFolder } from '../site.ts'
import { pause, until } from '../wait.ts'

/** An installation whose clock can be moved. */
export interface ClockSite extends EmbeddedSite {
  /** @param offset from the right time, e.g. `+2h`, `-3d`; `+0` sets it right */
  moveClock(offset: string): Promise<void>
}

/** How long a process may go on with the offset that it read last, seconds. */
const cacheSeconds = 1

/** The library of the package `faketime`, for processes with threads. */
function findLibrary(): string | undefined {
  const name = 'faketime/libfaketimeMT.so.1'
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib']
  const nested = folders.filter(existsSync).flatMap(folder => readdirSync(folder).map(each => join(folder, each)))
  return [...folders, ...nested].map(folder => join(folder, name)).find(existsSync)
}

/** Undefined where libfaketime is not installed. */
export async function clockSite(environment: Record<string, string>): Promise<ClockSite | undefined> {
  const library = findLibrary()
  if (!library) return undefined
  const folder = makeFolder('clock')
  const file = join(folder, 'clock-offset')
  const write = (offset: string) => {
    // Never read half written, and also by the database's own user.
    writeFileSync(`${file}.new`, `${offset}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  write('+0')
  const site = await EmbeddedSite.make(folder, {
    ...environment,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(cacheSeconds),
    // Durations go on as they are: only the time of day is wrong.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  })
  return Object.assign(site, {
    moveClock: async (offset: string) => {
      write(offset)
      await pause(cacheSeconds * 1000 + 500)
    },
  })
}

/** Whether the preloaded library works here: without a sign of the moved clock, nothing would be tried. */
async function serverTime(address: string): Promise<number> {
  const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await response?.arrayBuffer()
  return Date.parse(response?.headers.get('date') ?? '')
}

const moved = (name: string, title: string, offset: string): Fault<ClockSite> => ({
  name,
  title,
  times: 1,
  quick: 0,
  limitSeconds: 20,
  // Times are compared with the server's: what callers say of the right time is refused meanwhile.
  lenient: true,
  async strike(scene) {
    const { site, load, object } = scene
    const address = site.addresses[0]!
    await site.moveClock(offset)
    const isMoved = async () => Math.abs((await serverTime(address)) - Date.now()) > 60_000
    if (!(await until(isMoved, { patienceMs: 15_000, everyMs: 500 })))
      throw new Error('the clock of the server could not be moved')
    // Sessions have ended by age, or come from the future.
    await load.signAgain(address)
    await pause(10_000)
    if ((await recovery(scene, performance.now())) === undefined) object('not served while the clock was wrong')
    await site.moveClock('+0')
    const since = performance.now()
    await load.signAgain(address)
    return recovery(scene, since)
  },
})

export const clockFaults = [
  moved('clock-ahead-minutes', 'clock 20 minutes ahead, 10 s, then set right', '+20m'),
  moved('clock-ahead-days', 'clock 2 days ahead, 10 s, then set right', '+2d'),
  moved('clock-ahead-months', 'clock 70 days ahead, 10 s, then set right', '+70d'),
  moved('clock-behind-minutes', 'clock 20 minutes behind, 10 s, then set right', '-20m'),
  moved('clock-behind-days', 'clock 2 days behind, 10 s, then set right', '-2d'),
  moved('clock-behind-months', 'clock 70 days behind, 10 s, then set right', '-70d'),
]
