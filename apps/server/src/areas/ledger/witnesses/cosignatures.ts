import type { VerifierKey } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Head } from '../log/store.ts'

/** A stored signature of a witness under a head. */
export interface StoredCosignature {
  /** Size of the head. */
  size: number
  key: VerifierKey
  /** Signature line, without its newline. */
  line: string
  /** Time of signing as stated by the witness, in seconds since 1970. */
  time: number
}

const witnessName = ({ name, id }: VerifierKey) => `${name}+${id}`

/** A head's note, followed by the cosignatures collected so far. */
export async function withCosignatures(db: Db, { size, note }: Head): Promise<string> {
  const rows = await db.query<{ line: string }>(
    sql`select line from ledger_cosignature where size = ${size} order by witness`,
  )
  return note + rows.map(({ line }) => `${line}\n`).join('')
}

/** The newest earlier head, under the log's current name, that more witnesses signed than the given one; undefined without one. */
export async function findWitnessedHead(db: Db, { size }: Head): Promise<Head | undefined> {
  return db.maybe<Head>(sql`
    select c.size, c.root, c.note from ledger_checkpoint c
    where c.size < ${size}
      and c.size > coalesce((select max(begun.size) from
        (select size from ledger_break union all select size from ledger_key_change) begun), -1)
      and (select count(*) from ledger_cosignature w where w.size = c.size)
        > (select count(*) from ledger_cosignature w where w.size = ${size})
    order by c.size desc limit 1`)
}

/**
 * Size of the newest head that a witness signed under the log's current name, 0 without one: a witness treats each name as
 * a separate log.
 */
export async function newestCosigned(db: Db, key: VerifierKey): Promise<number> {
  const { size } = await db.one<{ size: number }>(sql`
    select coalesce(max(size), 0) as size from ledger_cosignature
    where witness = ${witnessName(key)} and size > coalesce((select max(size) from ledger_break), -1)`)
  return size
}

/** Stores a cosignature; the first one of a witness under a head stays. */
export async function storeCosignature(db: Db, { size, key, line, time }: StoredCosignature): Promise<void> {
  await db.execute(sql`
    insert into ledger_cosignature (size, witness, line, signed_at)
    values (${size}, ${witnessName(key)}, ${line}, to_timestamp(${time})) on conflict do nothing`)
}
