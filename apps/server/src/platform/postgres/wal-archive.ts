import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingsError } from '../settings.ts'
import { chownTo, isAccessible, type RunAs } from './folders.ts'
import { errorMessage } from '../error-facts.ts'

/** A segment is archived after this many seconds at the latest: what may be lost with the machine. */
const archiveTimeoutSeconds = 60

/**
 * Settings with which PostgreSQL copies each finished segment of its write-ahead log into a folder, compressed. A segment is
 * written beside its place, flushed and then moved there; one that is there already must have the same content, or the
 * archive belongs to another database and nothing is overwritten.
 * @param folder absolute path
 */
export function archiveSettings(folder: string): Record<string, string> {
  const stored = `${folder}/%f.gz`
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    archive_command: `if test -f '${stored}'; then gunzip -c '${stored}' | cmp -s - '%p'; else gzip -c '%p' > '${stored}.part' && sync '${stored}.part' && mv '${stored}.part' '${stored}'; fi`,
  }
}

/** The command by which PostgreSQL fetches a segment from such a folder. */
export const restoreCommand = (folder: string): string => `gunzip -c '${folder}/%f.gz' > '%p'`

/**
 * Makes the folder of the archive, for the user that the database runs as.
 * @throws SettingsError when it cannot be used
 */
export function openWalArchive(folder: string, user: RunAs): void {
  if (process.platform === 'win32')
    throw new SettingsError('WAL_ARCHIVE_DIR: the shipped database archives its log only where there is a shell')
  // They become part of a shell command, in which PostgreSQL replaces what follows a percent sign.
  if (/['%\n]/.test(folder)) throw new SettingsError(`WAL_ARCHIVE_DIR: ${folder} must not contain ' or %`)
  if (user.uid !== undefined && !isAccessible(dirname(folder)))
    throw new SettingsError(
      `WAL_ARCHIVE_DIR: the user of the database cannot reach ${folder}; root starts the server here, so name a folder that others may enter`,
    )
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chownTo(folder, user)
  } catch (error) {
    throw new SettingsError(`WAL_ARCHIVE_DIR: ${folder} cannot be used: ${errorMessage(error)}`)
  }
}
