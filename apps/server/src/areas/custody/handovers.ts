import { randomBytes } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import { codeAt } from '../code/directory/parse-codes.ts'
import { isExclusionViolation } from '../code/directory/range-facts.ts'
import type { ReceivedRange, ReceivingContext } from './receiving-batch.ts'
import { sealHandovers } from './seal-handover.ts'

/** What opens codes to another enterprise: an accepted offer, with custody, or an accepted invitation to stages. */
type Cause = { offer_id: number } | { invitation_id: number; stages: readonly StageKey[] }

/**
 * Stores and seals one handover per range.
 * @param giver the enterprise whose codes they are
 * @throws Refusal custody.handedOver when another enterprise has taken a code over
 */
export async function addHandovers(
  { services, db, actor, at }: ReceivingContext,
  giver: number,
  received: readonly ReceivedRange[],
  cause: Cause,
): Promise<void> {
  const rows = await insertRows<{ id: number }>(
    db,
    'custody_handover',
    received.map(({ source, request, first }) => ({
      ...cause,
      ...('stages' in cause && { stages: [...cause.stages] }),
      tenant_id: giver,
      request_number: source.request,
      serials: source.range,
      receiver_tenant_id: actor.tenantId,
      received_request: request,
      received_first: first,
      handed_at: at,
      operator: actor.nickName,
      personal_salt: randomBytes(16),
    })),
    sql`returning id`,
  ).catch(async (error: unknown) => {
    if (!isExclusionViolation(error)) throw error
    const { source } = received[0]!
    throw new Refusal('custody.handedOver', { code: await codeAt(services, source.request, source.from), holder: '' })
  })
  await sealHandovers(
    db,
    services,
    giver,
    rows.map(({ id }) => id),
  )
}
