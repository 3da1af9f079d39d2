import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../platform/settings.ts'
import { Claim, readClaim } from '../platform/backup/claim.ts'
import { BackupError } from '../platform/backup/errors.ts'
import { errorCode } from '../platform/error-facts.ts'

/** Marker of a restore in progress in the data folder, so that no start takes an incomplete restore for a complete one. */
export interface Restoring {
  /** Folder of the backup. */
  from: string
  /** Files and folders that this restore creates: they did not exist before. */
  made: string[]
  /** Transaction of an external database that makes all rows visible, set just before it is committed. */
  transaction?: string
}

const markerOf = (dataDir: string) => join(dataDir, 'restoring.json')

/** @returns undefined when no restore is in progress or was interrupted here */
export function readRestoring(dataDir: string): (Restoring & { pid: number; held: boolean }) | undefined {
  const path = markerOf(dataDir)
  if (!existsSync(path)) return undefined
  // Interrupted while the marker was first written: nothing had been created yet.
  return readClaim<Restoring>(path) ?? { from: '', made: [], pid: 0, held: false }
}

/** @throws BackupError when another restore began at the same moment */
export async function beginRestoring(dataDir: string, restoring: Restoring): Promise<Claim<Restoring>> {
  // Created as a start creates it: where root stores its database depends on who can access the folder.
  mkdirSync(dataDir, { recursive: true })
  try {
    return await Claim.take(markerOf(dataDir), restoring)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    throw new BackupError(`Another restore into ${dataDir} began at the same moment`, { cause: error })
  }
}

/**
 * Refuses a start in a data folder with an unfinished restore.
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
