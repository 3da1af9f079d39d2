import { canonicalize } from '@timbermark/ledger'
import type pg from 'pg'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { foreignKeyError, opensStoredKey } from '../../../platform/secrets/key-of-database.ts'

/** Tables with rows that are older than the sealing of their kind. */
export type EarlierTable = 'certification_step' | 'packing'

/** Names the rows of an enterprise's table that an upgrade found unsealed. */
interface EarlierRows {
  tenantId: number
  table: string
  /** A multirange, as text. */
  ids: string
  mac: Buffer | null
}

const columns = sql`m.tenant_id as "tenantId", m.table_name as table, m.ids::text as ids, m.mac`

/** The key is not in the database: who may only write rows can neither add rows to the marked ones nor mark others. */
const macText = ({ tenantId, table, ids }: Omit<EarlierRows, 'mac'>) => canonicalize([tenantId, table, ids])

const label = 'earlier-rows'

const isAuthentic = (secrets: Secrets, rows: EarlierRows): boolean =>
  rows.mac !== null && secrets.checkMac(label, macText(rows), rows.mac)

/** The migration that names the rows. */
const naming = '0200-earlier-rows.sql'

/**
 * Authenticates what the upgrade named, in the upgrade's own transaction. No later call does so: rows that were not named then are
 * sealed by the calls that write them, or never.
 * @param file where the master key was read from
 * @throws SettingsError when it is not the key of this database: the upgrade is undone
 */
export const authenticateEarlierRows =
  (secrets: Secrets, file: string) =>
  async (owner: Pick<pg.ClientBase, 'query'>, applied: readonly string[]): Promise<void> => {
    if (!applied.includes(naming)) return
    const { rows } = await owner.query<Omit<EarlierRows, 'mac' | 'tenantId'> & { tenantId: string }>(
      'select tenant_id::text as "tenantId", table_name as table, ids::text as ids from earlier_row',
    )
    if (rows.length > 0 && !(await opensStoredKey(owner, secrets))) throw foreignKeyError(file)
    for (const { tenantId, table, ids } of rows)
      await owner.query('update earlier_row set mac = $3 where tenant_id = $1 and table_name = $2', [
        tenantId,
        table,
        secrets.mac(label, macText({ tenantId: Number(tenantId), table, ids })),
      ])
  }

/** The enterprises with rows of this table that an upgrade named, and these rows. Marks of others are left out. */
export async function earlierRows(db: Db, secrets: Secrets, table: EarlierTable): Promise<Map<number, string>> {
  const marks = await db.query<EarlierRows>(sql`select ${columns} from earlier_row m where m.table_name = ${table}`)
  return new Map(marks.filter(mark => isAuthentic(secrets, mark)).map(({ tenantId, ids }) => [tenantId, ids]))
}

/** Those of these rows that an upgrade named. */
export async function findEarlierRows(
  db: Db,
  secrets: Secrets,
  { table, tenantId, ids }: { table: EarlierTable; tenantId: number; ids: readonly number[] },
): Promise<Set<number>> {
  const named = (await earlierRows(db, secrets, table)).get(tenantId)
  if (named === undefined) return new Set()
  const rows = await db.query<{ id: number }>(
    sql`select id from unnest(${[...ids]}::bigint[]) as g (id) where ${named}::int8multirange @> g.id`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** All rows that were named are sealed. */
export async function removeEarlierRows(db: Db, table: EarlierTable, tenantId: number): Promise<void> {
  await db.execute(sql`delete from earlier_row where tenant_id = ${tenantId} and table_name = ${table}`)
}

/** Removes marks that no upgrade made, so that they hide no unsealed row from the nightly check. @returns their number */
export async function removeForgedEarlierRows(db: Db, secrets: Secrets): Promise<number> {
  const marks = await db.query<EarlierRows>(sql`select ${columns} from earlier_row m`)
  const forged = marks.filter(mark => !isAuthentic(secrets, mark))
  for (const { tenantId, table } of forged) await removeEarlierRows(db, table as EarlierTable, tenantId)
  return forged.length
}

/** Authenticates the marks with another master key. */
export async function resignEarlierRows(db: Db, from: Secrets, to: Secrets): Promise<void> {
  const marks = await db.query<EarlierRows>(sql`select ${columns} from earlier_row m`)
  for (const mark of marks.filter(one => isAuthentic(from, one)))
    await db.execute(sql`
      update earlier_row set mac = ${to.mac(label, macText(mark))}
      where tenant_id = ${mark.tenantId} and table_name = ${mark.table}`)
}
