import { shareOfferPlots } from '@timbermark/contract/calls'
import { sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { notifyOtherSide } from './offer-messages.ts'
import { offersInScope } from './offers.ts'

/**
 * Lets the receiver of an offer and later holders see the plots of the giver's records, or ends it. Row security lets neither side
 * change an accepted offer, so the worker's role writes what the giver's own transaction has checked. The receiver is told of a change
 * after it has the goods: what it has shown to authorities may rest on these plots.
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
    await database.acrossTenants('custody', async db => {
      const offer = await db.maybe<{ receiver: number; goods: string; status: string; sharesPlots: boolean }>(sql`
        select receiver_tenant_id as receiver, goods, status, shares_plots as "sharesPlots" from custody_offer
        where tenant_id = ${actor.tenantId} and id = ${id} and status in ('open', 'accepted') for update`)
      if (!offer) throw new Refusal('stateRefused')
      if (offer.sharesPlots === body.sharesPlots) return
      await db.execute(sql`
        update custody_offer set shares_plots = ${body.sharesPlots}, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${id}`)
      if (offer.status === 'accepted')
        await notifyOtherSide(db, offer.receiver, body.sharesPlots ? 'offerPlotsShared' : 'offerPlotsEnded', {
          goods: offer.goods,
          enterprise: actor.tenantName,
        })
    })
    return null
  }),
]
