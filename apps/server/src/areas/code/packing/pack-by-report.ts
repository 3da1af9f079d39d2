import type { Language, Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type CodeRange,
  rangesWithoutFact,
  type KnownCode,
  lockCodeRequests,
  rangeOfCode,
} from '../directory/range-facts.ts'
import { assertNotPartner } from '../directory/custody-chain.ts'
import { useLabels } from '../label-life/use-labels.ts'
import { checkLevels } from './check-levels.ts'
import { codeAt, openOwnCode } from '../directory/parse-codes.ts'
import { isSameCode, link, loadLinksOfRecord, loadLinks, assertNotPacked, cancelLinks } from './links.ts'
import { insertPacking } from './packing-row.ts'
import { sealPackings } from './seal-packing.ts'

/** The parent code of a report, and the reported codes to pack into it. */
export interface ReportedParent {
  parent: KnownCode
  links: CodeRange[]
}

interface ReportedPacking {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Pick<Report, 'parentCode' | 'linkCodes'>
}

/** What the reporter may pack into. */
interface ParentRights {
  /** Filters request ids to those whose codes the reporter may report about; the parent code must be among them too. */
  filterInScope: (requestIds: readonly number[]) => Promise<ReadonlySet<number>>
  /** A further check of the parent. @throws Refusal */
  check: (parent: KnownCode) => Promise<void>
  /** Whether reports of other stages than packing may pack too. */
  packsBesides: boolean
}

/**
 * Checks the parent code that a report names. A packing stage packs its codes into the parent. Other stages do so only when
 * the report confirms it (`linkCodes`), because a reporter may name a parent without moving goods.
 * @throws Refusal invalid, stage.foreignCode, stage.cycle, stage.parentLevel, code.alreadyPacked, stage.linkUnconfirmed,
 *   custody.invitedOnly, custody.packingNotInvited
 */
export async function checkReportedParent(
  { services, db, actor, stage, body }: ReportedPacking,
  ranges: readonly CodeRange[],
  rights: ParentRights,
): Promise<ReportedParent | undefined> {
  const isPacking = stage.shape === 'aggregation'
  if (!body.parentCode) {
    if (isPacking) throw invalid([{ field: 'parentCode', error: 'required' }])
    return undefined
  }
  const parent = await openOwnCode(services, actor, body.parentCode)
  const { requestId } = parent.entry
  if (!(await rights.filterInScope([requestId])).has(requestId))
    throw new Refusal('stage.foreignCode', { code: parent.code })
  await rights.check(parent)
  await checkLevels(services, parent, ranges)
  await lockCodeRequests(db, 'packing', ranges)
  const place = { request: parent.entry.requestNumber, serial: parent.serial }
  const links = await loadLinks(db, actor.tenantId, ranges)
  const elsewhere = links.filter(one => !isSameCode(one.parent, place))
  await assertNotPacked(ranges, elsewhere, (request, serial) => codeAt(services, request, serial))
  const unpacked = rangesWithoutFact(ranges, links)
  // How goods are packed is the holder's: a partner names only what they are in already.
  await assertNotPartner(services, unpacked)
  if (unpacked.length > 0 && !isPacking && !rights.packsBesides)
    throw new Refusal('custody.packingNotInvited', { parent: parent.code })
  if (unpacked.length > 0 && !isPacking && !body.linkCodes)
    throw new Refusal('stage.linkUnconfirmed', { n: countSerials(unpacked), parent: parent.code })
  return { parent, links: unpacked }
}

/** Packs the codes of a written report into its parent. */
export async function packReportedCodes(
  context: Pick<ReportedPacking, 'services' | 'db' | 'actor'> & { language: Language },
  { parent, links }: ReportedParent,
  { recordId, at, recordedAt }: { recordId: number; at: Date; recordedAt: Date },
): Promise<void> {
  if (links.length === 0) return
  const { services, db, actor } = context
  const place = { request: parent.entry.requestNumber, serial: parent.serial }
  await useLabels({ ...context, recordedAt }, [rangeOfCode(parent)], 'packing')
  const packingId = await insertPacking(db, actor, {
    action: 'pack',
    parent: place,
    count: countSerials(links),
    operator: null,
    at,
    recordedAt,
    reason: null,
    recordId,
  })
  await link(db, actor.tenantId, links, place, { packingId, at, recordId })
  await sealPackings(db, services, actor.tenantId, [packingId])
}

/**
 * Cancels the links that a withdrawn report made and that nobody has ended since: the codes count as never packed there and
 * may have been elsewhere at that time.
 * @param recordId the version before the withdrawal
 * @param by the version that withdraws it
 */
export async function unpackWithdrawnReport(
  { services, db, actor }: Pick<ReportedPacking, 'services' | 'db' | 'actor'>,
  { recordId, by, reason, recordedAt }: { recordId: number; by: number; reason: string; recordedAt: Date },
): Promise<void> {
  await lockCodeRequests(db, 'packing', await loadLinksOfRecord(db, actor.tenantId, recordId))
  // Read again after the lock: a concurrent call may have unpacked some of them.
  const links = await loadLinksOfRecord(db, actor.tenantId, recordId)
  if (links.length === 0) return
  const packingId = await insertPacking(db, actor, {
    action: 'unpack',
    parent: links[0]!.parent,
    count: countSerials(links),
    operator: null,
    at: recordedAt,
    recordedAt,
    reason: reason.slice(0, maxReasonLength),
    recordId: by,
  })
  await cancelLinks(db, actor.tenantId, links, packingId)
  await sealPackings(db, services, actor.tenantId, [packingId])
}

/** A packing stores at most this much of a reason; the record has the full text. */
const maxReasonLength = 200
