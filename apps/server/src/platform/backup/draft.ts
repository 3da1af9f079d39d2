import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Claim, deadAfterMs, readClaim } from './claim.ts'
import { BackupError } from './errors.ts'
import { layout } from './format.ts'
import { errorCode } from '../error-facts.ts'

/** Names the process at work in a draft; removed before the draft becomes a backup. */
const claimFile = 'unfinished.json'

/**
 * A folder that becomes a backup by its last step, a rename. Until then it has another name, so that what an
 * interruption leaves is never taken for a backup; the next run removes it.
 */
export class Draft {
  readonly folder: string
  readonly #target: string
  readonly #claim: Claim<object>
  /** The claim has ended and only the rename remains. */
  #isComplete = false

  private constructor(folder: string, target: string, claim: Claim<object>) {
    this.folder = folder
    this.#target = target
    this.#claim = claim
  }

  /**
   * @param cleared called with each folder that an interrupted run had left, of any name, and that was removed
   * @throws BackupError when the target exists
   */
  static async begin(target: string, cleared: (folder: string) => void = () => {}): Promise<Draft> {
    if (existsSync(target)) throw new BackupError(`${target} exists already: name a folder that does not`)
    const folder = `${target}.part`
    await mkdir(dirname(target), { recursive: true })
    await removeStale(folder)
    await removeInterrupted(dirname(target), cleared)
    try {
      await mkdir(folder, { mode: 0o700 })
      return new Draft(folder, target, await Claim.take(join(folder, claimFile), {}))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      throw new BackupError(`${folder} was begun by another run at the same moment`, { cause: error })
    }
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts)
  }

  /**
   * Makes it a backup durably: names and contents are flushed before and after the rename.
   * @throws BackupError when another run has its claim or its name
   */
  async finish(): Promise<void> {
    await flushFolder(this.path(layout.tables))
    await flushFolder(this.path(layout.kept))
    await flushFolder(this.folder)
    if (existsSync(this.#target)) throw new BackupError(`${this.#target} was created by another run meanwhile`)
    // Last of all: a draft without a claim is free for everybody.
    this.#claim.assertMine()
    this.#isComplete = true
    await this.#claim.release()
    await rename(this.folder, this.#target)
    await flushFolder(dirname(this.#target))
  }

  /** The claim is another run's, or gone with the folder: what fails from then on has this cause. */
  get isLost(): boolean {
    return !this.#isComplete && !this.#claim.isMine()
  }

  /** Removes the draft, unless another run has begun in its place. */
  async abandon(): Promise<void> {
    this.#claim.stop()
    if (this.#isComplete || this.#claim.isMine()) await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * Removes what an interrupted run left, and nothing else.
 * @throws BackupError when a run is in progress or the folder is not a draft
 */
async function removeStale(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const claim = readClaim(join(folder, claimFile))
  if (claim?.held) throw new BackupError(`${folder} is being written by process ${claim.pid}`)
  if (!claim) {
    // Interrupted before its claim was written, or after it was complete and before its rename.
    const left = await readdir(folder).catch(() => [''])
    const ours = left.length === 0 || (left.length === 1 && left[0] === claimFile) || left.includes(layout.description)
    if (!ours) throw new BackupError(`${folder} exists and is not an unfinished backup: move it away`)
  }
  await rm(folder, { recursive: true, force: true })
}

/**
 * Removes what interrupted runs of other names left beside: with dated names, no run would ever come back to it. Only
 * folders that are certainly drafts, on which nobody works.
 */
async function removeInterrupted(parent: string, cleared: (folder: string) => void): Promise<void> {
  for (const { name } of (await readdir(parent, { withFileTypes: true })).filter(entry => entry.isDirectory())) {
    const folder = join(parent, name)
    if (!name.endsWith('.part') || isInProgress(folder)) continue
    const claimed = readClaim(join(folder, claimFile)) !== undefined
    if (!claimed && !existsSync(join(folder, layout.description))) continue
    await rm(folder, { recursive: true, force: true })
    cleared(folder)
  }
}

/**
 * May a run be working in this draft? Between its creation and its claim, and between the end of the claim and its
 * rename, only its age shows.
 */
export function isInProgress(half: string): boolean {
  const claim = readClaim(join(half, claimFile))
  if (claim) return claim.held
  const changed = statSync(half, { throwIfNoEntry: false })?.mtimeMs
  return changed !== undefined && Date.now() - changed < deadAfterMs
}

/** A new name survives a power cut only when its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  // Windows has no such call for folders; its file system journals names instead.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
