import type { ParsedBodyOf } from '@timbermark/contract'
import { acceptOffer, offeredCode } from '@timbermark/contract/calls'
import { countSerials, intersectRanges, subtractRanges } from '@timbermark/codes'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import { codeAt, hasCodes } from '../code/directory/parse-codes.ts'
import { mergeRanges, type NamedCodes, parseNamedCodesOf } from '../code/directory/parse-own-codes.ts'
import { type CodeRange, codeRange, lockCodeRequests } from '../code/directory/range-facts.ts'
import { actOnLabels } from '../code/label-life/label-act.ts'
import { addHandovers } from './handovers.ts'
import { assertNotVoided, assertPackedWithin, checkTransferable, withContents } from './offered-goods.ts'
import { loadOfferedRanges, ofRequest, rangesWithout } from './offered-ranges.ts'
import { isExpired, type OfferedProduct, offersInScope } from './offers.ts'
import { loadSpeciesOfRequests, postHandover } from '../material/ledger/post-handover.ts'
import { notifyOtherSide } from './offer-messages.ts'
import { addReceivingBatch } from './receiving-batch.ts'
import { copyPacking } from './received-packing.ts'
import { claimReceiptFiles } from './receipt-files.ts'

interface LockedOffer {
  id: number
  giver: number
  giverName: string
  goods: string
  status: string
  expired: boolean | null
  active: boolean
  batchId: number
  batchNumber: string
  product: OfferedProduct
  codes: number
  volume: string | null
  weight: string | null
}

/** Locks an offer to the receiver: of two acceptances, the second finds it accepted. @throws Refusal notFound, stateRefused, custody.expired, custody.giverDisabled */
async function lockOpenOffer(db: Db, actor: Actor, id: number): Promise<LockedOffer> {
  const row = await db.maybe<LockedOffer>(sql`
    select t.id, t.tenant_id as giver, t.giver as "giverName", t.goods, t.status, ${isExpired} as expired, e.status = '0' as active,
      t.batch_number as "batchNumber", t.product, t.codes, t.volume, t.weight,
      (select r.batch_id from custody_offer_range g join code_request r on r.tenant_id = g.tenant_id and r.request_number = g.request_number
       where g.tenant_id = t.tenant_id and g.offer_id = t.id limit 1) as "batchId"
    from custody_offer t join enterprise e on e.id = t.tenant_id
    where t.id = ${id} and t.receiver_tenant_id = ${actor.tenantId} for update of t`)
  if (!row) throw new Refusal('notFound')
  if (row.status !== 'open') throw new Refusal('stateRefused')
  if (row.expired) throw new Refusal('custody.expired')
  if (!row.active) throw new Refusal('custody.giverDisabled')
  return row
}

/** Codes of an offer as the receiver names them, by what is printed; the giver may know them by a request of its own. */
const parseNamed = (services: Services, giver: number, named: NamedCodes) =>
  parseNamedCodesOf(services, giver, named, ({ entry }) => hasCodes(entry))

/** @throws Refusal custody.notOffered with the first code that is not in the offer */
async function assertOffered(
  services: Services,
  named: readonly CodeRange[],
  offered: readonly CodeRange[],
): Promise<void> {
  for (const range of named) {
    const [other] = subtractRanges([range], intersectRanges([range], ofRequest(offered, range.request)))
    if (other) throw new Refusal('custody.notOffered', { code: await codeAt(services, range.request, other.from) })
  }
}

/**
 * The offered codes that the receiver takes over: all or those that arrived with their contents, without those that it leaves out.
 * The others stay with the giver.
 * @throws Refusal custody.notOffered with the first code that is not in the offer, custody.nothingAccepted
 */
async function selectAccepted(
  { services, db }: { services: Services; db: Db },
  { giver }: LockedOffer,
  offered: readonly CodeRange[],
  { arrived, without }: { arrived?: NamedCodes; without: NamedCodes },
): Promise<CodeRange[]> {
  let accepted = [...offered]
  if (arrived) {
    const named = await parseNamed(services, giver, arrived)
    if (named.length === 0) throw new Refusal('custody.nothingAccepted')
    await assertOffered(services, named, offered)
    const within = await withContents(db, giver, mergeRanges(named))
    accepted = offered.flatMap(range =>
      intersectRanges([range], ofRequest(within, range.request)).map(part => codeRange(range.request, part)),
    )
  }
  if (without.codes.length + without.ranges.length > 0) {
    const left = mergeRanges(await parseNamed(services, giver, without))
    await assertOffered(services, left, offered)
    accepted = rangesWithout(accepted, left)
  }
  if (accepted.length === 0) throw new Refusal('custody.nothingAccepted')
  return accepted
}

/** What is handed over of a part of the offered goods: what the receiver measured, and never more than all of them. */
const smallerVolume = (offered: string | null, measured: string | null | undefined): string | null =>
  !measured ? null : offered !== null && Number(offered) < Number(measured) ? offered : measured

/**
 * Says of a code in the hand whether it is among offered goods.
 * @throws Refusal notFound, stage.foreignCode
 */
