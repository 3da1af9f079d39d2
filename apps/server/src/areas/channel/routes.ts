import { type AnyEntity, customer, dealer, dealerLevel, store, stores, supplier } from '@timbermark/contract'
import { readingOf } from '../../entity/read-rows.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { BeforeWrite, EntityHooks } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { assignmentRoutes } from './dealers/assignments.ts'
import { caseRoutes } from './cases/cases.ts'
import { dealerOwnRoutes } from './dealers/own-channel.ts'
import { checkPlace } from './dealers/check-place.ts'
import { territoryRoutes } from './dealers/territories.ts'
import { thresholdRoutes } from './cases/thresholds.ts'

type BeforeRemove = NonNullable<EntityHooks['beforeRemove']>

/** Locks a dealer level until the end of the transaction and returns its level. */
async function lockLevel(db: Db, actor: Actor, id: unknown): Promise<string> {
  const row = await db.maybe<{ level: string }>(
    sql`select level from dealer_level where tenant_id = ${actor.tenantId} and id = ${id} for share`,
  )
  if (!row) throw invalid([{ field: 'levelId', error: 'referenceMissing' }])
  return row.level
}

/** The chain has two steps: level one buys from the enterprise, level two from a dealer of level one. */
const checkDealer: BeforeWrite = async (db, actor, body, before) => {
  if (before && !('levelId' in body) && !('parentId' in body)) return
  const level = await lockLevel(db, actor, body.levelId ?? before?.levelId)
  const parentId = 'parentId' in body ? body.parentId : before?.parentId
  if (level === '1') {
    if (parentId) throw invalid([{ field: 'parentId', error: 'channel.parentRefused' }])
    return
  }
  if (!parentId) throw invalid([{ field: 'parentId', error: 'channel.parentRequired' }])
  const parent = await db.maybe<{ level: string; status: string }>(sql`
    select l.level, d.status from dealer d join dealer_level l on l.tenant_id = ${actor.tenantId} and l.id = d.level_id
    where d.tenant_id = ${actor.tenantId} and d.id = ${parentId} for share of d`)
  if (!parent) throw invalid([{ field: 'parentId', error: 'referenceMissing' }])
  const unchanged = before?.parentId === parentId
  if (parent.level !== '1' || parentId === before?.id || (parent.status !== '0' && !unchanged))
    throw invalid([{ field: 'parentId', error: 'channel.parentLevel' }])
  if (
    before &&
    (await db.maybe(sql`select 1 from dealer where tenant_id = ${actor.tenantId} and parent_id = ${before.id} limit 1`))
  )
    throw new Refusal('channel.hasSubDealers')
}

/** The hierarchy of dealers depends on their levels: the level of a used dealer level cannot change. */
const checkLevel: BeforeWrite = async (db, actor, body, before) => {
  if (!before || body.level === undefined || body.level === before.level) return
  if (await db.maybe(sql`select 1 from dealer where tenant_id = ${actor.tenantId} and level_id = ${before.id} limit 1`))
    throw new Refusal('channel.levelInUse')
}

/** A place of sale shown to buyers needs an address. */
const checkPublicAddress: BeforeWrite = async (_db, _actor, body, before) => {
  const value = (key: string) => (key in body ? body[key] : before?.[key])
  if (value('shown') === true && !value('address')) throw invalid([{ field: 'address', error: 'required' }])
}

/** The account must belong to the own enterprise and have this user type. */
const checkAccount =
  (userType: number): BeforeWrite =>
  async (db, actor, body) => {
    if (!body.accountId) return
    const account = await db.maybe<{ user_type: number }>(
      sql`select user_type from account where tenant_id = ${actor.tenantId} and id = ${body.accountId}`,
    )
    if (!account) throw invalid([{ field: 'accountId', error: 'referenceMissing' }])
    if (account.user_type !== userType) throw invalid([{ field: 'accountId', error: 'channel.accountType' }])
  }

const both =
  (first: BeforeWrite, second: BeforeWrite): BeforeWrite =>
  async (db, actor, body, before) => {
    await first(db, actor, body, before)
    await second(db, actor, body, before)
  }

/** A dealer level in use cannot be removed. */
const refuseUsedLevel: BeforeRemove = async (db, actor, row) => {
  if (await db.maybe(sql`select 1 from dealer where tenant_id = ${actor.tenantId} and level_id = ${row.id} limit 1`))
    throw new Refusal('inUse')
}
const refuseUsedDealer: BeforeRemove = async (db, actor, row) => {
  if (
    await db.maybe(
      sql`
        select 1 from dealer where tenant_id = ${actor.tenantId} and parent_id = ${row.id} union all select 1
        from store where tenant_id = ${actor.tenantId} and dealer_id = ${row.id} union all select 1
        from customer where tenant_id = ${actor.tenantId} and dealer_id = ${row.id} union all select 1
        from territory where tenant_id = ${actor.tenantId} and dealer_id = ${row.id} union all select 1
        from assignment where tenant_id = ${actor.tenantId} and dealer_id = ${row.id} limit 1`,
    )
  )
    throw new Refusal('inUse')
}

const rules: readonly [AnyEntity, EntityHooks][] = [
  [dealerLevel, { beforeWrite: checkLevel, beforeRemove: refuseUsedLevel }],
  [dealer, { beforeWrite: both(checkAccount(5), checkDealer), beforeRemove: refuseUsedDealer }],
  [customer, { beforeWrite: both(checkAccount(5), checkPublicAddress) }],
  [supplier, { beforeWrite: checkAccount(4) }],
]

/** Dealers and their levels, stores, customers, suppliers, territories, assignments and cases. */
export const channelRoutes: RouteSpec[] = [
  ...rules.flatMap(([entity, hooks]) => entityRoutes(entity, hooks)),
  ...viewRoutes(readingOf(stores, { more: sql`t.revision` }), { summary: 'Where dealers sell, shop by shop' }),
  ...entityRoutes(store, { beforeWrite: checkPlace }, ['list', 'query', 'export']),
  ...territoryRoutes,
  ...assignmentRoutes,
  ...thresholdRoutes,
  ...caseRoutes,
  ...dealerOwnRoutes,
]
