import { canonicalize } from '@timbermark/ledger'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type EpochKey, setEpochKeys, type LedgerLog } from './log.ts'

/** Stored keys carry a MAC made with the master key, so that write access to the database is not enough to exchange one. */
const macText = ({ epoch, verifierKey }: EpochKey) => canonicalize([epoch, verifierKey])

/**
 * Loads the verifier keys that the log had under former master keys. Must run before the first use of the log. A stored key
 * without a valid MAC is ignored: the nightly check then reports the heads of that epoch as not signed by this log.
 */
export async function loadEpochKeys(database: Database, secrets: Secrets): Promise<void> {
  const rows = await database.withoutTenant(db =>
    db.query<EpochKey & { mac: Buffer }>(
      sql`select epoch, verifier_key as "verifierKey", mac from ledger_key order by epoch`,
    ),
  )
  setEpochKeys(
    secrets,
    rows.filter(row => secrets.checkMac('ledger-key', macText(row), row.mac)),
  )
}

/** Stores the verifier keys of epochs, each with a MAC of this master key; rows that exist already get the new MAC. */
export async function storeEpochKeys(db: Db, secrets: Secrets, keys: readonly EpochKey[]): Promise<void> {
  await db.execute(sql`
    insert into ledger_key (epoch, verifier_key, mac)
    select * from unnest(
      ${keys.map(({ epoch }) => epoch)}::integer[], ${keys.map(({ verifierKey }) => verifierKey)}::text[],
      ${keys.map(key => secrets.mac('ledger-key', macText(key)))}::bytea[])
    on conflict (epoch) do update set verifier_key = excluded.verifier_key, mac = excluded.mac`)
}

/** The keys of a log's epochs up to and including this one. */
export function epochKeysUpTo(log: LedgerLog, epoch: number): EpochKey[] {
  return Array.from({ length: epoch }, (_, before) => {
    const { verifierKey } = log.at(before + 1)
    return { epoch: before + 1, verifierKey }
  })
}
