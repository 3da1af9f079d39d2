import { SettingsError } from '../platform/settings.ts'

/** Something foreseeable stands in the way; `message` is one sentence that says what and, where possible, what to do. */
export class BackupError extends Error {}

/** What the system's refusals mean to whoever runs a backup. */
const meanings: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
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
 * @returns undefined for what nobody foresaw: its stack is worth more than a sentence
 */
export function explained(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof SettingsError) return error.message
  const { code, path, message, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  const meaning = code === undefined ? undefined : meanings[code]
  if (meaning) return `${path ?? message}: ${meaning}`
  if (/Connection terminated|the connection was lost/i.test(message ?? ''))
    return 'The connection to the database was lost'
  return cause === undefined ? undefined : explained(cause)
}
