import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  addFacts,
  type CodeRange,
  endFacts,
  rangesOfFact,
  type RangeFact,
  loadFactsInRanges,
  isExclusionViolation,
} from '../directory/range-facts.ts'

/** A code by request number and serial. */
export interface CodeRef {
  request: number
  serial: number
}

/** A range of codes that are currently packed in a parent code. */
export interface Link extends RangeFact {
  parent: CodeRef
  since: Date
}

/** Gives the text of a code. */
export type CodeOf = (request: number, serial: number) => Promise<string>

/** Loads the current links of these codes. */
export async function loadLinks(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<Link[]> {
  const facts = await loadFactsInRanges(db, tenantId, 'code_link', ranges)
  return withParents(db, tenantId, facts)
}

async function withParents(db: Db, tenantId: number, facts: readonly RangeFact[]): Promise<Link[]> {
  const rows = await db.query<{ id: number; request: number; serial: number; since: Date }>(sql`
    select id, parent_request as request, parent_serial as serial, lower(during) as since from code_link
    where tenant_id = ${tenantId} and id = any(${facts.map(({ id }) => id)})`)
  const byId = new Map(rows.map(row => [row.id, row]))
  return facts.map(link => {
    const { request, serial, since } = byId.get(link.id)!
    return { ...link, parent: { request, serial }, since }
  })
}

/** Loads the current links directly in a parent code. */
export async function loadLinksInParent(db: Db, tenantId: number, parent: CodeRef): Promise<Link[]> {
  const rows = await db.query<RangeFact & { since: Date }>(sql`
    select id, request_number as request, first_serial as "from", upper(serials) as "to", lower(during) as since from code_link
    where tenant_id = ${tenantId} and current and parent_request = ${parent.request} and parent_serial = ${parent.serial}
    order by 2, 3`)
  return rows.map(row => ({ ...row, parent }))
}

/**
 * Loads the links that a stage report made and that are still current. One statement, because without the lock a concurrent
 * call may split links in between.
 */
export async function loadLinksOfRecord(db: Db, tenantId: number, recordId: number): Promise<Link[]> {
  const rows = await db.query<RangeFact & { parentRequest: number; parentSerial: number; since: Date }>(sql`
    select id, request_number as request, first_serial as "from", upper(serials) as "to",
      parent_request as "parentRequest", parent_serial as "parentSerial", lower(during) as since from code_link
    where tenant_id = ${tenantId} and current and record_id = ${recordId} order by 2, 3`)
  return rows.map(({ parentRequest, parentSerial, ...row }) => ({
    ...row,
    parent: { request: parentRequest, serial: parentSerial },
  }))
}

export const isSameCode = (a: CodeRef, b: CodeRef) => a.request === b.request && a.serial === b.serial

/** @throws Refusal code.alreadyPacked with the first packed code */
export async function assertNotPacked(
  ranges: readonly CodeRange[],
  links: readonly Link[],
  codeOf: CodeOf,
): Promise<void> {
  const link = links[0]
  if (!link) return
  const code = await codeOf(link.request, rangesOfFact(link, ranges)[0]!.from)
  throw new Refusal('code.alreadyPacked', { code, parent: await codeOf(link.parent.request, link.parent.serial) })
}

/** The packing that makes or ends links: its row, its time, and the stage record when a report packed. */
interface PackingRef {
  packingId: number
  at: Date
  recordId?: number
}

/**
 * Packs unpacked codes into a parent.
 * @throws Refusal code.packedThen when another stored packing contained one of them at that time
 */
export async function link(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  parent: CodeRef,
  { packingId, at, recordId }: PackingRef,
): Promise<void> {
  if (ranges.length === 0) return
  try {
    await addFacts(db, 'code_link', ranges, {
      tenant_id: tenantId,
      parent_request: parent.request,
      parent_serial: parent.serial,
      packing_id: packingId,
      during: `[${at.toISOString()},)`,
      ...(recordId === undefined ? {} : { record_id: recordId }),
    })
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal('code.packedThen')
    throw error
  }
}

/**
 * Ends the links of these codes; codes of the same links that stay packed keep their links.
 * @returns how many codes were unpacked
 * @throws Refusal code.unpackedTooEarly when a code was packed after the given time
 */
export async function endLinks(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  links: readonly Link[],
  { packingId, at, codeOf }: PackingRef & { codeOf: CodeOf },
): Promise<number> {
  const late = links.find(({ since }) => since.getTime() > at.getTime())
  if (late)
    throw new Refusal('code.unpackedTooEarly', {
      code: await codeOf(late.request, rangesOfFact(late, ranges)[0]!.from),
    })
  return endFacts(db, tenantId, 'code_link', { ranges, facts: links, endedBy: packingId, at })
}

/** Cancels links: an empty `during` is ignored by the exclusion constraint. @param packingId the packing that cancels them */
export async function cancelLinks(db: Db, tenantId: number, links: readonly Link[], packingId: number): Promise<void> {
  await db.execute(sql`
    update code_link set during = 'empty', ended_by = ${packingId}
    where tenant_id = ${tenantId} and id = any(${links.map(({ id }) => id)})`)
}
