import type { Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { type CodeRange, freeOf, type KnownCode, waitForTurn } from '../directory/range-facts.ts'
import { checkLevels, codeAt, ownCode } from './parse-codes.ts'
import { isSame, link, linksBy, linksOf, refusePacked, withdrawLinks } from './links.ts'
import { addPacking } from './packing-row.ts'
import { sealPackings } from './seal-packing.ts'

/** What a report says of a parent: its code, and those of the report's codes that go into it. */
export interface ReportedParent {
  parent: KnownCode
  links: CodeRange[]
}

interface Reported {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Pick<Report, 'parentCode' | 'linkCodes'>
}

/** Those of these requests whose codes the reporter may report about: also what he packs into is his to name. */
type Reach = (requestIds: readonly number[]) => Promise<ReadonlySet<number>>

/**
 * The parent that a report names. A packing puts its codes into it; any other stage does so only when the report says that
 * it should, because whoever names where goods are need not have moved them.
 * @throws Refusal invalid, stage.foreignCode, stage.cycle, stage.parentLevel, code.alreadyPacked, stage.linkUnconfirmed
 */
export async function readReportedParent(
  { services, db, actor, stage, body }: Reported,
  ranges: readonly CodeRange[],
  inReach: Reach,
): Promise<ReportedParent | undefined> {
  const isPacking = stage.shape === 'aggregation'
  if (!body.parentCode) {
    if (isPacking) throw invalid([{ field: 'parentCode', error: 'required' }])
    return undefined
  }
  const parent = await ownCode(services, actor, body.parentCode)
  const { requestId } = parent.entry
  if (!(await inReach([requestId])).has(requestId)) throw new Refusal('stage.foreignCode', { code: parent.code })
  checkLevels(services, parent, ranges)
  await waitForTurn(db, 'packing', ranges)
  const place = { request: parent.entry.requestNumber, serial: parent.serial }
  const held = await linksOf(db, actor.tenantId, ranges)
  const elsewhere = held.filter(one => !isSame(one.parent, place))
  refusePacked(ranges, elsewhere, (request, serial) => codeAt(services, request, serial))
  const links = freeOf(ranges, held)
  if (links.length > 0 && !isPacking && !body.linkCodes)
    throw new Refusal('stage.linkUnconfirmed', { n: countSerials(links), parent: parent.code })
  return { parent, links }
}

/** Puts the codes of a report that was written into its parent. */
export async function packReported(
  { services, db, actor }: Pick<Reported, 'services' | 'db' | 'actor'>,
  { parent, links }: ReportedParent,
  { recordId, at, recordedAt }: { recordId: number; at: Date; recordedAt: Date },
): Promise<void> {
  if (links.length === 0) return
  const place = { request: parent.entry.requestNumber, serial: parent.serial }
  const packingId = await addPacking(db, actor, {
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
  await sealPackings(db, services.secrets, actor.tenantId, [packingId])
}

/**
 * What a withdrawn report packed was never in there, as far as nobody has unpacked it since: its links are of no time, and
 * the codes may have been elsewhere then.
 * @param recordId the record before, @param by its version that withdraws it
 */
export async function unpackWithdrawn(
  { services, db, actor }: Pick<Reported, 'services' | 'db' | 'actor'>,
  { recordId, by, reason, recordedAt }: { recordId: number; by: number; reason: string; recordedAt: Date },
): Promise<void> {
  await waitForTurn(db, 'packing', await linksBy(db, actor.tenantId, recordId))
  // Somebody may have unpacked some of it while this waited.
  const links = await linksBy(db, actor.tenantId, recordId)
  if (links.length === 0) return
  const packingId = await addPacking(db, actor, {
    action: 'unpack',
    parent: links[0]!.parent,
    count: countSerials(links),
    operator: null,
    at: recordedAt,
    recordedAt,
    reason: reason.slice(0, longestReason),
    recordId: by,
  })
  await withdrawLinks(db, actor.tenantId, links, packingId)
  await sealPackings(db, services.secrets, actor.tenantId, [packingId])
}

/** As much of a reason as a packing keeps; the record has the whole. */
const longestReason = 200
