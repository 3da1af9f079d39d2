import type { Language, ParsedBodyOf } from '@timbermark/contract'
import { dealer } from '@timbermark/contract'
import type { assignCodes, takeFromDealers } from '@timbermark/contract/calls'
import { lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import {
  addFacts,
  type CodeRange,
  codeRange,
  endFacts,
  rangesWithoutFact,
  rangesOfFact,
  type RangeFact,
  loadFactsInRanges,
  isExclusionViolation,
  lockCodeRequests,
} from '../../code/directory/range-facts.ts'
import { useLabels } from '../../code/label-life/use-labels.ts'
import { codeAt } from '../../code/directory/parse-codes.ts'
import { assertRequestsInScope } from '../../code/directory/codes-in-scope.ts'
import { parseRanges } from './parse-ranges.ts'

/** Caller and resources of an assignment. */
export interface AssignmentContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
}

/** Codes that a dealer holds now. */
interface AssignedRange extends RangeFact {
  dealerId: number
}

async function addDealers(db: Db, tenantId: number, facts: readonly RangeFact[]): Promise<AssignedRange[]> {
  const rows = await db.query<{ id: number; dealerId: number }>(sql`
    select id, dealer_id as "dealerId" from code_assignment where tenant_id = ${tenantId} and id = any(${facts.map(({ id }) => id)})`)
  const dealerOf = new Map(rows.map(row => [row.id, row.dealerId]))
  return facts.map(fact => ({ ...fact, dealerId: dealerOf.get(fact.id)! }))
}

async function insertAssignment(
  { db, actor }: AssignmentContext,
  facts: { action: 'assign' | 'withdraw' | 'reassign'; dealerId: number | null; count: number; reason: string | null },
): Promise<{ id: number; at: Date }> {
  return db.one(sql`
    insert into assignment (tenant_id, dept_id, action, dealer_id, code_count, reason, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${facts.action}, ${facts.dealerId}, ${facts.count}, ${facts.reason}, ${actor.accountId})
    returning id, recorded_at as at`)
}

const countCodes = (ranges: readonly { from: number; to: number }[]) =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0)

/** Locks the dealer until the end of the transaction. @throws Refusal referenceMissing, referenceDisabled */
async function lockUsableDealer({ db, actor }: AssignmentContext, id: number): Promise<void> {
  const row = await lockRow(db, dealer, actor, id, 'list').catch((error: unknown) => {
    throw error instanceof Refusal ? invalid([{ field: 'dealerId', error: 'referenceMissing' }]) : error
  })
  if (row.status !== '0') throw invalid([{ field: 'dealerId', error: 'referenceDisabled' }])
}

async function dealerName(db: Db, tenantId: number, id: number): Promise<string> {
  const { name } = await db.one<{ name: string }>(
    sql`select name from dealer where tenant_id = ${tenantId} and id = ${id}`,
  )
  return name
}

/**
 * Assigns codes to a dealer. Codes that the dealer already holds stay unchanged; codes of another dealer only move when `reassign` is set.
 * @throws Refusal channel.assigned with the first code that another dealer has, channel.assignedHere, channel.reassignReason
 */
