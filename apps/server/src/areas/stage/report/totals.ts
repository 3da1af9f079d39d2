import { stageKeys } from '@timbermark/contract'
import { sumsFor, totalKey } from '@timbermark/contract/plausible'
import type { Db } from '../../../platform/database/database.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'

type Sum = ReturnType<typeof sumsFor>[number]

/** Every field whose sum some stage is checked against, in the order in which their rows are locked. */
const summedFields: readonly Sum[] = [
  ...new Map(stageKeys.flatMap(sumsFor).map(one => [totalKey(one.stage, one.field), one])).values(),
].sort((a, b) => (totalKey(a.stage, a.field) < totalKey(b.stage, b.field) ? -1 : 1))

/** Days after which a total is counted from the records again, so that no error in it lasts. */
const recountDays = 1

const summedValue = (field: Sql) => sql`(r.public_values ->> ${field})::numeric`

interface TotalRow {
  stage: Sum['stage']
  field: string
  total: number
}

/**
 * Loads sums of fields over the current records of a batch: from their running totals, which are counted from the records
 * when they are missing or a day old. The caller holds the exclusive lock on the batch (`batchLockClause`).
 * @param replacesRecord id of a record that does not count; 0 for none
 */
export async function loadTotals(
  db: Db,
  tenantId: number,
  { batchId, replacesRecord }: { batchId: number; replacesRecord: number },
  sums: readonly Sum[],
): Promise<TotalRow[]> {
  if (sums.length === 0) return []
  const wanted = join(sums.map(one => sql`(${one.stage}::text, ${one.field}::text)`))
  const read = () =>
    db.query<TotalRow>(sql`
      select t.stage, t.field,
        t.total - coalesce((select ${summedValue(sql`t.field`)} from stage_record r
          where r.tenant_id = ${tenantId} and r.id = ${replacesRecord} and r.batch_id = ${batchId} and r.stage = t.stage
            and r.status = 'current'), 0) as total
      from stage_total t
      where t.tenant_id = ${tenantId} and t.batch_id = ${batchId} and (t.stage, t.field) in (values ${wanted})
        and t.counted_at > now() - make_interval(days => ${recountDays})`)
  const totals = await read()
  const missing = summedFields.filter(
    one =>
      sums.some(({ stage, field }) => stage === one.stage && field === one.field) &&
      !totals.some(({ stage, field }) => stage === one.stage && field === one.field),
  )
  if (missing.length === 0) return totals
  await countTotals(db, tenantId, batchId, missing)
  return read()
}

/** Counts totals from the current records of the batch. */
async function countTotals(db: Db, tenantId: number, batchId: number, missing: readonly Sum[]): Promise<void> {
  // Locks the rows first: a transaction that has added a record, and not committed it, holds the row of its total. The sum
  // is taken by a statement of its own, which sees the records of all who held the rows before.
  await db.execute(sql`
    insert into stage_total as t (tenant_id, batch_id, stage, field)
    values ${join(missing.map(one => sql`(${tenantId}, ${batchId}, ${one.stage}, ${one.field})`))}
    on conflict (tenant_id, batch_id, stage, field) do update set total = t.total`)
  await db.execute(sql`
    update stage_total t set counted_at = now(), total = coalesce((
      select sum(${summedValue(sql`t.field`)}) from stage_record r
      where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.stage = t.stage and r.status = 'current'), 0)
    where t.tenant_id = ${tenantId} and t.batch_id = ${batchId}
      and (t.stage, t.field) in (values ${join(missing.map(one => sql`(${one.stage}::text, ${one.field}::text)`))})`)
}

/** A record whose values begin or cease to count. */
export interface TotalChange {
  recordId: number
  sign: 1 | -1
}

/**
 * Adds the values of records to the totals of their batches, or subtracts them, in the transaction that makes the records
 * current or superseded, and as late in it as possible: the rows of the totals stay locked until its end. A total that is not
 * counted yet stays so, but its row is locked too.
 */
export async function changeTotals(db: Db, tenantId: number, changes: readonly TotalChange[]): Promise<void> {
  if (changes.length === 0) return
  await db.execute(sql`
    insert into stage_total as t (tenant_id, batch_id, stage, field, total)
    select r.tenant_id, r.batch_id, f.stage, f.field, sum(c.sign * ${summedValue(sql`f.field`)})
    from (values ${join(changes.map(one => sql`(${one.recordId}::bigint, ${one.sign}::int)`))}) c (id, sign)
    join stage_record r on r.tenant_id = ${tenantId} and r.id = c.id
    join (values ${join(summedFields.map(one => sql`(${one.stage}, ${one.field})`))}) f (stage, field) on f.stage = r.stage
    where r.public_values ->> f.field is not null
    group by r.tenant_id, r.batch_id, f.stage, f.field order by r.batch_id, f.stage, f.field
    on conflict (tenant_id, batch_id, stage, field) do update set total = t.total + excluded.total`)
}
