import { canonicalize } from '@timbermark/ledger'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type EpochKey, knowKeys, type LedgerLog } from './log.ts'

/** What the database knows of former keys bears a mark of the master key: whoever can write there cannot exchange one. */
const markOf = ({ epoch, verifierKey }: EpochKey) => canonicalize([epoch, verifierKey])

/**
 * Learns which verifier keys the log has had under former master keys. Belongs before the first use of the log. A stored key
 * that does not bear our mark is not believed: what was signed in that epoch is then not ours to the nightly check.
 */
export async function learnKeys(database: Database, secrets: Secrets): Promise<void> {
  const rows = await database.withoutTenant(db =>
    db.query<EpochKey & { mac: Buffer }>(
      sql`select epoch, verifier_key as "verifierKey", mac from ledger_key order by epoch`,
    ),
  )
  knowKeys(
    secrets,
    rows.filter(row => secrets.checkMac('ledger-key', markOf(row), row.mac)),
  )
}

/** Keeps the verifier keys of epochs, with marks of this master key; those that are there already get its mark. */
export async function keepKeys(db: Db, secrets: Secrets, keys: readonly EpochKey[]): Promise<void> {
  await db.execute(sql`
    insert into ledger_key (epoch, verifier_key, mac)
    select * from unnest(${keys.map(({ epoch }) => epoch)}::integer[], ${keys.map(({ verifierKey }) => verifierKey)}::text[], ${keys.map(key => secrets.mac('ledger-key', markOf(key)))}::bytea[])
    on conflict (epoch) do update set verifier_key = excluded.verifier_key, mac = excluded.mac`)
}

/** The key of a log's epochs up to this one, as it knows them. */
export function keysUpTo(log: LedgerLog, epoch: number): EpochKey[] {
  return Array.from({ length: epoch }, (_, before) => {
    const { verifierKey } = log.at(before + 1)
    return { epoch: before + 1, verifierKey }
  })
}
