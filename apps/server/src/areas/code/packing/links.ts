import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  addFacts,
  type CodeRange,
  endFacts,
  heldBy,
  type HeldRange,
  heldIn,
  isTaken,
} from '../directory/range-facts.ts'

/** A package or container: request and serial. */
export interface Place {
  request: number
  serial: number
}

/** Codes that are in something now. */
export interface Link extends HeldRange {
  parent: Place
  since: Date
}

/** Names a code to people. */
export type CodeOf = (request: number, serial: number) => string

/** What is packed now of these codes, and in what. */
export async function linksOf(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<Link[]> {
  const held = await heldIn(db, tenantId, 'code_link', ranges)
  return withParents(db, tenantId, held)
}

async function withParents(db: Db, tenantId: number, held: readonly HeldRange[]): Promise<Link[]> {
  const rows = await db.query<{ id: number; request: number; serial: number; since: Date }>(sql`
    select id, parent_request as request, parent_serial as serial, lower(during) as since from code_link
    where tenant_id = ${tenantId} and id = any(${held.map(({ id }) => id)})`)
  const byId = new Map(rows.map(row => [row.id, row]))
  return held.map(link => {
    const { request, serial, since } = byId.get(link.id)!
    return { ...link, parent: { request, serial }, since }
  })
}

/** What is directly in a package or container now. */
export async function linksIn(db: Db, tenantId: number, parent: Place): Promise<Link[]> {
  const rows = await db.query<HeldRange & { since: Date }>(sql`
    select id, request_number as request, first_serial as "from", upper(serials) as "to", lower(during) as since from code_link
    where tenant_id = ${tenantId} and current and parent_request = ${parent.request} and parent_serial = ${parent.serial}
    order by 2, 3`)
  return rows.map(row => ({ ...row, parent }))
}

/** What a stage report packed and is there still. One statement: whoever asks before his turn may meet links that are being split. */
export async function linksBy(db: Db, tenantId: number, recordId: number): Promise<Link[]> {
  const rows = await db.query<HeldRange & { parentRequest: number; parentSerial: number; since: Date }>(sql`
    select id, request_number as request, first_serial as "from", upper(serials) as "to",
      parent_request as "parentRequest", parent_serial as "parentSerial", lower(during) as since from code_link
    where tenant_id = ${tenantId} and current and record_id = ${recordId} order by 2, 3`)
  return rows.map(({ parentRequest, parentSerial, ...row }) => ({
    ...row,
    parent: { request: parentRequest, serial: parentSerial },
  }))
}

export const isSame = (a: Place, b: Place) => a.request === b.request && a.serial === b.serial

/** @throws Refusal code.alreadyPacked with the first of the codes that is in something */
export function refusePacked(ranges: readonly CodeRange[], links: readonly Link[], codeOf: CodeOf): void {
  const link = links[0]
  if (!link) return
  const code = codeOf(link.request, heldBy(link, ranges)[0]!.from)
  throw new Refusal('code.alreadyPacked', { code, parent: codeOf(link.parent.request, link.parent.serial) })
}

/** By what codes are packed: its row, when it happened, and the stage report when it was one. */
interface By {
  packingId: number
  at: Date
  recordId?: number
}

/**
 * Puts codes that are in nothing into a parent.
 * @throws Refusal code.packedThen when another packing that is known held one of them at that time
 */
export async function link(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  parent: Place,
  { packingId, at, recordId }: By,
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
    if (isTaken(error)) throw new Refusal('code.packedThen')
    throw error
  }
}

/**
 * Takes codes out of what they are in: their links end, and what of a link stays inside goes on as it was.
 * @returns how many came out
 * @throws Refusal code.unpackedTooEarly when one was packed later than it is said to have come out
 */
export async function unlink(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  links: readonly Link[],
  { packingId, at }: By,
  codeOf: CodeOf,
): Promise<number> {
  const late = links.find(({ since }) => since.getTime() > at.getTime())
  if (late) throw new Refusal('code.unpackedTooEarly', { code: codeOf(late.request, heldBy(late, ranges)[0]!.from) })
  return endFacts(db, tenantId, 'code_link', ranges, links, { endedBy: packingId, at })
}

/** Ends links that should never have been: of no time, they stand in nobody's way. @param packingId by which they end */
export async function withdrawLinks(
  db: Db,
  tenantId: number,
  links: readonly Link[],
  packingId: number,
): Promise<void> {
  await db.execute(sql`
    update code_link set during = 'empty', ended_by = ${packingId}
    where tenant_id = ${tenantId} and id = any(${links.map(({ id }) => id)})`)
}