export async function assignToDealer(
  scene: AssignmentContext,
  body: ParsedBodyOf<typeof assignCodes>,
): Promise<{ id: number; assigned: number; reassigned: number }> {
  const { services, db, actor } = scene
  await lockUsableDealer(scene, body.dealerId)
  const { ranges } = await parseRanges(scene, body, 'channel:assignment:assign')
  await lockCodeRequests(db, 'assignment', ranges)
  const held = await addDealers(
    db,
    actor.tenantId,
    await loadFactsInRanges(db, actor.tenantId, 'code_assignment', ranges),
  )
  const others = held.filter(({ dealerId }) => dealerId !== body.dealerId)
  const other = others[0]
  if (other && !body.reassign) {
    const code = await codeAt(services, other.request, rangesOfFact(other, ranges)[0]!.from)
    throw new Refusal('channel.assigned', { code, dealer: await dealerName(db, actor.tenantId, other.dealerId) })
  }
  if (other && !body.reason) throw new Refusal('channel.reassignReason')
  const alreadyAssigned = held.filter(({ dealerId }) => dealerId === body.dealerId)
  const newRanges = rangesWithoutFact(ranges, alreadyAssigned)
  const assigned = countCodes(newRanges)
  if (assigned === 0) throw new Refusal('channel.assignedHere')
  await useLabels({ ...scene, recordedAt: new Date() }, newRanges, 'assignment')
  const { id, at } = await insertAssignment(scene, {
    action: other ? 'reassign' : 'assign',
    dealerId: body.dealerId,
    count: assigned,
    reason: body.reason || null,
  })
  const reassigned = other
    ? await endFacts(db, actor.tenantId, 'code_assignment', { ranges: newRanges, facts: others, endedBy: id, at })
    : 0
  try {
    await addFacts(db, 'code_assignment', newRanges, {
      tenant_id: actor.tenantId,
      dealer_id: body.dealerId,
      assignment_id: id,
      during: `[${at.toISOString()},)`,
    })
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal('tooFast')
    throw error
  }
  return { id, assigned, reassigned }
}

/** What the dealer still holds of one assignment. */
async function loadRemainingRanges(
  { db, actor }: AssignmentContext,
  assignmentId: number,
  scope: Sql,
): Promise<CodeRange[]> {
  const assignment = await db.maybe(
    sql`select 1 from assignment t where t.tenant_id = ${actor.tenantId} and t.id = ${assignmentId} and ${scope}`,
  )
  if (!assignment) throw new Refusal('notFound')
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select request_number as request, first_serial as "from", upper(serials) as "to" from code_assignment
    where tenant_id = ${actor.tenantId} and assignment_id = ${assignmentId} and current order by 1, 2`)
  if (rows.length === 0) throw new Refusal('channel.nothingHeld')
  return rows.map(({ request, ...range }) => codeRange(request, range))
}

/**
 * Withdraws codes from the dealers that hold them.
 * @param scope condition on assignments `t` in the actor's scope
 * @throws Refusal channel.notAssigned with the first code that is with no dealer, channel.nothingHeld, notFound
 */
export async function withdrawFromDealers(
  scene: AssignmentContext,
  body: ParsedBodyOf<typeof takeFromDealers>,
  scope: Sql,
): Promise<{ id: number; withdrawn: number }> {
  const { services, db, actor } = scene
  const permission = 'channel:assignment:withdraw'
  const { assignmentId } = body
  const requested = assignmentId
    ? await loadRemainingRanges(scene, assignmentId, scope)
    : (await parseRanges(scene, body, permission)).ranges
  await lockCodeRequests(db, 'assignment', requested)
  // Read again under the lock: moved codes no longer belong to this assignment.
  const ranges = assignmentId ? await loadRemainingRanges(scene, assignmentId, scope) : requested
  const firstCodeOf = (request: number) =>
    codeAt(services, request, ranges.find(range => range.request === request)!.from)
  await assertRequestsInScope(db, actor, permission, [...new Set(ranges.map(({ request }) => request))], firstCodeOf)
  const held = await addDealers(
    db,
    actor.tenantId,
    await loadFactsInRanges(db, actor.tenantId, 'code_assignment', ranges),
  )
  const free = rangesWithoutFact(ranges, held)[0]
  if (free) throw new Refusal('channel.notAssigned', { code: await codeAt(services, free.request, free.from) })
  const dealers = new Set(held.map(({ dealerId }) => dealerId))
  const { id, at } = await insertAssignment(scene, {
    action: 'withdraw',
    dealerId: dealers.size === 1 ? held[0]!.dealerId : null,
    count: countCodes(held.flatMap(fact => rangesOfFact(fact, ranges))),
    reason: body.reason,
  })
  const withdrawn = await endFacts(db, actor.tenantId, 'code_assignment', { ranges, facts: held, endedBy: id, at })
  return { id, withdrawn }
}
