import type { StageKey } from '@timbermark/contract'
import { acceptInvitation } from '@timbermark/contract/calls'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import { codeRange } from '../code/directory/range-facts.ts'
import { assertHeld } from '../code/directory/custody-chain.ts'
import { actOnLabels } from '../code/label-life/label-act.ts'
import { loadInvitedSteps } from '../stage/circulation/partner-reports.ts'
import { addHandovers } from './handovers.ts'
import { assertNotVoided } from './offered-goods.ts'
import { loadInvitedRanges } from './offered-ranges.ts'
import { isOver } from './invited-codes.ts'
import { notifyOtherSide } from './offer-messages.ts'
import { type AcceptedOffer, addReceivingBatch } from './receiving-batch.ts'
import { copyPacking } from './received-packing.ts'

interface LockedInvitation extends AcceptedOffer {
  goods: string
  status: string
  over: boolean
  active: boolean
  stages: StageKey[]
}

/** Locks an invitation to the partner. @throws Refusal notFound, stateRefused, custody.invitationOver, custody.giverDisabled */
async function lockOpenInvitation(db: Db, actor: Actor, id: number): Promise<LockedInvitation> {
  const row = await db.maybe<LockedInvitation>(sql`
    select t.id, t.tenant_id as giver, t.holder as "giverName", t.goods, t.status, ${isOver} as over, e.status = '0' as active,
      t.batch_number as "batchNumber", t.product, t.stages,
      (select r.batch_id from custody_invitation_range g join code_request r on r.tenant_id = g.tenant_id and r.request_number = g.request_number
       where g.tenant_id = t.tenant_id and g.invitation_id = t.id limit 1) as "batchId"
    from custody_invitation t join enterprise e on e.id = t.tenant_id
    where t.id = ${id} and t.partner_tenant_id = ${actor.tenantId} for update of t`)
  if (!row) throw new Refusal('notFound')
  if (row.status !== 'open') throw new Refusal('stateRefused')
  if (row.over) throw new Refusal('custody.invitationOver')
  if (!row.active) throw new Refusal('custody.giverDisabled')
  return row
}

/**
 * Accepts an invitation, in one transaction of both enterprises: a batch of the partner with its requests whose serials stand for the
 * codes, the packing as it is, everything sealed, and a message to the holder. Custody stays.
 * @param acceptedAt only the demonstration sets another time than now
 * @throws Refusal
 */
export async function joinStages(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  id: number,
  productId: number | null,
  acceptedAt = new Date(),
): Promise<{ batchId: number; batchNumber: string; codes: number; holder: number }> {
  return services.database.acrossTenants('custody', async db => {
    const invited = await lockOpenInvitation(db, actor, id)
    const ranges = await loadInvitedRanges(db, invited.giver, id)
    await assertNotVoided(db, invited.giver, invited.batchId)
    // What was handed on since is no longer the holder's to invite to.
    await assertHeld(services, db, invited.giver, ranges)
    const context = { services, db, actor, at: acceptedAt }
    const { batch, received } = await addReceivingBatch(context, invited, {
      ranges,
      productId,
      volume: null,
      invitedTo: await loadInvitedSteps(db, { tenantId: invited.giver, batchId: invited.batchId }, invited.stages),
    })
    const itsRanges = received.map(({ source, request, first }) =>
      codeRange(request, { from: first, to: first + source.to - source.from }),
    )
    const labels = { services, db, actor, language, recordedAt: acceptedAt }
    await actOnLabels(labels, itsRanges, { verb: 'activate', cause: 'custody' })
    await copyPacking({ services, db, actor }, invited.giver, received, acceptedAt)
    await addHandovers(context, invited.giver, received, { invitation_id: id, stages: invited.stages })
    await db.execute(sql`
      update custody_invitation set status = 'accepted', settled_at = ${acceptedAt}, updated_at = now()
      where tenant_id = ${invited.giver} and id = ${id}`)
    await notifyOtherSide(db, invited.giver, 'invitationAccepted', {
      goods: invited.goods,
      enterprise: actor.tenantName,
    })
    await notifyDirectoryChange(db, { tenantId: invited.giver })
    return { batchId: batch.id, batchNumber: batch.batchNumber, codes: countSerials(ranges), holder: invited.giver }
  })
}

export const acceptInvitationRoutes: RouteSpec[] = [
  serve(acceptInvitation, async call => {
    const { services, actor, params, body } = call
    const { holder, ...answer } = await joinStages(call, Number(params.id), body.productId ?? null)
    // The caller may scan a code before this process is notified.
    services.directory.forgetEnterprise(holder)
    services.directory.forgetEnterprise(actor.tenantId)
    return answer
  }),
]
