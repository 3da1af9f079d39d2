import { type Json, toHex } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerLog } from './log.ts'

/** A head as a break refers to it. */
export interface NamedHead {
  origin: string
  size: number
  /** Root in hexadecimal. */
  root: string
}

/** A point where signed history was lost and the log continues under a new name and key. */
export interface LedgerBreak {
  /** The epoch that begins here. */
  epoch: number
  at: Date
  reason: string
  /** The head that the log continues from. */
  former: NamedHead
  /** The furthest head that was signed and is lost. */
  lost: NamedHead
}

/** Longest reason, in characters. */
export const longestReason = 500

/** The epoch that the log is in now: it determines the log's name and key. */
export async function currentEpoch(db: Db): Promise<number> {
  const { epoch } = await db.one<{ epoch: number }>(sql`
    select coalesce(max(epoch), 1) as epoch
    from (select epoch from ledger_break union all select epoch from ledger_key_change) begun`)
  return epoch
}

/** All declared breaks, the oldest first. */
export async function readBreaks(db: Db): Promise<LedgerBreak[]> {
  const rows = await db.query<{
    epoch: number
    at: Date
    reason: string
    former_origin: string
    size: number
    root: Buffer
    lost_origin: string
    lost_size: number
    lost_root: Buffer
  }>(sql`select * from ledger_break order by epoch`)
  return rows.map(row => ({
    epoch: row.epoch,
    at: row.at,
    reason: row.reason,
    former: { origin: row.former_origin, size: row.size, root: toHex(row.root) },
    lost: { origin: row.lost_origin, size: row.lost_size, root: toHex(row.lost_root) },
  }))
}

/** Subject of the break that begins an epoch. */
export const breakSubject = (epoch: number) => `ledger_break/${epoch}`

/** Statement about a break: the first entry under the new name. */
export function breakStatement({ epoch, at, reason, former, lost }: LedgerBreak, log: LedgerLog): Json {
  return {
    type: 'timbermark/break@1',
    origin: log.at(epoch).origin,
    at: at.toISOString(),
    reason,
    former: { ...former },
    lost: { ...lost },
  }
}

/** The epoch that a head of this size is signed in. @param begun all breaks and all changes of key */
export function epochAt(begun: readonly { epoch: number; former: { size: number } }[], size: number): number {
  return Math.max(1, ...begun.filter(({ former }) => former.size < size).map(({ epoch }) => epoch))
}
