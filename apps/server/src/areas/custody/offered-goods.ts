import type { Language } from '@timbermark/contract'
import type { addOffer } from '@timbermark/contract/calls'
import { maxOfferedRanges } from '@timbermark/contract/calls'
import type { ParsedBodyOf } from '@timbermark/contract'
import { countSerials, type SerialRange } from '@timbermark/codes'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { assertMayAct } from '../code/directory/custody-chain.ts'
import { loadCertifications } from '../code/directory/certified-ranges.ts'
import { codeAt } from '../code/directory/parse-codes.ts'
import { mergeRanges, parseOwnCodes } from '../code/directory/parse-own-codes.ts'
import { loadActiveRecalls } from '../code/directory/recalls-of-codes.ts'
import { type CodeRange, codeRange, rangesOfFact } from '../code/directory/range-facts.ts'
import { checkLabelsUsable, useLabels } from '../code/label-life/use-labels.ts'
import { loadLinks } from '../code/packing/links.ts'
import { insideRanges } from '../code/packing/parents.ts'

/** Context of an offer, in a transaction of the enterprise that holds the goods. */
export interface GoodsContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
  recordedAt: Date
}

/** Goods to offer: codes of one batch. */
export interface OfferedGoods {
  batchId: number
  ranges: CodeRange[]
  count: number
}

/** Adds everything that is packed in these codes, at any depth. Ranges stay ranges: the cost depends on the number of links. */
export async function withContents(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number } & SerialRange>(sql`
    with ${insideRanges(tenantId, ranges)}
    select request, first as "from", beyond as "to" from inside`)
  const merged = mergeRanges(
    rows.map(({ request, from, to }) => codeRange(request, { from, to })),
    Number.MAX_SAFE_INTEGER,
  )
  if (merged.length > maxOfferedRanges) throw new Refusal('custody.tooManyRanges', { max: maxOfferedRanges })
  return merged
}

/** The one batch of these requests, none of which has codes of another printer. @throws Refusal stage.batchMixed, stage.batchInactive, code.printedByOthers */
async function findBatch(db: Db, tenantId: number, requests: readonly number[]): Promise<number> {
  const rows = await db.query<{ batch: number; status: string; origin: string }>(sql`
    select distinct b.id as batch, b.status, r.origin
    from code_request r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    where r.tenant_id = ${tenantId} and r.request_number = any(${[...requests]})`)
  if (rows.some(({ origin }) => origin === 'foreign')) throw new Refusal('code.printedByOthers')
  if (new Set(rows.map(({ batch }) => batch)).size !== 1) throw new Refusal('stage.batchMixed')
  if (rows[0]!.status === 'voided') throw new Refusal('stage.batchInactive')
  return rows[0]!.batch
}

/** @throws Refusal stage.batchInactive when the batch was voided since its goods were offered */
export async function assertNotVoided(db: Db, tenantId: number, batchId: number): Promise<void> {
  const row = await db.maybe(
    sql`select 1 from batch where tenant_id = ${tenantId} and id = ${batchId} and status = 'voided'`,
  )
  if (row) throw new Refusal('stage.batchInactive')
}

/**
 * Checks that goods may change hands now: none is recalled or being judged. What acceptance checks again, because it may come days
 * after the offer.
 * @param tenantId the enterprise that holds them
 * @throws Refusal custody.recalled, custody.underReview, and as `checkLabelsUsable`
 */
export async function checkTransferable(
  { services, db, actor }: Pick<GoodsContext, 'services' | 'db' | 'actor'>,
  tenantId: number,
  { batchId, ranges }: Pick<OfferedGoods, 'batchId' | 'ranges'>,
): Promise<void> {
  const [recall] = await loadActiveRecalls(services, db, tenantId, batchId, ranges)
  if (recall) {
    const { request, serial } = recall.first ?? { request: ranges[0]!.request, serial: ranges[0]!.from }
    throw new Refusal('custody.recalled', { code: await codeAt(services, request, serial) })
  }
  const pieces = await loadCertifications(db, tenantId, ranges)
  const judged = pieces.find(({ state }) => state === 'notYetCertified' || state === 'authorizedNotCertified')
  if (judged) throw new Refusal('custody.underReview', { code: await codeAt(services, judged.request, judged.from) })
  await checkLabelsUsable({ services, db, actor: { ...actor, tenantId } }, ranges)
}

