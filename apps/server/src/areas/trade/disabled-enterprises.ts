import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Locks the actor's enterprise as enabled until the transaction ends, before a listing or quote is added or decided. Disabling
 * it waits for the lock and then finds the new rows. Take this lock before any row of the market, to avoid deadlocks.
 * @throws Refusal unauthenticated, as for any call of a disabled enterprise
 */
export async function assertTrading(db: Db, actor: Actor): Promise<void> {
  const enterprise = await db.maybe<{ status: string }>(
    sql`select status from enterprise where id = ${actor.tenantId} for share`,
  )
  if (enterprise?.status !== '0') throw new Refusal('unauthenticated')
}

/**
 * Copies the status of an enterprise to the flags of its listings and quotes: while it is disabled, others do not see its
 * listings and nobody quotes with it. Call it in the transaction that wrote the status and holds the lock of the row.
 */
export async function updateDisabledFlags(db: Db, tenantId: number): Promise<void> {
  const { disabled } = await db.one<{ disabled: boolean }>(
    sql`select status = '1' as disabled from enterprise where id = ${tenantId}`,
  )
  // Lock listings before quotes, and both by id: the order in which trading calls lock them.
  await db.execute(sql`
    with held as (select id from listing where tenant_id = ${tenantId} and of_disabled <> ${disabled} order by id for no key update)
    update listing l set of_disabled = ${disabled} from held where l.tenant_id = ${tenantId} and l.id = held.id`)
  await db.execute(sql`
    with held as (
      select tenant_id, id from quote
      where (tenant_id = ${tenantId} and maker_disabled <> ${disabled}) or (owner_tenant_id = ${tenantId} and owner_disabled <> ${disabled})
      order by id for no key update)
    update quote q set
      maker_disabled = case when q.tenant_id = ${tenantId} then ${disabled} else q.maker_disabled end,
      owner_disabled = case when q.owner_tenant_id = ${tenantId} then ${disabled} else q.owner_disabled end
    from held where q.tenant_id = held.tenant_id and q.id = held.id`)
}
