import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { currentPlace } from '../jobs/workers.ts'
import { BackupError } from './errors.ts'
import { errorCode } from '../error-facts.ts'

/** A living owner touches its file this often; process ids are reused, so that they alone prove too little. */
const touchMs = 5000
export const deadAfterMs = 60_000

/**
 * A file that names the process at work in a folder, and something about that work. A process that sleeps for long (a
 * stopped job, a suspended machine) looks dead and loses the claim to the next one: check the claim before changing the
 * folder.
 */
export class Claim<T extends object> {
  readonly #path: string
  readonly #touching: NodeJS.Timeout
  /** Distinguishes this claim from others of the same process, or of another process with the same id. */
  readonly #id = randomUUID()

  private constructor(path: string) {
    this.#path = path
    this.#touching = setInterval(() => {
      const now = new Date()
      if (this.isMine()) utimes(path, now, now).catch(() => {})
    }, touchMs)
    this.#touching.unref()
  }

  /** @throws EEXIST when another process has it; the caller removes the claim of a dead one */
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

  /**
   * Updates its content; on disk when the promise settles.
   * @throws BackupError when another process took it over
   */
  async update(about: T): Promise<void> {
    this.assertMine()
    await this.#write(about, 'w')
  }

  #write(about: T, flag: 'w' | 'wx'): Promise<void> {
    const content = JSON.stringify({ ...currentPlace(), claim: this.#id, ...about })
    return writeFile(this.#path, `${content}\n`, { mode: 0o600, flush: true, flag })
  }

  /** Does this process still hold the claim? */
  isMine(): boolean {
    return readClaim<{ claim?: string }>(this.#path)?.claim === this.#id
  }

  /** @throws BackupError */
  assertMine(): void {
    if (!this.isMine())
      throw new BackupError(`Another run has taken over from this one, which had stopped for too long: ${this.#path}`)
  }

  /** Leaves the file in place for a later process. */
  stop(): void {
    clearInterval(this.#touching)
  }

  async release(): Promise<void> {
    this.stop()
    if (this.isMine()) await rm(this.#path, { force: true })
  }
}

/**
 * The content of a claim, and whether its process still works.
 * @returns undefined when there is none or it is truncated
 */
export function readClaim<T extends object>(path: string): (T & { pid: number; held: boolean }) | undefined {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as T & { pid: unknown; machine?: string }
    if (typeof content.pid !== 'number') return undefined
    // A process on another machine shows only by its touches; a claim of an older version does not name its machine.
    const place = currentPlace()
    const working =
      content.machine === undefined || content.machine === place.machine
        ? content.pid !== place.pid && isProcessAlive(content.pid)
        : true
    const fresh = Date.now() - statSync(path).mtimeMs < deadAfterMs
    return { ...content, pid: content.pid, held: fresh && working }
  } catch {
    return undefined
  }
}

/** Does a process with this id exist? */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
