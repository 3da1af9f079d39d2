import { DatabaseStartError } from '../platform/postgres/postmaster.ts'
import { SettingsError } from '../platform/settings.ts'
import { causeOf } from '../platform/unavailable.ts'

/** What a machine can lack, in words for whoever runs it. */
const lacks: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system can only be read',
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EMFILE: 'too many files are open',
  ENOMEM: 'there is not enough memory',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
}

/** SQLSTATEs that tell of the database's state, or of the way to it, and not of a fault of ours. */
const databaseStates = /^(08|28|53|57P|58|3D)/

/** SQLSTATE with which a migration refuses a database; its message is for whoever starts the server. */
const refusedByMigration = 'TM001'

/**
 * One sentence for whoever starts the server, when the failure is one that can be foreseen.
 * @param shipped whether the database that comes with the packages is used
 * @returns undefined for a fault of our own, whose stack is worth reading
 */
export function sentenceOf(error: unknown, shipped: boolean): string | undefined {
  if (error instanceof SettingsError || error instanceof DatabaseStartError) return error.message
  const { code = '', path, message, syscall } = causeOf(error)
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return noDatabase(shipped, message)
  if (code === refusedByMigration) return message
  if (lacks[code]) return `${path ?? syscall ?? 'The server'}: ${lacks[code]} (${message})`
  if (databaseStates.test(code) || /^Connection terminated|encountered a connection error/.test(message))
    return noDatabase(shipped, message)
  return undefined
}

function noDatabase(shipped: boolean, message: string): string {
  return shipped
    ? `The database ended while Timbermark was starting; start it again (${message})`
    : `DATABASE_URL: the database cannot be used: ${message}`
}