async function findOfferedCode({ services, actor }: Pick<Call, 'services' | 'actor'>, id: number, text: string) {
  const { giver, offered } = await services.database.withTenant(actor.tenantId, async db => {
    const row = await db.maybe<{ id: number; giver: number }>(sql`
      select t.id, t.tenant_id as giver from custody_offer t where t.id = ${id} and ${offersInScope(actor, 'list')}`)
    if (!row) throw new Refusal('notFound')
    return { giver: row.giver, offered: await loadOfferedRanges(db, row) }
  })
  const [named] = await parseNamed(services, giver, { codes: [text], ranges: [] })
  const { request, from } = named!
  const [requests, code] = [await services.directory.load([request]), await codeAt(services, request, from)]
  const isOffered = intersectRanges([named!], ofRequest(offered, request)).length > 0
  // What a stranger's package holds is nobody's business.
  const within = isOffered
    ? await services.database.acrossTenants('custody', db => withContents(db, giver, [named!]))
    : [named!]
  return { code, codeType: requests.get(request)!.codeType, offered: isOffered, count: countSerials(within) }
}

const isOther = (offered: string | null, received: string | null | undefined): boolean =>
  offered !== null && received !== null && received !== undefined && Number(offered) !== Number(received)

/**
 * Accepts an offer, in one transaction of both enterprises: custody of the codes, a batch of the receiver with its requests, the
 * packing as it came, everything sealed, and a message to the giver. The number of codes hardly matters, only that of ranges.
 * @param handedAt only the demonstration sets another time than now
 * @throws Refusal
 */
export async function takeOver(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  id: number,
  body: ParsedBodyOf<typeof acceptOffer>,
  handedAt = new Date(),
): Promise<{ batchId: number; batchNumber: string; codes: number; giver: number }> {
  return services.database.acrossTenants('custody', async db => {
    const offer = await lockOpenOffer(db, actor, id)
    const offered = await loadOfferedRanges(db, offer)
    await lockCodeRequests(db, 'custody', offered)
    const ranges = await selectAccepted({ services, db }, offer, offered, body)
    const codes = countSerials(ranges)
    const isDifferent =
      codes < offer.codes || isOther(offer.volume, body.receivedVolume) || isOther(offer.weight, body.receivedWeight)
    if (isDifferent && !body.difference) throw invalid([{ field: 'difference', error: 'required' }])
    await assertNotVoided(db, offer.giver, offer.batchId)
    const files = await claimReceiptFiles(db, actor, id, body, handedAt)
    await checkTransferable({ services, db, actor }, offer.giver, { batchId: offer.batchId, ranges })
    await assertPackedWithin({ services, db }, offer.giver, ranges, offered)
    const { batch, received } = await addReceivingBatch({ services, db, actor, at: handedAt }, offer, {
      ranges,
      productId: body.productId ?? null,
      volume: body.receivedVolume ?? (codes === offer.codes ? offer.volume : null),
    })
    await actOnLabels(
      { services, db, actor, language, recordedAt: handedAt },
      received.map(({ source, request, first }) =>
        codeRange(request, { from: first, to: first + source.to - source.from }),
      ),
      { verb: 'activate', cause: 'custody' },
    )
    await copyPacking({ services, db, actor }, offer.giver, received, handedAt)
    await addHandovers({ services, db, actor, at: handedAt }, offer.giver, received, { offer_id: id })
    await db.execute(sql`
      update custody_offer set status = 'accepted', accepted_codes = ${codes}, received_volume = ${body.receivedVolume ?? null},
        received_weight = ${body.receivedWeight ?? null}, difference = ${body.difference || null}, photos = ${files.photos}, signature = ${files.signature},
        signed_by = ${files.signedBy}, signed_at = ${files.signedAt}, settled_at = ${handedAt}, updated_at = now()
      where tenant_id = ${offer.giver} and id = ${id}`)
    await postHandover(db, {
      offerId: id,
      giver: { tenantId: offer.giver, batchId: offer.batchId, name: offer.giverName },
      receiver: { tenantId: actor.tenantId, batchId: batch.id, name: actor.tenantName },
      species: await loadSpeciesOfRequests(db, offer.giver, [...new Set(ranges.map(({ request }) => request))]),
      // Of a part of the goods, the giver has no measure.
      handed: codes === offer.codes ? offer.volume : smallerVolume(offer.volume, body.receivedVolume),
      received: body.receivedVolume ?? null,
      at: handedAt,
    })
    await notifyOtherSide(db, offer.giver, 'offerAccepted', { goods: offer.goods, enterprise: actor.tenantName })
    await notifyDirectoryChange(db, { tenantId: offer.giver })
    return { batchId: batch.id, batchNumber: batch.batchNumber, codes, giver: offer.giver }
  })
}

export const acceptOfferRoutes: RouteSpec[] = [
  serve(offeredCode, call => findOfferedCode(call, Number(call.params.id), call.params.code)),
  serve(acceptOffer, async call => {
    const { services, actor, params, body } = call
    const { giver, ...answer } = await takeOver(call, Number(params.id), body)
    // The caller may scan a code before this process is notified.
    services.directory.forgetEnterprise(giver)
    services.directory.forgetEnterprise(actor.tenantId)
    return answer
  }),
]
