import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlarmDetail, Alarms } from './alarms.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { filesTrouble, troubleOf } from '../unavailable.ts'

/** With less than this free the disk counts as full: the database needs room to say so, and to stop in order. */
const floorBytes = 32 * 1024 * 1024
/** The disk is looked at no more often than this. */
const everyMs = 1000
/** Enough that the database has to find new room for it. */
const probeBytes = 64 * 1024

export interface DiskWatchOptions {
  dataDir: string
  alarms: Alarms
  database: Database
  floorBytes?: number
}

/**
 * Tells by alarms whether anything can be written: room in the data folder, a file in the folder of files and, once a
 * write to the database has failed for want of room, a row there. An alarm is taken back by a write that succeeds.
 */
export class DiskWatch {
  readonly #options: Required<DiskWatchOptions>
  #looking: Promise<void> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(options: DiskWatchOptions) {
    this.#options = { floorBytes, ...options }
  }

  /** Looks, unless somebody has just done so. */
  look(): Promise<void> {
    if (!this.#looking || performance.now() - this.#lookedAt > everyMs) {
      this.#lookedAt = performance.now()
      this.#looking = this.#look()
    }
    return this.#looking
  }

  async #look(): Promise<void> {
    const { dataDir, alarms } = this.#options
    const free = await statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    )
    const files = await this.#tryFile()
    if (files?.alarm === 'filesUnwritable') alarms.raise('filesUnwritable')
    else alarms.clear('filesUnwritable')
    const megabytes: AlarmDetail = free === undefined ? {} : { free: Math.floor(free / 1024 / 1024) }
    if (files?.alarm === 'diskFull' || (free !== undefined && free < this.#options.floorBytes))
      alarms.raise('diskFull', { place: 'files', ...megabytes })
    else if (alarms.stands('diskFull') && (await this.#databaseTakesRows())) alarms.clear('diskFull')
  }

  async #tryFile() {
    const probe = join(this.#options.dataDir, 'files', `.probe-${process.pid}`)
    try {
      await writeFile(probe, 'x', { mode: 0o600 })
      await rm(probe, { force: true })
      return undefined
    } catch (error) {
      return troubleOf(filesTrouble(error))
    }
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
