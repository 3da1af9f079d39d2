import { type Json, toHex } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { NamedHead } from './breaks.ts'

/** A point where the log continues under a new name and key because its key was changed. Nothing was lost. */
export interface KeyChange {
  /** The epoch that begins here. */
  epoch: number
  at: Date
  reason: string
  /** The last head under the former name, and the key that signed it; its last entry names the new key. */
  former: NamedHead & { verifierKey: string }
  /** Name and key from here on. */
  next: { origin: string; verifierKey: string }
}

/** All changes of key, the oldest first. A key that is not stored becomes an empty text, which no entry contains. */
export async function readKeyChanges(db: Db): Promise<KeyChange[]> {
  const rows = await db.query<{
    epoch: number
    at: Date
    reason: string
    origin: string
    size: number
    root: Buffer
    former_key: string
    next_key: string
  }>(sql`
    select c.epoch, c.at, c.reason, c.former_origin as origin, c.size, c.root,
      coalesce((select k.verifier_key from ledger_key k where split_part(k.verifier_key, '+', 1) = c.former_origin), '') as former_key,
      coalesce((select k.verifier_key from ledger_key k where k.epoch = c.epoch), '') as next_key
    from ledger_key_change c order by c.epoch`)
  return rows.map(row => ({
    epoch: row.epoch,
    at: row.at,
    reason: row.reason,
    former: { origin: row.origin, size: row.size, root: toHex(row.root), verifierKey: row.former_key },
    next: { origin: originOfKey(row.next_key), verifierKey: row.next_key },
  }))
}

/** The last entry under the former name: the former key vouches for the new one. */
export function announcementStatement({
  at,
  reason,
  former,
  next,
}: Pick<KeyChange, 'at' | 'reason' | 'next'> & { former: { origin: string } }): Json {
  return { type: 'timbermark/key@1', origin: former.origin, at: at.toISOString(), reason, next: { ...next } }
}

/** The first entry under the new name. */
export function beginningStatement({ at, reason, former, next }: KeyChange): Json {
  return { type: 'timbermark/key-begun@1', origin: next.origin, at: at.toISOString(), reason, former: { ...former } }
}

/** Name of a key in the signed-note form. */
const originOfKey = (verifierKey: string) => verifierKey.slice(0, Math.max(0, verifierKey.indexOf('+')))
