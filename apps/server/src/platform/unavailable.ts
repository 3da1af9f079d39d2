import type { AlarmKey } from '@timbermark/contract'
import { errorCode, errorMessage } from './error-facts.ts'

/**
 * The database could not be used: not reached, silent, or lost on the way. Work in progress has either been rolled back
 * or, when the connection broke at the commit, may have been committed; the caller may try again.
 */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE cannot_connect_now, for code that checks codes only. */
  readonly code = '57P03'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** A file could not be written because of the machine. `code` is the system's own (ENOSPC, EROFS …). */
export class FilesUnavailable extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`Files cannot be written: ${code}`, { cause })
    this.name = 'FilesUnavailable'
    this.code = code
  }
}

/** What is wrong with the system, and the alarm that reports it, if any. */
export interface Trouble {
  alarm?: AlarmKey
  /** What is affected, for the alarm's details. */
  place: 'database' | 'files'
}

const full = new Set(['ENOSPC', 'EDQUOT'])
const unwritable = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ESTALE', 'ENODEV'])
const crowded = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])
const broken = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver's messages about a connection that come without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/**
 * The one place that knows which errors are the system's fault and not the caller's: they are answered as 503 with the
 * advice to try again, and no save reports them as its own failure.
 * @returns undefined for every other error
 */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as { code?: unknown }
  // A store of files that holds connections and does not answer.
  if (error instanceof FilesUnavailable && code === 'ETIMEDOUT') return { alarm: 'filesSilent', place: 'files' }
  if (typeof code === 'string') {
    const trouble = troubleOfSqlState(code) ?? troubleOfSystemCode(code)
    if (trouble) return trouble
  }
  if (driverMessages.test(error.message)) return { place: 'database' }
  return error.cause === undefined ? undefined : troubleOf(error.cause)
}

/** SQLSTATEs of a database that has a problem itself (PostgreSQL, appendix A). */
function troubleOfSqlState(code: string): Trouble | undefined {
  if (code.length !== 5) return undefined
  if (code === '53100') return { alarm: 'diskFull', place: 'database' }
  if (/^(08|53|57|58)/.test(code)) return { place: 'database' }
  // A standby that has not been promoted yet; a transaction that was idle or took too long.
  if (code === '25006' || code === '25P03' || code === '25P04') return { place: 'database' }
  return undefined
}

function troubleOfSystemCode(code: string): Trouble | undefined {
  if (full.has(code)) return { alarm: 'diskFull', place: 'files' }
  if (unwritable.has(code)) return { alarm: 'filesUnwritable', place: 'files' }
  if (crowded.has(code)) return { place: 'files' }
  return broken.has(code) ? { place: 'database' } : undefined
}

/** The root cause; a host with several addresses fails once for each, and the first is enough. */
export function causeOf(error: unknown): { code?: string; path?: string; message: string; syscall?: string } {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { message: String(first) }
  return first.cause instanceof Error ? causeOf(first.cause) : first
}

/** Is the connection at fault, so that it must not be used again? */
export function isConnectionTrouble(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  const message = errorMessage(error)
  return /^(08|57P|25P03)/.test(code) || broken.has(code) || driverMessages.test(message)
}

/**
 * Converts an error of the file system during a write to one that says what is at fault; returns any other error
 * unchanged. A missing folder does not mean a missing file here: it is a mount that has gone.
 */
export function filesTrouble(error: unknown): unknown {
  const { code = '', syscall } = (error ?? {}) as { code?: string; syscall?: string }
  if (syscall === undefined) return error
  return new FilesUnavailable(code === 'ENOENT' || code === 'ENOTDIR' ? 'ENODEV' : code, error)
}
