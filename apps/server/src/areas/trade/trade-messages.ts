import { randomUUID } from 'node:crypto'
import { type MessageKind, messageNeeds, traders } from '@timbermark/contract'
import { type Holder, scopePredicate } from '../../entity/scope.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { orderJob } from '../../platform/jobs/outbox.ts'
import type { Services } from '../../platform/services.ts'
import { type MessageFacts, tell, tellAdministrators } from '../system/notice/messages.ts'
import { loadRights } from '../system/rights/rights.ts'

const job = 'trade-message'
const attempts = 5

type TradeMessage = Extract<
  MessageKind,
  'listingApproved' | 'listingRejected' | 'quoteReceived' | 'quoteRevised' | 'quoteAccepted'
>

interface Trader {
  tenantId: number
  /** Null when nobody is known any more who made it. */
  accountId: number | null
}

interface Ordered {
  to: Trader
  kind: TradeMessage
  facts: MessageFacts
}

/**
 * Tells whoever made a listing or quote of another enterprise what happened to it, while he may read it; else its administrators. Row security keeps the transaction in which it happens
 * out of that enterprise: it orders the message, and the worker writes it.
 */
export async function tellTrader(
  db: Db,
  { tenantId, accountId }: Trader,
  kind: TradeMessage,
  facts: MessageFacts,
): Promise<void> {
  const event = randomUUID()
  const payload: Ordered = { to: { tenantId, accountId }, kind, facts: { ...facts, event } }
  await orderJob(db, { name: job, payload, key: `${job}:${event}`, attempts })
}

/**
 * Whoever made it, if he can still sign in, holds the right to what is told, and reaches the listing or quote that it is about:
 * all three may have been taken from him since.
 */
async function readerOf(db: Db, { to, kind, facts }: Ordered): Promise<{ tenantId: number; accountId: number } | null> {
  const { tenantId, accountId } = to
  if (accountId === null) return null
  const account = await db.maybe<{ deptId: number | null }>(sql`
    select dept_id as "deptId" from account
    where tenant_id = ${tenantId} and id = ${accountId} and status = '0' and user_type = any(${[...traders]}::int[])`)
  if (!account) return null
  const holder: Holder = { tenantId, accountId, deptId: account.deptId, ...(await loadRights(db, tenantId, accountId)) }
  const reach = scopePredicate(holder, messageNeeds[kind], { alias: 't', dept: 'dept_id', owner: 'created_by' })
  const about =
    kind === 'quoteAccepted'
      ? sql`select 1 from quote t where t.tenant_id = ${tenantId} and t.listing_id = ${facts.id} and t.status = 'applied' and ${reach} limit 1`
      : sql`select 1 from listing t where t.tenant_id = ${tenantId} and t.id = ${facts.id} and ${reach}`
  return (await db.maybe(about)) ? { tenantId, accountId } : null
}

/** A message is written once, however often its job is run. */
export function defineTradeMessages(services: Services): void {
  services.jobs.define(
    job,
    async payload => {
      const ordered = payload as Ordered
      const { kind, facts } = ordered
      await services.database.acrossTenants('jobs', async db => {
        const to = await readerOf(db, ordered)
        if (!to) return tellAdministrators(db, ordered.to.tenantId, kind, facts)
        const told = await db.maybe(sql`
          select 1 from message m where m.tenant_id = ${to.tenantId} and m.account_id = ${to.accountId} and m.facts ->> 'event' = ${String(facts.event)} limit 1`)
        if (!told) await tell(db, to, kind, facts)
      })
    },
    { attempts },
  )
}
