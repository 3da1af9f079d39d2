import type { woodOrigin } from '@timbermark/contract/calls'
import type { ParsedQueryOf } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { loadTenantDay } from '../../../platform/tenant-day.ts'
import { openOwnCode } from '../../code/directory/parse-codes.ts'
import { codeRange, type KnownCode } from '../../code/directory/range-facts.ts'
import { insideRanges } from '../../code/packing/parents.ts'

/** The goods that somebody asks about. */
export interface OriginGoods {
  /** Number of the batch, or the code. */
  goods: string
  batchIds: number[]
  /** Time zone of the enterprise. */
  zone: string
}

/**
 * The batches of what is packed in a code at any depth: of its products, or of itself when there are none in it.
 */
async function loadPackedBatches(db: Db, tenantId: number, { entry, serial }: KnownCode): Promise<number[]> {
  const rows = await db.query<{ id: number; isItem: boolean }>(sql`
    with ${insideRanges(tenantId, [codeRange(entry.requestNumber, { from: serial, to: serial + 1 })])}
    select distinct r.batch_id as id, r.code_type = 'item' as "isItem"
    from (select distinct request from inside) i
    join code_request r on r.tenant_id = ${tenantId} and r.request_number = i.request
    order by 1`)
  const items = rows.filter(({ isItem }) => isItem)
  return [...new Set((items.length > 0 ? items : rows).map(({ id }) => id))]
}

/**
 * Finds the batches that a walk begins with.
 * @throws Refusal invalid unless one of the two is named; notFound; stage.foreignCode, also for a code of a batch out of scope
 */
export async function findOriginGoods(
  services: Services,
  actor: Actor,
  permission: string,
  { batchId, code }: Pick<ParsedQueryOf<typeof woodOrigin>, 'batchId' | 'code'>,
): Promise<OriginGoods> {
  if ((batchId === undefined) === (code === undefined)) throw invalid([{ field: 'batchId', error: 'required' }])
  const opened = code === undefined ? undefined : await openOwnCode(services, actor, code)
  return services.database.withTenant(actor.tenantId, async db => {
    const batch = opened ? sql`r.batch_id` : sql`${batchId}`
    const row = await db.maybe<{ number: string }>(sql`
      select b.batch_number as number from batch b
      ${opened ? sql`join code_request r on r.tenant_id = ${actor.tenantId} and r.id = ${opened.entry.requestId}` : sql``}
      where b.tenant_id = ${actor.tenantId} and b.id = ${batch}
        and ${scopePredicate(actor, permission, { alias: 'b', dept: 'dept_id', owner: 'created_by' })}`)
    if (!row) throw opened ? new Refusal('stage.foreignCode', { code: opened.code }) : new Refusal('notFound')
    const { zone } = await loadTenantDay(db, actor.tenantId)
    if (!opened) return { goods: row.number, batchIds: [batchId!], zone }
    return { goods: opened.code, batchIds: await loadPackedBatches(db, actor.tenantId, opened), zone }
  })
}
