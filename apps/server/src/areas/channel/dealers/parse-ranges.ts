import { type Language, limits } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type CodeRange, codeRange } from '../../code/directory/range-facts.ts'
import { codeAt, type ParsedCodes, hasCodes, parseSelection } from '../../code/directory/parse-codes.ts'
import { assertRequestsInScope } from '../../code/directory/codes-in-scope.ts'
import { loadContainedRanges } from '../../code/packing/parents.ts'

/** Codes selected for an assignment. */
export interface CodeSelection {
  codes: readonly string[]
  ranges: readonly { first: string; last: string }[]
  requestIds: readonly number[]
}

interface Context {
  services: Services
  db: Db
  actor: Actor
  language: Language
}

/** All codes of these requests; each must be completed and belong to the own enterprise. @throws Refusal code.notCompleted */
async function rangesOfRequests({ services, db, actor }: Context, ids: readonly number[]): Promise<CodeRange[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ request: number }>(sql`
    select request_number as request from code_request where tenant_id = ${actor.tenantId} and id = any(${[...new Set(ids)]})`)
  const requests = await services.directory.load(rows.map(({ request }) => request))
  const entries = rows.flatMap(({ request }) => requests.get(request) ?? [])
  if (entries.length !== new Set(ids).size || !entries.every(hasCodes)) throw new Refusal('code.notCompleted')
  return entries.map(({ requestNumber, count }) => codeRange(requestNumber, { from: 0, to: count }))
}

/** Merges overlapping ranges. */
function mergeRanges(all: readonly CodeRange[]): CodeRange[] {
  const sorted = [...all].sort((a, b) => a.request - b.request || a.from - b.from)
  const out: CodeRange[] = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last && last.request === range.request && range.from <= last.to)
      out[out.length - 1] = codeRange(last.request, { from: last.from, to: Math.max(last.to, range.to) })
    else out.push(range)
  }
  return out
}

/**
 * The selected codes, with everything that is packed in them now.
 * @throws Refusal as `parseSelection`; code.notCompleted; channel.tooManyRanges when packages hold too much in too many pieces
 */
export async function parseRanges(
  context: Context,
  selection: CodeSelection,
  permission: string,
): Promise<ParsedCodes> {
  const { services, db, actor, language } = context
  const requestRanges = await rangesOfRequests(context, selection.requestIds)
  const listed =
    selection.codes.length + selection.ranges.length > 0 || requestRanges.length === 0
      ? (await parseSelection(services, actor, language, selection, limits.assignedCodes)).ranges
      : []
  const outer = mergeRanges([...requestRanges, ...listed])
  const inside = await loadContainedRanges(db, actor.tenantId, outer, limits.assignedRanges + 1)
  const ranges = mergeRanges([...outer, ...inside])
  if (ranges.length > limits.assignedRanges) throw new Refusal('channel.tooManyRanges', { max: limits.assignedRanges })
  const first = (request: number) => codeAt(services, request, ranges.find(range => range.request === request)!.from)
  await assertRequestsInScope(db, actor, permission, [...new Set(ranges.map(({ request }) => request))], first)
  return { ranges, count: countSerials(ranges) }
}
