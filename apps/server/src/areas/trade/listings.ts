import { addListing, editListing, removeListings } from '@timbermark/contract/calls'
import { sheetAnswer } from '../../crud/sheets.ts'
import { type ErrorKey, listing, permissionOf } from '@timbermark/contract'
import { all as allPhrases } from '@timbermark/phrases/all'
import { z } from 'zod'
import { exportColumns } from '../../crud/exchange.ts'
import { addRow, editRow, type EntityHooks, idsOf, lockRow, removeRows, transition } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Call, type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { invalid, Refusal, refusalText } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { getListing, listingSheet, listListings, type ListingQuery, traders } from './reading.ts'

/** The operator reaches everybody's listings to audit them; writing and removing them is for their own enterprise. */
async function assertOwn(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await db.maybe(sql`select 1 from listing where id = ${id} and tenant_id = ${actor.tenantId}`)))
    throw new Refusal('notFound')
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, _body, before) {
    if (before) await assertOwn(db, actor, before.id as number)
  },
  async beforeRemove(db, actor, row) {
    await assertOwn(db, actor, row.id as number)
    if (
      await db.maybe(
        sql`select 1 from quote where owner_tenant_id = ${actor.tenantId} and listing_id = ${row.id} and status = 'applied' limit 1`,
      )
    )
      throw new Refusal('trade.quoteAccepted')
  },
}

interface Outcome {
  id: number
  ok: boolean
  status?: string
  error?: ErrorKey
  message?: string
}

/** Does the same to every listing and answers for each: one that cannot be done holds up none of the others. */
async function eachListing(
  { services, actor, language }: Call<never, never>,
  ids: readonly number[],
  act: (db: Db, id: number) => Promise<string>,
): Promise<{ done: number; failed: number; results: Outcome[] }> {
  const results = new Map<number, Outcome>()
  await services.database.withTenant(actor.tenantId, async db => {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      try {
        // A refusal comes before anything of this listing was written, so the transaction goes on.
        results.set(id, { id, ok: true, status: await act(db, id) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        results.set(id, { id, ok: false, error: error.key, message: refusalText(language, error.key, error.params) })
      }
    }
  })
  const answered = [...new Set(ids)].map(id => results.get(id)!)
  return {
    done: answered.filter(item => item.ok).length,
    failed: answered.filter(item => !item.ok).length,
    results: answered,
  }
}

async function auditOne(db: Db, actor: Actor, id: number, reason: string | undefined): Promise<string> {
  const { to } = await transition(db, listing, actor, id, reason === undefined ? 'approve' : 'reject', 'audit')
  await db.execute(sql`update listing set reject_reason = ${reason ?? null} where id = ${id}`)
  return to
}

async function shelveOne(db: Db, actor: Actor, id: number, on: boolean): Promise<string> {
  await lockRow(db, listing, actor, id, 'shelf')
  const { tenant_id, held, status } = await db.one<{ tenant_id: number; held: boolean; status: string }>(
    sql`select tenant_id, held, status from listing where id = ${id}`,
  )
  const byOperator = isPlatform(actor)
  if (on && held && status === 'offShelf' && !byOperator) throw new Refusal('trade.heldByPlatform')
  const { to } = await transition(db, listing, actor, id, on ? 'putOn' : 'takeOff', 'shelf')
  await db.execute(sql`update listing set held = ${!on && byOperator && tenant_id !== actor.tenantId} where id = ${id}`)
  return to
}

const ids = z.array(z.number().int().positive()).min(1).max(100)
const listQuery = z.looseObject({ mine: z.enum(['true', 'false']).optional() })
const access = (verb: string) => ({ permission: permissionOf(listing, verb), userTypes: traders })
const labels = 'trade.listing'
const audit = { title: 'trade.listing' }

export const listingRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/trade/listing/list',
    access: access('list'),
    summary: 'Listings: the own ones in any state, those of others on the shelf',
    query: listQuery,
    labels,
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { rows, total, estimated } = await listListings(db, { services, actor }, query as ListingQuery)
        return new Rows(rows, total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/trade/listing/:id(^\\d+$)',
    access: access('query'),
    summary: 'One listing',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, db => getListing(db, { services, actor }, Number(params.id))),
  }),
  serve(addListing, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      id: await addRow(db, services.files, listing, actor, body, hooks),
    })),
  ),
  serve(editListing, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await editRow(db, services.files, listing, actor, body, hooks)
      await db.execute(
        sql`update listing set status = 'pending', reject_reason = null, held = false, publish_time = now() where id = ${body.id}`,
      )
      return { status: 'pending' }
    }),
  ),
  serve(removeListings, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      removed: await removeRows(db, listing, actor, idsOf(params.ids!), hooks),
    })),
  ),
  route({
    method: 'GET',
    path: '/trade/listing/export',
    access: access('export'),
    summary: 'The listed rows as a workbook',
    query: listQuery,
    labels,
    audit: { ...audit, kind: 'export' },
    handler: async call => {
      const columns = exportColumns(listing, call.actor, call.language)
      const word = (key: string) => (allPhrases[call.language] as Record<string, string>)[key] ?? key
      const rows = listingSheet(call, call.query as ListingQuery, word)
      return sheetAnswer(call, 'trade-listing', columns, rows)
    },
  }),
  route({
    method: 'PUT',
    path: '/trade/listing/audit',
    access: { permission: permissionOf(listing, 'audit') },
    summary: 'Approves listings, which puts them on the shelf, or rejects them with a reason; answers per listing',
    body: z.strictObject({ ids, approve: z.boolean(), reason: z.string().trim().max(200).nullish() }),
    labels,
    audit: { ...audit, kind: 'grant' },
    handler: call => {
      const { actor, body } = call
      // Said again beside the permission: only the platform operator audits, whatever a role was made to hold.
      if (!isPlatform(actor)) throw new Refusal('forbidden')
      if (!body.approve && !body.reason) throw invalid([{ field: 'reason', error: 'required' }])
      return eachListing(call as Call<never, never>, body.ids, (db, id) =>
        auditOne(db, actor, id, body.approve ? undefined : body.reason!),
      )
    },
  }),
  route({
    method: 'PUT',
    path: '/trade/listing/shelf',
    access: access('shelf'),
    summary: 'Puts listings on the shelf again or takes them off; answers per listing',
    body: z.strictObject({ ids, on: z.boolean() }),
    labels,
    audit: { ...audit, kind: 'edit' },
    handler: call =>
      eachListing(call as Call<never, never>, call.body.ids, (db, id) => shelveOne(db, call.actor, id, call.body.on)),
  }),
]
