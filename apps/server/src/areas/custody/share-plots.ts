import { shareOfferPlots } from '@timbermark/contract/calls'
import { sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { offersInScope } from './offers.ts'

/**
 * Lets the receiver of an offer and later holders see the plots of the giver's records, or ends it. Row security lets neither side
 * change an accepted offer, so the worker's role writes what the giver's own transaction has checked.
 */
export const sharePlotsRoutes: RouteSpec[] = [
  serve(shareOfferPlots, async ({ services: { database }, actor, params, body }) => {
    const id = Number(params.id)
    await database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe(sql`
        select 1 from custody_offer t
        where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${offersInScope(actor, 'add')}`)
      if (!row) throw new Refusal('notFound')
    })
    const changed = await database.acrossTenants('custody', db =>
      db.maybe(sql`
        update custody_offer set shares_plots = ${body.sharesPlots}, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${id} and status in ('open', 'accepted') returning id`),
    )
    if (!changed) throw new Refusal('stateRefused')
    return null
  }),
]
