import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Before somebody adds a listing or quote, or decides about one: his enterprise is not disabled, and is not until this transaction
 * has ended. Whoever disables it waits for that and then finds what was added; taken before any row of the market, so that the two never wait
 * for each other.
 * @throws Refusal unauthenticated, as to any call of an enterprise that is disabled
 */
export async function assertTrading(db: Db, actor: Actor): Promise<void> {
  const own = await db.maybe<{ status: string }>(
    sql`select status from enterprise where id = ${actor.tenantId} for share`,
  )
  if (own?.status !== '0') throw new Refusal('unauthenticated')
}

/**
 * Tells the market that an enterprise was disabled or enabled: its listings are not there for others, and nobody quotes with it,
 * while they say so. In the transaction that wrote the status, which holds the enterprise's row.
 */
export async function keepStanding(db: Db, tenantId: number): Promise<void> {
  const { disabled } = await db.one<{ disabled: boolean }>(
    sql`select status = '1' as disabled from enterprise where id = ${tenantId}`,
  )
  // Listings before quotes and both by number: in the order of whoever trades meanwhile.
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
