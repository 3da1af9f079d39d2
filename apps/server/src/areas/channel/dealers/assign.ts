import type { Language, ReadBodyOf } from '@timbermark/contract'
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
import { codeAt } from '../../code/packing/parse-codes.ts'
import { assertRequestsInScope } from '../../code/packing/codes-in-scope.ts'
import { readRanges } from './parse-ranges.ts'

/** Who assigns, and with what. */
export interface Scene {
  services: Services
  db: Db
  actor: Actor
  language: Language
}

/** Codes that are with a dealer now. */
interface Held extends RangeFact {
  dealerId: number
}

async function withDealers(db: Db, tenantId: number, facts: readonly RangeFact[]): Promise<Held[]> {
  const rows = await db.query<{ id: number; dealerId: number }>(sql`
    select id, dealer_id as "dealerId" from code_assignment where tenant_id = ${tenantId} and id = any(${facts.map(({ id }) => id)})`)
  const dealerOf = new Map(rows.map(row => [row.id, row.dealerId]))
  return facts.map(fact => ({ ...fact, dealerId: dealerOf.get(fact.id)! }))
}

async function note(
  { db, actor }: Scene,
  facts: { action: 'assign' | 'withdraw' | 'reassign'; dealerId: number | null; count: number; reason: string | null },
): Promise<{ id: number; at: Date }> {
  return db.one(sql`
    insert into assignment (tenant_id, dept_id, action, dealer_id, code_count, reason, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${facts.action}, ${facts.dealerId}, ${facts.count}, ${facts.reason}, ${actor.accountId})
    returning id, recorded_at as at`)
}

const counted = (ranges: readonly { from: number; to: number }[]) =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0)

/** The dealer as he stays until the codes are his. @throws Refusal referenceMissing, referenceDisabled */
async function usableDealer({ db, actor }: Scene, id: number): Promise<void> {
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
 * Gives codes to a dealer. Those that he has already stay his as they are; those of another only move when the giver says so.
 * @throws Refusal channel.assigned with the first code that another dealer has, channel.assignedHere, channel.reassignReason
 */
export async function assign(
  scene: Scene,
  body: ReadBodyOf<typeof assignCodes>,
): Promise<{ id: number; assigned: number; reassigned: number }> {
  const { services, db, actor } = scene
  await usableDealer(scene, body.dealerId)
  const { ranges } = await readRanges(scene, body, 'channel:assignment:assign')
  await lockCodeRequests(db, 'assignment', ranges)
  const held = await withDealers(
    db,
    actor.tenantId,
    await loadFactsInRanges(db, actor.tenantId, 'code_assignment', ranges),
  )
  const others = held.filter(({ dealerId }) => dealerId !== body.dealerId)
  const other = others[0]
  if (other && !body.reassign) {
    const code = codeAt(services, other.request, rangesOfFact(other, ranges)[0]!.from)
    throw new Refusal('channel.assigned', { code, dealer: await dealerName(db, actor.tenantId, other.dealerId) })
  }
  if (other && !body.reason) throw new Refusal('channel.reassignReason')
  const own = held.filter(({ dealerId }) => dealerId === body.dealerId)
  const given = rangesWithoutFact(ranges, own)
  const assigned = counted(given)
  if (assigned === 0) throw new Refusal('channel.assignedHere')
  const { id, at } = await note(scene, {
    action: other ? 'reassign' : 'assign',
    dealerId: body.dealerId,
    count: assigned,
    reason: body.reason || null,
  })
  const reassigned = other
    ? await endFacts(db, actor.tenantId, 'code_assignment', { ranges: given, facts: others, endedBy: id, at })
    : 0
  try {
    await addFacts(db, 'code_assignment', given, {
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

/** What a dealer still has of one assignment. */
async function leftOf({ db, actor }: Scene, assignmentId: number, scope: Sql): Promise<CodeRange[]> {
  const found = await db.maybe(
    sql`select 1 from assignment t where t.tenant_id = ${actor.tenantId} and t.id = ${assignmentId} and ${scope}`,
  )
  if (!found) throw new Refusal('notFound')
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select request_number as request, first_serial as "from", upper(serials) as "to" from code_assignment
    where tenant_id = ${actor.tenantId} and assignment_id = ${assignmentId} and current order by 1, 2`)
  if (rows.length === 0) throw new Refusal('channel.nothingHeld')
  return rows.map(({ request, ...range }) => codeRange(request, range))
}

/**
 * Takes codes back from whichever dealers have them.
 * @param scope which assignments the actor reaches, as `t`
 * @throws Refusal channel.notAssigned with the first code that is with no dealer, channel.nothingHeld, notFound
 */
export async function withdraw(
  scene: Scene,
  body: ReadBodyOf<typeof takeFromDealers>,
  scope: Sql,
): Promise<{ id: number; withdrawn: number }> {
  const { services, db, actor } = scene
  const permission = 'channel:assignment:withdraw'
  const { assignmentId } = body
  const told = assignmentId
    ? await leftOf(scene, assignmentId, scope)
    : (await readRanges(scene, body, permission)).ranges
  await lockCodeRequests(db, 'assignment', told)
  // What somebody has moved on meanwhile is no longer of this assignment.
  const ranges = assignmentId ? await leftOf(scene, assignmentId, scope) : told
  const named = (request: number) => codeAt(services, request, ranges.find(range => range.request === request)!.from)
  await assertRequestsInScope(db, actor, permission, [...new Set(ranges.map(({ request }) => request))], named)
  const held = await withDealers(
    db,
    actor.tenantId,
    await loadFactsInRanges(db, actor.tenantId, 'code_assignment', ranges),
  )
  const free = rangesWithoutFact(ranges, held)[0]
  if (free) throw new Refusal('channel.notAssigned', { code: codeAt(services, free.request, free.from) })
  const dealers = new Set(held.map(({ dealerId }) => dealerId))
  const { id, at } = await note(scene, {
    action: 'withdraw',
    dealerId: dealers.size === 1 ? held[0]!.dealerId : null,
    count: counted(held.flatMap(fact => rangesOfFact(fact, ranges))),
    reason: body.reason,
  })
  const withdrawn = await endFacts(db, actor.tenantId, 'code_assignment', { ranges, facts: held, endedBy: id, at })
  return { id, withdrawn }
}
