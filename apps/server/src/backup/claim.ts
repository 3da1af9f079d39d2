import { readFileSync, statSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { ownPlace } from '../platform/jobs/workers.ts'

/** A living owner touches its file this often; numbers of processes come again, so that they alone say too little. */
const touchMs = 5000
export const deadAfterMs = 60_000

/** A file that says which process is at work in a folder, and something about that work. */
export class Claim<T extends object> {
  readonly #path: string
  readonly #touching: NodeJS.Timeout

  private constructor(path: string) {
    this.#path = path
    this.#touching = setInterval(() => {
      const now = new Date()
      utimes(path, now, now).catch(() => {})
    }, touchMs)
    this.#touching.unref()
  }

  static async take<T extends object>(path: string, about: T): Promise<Claim<T>> {
    const claim = new Claim<T>(path)
    await claim.say(about)
    return claim
  }

  /** Renews what it says, on the disk when the promise settles. */
  async say(about: T): Promise<void> {
    await writeFile(this.#path, `${JSON.stringify({ ...ownPlace(), ...about })}\n`, { mode: 0o600, flush: true })
  }

  /** Leaves the file to whoever comes later. */
  stop(): void {
    clearInterval(this.#touching)
  }

  async release(): Promise<void> {
    this.stop()
    await rm(this.#path, { force: true })
  }
}

/** What such a file says, and whether its process still works. @returns undefined when there is none or it is cut off */
export function readClaim<T extends object>(path: string): (T & { pid: number; held: boolean }) | undefined {
  try {
    const said = JSON.parse(readFileSync(path, 'utf8')) as T & { pid: unknown; machine?: string }
    if (typeof said.pid !== 'number') return undefined
    // Of a process elsewhere only the touching tells; one that was made by an older version does not say where it is.
    const place = ownPlace()
    const working =
      said.machine === undefined || said.machine === place.machine ? said.pid !== place.pid && alive(said.pid) : true
    const fresh = Date.now() - statSync(path).mtimeMs < deadAfterMs
    return { ...said, pid: said.pid, held: fresh && working }
  } catch {
    return undefined
  }
}

/** Does a process of this number run? */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
