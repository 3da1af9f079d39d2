import type { acceptOffer, addOffer } from '@timbermark/contract/calls'
import type { DisputeKind, ParsedBodyOf } from '@timbermark/contract'
import { joinStages } from '../areas/custody/accept-invitation.ts'
import { takeOver } from '../areas/custody/accept-offer.ts'
import { invite } from '../areas/custody/invitations.ts'
import { writeDisputeLine } from '../areas/custody/dispute.ts'
import { makeOffer } from '../areas/custody/offers.ts'
import type { Actor } from '../platform/actor.ts'
import { sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'
import { type Story, type StoryStage, storyStages } from './story.ts'

interface Reporting {
  momentOf(day: number, hour: number): Date
  /** Reports a stage by the receiver's people. */
  report(stage: StoryStage, index: number, goods: { codes: string[] }): Promise<void>
}

/** Numbers of the goods that are taken over, that were sent back, and that wait. */
const taken = { from: 101, to: 400 }
const returned = { from: 501, to: 520 }
const waiting = { from: 601, to: 800 }
/** Numbers of goods that stay with the exporter, and that the importer is invited to clear. */
const cleared = { from: 821, to: 840 }
const toClear = { from: 841, to: 860 }

/**
 * Goods of a batch that go from the exporter to the importer: one offer taken over with a difference, reported about and in
 * dispute, one returned, one that waits; and the receiver as a partner that is invited to stages.
 */
export async function seedHandovers(
  services: Services,
  { giver, receiver }: { giver: Actor; receiver: Actor },
  story: Story,
  { momentOf, report }: Reporting,
): Promise<void> {
  const imported = storyStages.findIndex(({ stage }) => stage === 'importCustoms')
  const day = storyStages[imported]!.day
  const request = await services.database.withTenant(giver.tenantId, db =>
    db.one<{ id: number; number: number }>(sql`
      select r.id, r.request_number as number from code_request r join batch b on b.tenant_id = ${giver.tenantId} and b.id = r.batch_id
      where r.tenant_id = ${giver.tenantId} and b.batch_number = ${story.batch} and r.code_type = 'item'`),
  )
  const codes = services.directory.codesOf((await services.directory.find(request.number))!)
  const offer = (
    actor: Actor,
    to: string,
    goods: Partial<ParsedBodyOf<typeof addOffer>>,
    more: Partial<ParsedBodyOf<typeof addOffer>>,
    at: Date,
  ) =>
    makeOffer(
      { services, actor, language: story.language },
      { receiver: to, codes: [], ranges: [], numbers: [], ...goods, ...more },
      at,
    )
  const accept = async (actor: Actor, id: number, body: Partial<ParsedBodyOf<typeof acceptOffer>>, at: Date) => {
    await takeOver(
      { services, actor, language: 'zh' },
      id,
      { without: { codes: [], ranges: [] }, photos: [], ...body },
      at,
    )
    services.directory.forgetAll()
  }
  const numbers = (range: typeof taken) => ({ numbers: [{ requestId: request.id, ...range }] })
  const first = await offer(
    giver,
    'DEMO-ZHEJIANG',
    numbers(taken),
    { volume: '7.200', deliveryNote: 'BL-GA-0231', place: 'Shanghai', terms: 'FOB Libreville' },
    momentOf(day - 3, 8),
  )
  await accept(
    receiver,
    first.id,
    {
      without: { codes: [codes.code(taken.from + 4), codes.code(taken.from + 5)], ranges: [] },
      receivedVolume: '7.150',
      difference: '两件在运输中破损（示例）',
    },
    momentOf(day - 1, 9),
  )
  const dispute = (actor: Actor, seen: number, kind: DisputeKind, text: string, at: Date) =>
    services.database.withTenant(actor.tenantId, db => writeDisputeLine(db, actor, first.id, { kind, text, seen }, at))
  await dispute(receiver, 0, 'opened', '拆包后发现三件内部有裂纹，验收时看不出来（示例）', momentOf(day + 2, 10))
  await dispute(giver, 1, 'answered', 'Veuillez envoyer des photos des fissures (exemple)', momentOf(day + 2, 15))
  await dispute(receiver, 2, 'answered', '照片已另行发送（示例）', momentOf(day + 3, 9))
  await dispute(giver, 3, 'proposed', 'Avoir de 120 EUR, les pièces restent chez vous (exemple)', momentOf(day + 4, 8))
  const reported = [0, 1, 2].map(n => codes.code(taken.from - 1 + n))
  for (const [index, stage] of storyStages.entries())
    if (stage.stage === 'importCustoms' || stage.stage === 'endTransport')
      await report(stage, index, { codes: reported })
  const second = await offer(
    giver,
    'DEMO-ZHEJIANG',
    numbers(returned),
    { deliveryNote: 'BL-GA-0232' },
    momentOf(day + 4, 8),
  )
  await accept(receiver, second.id, {}, momentOf(day + 5, 9))
  const back = await offer(
    receiver,
    'DEMO-GABON',
    { ranges: [{ first: codes.code(returned.from - 1), last: codes.code(returned.to - 1) }] },
    { terms: '含水率超标，退回（示例）' },
    momentOf(day + 9, 8),
  )
  await accept(giver, back.id, {}, momentOf(day + 12, 9))
  await offer(
    giver,
    'DEMO-ZHEJIANG',
    numbers(waiting),
    { volume: '4.800', deliveryNote: 'BL-GA-0233', place: 'Shanghai' },
    new Date(Date.now() - 2 * 86_400_000),
  )
  await seedInvitations(services, { holder: giver, partner: receiver }, request.id, story, momentOf(day + 13, 8))
}

/** The importer is invited to clear goods that the exporter keeps: one invitation accepted, one that waits. */
async function seedInvitations(
  services: Services,
  { holder, partner }: { holder: Actor; partner: Actor },
  requestId: number,
  story: Story,
  at: Date,
): Promise<void> {
  const untilOn = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
  const inviteTo = (range: typeof taken, invitedAt: Date) =>
    invite(
      { services, actor: holder, language: story.language },
      {
        partner: 'DEMO-ZHEJIANG',
        codes: [],
        ranges: [],
        numbers: [{ requestId, ...range }],
        stages: ['importCustoms', 'endTransport'],
        untilOn,
        note: 'Dédouanement pour le compte de l’exportateur (démonstration)',
      },
      invitedAt,
    )
  const accepted = await inviteTo(cleared, at)
  await joinStages({ services, actor: partner, language: 'zh' }, accepted.id, null, new Date(at.getTime() + 3_600_000))
  services.directory.forgetAll()
  await inviteTo(toClear, new Date(Date.now() - 86_400_000))
}
