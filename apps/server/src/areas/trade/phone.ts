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
import { readable } from './reading.ts'

/**
 * So many numbers at once and then one every few seconds, by account, whichever process is asked: whoever gathers them is
 * slowed down. After so many quiet seconds it begins anew.
 */
const gathering: Limit = { free: 30, longestSeconds: 6, forgetSeconds: 180 }

/** @throws Refusal tooMany */
async function slowDown(database: Database, actor: Actor): Promise<void> {
  const bucket = `phone:${actor.tenantId}/${actor.accountId}`
  try {
    await runOutsideEffect(() => database.acrossTenants('sign-in', db => takeTry(db, bucket, gathering)))
  } catch (error) {
    if (error instanceof Refusal && error.key === 'auth.wait') throw new Refusal('tooMany', error.params)
    throw error
  }
}

interface Wanted {
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
 * By what the reader may know the number: it is his own enterprise's, he audits, or a quote of his was accepted and the consent
 * that this gave has not been taken back. Partners of
 * an enterprise are strangers to each other: theirs are the numbers that they gave, and the quotes that they made themselves.
 * @throws Refusal trade.noConsent, trade.consentWithdrawn
 */
async function consentTo(db: Db, actor: Actor, id: number, row: Wanted): Promise<Consent> {
  const partner = actor.userType !== staff
  if (row.tenantId === actor.tenantId) {
    if (!partner || row.createdBy === actor.accountId) return 'own'
  } else if (auditsAllTenants(listing, actor)) return 'audit'
  else if (row.accepted && row.closed) throw new Refusal('trade.consentWithdrawn')
  else if (row.accepted && !partner) return 'quoteAccepted'
  else if (row.accepted) {
    const own = await db.maybe(
      sql`select 1 from quote where tenant_id = ${actor.tenantId} and listing_id = ${id} and created_by = ${actor.accountId} and status = 'applied' limit 1`,
    )
    if (own) return 'quoteAccepted'
  }
  throw new Refusal('trade.noConsent')
}

/** @throws Refusal notFound, trade.noConsent, trade.consentWithdrawn */
async function askedFor(db: Db, actor: Actor, id: number): Promise<Wanted & { because: Consent }> {
  const row = await db.maybe<Wanted>(sql`
    select t.tenant_id as "tenantId", t.dept_id as "deptId", t.created_by as "createdBy", t.goods_name as goods,
      t.contact_phone as phone, ${actor.tenantId} = any (t.accepted_tenants) as accepted,
      ${actor.tenantId} = any (t.phone_closed_to) as closed
    from listing t where t.id = ${id} and ${readable(actor, 'phone')}`)
  if (!row) throw new Refusal('notFound')
  return { ...row, because: await consentTo(db, actor, id, row) }
}

const log = readingOf(phoneViews, {
  table: 'phone_view',
  cursor: true,
  where: ({ actor }, verb) =>
    scopePredicate(actor, permissionOf(phoneViews, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' }),
  more: sql`t.listing_id as "listingId"`,
  search: {
    listingId: given => sql`t.listing_id = ${/^\d{1,15}$/.test(given) ? Number(given) : 0}`,
  },
  toRows: (rows: (RowOf<typeof phoneViews> & { [column: string]: unknown })[]) => rows,
})

/** The phone number of a listing: told to whom its owner consented, and never without a line in the log that he reads. */
export const phoneRoutes: RouteSpec[] = [
  serve(listingPhone, async ({ services: { database }, actor, params }) => {
    const id = Number(params.id)
    const { because } = await database.withTenant(actor.tenantId, db => askedFor(db, actor, id))
    if (because !== 'own') await slowDown(database, actor)
    // Asked once more: what is told stands in the transaction of its line in the log.
    return database.withTenant(actor.tenantId, async db => {
      const row = await askedFor(db, actor, id)
      if (row.because !== 'own')
        await db.execute(sql`
          insert into phone_view (tenant_id, listing_id, goods_name, dept_id, created_by, viewer_tenant_id, viewer_enterprise, viewer_user, because)
          values (${row.tenantId}, ${id}, ${row.goods}, ${row.deptId}, ${row.createdBy}, ${actor.tenantId}, ${actor.tenantName}, ${actor.nickName}, ${row.because})`)
      return { phone: row.phone }
    })
  }),
  ...viewRoutes(log, {
    summary: 'Who was told the phone numbers of the own listings, newest first; `after` pages by key',
  }),
]
