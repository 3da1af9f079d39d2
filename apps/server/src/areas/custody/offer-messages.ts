import { randomUUID } from 'node:crypto'
import type { MessageKind } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { orderJob } from '../../platform/jobs/outbox.ts'
import type { Services } from '../../platform/services.ts'
import { type MessageFacts, notifyAdministrators } from '../system/notice/messages.ts'

const job = 'offer-message'
const attempts = 5

export type OfferMessage = Extract<MessageKind, `offer${string}` | `invitation${string}` | `dispute${string}`>

interface MessageOrder {
  tenantId: number
  kind: OfferMessage
  facts: MessageFacts
}

/**
 * Tells the administrators of the other side of an offer or invitation. Row security keeps the transaction out of that enterprise, so it queues a
 * job that writes the messages.
 */
export async function notifyOtherSide(
  db: Db,
  tenantId: number,
  kind: OfferMessage,
  facts: MessageFacts,
): Promise<void> {
  const event = randomUUID()
  const payload: MessageOrder = { tenantId, kind, facts: { ...facts, event } }
  await orderJob(db, { name: job, payload, key: `${job}:${event}`, attempts })
}

/** Defines the job. A message is written once, however often its job runs. */
export function defineOfferMessages(services: Services): void {
  services.jobs.define(
    job,
    async payload => {
      const { tenantId, kind, facts } = payload as MessageOrder
      await services.database.acrossTenants('jobs', db => notifyAdministrators(db, tenantId, kind, facts))
    },
    { attempts },
  )
}
