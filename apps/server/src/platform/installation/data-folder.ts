import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from '../settings.ts'
import { errorCode, errorMessage } from '../error-facts.ts'

/**
 * Creates the data folder and checks that it can be written.
 * @throws SettingsError with the reason in one sentence
 */
export function openDataFolder(folder: string): void {
  const probe = join(folder, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    makeFolder(folder)
    const file = openSync(probe, 'wx', 0o600)
    try {
      writeSync(file, 'probe')
      fsyncSync(file)
    } finally {
      closeSync(file)
      rmSync(probe, { force: true })
    }
  } catch (error) {
    const code = errorCode(error)
    throw new SettingsError(
      `DATA_DIR: ${folder} cannot be used, because ${(code && reasons[code]) ?? errorMessage(error)}`,
    )
  }
}

/**
 * Creates a folder and its parents, one by one: Node's recursive mkdir never returns below a folder that accepts no new
 * ones, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // An existing folder is fine; an existing file of that name shows later, when the folder is written to.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that can only be read',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'it cannot be made there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
}
