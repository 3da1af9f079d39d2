import pg from 'pg'
import { SettingsError } from '../settings.ts'

/** A foreseeable problem; `message` is one sentence that says what it is and, where possible, what to do. */
export class BackupError extends Error {}

/** The backup differs from what was written: it is not usable. */
export class DamagedBackup extends BackupError {}

/** System errors in words for the person who runs a backup. */
const meanings: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'it exists already',
  EROFS: 'the disk can only be read',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EIO: 'the disk answers with an error',
  ENOTDIR: 'a part of its path is a file and no folder',
  EMFILE: 'too many files are open',
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ENOTFOUND: 'there is no machine of that name',
  '53100': 'the disk of the database is full',
  '57P01': 'the database was stopped',
  '57P03': 'the database is starting or stopping',
  '28P01': 'the database refuses the password',
  '42501': 'the role of DATABASE_OWNER_URL has no right to it',
}

/**
 * An error as one sentence for the person at the terminal.
 * @returns undefined for an unforeseen error: its stack trace says more than a sentence
 */
export function explainError(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return undefined
  const { code, path, syscall, message } = error as NodeJS.ErrnoException
  const meaning = code === undefined ? undefined : meanings[code]
  if (meaning) return path ? `${path}: ${meaning}` : `${meaning} (${message})`
  // Other system errors explain themselves, and so does the shipped database when it does not start.
  if (syscall || message.startsWith('The database ')) return message.split('\n').slice(0, 2).join(' ')
  if (/^(Connection terminated|Client was closed)/.test(message)) return 'the connection to the database was lost'
  if (error instanceof pg.DatabaseError) return `the database says: ${message}`
  return undefined
}
