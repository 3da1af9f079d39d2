import { randomUUID } from 'node:crypto'
import type { MessageKind } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { orderJob } from '../../platform/jobs/outbox.ts'
import type { Services } from '../../platform/services.ts'
import { type MessageFacts, tell } from '../notice/messages.ts'

const job = 'trade-message'
const attempts = 5

type TradeMessage = Extract<
  MessageKind,
  'listingApproved' | 'listingRejected' | 'quoteReceived' | 'quoteRevised' | 'quoteAccepted'
>

interface Ordered {
  to: { tenantId: number; accountId: number }
  kind: TradeMessage
  facts: MessageFacts
}

/**
 * Tells somebody of another enterprise what happened to his listing or quote. Row security keeps the transaction in which it happens
 * out of that enterprise: it orders the message, and the worker writes it.
 * @param accountId null when nobody is known any more who could be told
 */
export async function tellTrader(
  db: Db,
  { tenantId, accountId }: { tenantId: number; accountId: number | null },
  kind: TradeMessage,
  facts: MessageFacts,
): Promise<void> {
  if (accountId === null) return
  const event = randomUUID()
  const payload: Ordered = { to: { tenantId, accountId }, kind, facts: { ...facts, event } }
  await orderJob(db, { name: job, payload, key: `${job}:${event}`, attempts })
}

/** A message is written once, however often its job is run. */
export function defineTradeMessages(services: Services): void {
  services.jobs.define(
    job,
    async payload => {
      const { to, kind, facts } = payload as Ordered
      await services.database.acrossTenants('jobs', async db => {
        const there = await db.maybe(sql`
          select 1 from account a where a.tenant_id = ${to.tenantId} and a.id = ${to.accountId}
            and not exists (select from message m where m.tenant_id = a.tenant_id and m.account_id = a.id and m.facts ->> 'event' = ${String(facts.event)})`)
        if (there) await tell(db, to, kind, facts)
      })
    },
    { attempts },
  )
}
