import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlarmDetail, Alarms } from './alarms.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { filesTrouble, type Trouble, troubleOf } from '../unavailable.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'

/** With less than this free the disk counts as full: the database needs room to report it, and to stop in order. */
const floorBytes = 32 * 1024 * 1024
/** The disk is checked no more often than this. */
const everyMs = 1000
/** Enough that the database has to allocate new room for it. */
const probeBytes = 64 * 1024

/**
 * A remote file store is checked no more often than this, while it has a problem and otherwise; and the time it has to
 * answer.
 */
const storeCheckEveryMs = { trouble: 1000, well: 4000 }
const storeAnswerMs = 3000

/** The last answer of the remote store. */
interface StoreCheck {
  at: number
  trouble: Trouble | undefined
}

export interface DiskWatchOptions {
  dataDir: string
  alarms: Alarms
  database: Database
  floorBytes?: number
  /** Set when files are stored elsewhere: fails when that store cannot be reached, or not be written. */
  probeStore?: (writing: boolean) => Promise<unknown>
}

/**
 * Raises alarms when nothing can be written: no room in the data folder, no file in the folder of files and, once a
 * write to the database has failed for want of room, no row there. A write that succeeds clears the alarm.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions & { floorBytes: number }
  #lastStoreCheck: StoreCheck | undefined
  #checkingStore: Promise<Trouble | undefined> | undefined
  #checking: Promise<void> | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(options: DiskWatchOptions) {
    this.#options = { floorBytes, ...options }
  }

  /** Checks, unless somebody has just done so. */
  check(): Promise<void> {
    if (!this.#checking || performance.now() - this.#checkedAt > everyMs) {
      this.#checkedAt = performance.now()
      this.#checking = this.#check()
    }
    return this.#checking
  }

  async #check(): Promise<void> {
    const { dataDir, alarms } = this.#options
    const free = await statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    )
    const files = await this.#tryFile()
    for (const alarm of ['filesUnwritable', 'filesSilent'] as const)
      if (files?.alarm === alarm) alarms.raise(alarm)
      else alarms.clear(alarm)
    const megabytes: AlarmDetail = free === undefined ? {} : { free: Math.floor(free / 1024 / 1024) }
    if (files?.alarm === 'diskFull' || (free !== undefined && free < this.#options.floorBytes))
      alarms.raise('diskFull', { place: 'files', ...megabytes })
    else if (alarms.isRaised('diskFull') && (await this.#databaseTakesRows())) alarms.clear('diskFull')
  }

  async #tryFile() {
    const probe = join(this.#options.dataDir, 'files', `.probe-${process.pid}`)
    try {
      await writeFile(probe, 'x', { mode: 0o600 })
      await rm(probe, { force: true })
      return await this.#tryElsewhere()
    } catch (error) {
      return troubleOf(filesTrouble(error))
    }
  }

  /**
   * Checked seldom: each answer is a call that may cost money. Once something has been refused, only a write that
   * succeeds proves recovery: a key that may still read proves nothing.
   */
  async #tryElsewhere(): Promise<Trouble | undefined> {
    const { probeStore, alarms } = this.#options
    if (!probeStore) return undefined
    const refused = alarms.isRaised('filesUnwritable') || alarms.isRaised('filesSilent')
    const known = this.#lastStoreCheck
    const refusedSinceCheck = refused && !known?.trouble
    if (
      known &&
      !refusedSinceCheck &&
      performance.now() - known.at < storeCheckEveryMs[known.trouble ? 'trouble' : 'well']
    )
      return known.trouble
    // Concurrent callers wait for the same answer.
    this.#checkingStore ??= this.#checkStore(probeStore(refused || !known)).finally(() => {
      this.#checkingStore = undefined
    })
    return this.#checkingStore
  }

  async #checkStore(answer: Promise<unknown>): Promise<Trouble | undefined> {
    const trouble = await withTimeout(storeAnswerMs, answer).then(
      () => undefined,
      // Without an answer in time there is no cause: it is silent.
      error => troubleOf(error) ?? { alarm: 'filesSilent' as const, place: 'files' as const },
    )
    this.#lastStoreCheck = { at: performance.now(), trouble }
    return trouble
  }

  #databaseTakesRows(): Promise<boolean> {
    const filler = randomBytes(probeBytes)
    return this.#options.database
      .acrossTenants('monitor', db =>
        db.execute(
          sql`insert into disk_probe (id, filler) values (1, ${filler}) on conflict (id) do update set filler = excluded.filler`,
        ),
      )
      .then(
        () => true,
        () => false,
      )
  }
}
