import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../platform/settings.ts'
import { Claim, readClaim } from '../platform/backup/claim.ts'
import { BackupError } from '../platform/backup/errors.ts'

/** What a restore under way says in the data folder, so that no start takes a part of it for the whole. */
export interface Restoring {
  /** The backup it restores. */
  from: string
  /** Files and folders that this restore makes: they were not there before. */
  made: string[]
  /** Transaction of an external database that makes all rows visible, once it is about to be committed. */
  transaction?: string
}

const markerOf = (dataDir: string) => join(dataDir, 'restoring.json')

/** @returns undefined when no restore is under way or was cut off here */
export function readRestoring(dataDir: string): (Restoring & { pid: number; held: boolean }) | undefined {
  const path = markerOf(dataDir)
  if (!existsSync(path)) return undefined
  // One that was cut off while it was written the first time: nothing had been made yet.
  return readClaim<Restoring>(path) ?? { from: '', made: [], pid: 0, held: false }
}

/** @throws BackupError when another restore began at the same moment */
export async function beginRestoring(dataDir: string, restoring: Restoring): Promise<Claim<Restoring>> {
  // As a start makes it: where root keeps its database depends on who can reach the folder.
  mkdirSync(dataDir, { recursive: true })
  try {
    return await Claim.take(markerOf(dataDir), restoring)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupError(`Another restore into ${dataDir} began at the same moment`, { cause: error })
  }
}

/**
 * Refuses a start in a data folder that a restore has not finished.
 * @throws SettingsError
 */
export function assertNotRestoring(dataDir: string): void {
  const restoring = readRestoring(dataDir)
  if (!restoring) return
  throw new SettingsError(
    restoring.held
      ? `DATA_DIR: process ${restoring.pid} is restoring a backup into ${dataDir}; start when it has ended`
      : `DATA_DIR: a restore into ${dataDir} was not finished; run it again: npm run restore -- ${restoring.from || '<folder>'}`,
  )
}
