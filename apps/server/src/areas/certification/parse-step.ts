import { normaliseRanges } from '@timbermark/codes'
import type { Issue } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type CodeRange, codeRange, type KnownCode, toCodeRanges } from '../code/directory/range-facts.ts'

/** Codes as a step names them. */
export interface Given {
  codes: readonly string[]
  ranges: readonly { first: string; last: string }[]
}
/** Rows of own codes by their numbers, both included, counted from 1. */
export type Numbers = readonly { requestId: number; from: number; to: number }[]

const isMade = (status: string) => status === 'completed' || status === 'downloaded'

/** A code that was made, of those that may be named. @throws Refusal stage.foreignCode */
async function made({ directory }: Services, text: string, mayName: (code: KnownCode) => boolean): Promise<KnownCode> {
  const opened = await directory.open(text)
  // Whoever reviews codes of others names what is printed on them: of several enterprises that have it, the one he may name.
  const meant = (opened.known ? [opened] : await directory.openForeign(text)).find(
    code => isMade(code.entry.status) && mayName(code),
  )
  if (!meant) throw new Refusal('stage.foreignCode', { code: opened.code ?? text.slice(0, 100) })
  return meant
}

/**
 * The codes that a step names by their values. A code that is named twice is meant once.
 * @throws Refusal stage.foreignCode, code.rangeBroken
 */
export async function readGiven(
  services: Services,
  { codes, ranges }: Given,
  mayName: (code: KnownCode) => boolean,
): Promise<CodeRange[]> {
  const single: KnownCode[] = []
  for (const text of codes) single.push(await made(services, text, mayName))
  const rows: CodeRange[] = []
  for (const row of ranges) {
    const [first, last] = [await made(services, row.first, mayName), await made(services, row.last, mayName)]
    if (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)
      throw new Refusal('code.rangeBroken', { first: first.code, last: last.code })
    rows.push(codeRange(first.entry.requestNumber, { from: first.serial, to: last.serial + 1 }))
  }
  return [...toCodeRanges(single), ...rows]
}

/** The codes of own requests that a step names by their numbers. @throws Refusal invalid */
export async function readNumbers(
  { directory }: Services,
  db: Db,
  actor: Actor,
  numbers: Numbers,
): Promise<CodeRange[]> {
  if (numbers.length === 0) return []
  const rows = await db.query<{ id: number; number: number }>(sql`
    select id, request_number as number from code_request
    where tenant_id = ${actor.tenantId} and id = any(${numbers.map(({ requestId }) => requestId)})`)
  const entries = new Map(rows.map(({ id, number }) => [id, directory.get(number)]))
  const issues: Issue[] = []
  const found = numbers.flatMap(({ requestId, from, to }, n): CodeRange[] => {
    const entry = entries.get(requestId)
    if (!entry || !isMade(entry.status)) issues.push({ field: `numbers.${n}.requestId`, error: 'referenceMissing' })
    else if (from > to || to > entry.count)
      issues.push({ field: `numbers.${n}.to`, error: 'stage.noSuchRange', params: { count: entry.count } })
    else return [codeRange(entry.requestNumber, { from: from - 1, to })]
    return []
  })
  assertValid(issues)
  return found
}

/** Ranges that neither overlap nor touch. @throws Refusal stage.noCodes, certification.tooManyRanges */
export function wholeRanges(ranges: readonly CodeRange[]): CodeRange[] {
  if (ranges.length === 0) throw new Refusal('stage.noCodes')
  const whole = [...Map.groupBy(ranges, ({ request }) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, its]) => normaliseRanges(its).map(range => codeRange(request, range)))
  if (whole.length > mostRanges) throw new Refusal('certification.tooManyRanges', { max: mostRanges })
  return whole
}

/** Codes of one step that do not stand side by side are a row each. */
const mostRanges = 500
