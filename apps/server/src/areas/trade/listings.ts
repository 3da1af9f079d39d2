import { addListing, editListing, removeListings } from '@timbermark/contract/calls'
import { listing, permissionOf, traders } from '@timbermark/contract'
import { codeOfLatin } from '@timbermark/contract/cites'
import { idsBody, outcomes, versions } from '@timbermark/contract/transition-calls'
import { z } from 'zod'
import { auditsAllTenants } from '../../entity/tenant-rows.ts'
import { Lifecycle, type TransitionRule } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { addRow, type BeforeWrite, editRow, type EntityHooks, idsOf, removeRows } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, route, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertSpeciesOf, type ProductSpecies } from '../code/request/product-species.ts'
import { listingFacetRoute } from './facets.ts'
import { phoneRoutes } from './phone.ts'
import { listingReading } from './reading.ts'
import { assertTrading } from './disabled-enterprises.ts'
import { notifyTrader } from './trade-messages.ts'

/** Auditors see all listings, but only the owning enterprise may write or remove one. */
async function assertOwnListing(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await db.maybe(sql`select 1 from listing where id = ${id} and tenant_id = ${actor.tenantId}`)))
    throw new Refusal('notFound')
}

/**
 * A listing has the species of its product: it is filled in when missing, and a different one is refused.
 * @throws Refusal invalid
 */
const checkProductSpecies: BeforeWrite = async (db, actor, body, before) => {
  const fieldValue = (key: string) => (key in body ? body[key] : before?.[key])
  const productId = fieldValue('productId')
  if (!productId) return
  const product = await db.one<ProductSpecies>(
    sql`select latin_genus as genus, latin_species as epithet from product where tenant_id = ${actor.tenantId} and id = ${productId}`,
  )
  const chosen = fieldValue('species')
  if (chosen) assertSpeciesOf(product, chosen)
  else body.species = codeOfLatin(product.genus, product.epithet)
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, body, before) {
    if (before) await assertOwnListing(db, actor, before.id as number)
    else await assertTrading(db, actor)
    await checkProductSpecies(db, actor, body, before)
  },
  async beforeRemove(db, actor, row) {
    await assertOwnListing(db, actor, row.id as number)
    if (
      await db.maybe(
        sql`select 1 from quote where owner_tenant_id = ${actor.tenantId} and listing_id = ${row.id} and status = 'applied' limit 1`,
      )
    )
      throw new Refusal('trade.quoteAccepted')
  },
}

const auditsMarket = (actor: Actor) => auditsAllTenants(listing, actor)

/**
 * Only platform staff audit; this is checked in addition to the permission, whatever roles contain. The publisher of the listing
 * gets a message with the verdict.
 */
const auditRule = (verdict: 'listingApproved' | 'listingRejected'): TransitionRule => ({
  only: auditsMarket,
  async effect(db, _actor, { id }) {
    const { goods, reason, ...to } = await db.one<{
      tenantId: number
      accountId: number | null
      goods: string
      reason: string | null
    }>(
      sql`select tenant_id as "tenantId", created_by as "accountId", goods_name as goods, reject_reason as reason from listing where id = ${id}`,
    )
    await notifyTrader(db, to, verdict, { id: Number(id), goods, reason: reason ?? '' })
  },
})

/** Nobody approves a listing that they published or changed last. @throws Refusal trade.ownAudit */
const assertNotOwnAudit: TransitionRule['guard'] = async (db, actor, { id }) => {
  const isOwnAudit = await db.maybe(
    sql`select 1 from listing where id = ${id} and ${actor.accountId} in (created_by, updated_by)`,
  )
  if (isOwnAudit) throw new Refusal('trade.ownAudit')
}

/** Whether the platform holds it back, as before. */
const holdAsBefore: TransitionRule['undone'] = async (db, _actor, { id, before }) => {
  await db.execute(sql`update listing set held = ${before.held}::boolean where id = ${id}`)
}

const lifecycle = new Lifecycle(listing, {
  approve: { ...auditRule('listingApproved'), guard: assertNotOwnAudit },
  reject: auditRule('listingRejected'),
  takeOff: {
    async effect(db, actor, { id }) {
      await db.execute(
        sql`update listing set held = ${auditsMarket(actor)} and tenant_id <> ${actor.tenantId} where id = ${id}`,
      )
    },
    undone: holdAsBefore,
  },
  putOn: {
    async guard(db, actor, { id }) {
      const { held } = await db.one<{ held: boolean }>(sql`select held from listing where id = ${id}`)
      if (held && !auditsMarket(actor)) throw new Refusal('trade.heldByPlatform')
    },
    async effect(db, _actor, { id }) {
      await db.execute(sql`update listing set held = false where id = ${id}`)
    },
    undone: holdAsBefore,
  },
})

const access = (verb: string) => ({ permission: permissionOf(listing, verb), userTypes: traders })
const labels = 'trade.listing'
const audit = { title: 'trade.listing' }

export const listingRoutes: RouteSpec[] = [
  ...lifecycle.routes(),
  listingFacetRoute,
  ...phoneRoutes,
  ...viewRoutes(listingReading, {
    summary: 'Listings: the own ones in any state, those of others on the shelf',
    userTypes: traders,
  }),
  serve(addListing, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      id: await addRow(db, services.files, listing, actor, body, hooks),
    })),
  ),
  serve(editListing, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await editRow(db, services, listing, actor, body, hooks)
      await db.execute(
        sql`update listing set status = 'pending', reject_reason = null, held = false, publish_time = now() where id = ${body.id}`,
      )
      return { status: 'pending' }
    }),
  ),
  serve(removeListings, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => removeRows(db, listing, actor, idsOf(params.ids!), hooks)),
  ),
  route({
    method: 'PUT',
    path: '/trade/listing/audit',
    access: { permission: permissionOf(listing, 'audit') },
    summary: 'Approves or rejects listings: another address of the calls approve and reject',
    body: z.strictObject({
      ids: idsBody,
      approve: z.boolean(),
      reason: z.string().trim().max(200).nullish(),
      seen: versions.optional(),
    }),
    answer: outcomes,
    labels,
    audit: { ...audit, kind: 'grant' },
    handler: call => {
      const { ids, approve, reason, seen } = call.body
      if (approve) return lifecycle.each(call, 'approve', ids, { seen })
      if (auditsMarket(call.actor) && !reason) throw invalid([{ field: 'reason', error: 'required' }])
      return lifecycle.each(call, 'reject', ids, { reason })
    },
  }),
  route({
    method: 'PUT',
    path: '/trade/listing/shelf',
    access: access('shelf'),
    scope: { like: 'PUT /trade/listing/takeOff' },
    summary: 'Puts listings on the shelf or takes them off: another address of the calls putOn and takeOff',
    body: z.strictObject({ ids: idsBody, on: z.boolean() }),
    answer: outcomes,
    labels,
    audit: { ...audit, kind: 'edit' },
    handler: call => lifecycle.each(call, call.body.on ? 'putOn' : 'takeOff', call.body.ids),
  }),
]
