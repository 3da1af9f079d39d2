import { randomUUID } from 'node:crypto'
import { type MessageKind, messageNeeds, traders } from '@timbermark/contract'
import { type Holder, scopePredicate } from '../../entity/scope.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { orderJob } from '../../platform/jobs/outbox.ts'
import type { Services } from '../../platform/services.ts'
import { type MessageFacts, sendMessage, notifyAdministrators } from '../system/notice/messages.ts'
import { loadRights } from '../system/rights/rights.ts'

const job = 'trade-message'
const attempts = 5

type TradeMessage = Extract<
  MessageKind,
  'listingApproved' | 'listingRejected' | 'quoteReceived' | 'quoteRevised' | 'quoteAccepted' | 'quoteClosed'
>

interface Trader {
  tenantId: number
  /** Null when the maker's account is no longer known. */
  accountId: number | null
}

interface MessageOrder {
  to: Trader
  kind: TradeMessage
  facts: MessageFacts
}

/**
 * Sends a message about a listing or quote to its maker in another enterprise, as long as they may read it; otherwise to the
 * enterprise's administrators. Row security keeps the current transaction out of that enterprise, so it queues a job that
 * writes the message.
 */
export async function notifyTrader(
  db: Db,
  { tenantId, accountId }: Trader,
  kind: TradeMessage,
  facts: MessageFacts,
): Promise<void> {
  const event = randomUUID()
  const payload: MessageOrder = { to: { tenantId, accountId }, kind, facts: { ...facts, event } }
  await orderJob(db, { name: job, payload, key: `${job}:${event}`, attempts })
}

/**
 * Returns the maker if they can still sign in, hold the permission for the message, and have the listing or quote in scope:
 * all three may have changed since. Otherwise null.
 */
async function findRecipient(
  db: Db,
  { to, kind, facts }: MessageOrder,
): Promise<{ tenantId: number; accountId: number } | null> {
  const { tenantId, accountId } = to
  if (accountId === null) return null
  const account = await db.maybe<{ deptId: number | null }>(sql`
    select dept_id as "deptId" from account
    where tenant_id = ${tenantId} and id = ${accountId} and status = '0' and user_type = any(${[...traders]}::int[])`)
  if (!account) return null
  const holder: Holder = { tenantId, accountId, deptId: account.deptId, ...(await loadRights(db, tenantId, accountId)) }
  const inScope = scopePredicate(holder, messageNeeds[kind], { alias: 't', dept: 'dept_id', owner: 'created_by' })
  const about =
    kind === 'quoteAccepted' || kind === 'quoteClosed'
      ? sql`select 1 from quote t where t.tenant_id = ${tenantId} and t.listing_id = ${facts.id}
          and t.status = ${kind === 'quoteAccepted' ? 'applied' : 'closed'} and ${inScope} limit 1`
      : sql`select 1 from listing t where t.tenant_id = ${tenantId} and t.id = ${facts.id} and ${inScope}`
  return (await db.maybe(about)) ? { tenantId, accountId } : null
}

/** Defines the job. A message is written once, however often its job runs. */
export function defineTradeMessages(services: Services): void {
  services.jobs.define(
    job,
    async payload => {
      const order = payload as MessageOrder
      const { kind, facts } = order
      await services.database.acrossTenants('jobs', async db => {
        const to = await findRecipient(db, order)
        if (!to) return notifyAdministrators(db, order.to.tenantId, kind, facts)
        const alreadySent = await db.maybe(sql`
          select 1 from message m where m.tenant_id = ${to.tenantId} and m.account_id = ${to.accountId}
            and m.facts ->> 'event' = ${String(facts.event)} limit 1`)
        if (!alreadySent) await sendMessage(db, to, kind, facts)
      })
    },
    { attempts },
  )
}
