import type { MessageKind } from '@timbermark/contract'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type MessageFacts, notifyAdministrators } from '../system/notice/messages.ts'
import { isExpired } from './offers.ts'

/** Reminders in the order of an offer's life: one that is sent stands for those before it. */
const withEnd = ['ending', 'expired'] as const
const withoutEnd = ['week', 'month'] as const
type Reminder = (typeof withEnd)[number] | (typeof withoutEnd)[number]

/** An offer is about to end so many days before its last day. */
const endingDays = 3
/** An offer without an end has been open for so many days. */
const openDays = { week: 7, month: 30 } as const

const kinds = {
  ending: ['offerEnding', 'ownOfferEnding'],
  expired: ['offerExpired', 'ownOfferExpired'],
  week: ['offerWaiting', 'ownOfferWaiting'],
  month: ['offerWaiting', 'ownOfferWaiting'],
} as const satisfies Record<Reminder, readonly [receiver: MessageKind, giver: MessageKind]>

/** Offers in one transaction, so that locks are held shortly. */
const batch = 100

interface DueOffer {
  id: number
  giverId: number
  receiverId: number
  goods: string
  giver: string
  receiver: string
  expiresOn: string | null
  reminded: Reminder[]
  due: Reminder
}

/** Days are those of UTC, as for the end of an offer. */
const today = sql`(now() at time zone 'UTC')::date`

/** What an open offer is to be reminded of by its dates, whether or not that was done. */
const due = sql`case
  when ${isExpired} then 'expired'
  when t.expires_on <= ${today} + ${endingDays}::int then 'ending'
  when t.expires_on is not null then null
  when t.offered_at <= now() - make_interval(days => ${openDays.month}) then 'month'
  when t.offered_at <= now() - make_interval(days => ${openDays.week}) then 'week'
end`

/** Sends one reminder to both sides and stores it with the offer, in one transaction. */
async function remind(db: Db, row: DueOffer): Promise<void> {
  const { id, giverId, receiverId, goods, due } = row
  const facts = (enterprise: string): MessageFacts => ({
    goods,
    enterprise,
    ...(row.expiresOn ? { day: row.expiresOn } : {}),
    ...(due === 'week' || due === 'month' ? { days: openDays[due] } : {}),
  })
  const [toReceiver, toGiver] = kinds[due]
  await notifyAdministrators(db, receiverId, toReceiver, facts(row.giver))
  await notifyAdministrators(db, giverId, toGiver, facts(row.receiver))
  const order: readonly Reminder[] = due === 'week' || due === 'month' ? withoutEnd : withEnd
  const reminded = [...new Set([...row.reminded, ...order.slice(0, order.indexOf(due) + 1)])]
  await db.execute(
    sql`update custody_offer set reminded = ${reminded}::text[] where tenant_id = ${giverId} and id = ${id}`,
  )
}

/**
 * Reminds the administrators of both sides of open offers that end soon, have expired, or have been open for long. What was
 * sent is stored with the offer: each reminder is sent once, however often this runs and however the clock is set.
 * @returns how many offers both sides were reminded of
 */
export async function remindOfOffers(database: Database, signal: AbortSignal): Promise<{ offers: number }> {
  let offers = 0
  for (let isMore = true; isMore && !signal.aborted; ) {
    const sent = await database.acrossTenants('custody', async db => {
      // An offer that is accepted meanwhile is looked at again once its lock is free, and then left out.
      const rows = await db.query<DueOffer>(sql`
        select t.id, t.tenant_id as "giverId", t.receiver_tenant_id as "receiverId", t.goods, t.giver, t.receiver,
          t.expires_on::text as "expiresOn", t.reminded, ${due} as due
        from custody_offer t
        join enterprise g on g.id = t.tenant_id and g.status = '0'
        join enterprise r on r.id = t.receiver_tenant_id and r.status = '0'
        where t.status = 'open' and ${due} is not null and ${due} <> all (t.reminded)
        order by t.id limit ${batch} for update of t`)
      for (const row of rows) await remind(db, row)
      return rows.length
    })
    offers += sent
    isMore = sent === batch
  }
  return { offers }
}
