import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { identifier, join, type Sql, sql } from '../../platform/database/sql.ts'
import type { StoredRow } from '../../entity/undo.ts'
import type { TableShape } from './table-shape.ts'

/** A row that differs between the backup and now. */
export interface ChangedRow {
  key: string
  before: StoredRow
  now: StoredRow
  /** Names of the columns that differ. */
  columns: string[]
}

/** How an enterprise's rows of one table differ from those of the backup. */
export interface Difference {
  shape: TableShape
  /** Rows of the backup. */
  rows: number
  /** In the backup, and no longer there. */
  missing: StoredRow[]
  changed: ChangedRow[]
  /** Changed rows of a table that is only counted. */
  changedCount: number
  /** There, and not in the backup. */
  added: number
}

const atOnce = 500

/** The primary key of a row without its tenant, as text. */
export const keyOfRow = ({ key }: TableShape, row: StoredRow): string =>
  key.map(({ name }) => row[name] ?? '').join('/')

/** The text of each column, exact for every type. */
const textsOf = (shape: TableShape): Sql =>
  join(
    shape.columns.map(({ name }) => sql`t.${identifier(name)}::text as ${identifier(name)}`),
    ', ',
  )

/**
 * Compares the rows of one table. Memory grows with the differences, not with the rows.
 * @param copy the backup's rows
 * @param db a transaction of the enterprise, whose session writes values as the copy's does
 * @param keep are changed rows kept, or only counted?
 */
export async function compareTable(
  copy: pg.Client,
  db: Db,
  tenant: number,
  shape: TableShape,
  { keep, signal }: { keep: boolean; signal?: AbortSignal | undefined },
): Promise<Difference> {
  const difference: Difference = { shape, rows: 0, missing: [], changed: [], changedCount: 0, added: 0 }
  let matched = 0
  for await (const rows of readCopy(copy, tenant, shape)) {
    signal?.throwIfAborted()
    difference.rows += rows.length
    const present = new Map((await readNow(db, tenant, shape, rows)).map(row => [keyOfRow(shape, row), row]))
    for (const before of rows) {
      const key = keyOfRow(shape, before)
      const now = present.get(key)
      if (!now) {
        difference.missing.push(before)
        continue
      }
      matched++
      const columns = shape.columns.map(({ name }) => name).filter(name => before[name] !== now[name])
      if (columns.length === 0) continue
      difference.changedCount++
      if (keep) difference.changed.push({ key, before, now, columns })
    }
  }
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::bigint as count from ${identifier(shape.table)} t where t.tenant_id = ${tenant}`,
  )
  difference.added = count - matched
  return difference
}

async function* readCopy(copy: pg.Client, tenant: number, shape: TableShape): AsyncGenerator<StoredRow[]> {
  const order = shape.key.map(({ name }) => copy.escapeIdentifier(name)).join(', ')
  const texts = shape.columns.map(({ name }) => {
    const column = copy.escapeIdentifier(name)
    return `t.${column}::text as ${column}`
  })
  await copy.query('begin')
  try {
    await copy.query(
      `declare read_copy cursor for select ${texts.join(', ')} from public.${copy.escapeIdentifier(shape.table)} t
        where t.tenant_id = ${Number(tenant)} order by ${order}`,
    )
    for (;;) {
      const { rows } = await copy.query<StoredRow>(`fetch ${atOnce} from read_copy`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await copy.query('rollback').catch(() => {})
  }
}

/** The present rows with the keys of these. */
function readNow(db: Db, tenant: number, shape: TableShape, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const columns = join(
    shape.key.map(({ name }) => sql`t.${identifier(name)}`),
    ', ',
  )
  const keys = join(
    shape.key.map(({ name, type }) => sql`${rows.map(row => row[name])}::${identifier(`_${type}`)}`),
    ', ',
  )
  return db.query<StoredRow>(sql`
    select ${textsOf(shape)} from ${identifier(shape.table)} t
    where t.tenant_id = ${tenant} and (${columns}) in (select * from unnest(${keys}))`)
}

/** One row as it is now. */
export async function readRow(db: Db, tenant: number, shape: TableShape, like: StoredRow) {
  const [row] = await readNow(db, tenant, shape, [like])
  return row
}
