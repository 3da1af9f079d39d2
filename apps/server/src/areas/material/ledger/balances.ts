import { materialBalance, materialEntry, permissionOf } from '@timbermark/contract'
import { parseWholeNumber, readingOf } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import { currentTenant, sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'

/** Accounts belong to their batches: who may see a batch sees its account. */
const batchScope = (actor: Actor, permission: string) =>
  scopePredicate(actor, permission, { alias: 'b', dept: 'dept_id', owner: 'created_by' })

const joinBatch = sql`join batch b on b.tenant_id = ${currentTenant} and b.id = t.batch_id`

/** @throws Refusal invalid (notOneOf) */
function isYes(field: string, filter: string): boolean {
  if (filter !== 'true' && filter !== 'false') throw invalid([{ field, error: 'notOneOf' }])
  return filter === 'true'
}

export const balanceReading = readingOf(materialBalance, {
  table: 'material_balance',
  joins: sql`${joinBatch} join product p on p.tenant_id = ${currentTenant} and p.id = b.product_id`,
  columns: {
    batchNumber: sql`b.batch_number`,
    productName: sql`p.name`,
    volume: sql`trim_scale(t.volume)`,
    volumeIn: sql`trim_scale(t.volume_in)`,
    volumeOut: sql`trim_scale(t.volume_out)`,
    measured: sql`trim_scale(t.measured)`,
    undeclared: sql`trim_scale(t.undeclared)`,
    undeclaredSince: sql`(case when t.undeclared > 0 then (
      select min(e.recorded_at) from material_entry e
      where e.tenant_id = ${currentTenant} and e.batch_id = t.batch_id and e.species = t.species and e.form = t.form
        and e.act = 'undeclared' and e.volume > 0) end)`,
  },
  more: sql`t.batch_id as "batchId"`,
  // The row without a species stands for the account itself.
  where: ({ actor }, verb) => sql`t.species <> '' and ${batchScope(actor, permissionOf(materialBalance, verb))}`,
  search: {
    sourceless: filter => (isYes('sourceless', filter) ? sql`t.undeclared > 0` : sql`t.undeclared = 0`),
    differs: filter => (isYes('differs', filter) ? sql`t.differs_since is not null` : sql`t.differs_since is null`),
  },
  order: sql`t.updated_at desc, t.id desc`,
})

const entryReading = readingOf(materialEntry, {
  table: 'material_entry',
  joins: sql`${joinBatch} left join stage_record r on r.tenant_id = ${currentTenant} and r.id = t.record_id
    left join batch o on o.tenant_id = ${currentTenant} and o.id = t.other_batch_id`,
  columns: {
    volume: sql`trim_scale(t.volume)`,
    documentCode: sql`r.document_code`,
    counterpart: sql`coalesce(t.partner, o.batch_number)`,
  },
  more: sql`t.record_id as "recordId"`,
  where: ({ actor }, verb) => batchScope(actor, permissionOf(materialEntry, verb)),
  search: { batchId: id => sql`t.batch_id = ${parseWholeNumber('batchId', id)}` },
  order: sql`t.id desc`,
})

export const materialRoutes = [...viewRoutes(balanceReading), ...viewRoutes(entryReading)]
