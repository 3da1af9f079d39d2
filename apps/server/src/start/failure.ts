import { DatabaseStartError } from '../platform/postgres/postmaster.ts'
import { SettingsError } from '../platform/settings.ts'
import { ConnectionRefused } from './connection-refusal.ts'
import { causeOf } from '../platform/unavailable.ts'

/** What a machine may lack, in words for its operator. */
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

/** SQLSTATEs of the database's state, or of the connection to it, not of a bug. */
const databaseStates = /^(08|28|53|57P|58|3D)/

/** SQLSTATE with which a migration refuses a database; its message is for the operator. */
const refusedByMigration = 'TM001'

/**
 * One sentence for the operator, when the failure is foreseeable.
 * @param shipped whether the database of the npm packages is used
 * @returns undefined for a bug, whose stack trace is worth reading
 */
export function explainStartFailure(error: unknown, shipped: boolean): string | undefined {
  if (error instanceof SettingsError || error instanceof DatabaseStartError || error instanceof ConnectionRefused)
    return error.message
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
