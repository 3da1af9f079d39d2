import { listingPhone } from '@timbermark/contract/calls'
import { listing, permissionOf, phoneViews, type RowOf } from '@timbermark/contract'
import { auditsAllTenants } from '../../entity/tenant-rows.ts'
import { readingOf } from '../../entity/read-rows.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { type Actor, staff } from '../../platform/actor.ts'
import { runOutsideEffect } from '../../platform/database/call-scope.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Limit, takeTry } from '../system/identity/throttle.ts'
import { readableListings } from './reading.ts'

/**
 * Limit per account over all processes, so that nobody collects phone numbers: this many at once, then one every few seconds.
 * The count restarts after the quiet seconds.
 */
const viewLimit: Limit = { free: 30, longestSeconds: 6, forgetSeconds: 180 }

/** @throws Refusal tooMany */
async function limitViews(database: Database, actor: Actor): Promise<void> {
  const bucket = `phone:${actor.tenantId}/${actor.accountId}`
  try {
    await runOutsideEffect(() => database.acrossTenants('sign-in', db => takeTry(db, bucket, viewLimit)))
  } catch (error) {
    if (error instanceof Refusal && error.key === 'auth.wait') throw new Refusal('tooMany', error.params)
    throw error
  }
}

interface ListingPhone {
  tenantId: number
  deptId: number | null
  createdBy: number | null
  goods: string
  phone: string
  accepted: boolean
  closed: boolean
}

type Consent = 'own' | 'audit' | 'quoteAccepted'

/**
 * The reason for which the reader may see the number: it belongs to their enterprise, they audit, or a quote of theirs was
 * accepted and the consent was not withdrawn since. Partners of an enterprise are strangers to each other: for them only
 * numbers that they entered and quotes that they made themselves count.
 * @throws Refusal trade.noConsent, trade.consentWithdrawn
 */
async function findConsent(db: Db, actor: Actor, id: number, row: ListingPhone): Promise<Consent> {
  const partner = actor.userType !== staff
  if (row.tenantId === actor.tenantId) {
    if (!partner || row.createdBy === actor.accountId) return 'own'
  } else if (auditsAllTenants(listing, actor)) return 'audit'
  else if (row.accepted && row.closed) throw new Refusal('trade.consentWithdrawn')
  else if (row.accepted && !partner) return 'quoteAccepted'
  else if (row.accepted) {
    const ownAccepted = await db.maybe(
      sql`select 1 from quote where tenant_id = ${actor.tenantId} and listing_id = ${id} and created_by = ${actor.accountId} and status = 'applied' limit 1`,
    )
    if (ownAccepted) return 'quoteAccepted'
  }
  throw new Refusal('trade.noConsent')
}

/** @throws Refusal notFound, trade.noConsent, trade.consentWithdrawn */
async function loadPhone(db: Db, actor: Actor, id: number): Promise<ListingPhone & { because: Consent }> {
  const row = await db.maybe<ListingPhone>(sql`
    select t.tenant_id as "tenantId", t.dept_id as "deptId", t.created_by as "createdBy", t.goods_name as goods,
      t.contact_phone as phone, ${actor.tenantId} = any (t.accepted_tenants) as accepted,
      ${actor.tenantId} = any (t.phone_closed_to) as closed
    from listing t where t.id = ${id} and ${readableListings(actor, 'phone')}`)
  if (!row) throw new Refusal('notFound')
  return { ...row, because: await findConsent(db, actor, id, row) }
}

const log = readingOf(phoneViews, {
  table: 'phone_view',
  cursor: true,
  where: ({ actor }, verb) =>
    scopePredicate(actor, permissionOf(phoneViews, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' }),
  more: sql`t.listing_id as "listingId"`,
  search: {
    listingId: value => sql`t.listing_id = ${/^\d{1,15}$/.test(value) ? Number(value) : 0}`,
  },
  toRows: (rows: (RowOf<typeof phoneViews> & { [column: string]: unknown })[]) => rows,
})

/** The phone number of a listing: shown with the owner's consent only, and each view is logged for the owner. */
export const phoneRoutes: RouteSpec[] = [
  serve(listingPhone, async ({ services: { database }, actor, params }) => {
    const id = Number(params.id)
    const { because } = await database.withTenant(actor.tenantId, db => loadPhone(db, actor, id))
    if (because !== 'own') await limitViews(database, actor)
    // Loaded once more: the number and its log line belong to one transaction.
    return database.withTenant(actor.tenantId, async db => {
      const row = await loadPhone(db, actor, id)
      if (row.because !== 'own')
        await db.execute(sql`
          insert into phone_view (tenant_id, listing_id, goods_name, dept_id, created_by, viewer_tenant_id, viewer_enterprise, viewer_user, because)
          values (${row.tenantId}, ${id}, ${row.goods}, ${row.deptId}, ${row.createdBy}, ${actor.tenantId}, ${actor.tenantName},
          ${actor.nickName}, ${row.because})`)
      return { phone: row.phone }
    })
  }),
  ...viewRoutes(log, {
    summary: 'Who was told the phone numbers of the own listings, newest first; `after` pages by key',
  }),
]