/**
 * Checks that codes are packed in nothing, or in what is offered with them.
 * @throws Refusal custody.packedElsewhere with the first code that is not
 */
export async function assertPackedWithin(
  { services, db }: Pick<GoodsContext, 'services' | 'db'>,
  tenantId: number,
  ranges: readonly CodeRange[],
  offered: readonly CodeRange[],
): Promise<void> {
  for (const link of await loadLinks(db, tenantId, ranges)) {
    const { parent } = link
    const isOffered = offered.some(
      ({ request, from, to }) => request === parent.request && from <= parent.serial && parent.serial < to,
    )
    if (isOffered) continue
    throw new Refusal('custody.packedElsewhere', {
      code: await codeAt(services, link.request, rangesOfFact(link, ranges)[0]!.from),
      parent: await codeAt(services, parent.request, parent.serial),
    })
  }
}

/**
 * Collects the goods of an offer: the named codes in scope with everything that is packed in them. Puts their labels in use.
 * @throws Refusal
 */
export async function collectGoods(
  context: GoodsContext,
  body: Pick<ParsedBodyOf<typeof addOffer>, 'codes' | 'ranges' | 'numbers'>,
): Promise<OfferedGoods> {
  const { services, db, actor } = context
  const named = await parseOwnCodes({ services, db, actor }, 'custody:offer:add', body, maxOfferedRanges)
  const ranges = await withContents(db, actor.tenantId, named)
  const batchId = await findBatch(db, actor.tenantId, [...new Set(ranges.map(({ request }) => request))])
  await checkTransferable(context, actor.tenantId, { batchId, ranges })
  await assertPackedWithin(context, actor.tenantId, ranges, ranges)
  await useLabels(context, ranges, 'custody')
  return { batchId, ranges, count: countSerials(ranges) }
}

/**
 * Collects the codes that a supplier of the own enterprise is invited to report about: the named codes in scope with everything that is
 * packed in them. Their labels may come into use later.
 * @throws Refusal
 */
export async function collectForSupplier(
  { services, db, actor }: Pick<GoodsContext, 'services' | 'db' | 'actor'>,
  body: Pick<ParsedBodyOf<typeof addOffer>, 'codes' | 'ranges' | 'numbers'>,
): Promise<OfferedGoods> {
  const permission = 'custody:supplier-invitation:add'
  const named = await parseOwnCodes({ services, db, actor }, permission, body, maxOfferedRanges)
  const ranges = await withContents(db, actor.tenantId, named)
  const batchId = await findBatch(db, actor.tenantId, [...new Set(ranges.map(({ request }) => request))])
  await assertMayAct(services, db, actor.tenantId, ranges)
  return { batchId, ranges, count: countSerials(ranges) }
}

/**
 * Collects the codes of an invitation to stages: the named codes in scope with everything that is packed in them. Nothing changes hands,
 * so packed and recalled goods are invited to as well.
 * @throws Refusal
 */
export async function collectInvited(
  context: GoodsContext,
  body: Pick<ParsedBodyOf<typeof addOffer>, 'codes' | 'ranges' | 'numbers'>,
): Promise<OfferedGoods> {
  const { services, db, actor } = context
  const named = await parseOwnCodes({ services, db, actor }, 'custody:invitation:add', body, maxOfferedRanges)
  const ranges = await withContents(db, actor.tenantId, named)
  const batchId = await findBatch(db, actor.tenantId, [...new Set(ranges.map(({ request }) => request))])
  await useLabels(context, ranges, 'custody')
  return { batchId, ranges, count: countSerials(ranges) }
}
