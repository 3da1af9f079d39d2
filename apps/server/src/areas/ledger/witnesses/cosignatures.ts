import type { VerifierKey } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Head } from '../log/store.ts'

/** A witness's signature under a head, as it is kept. */
export interface KeptCosignature {
  /** Size of the head. */
  size: number
  key: VerifierKey
  /** Signature line, without its newline. */
  line: string
  /** When the witness says that it signed, in seconds since 1970. */
  time: number
}

const nameOf = ({ name, id }: VerifierKey) => `${name}+${id}`

/** A head's note with the signatures that witnesses have given to it so far below its own. */
export async function withCosignatures(db: Db, { size, note }: Head): Promise<string> {
  const rows = await db.query<{ line: string }>(
    sql`select line from ledger_cosignature where size = ${size} order by witness`,
  )
  return note + rows.map(({ line }) => `${line}\n`).join('')
}

/**
 * Size of the newest head that a witness signed under the log's present name, 0 when there is none: a witness keeps each
 * name apart.
 */
export async function newestCosigned(db: Db, key: VerifierKey): Promise<number> {
  const { size } = await db.one<{ size: number }>(sql`
    select coalesce(max(size), 0) as size from ledger_cosignature
    where witness = ${nameOf(key)} and size > coalesce((select max(size) from ledger_break), -1)`)
  return size
}

/** Keeps a signature; the first one of a witness under a head stays. */
export async function keepCosignature(db: Db, { size, key, line, time }: KeptCosignature): Promise<void> {
  await db.execute(sql`
    insert into ledger_cosignature (size, witness, line, signed_at)
    values (${size}, ${nameOf(key)}, ${line}, to_timestamp(${time})) on conflict do nothing`)
}
