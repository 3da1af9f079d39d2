import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { currentPlace } from '../jobs/workers.ts'
import { BackupError } from './errors.ts'

/** A living owner touches its file this often; numbers of processes come again, so that they alone say too little. */
const touchMs = 5000
export const deadAfterMs = 60_000

/**
 * A file that says which process is at work in a folder, and something about that work. Whoever sleeps for long (a stopped job,
 * a suspended machine) looks dead and loses it to the next: what is done to the folder asks first whose it is.
 */
export class Claim<T extends object> {
  readonly #path: string
  readonly #touching: NodeJS.Timeout
  /** Tells this claim from one of the same process, or of another one of its number. */
  readonly #id = randomUUID()

  private constructor(path: string) {
    this.#path = path
    this.#touching = setInterval(() => {
      const now = new Date()
      if (this.mine()) utimes(path, now, now).catch(() => {})
    }, touchMs)
    this.#touching.unref()
  }

  /** @throws EEXIST when somebody has it: what a dead one left is removed by whoever calls this */
  static async take<T extends object>(path: string, about: T): Promise<Claim<T>> {
    const claim = new Claim<T>(path)
    try {
      await claim.#write(about, 'wx')
      return claim
    } catch (error) {
      claim.stop()
      throw error
    }
  }

  /** Renews what it says, on the disk when the promise settles. @throws BackupError when it was lost to somebody else */
  async say(about: T): Promise<void> {
    this.assertMine()
    await this.#write(about, 'w')
  }

  #write(about: T, flag: 'w' | 'wx'): Promise<void> {
    const said = JSON.stringify({ ...currentPlace(), claim: this.#id, ...about })
    return writeFile(this.#path, `${said}\n`, { mode: 0o600, flush: true, flag })
  }

  /** Is the place still this one's? */
  mine(): boolean {
    return readClaim<{ claim?: string }>(this.#path)?.claim === this.#id
  }

  /** @throws BackupError */
  assertMine(): void {
    if (!this.mine())
      throw new BackupError(`Another run has taken the place of this one, which stood still for long: ${this.#path}`)
  }

  /** Leaves the file to whoever comes later. */
  stop(): void {
    clearInterval(this.#touching)
  }

  async release(): Promise<void> {
    this.stop()
    if (this.mine()) await rm(this.#path, { force: true })
  }
}

/** What such a file says, and whether its process still works. @returns undefined when there is none or it is cut off */
export function readClaim<T extends object>(path: string): (T & { pid: number; held: boolean }) | undefined {
  try {
    const said = JSON.parse(readFileSync(path, 'utf8')) as T & { pid: unknown; machine?: string }
    if (typeof said.pid !== 'number') return undefined
    // Of a process elsewhere only the touching tells; one that was made by an older version does not say where it is.
    const place = currentPlace()
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
