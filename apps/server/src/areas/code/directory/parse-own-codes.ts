import { normaliseRanges } from '@timbermark/codes'
import type { Issue } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { assertRequestsInScope } from './codes-in-scope.ts'
import { codeAt } from './parse-codes.ts'
import { type CodeRange, codeRange, type KnownCode, toCodeRanges } from './range-facts.ts'

/** Codes as the body of a step names them. */
export interface NamedCodes {
  codes: readonly string[]
  ranges: readonly { first: string; last: string }[]
}
/** Own codes by their numbers within a request; both ends included, counted from 1. */
export type NumberedCodes = readonly { requestId: number; from: number; to: number }[]

/** Each range of codes that are not adjacent becomes a row, so their number per step is limited. */
const maxRanges = 500

const isCompleted = (status: string) => status === 'completed' || status === 'downloaded'

/** Opens a generated code that the caller may name. @throws Refusal stage.foreignCode */
async function openMadeCode(
  { directory }: Services,
  text: string,
  mayName: (code: KnownCode) => boolean,
  tenantId: number | null,
): Promise<KnownCode> {
  const opened = await (tenantId === null ? directory.open(text) : directory.openFor(tenantId, text))
  // Reviewers name the printed code. If several enterprises have it, take the one that the caller may name.
  const match = (opened.known ? [opened] : await directory.openForeign(text)).find(
    code => isCompleted(code.entry.status) && mayName(code),
  )
  if (!match) throw new Refusal('stage.foreignCode', { code: opened.code ?? text.slice(0, 100) })
  return match
}

/**
 * Parses the codes that a step names by value, of whatever enterprise. A code that is named twice counts once.
 * @throws Refusal stage.foreignCode, code.rangeBroken
 */
export const parseNamedCodes = (
  services: Services,
  named: NamedCodes,
  mayName: (code: KnownCode) => boolean,
): Promise<CodeRange[]> => parseNamedCodesOf(services, null, named, mayName)

/**
 * The same for the codes as one enterprise knows them: what it has received is in requests of its own.
 * @param tenantId null for the codes as they were made
 * @throws Refusal stage.foreignCode, code.rangeBroken
 */
export async function parseNamedCodesOf(
  services: Services,
  tenantId: number | null,
  { codes, ranges }: NamedCodes,
  mayName: (code: KnownCode) => boolean,
): Promise<CodeRange[]> {
  const open = (text: string) => openMadeCode(services, text, mayName, tenantId)
  const single: KnownCode[] = []
  for (const text of codes) single.push(await open(text))
  const rows: CodeRange[] = []
  for (const row of ranges) {
    const [first, last] = [await open(row.first), await open(row.last)]
    if (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)
      throw new Refusal('code.rangeBroken', { first: first.code, last: last.code })
    rows.push(codeRange(first.entry.requestNumber, { from: first.serial, to: last.serial + 1 }))
  }
  return [...toCodeRanges(single), ...rows]
}

/** Parses the codes of own requests that a step names by number. @throws Refusal invalid */
export async function parseNumberedCodes(
  { directory }: Services,
  db: Db,
  actor: Actor,
  numbers: NumberedCodes,
): Promise<CodeRange[]> {
  if (numbers.length === 0) return []
  const rows = await db.query<{ id: number; number: number }>(sql`
    select id, request_number as number from code_request
    where tenant_id = ${actor.tenantId} and id = any(${numbers.map(({ requestId }) => requestId)})`)
  const requests = await directory.load(rows.map(({ number }) => number))
  const entries = new Map(rows.map(({ id, number }) => [id, requests.get(number)]))
  const issues: Issue[] = []
  const ranges = numbers.flatMap(({ requestId, from, to }, n): CodeRange[] => {
    const entry = entries.get(requestId)
    if (!entry || !isCompleted(entry.status))
      issues.push({ field: `numbers.${n}.requestId`, error: 'referenceMissing' })
    else if (from > to || to > entry.count)
      issues.push({ field: `numbers.${n}.to`, error: 'stage.noSuchRange', params: { count: entry.count } })
    else return [codeRange(entry.requestNumber, { from: from - 1, to })]
    return []
  })
  assertValid(issues)
  return ranges
}

/** Merges ranges so that they neither overlap nor touch. @param max the most merged ranges @throws Refusal stage.noCodes, certification.tooManyRanges */
export function mergeRanges(ranges: readonly CodeRange[], max: number = maxRanges): CodeRange[] {
  if (ranges.length === 0) throw new Refusal('stage.noCodes')
  const merged = [...Map.groupBy(ranges, ({ request }) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, its]) => normaliseRanges(its).map(range => codeRange(request, range)))
  if (merged.length > max) throw new Refusal('certification.tooManyRanges', { max })
  return merged
}

/**
 * Parses the own codes that a body names; all their requests must be in scope of the permission.
 * @param permission null where every request of the enterprise is in scope
 * @throws Refusal stage.foreignCode among others
 */
export async function parseOwnCodes(
  { services, db, actor }: { services: Services; db: Db; actor: Actor },
  permission: string | null,
  body: NamedCodes & { numbers: NumberedCodes },
  max: number = maxRanges,
): Promise<CodeRange[]> {
  const named = [
    ...(await parseNamedCodesOf(services, actor.tenantId, body, code => code.entry.tenantId === actor.tenantId)),
    ...(await parseNumberedCodes(services, db, actor, body.numbers)),
  ]
  const ranges = mergeRanges(named, max)
  if (permission === null) return ranges
  const requests = [...new Set(ranges.map(({ request }) => request))]
  await assertRequestsInScope(db, actor, permission, requests, request =>
    codeAt(services, request, ranges.find(range => range.request === request)!.from),
  )
  return ranges
}
