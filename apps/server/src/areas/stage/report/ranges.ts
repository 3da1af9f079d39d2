import { codeLevels, limits, type Issue, type Language, type Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DirectoryEntry } from '../../code/directory/code-directory.ts'
import { type CodeRange, codeRange, type KnownCode, toCodeRanges } from '../../code/directory/range-facts.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { codeAt, hasCodes } from '../../code/directory/parse-codes.ts'
import { loadRequestsInScope } from './codes.ts'
import { readOnce, type SharedReads } from '../report-context.ts'

/** Consecutive codes of one request. */
interface ReportedRange {
  /** The first code; all codes of the range have its request and type. */
  first: KnownCode
  /** Serials; `to` is excluded. */
  from: number
  to: number
}

/** The goods of a report. */
export interface ReportedGoods {
  /** The named codes and the first code of each range. */
  codes: KnownCode[]
  ranges: CodeRange[]
  /** Number of codes. */
  count: number
}

interface RangeContext {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Pick<Report, 'ranges' | 'parentCode'>
  language: Language
  reads?: SharedReads | undefined
}

/**
 * Combines the named codes and the ranges of a report; no code may occur twice.
 * @throws Refusal invalid for a range that does not exist, stage.tooManyCodes, stage.levelTooHigh, stage.duplicateCode
 */
export async function loadReportedGoods(asking: RangeContext, named: readonly KnownCode[]): Promise<ReportedGoods> {
  const reported = await loadReportedRanges(asking)
  const codes = [...named, ...reported.map(span => span.first)]
  const ranges = [
    ...toCodeRanges(named),
    ...reported.map(({ first: { entry }, from, to }) => codeRange(entry.requestNumber, { from, to })),
  ].sort((a, b) => a.request - b.request || a.from - b.from)
  const duplicate = ranges.find(
    (range, n) => n > 0 && ranges[n - 1]!.request === range.request && ranges[n - 1]!.to > range.from,
  )
  if (duplicate) {
    const code = await codeAt(asking.services, duplicate.request, duplicate.from)
    throw refuseCodes(asking.language, [{ code, error: 'stage.duplicateCode' }])
  }
  return {
    codes,
    ranges,
    count: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

async function loadReportedRanges(context: RangeContext): Promise<ReportedRange[]> {
  const { services, db, actor, stage, body, language } = context
  const ranges = body.ranges ?? []
  if (ranges.length === 0) return []
  const requestIds = [...new Set(ranges.map(range => range.requestId))].sort((a, b) => a - b)
  const inScope = await loadRequestsInScope(context, requestIds)
  const requests = await readOnce(context, ['requests', ...requestIds], () =>
    db.query<{ id: number; number: number }>(
      sql`select id, request_number as number from code_request where tenant_id = ${actor.tenantId} and id = any(${requestIds})`,
    ),
  )
  const visible = requests.filter(({ id }) => inScope.has(id))
  const loaded = await services.directory.load(visible.map(({ number }) => number))
  const entries = new Map(visible.map(({ id, number }) => [id, loaded.get(number)]))
  const issues: Issue[] = []
  const spans = ranges.flatMap((range, n): ReportedRange[] => {
    const entry = entries.get(range.requestId)
    if (!entry || !hasCodes(entry)) issues.push({ field: `ranges.${n}.requestId`, error: 'referenceMissing' })
    else if (range.from > range.to || range.to > entry.count)
      issues.push({ field: `ranges.${n}.to`, error: 'stage.noSuchRange', params: { count: entry.count } })
    else return [reportedRange(services, entry, range.from - 1, range.to)]
    return []
  })
  assertValid(issues)
  const tooHigh = spans.find(({ first }) => !stage.levels.includes(codeLevels[first.entry.codeType]))
  if (tooHigh) throw refuseCodes(language, [{ code: tooHigh.first.code, error: 'stage.levelTooHigh' }])
  // The ledger seals reports about single codes block by block: larger ranges would delay the entries of everybody else.
  const aboutCodes = stage.reach === 'codes' || Boolean(body.parentCode)
  const count = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  if (aboutCodes && count > limits.reportRanges) throw new Refusal('stage.tooManyCodes', { max: limits.reportRanges })
  return spans
}

function reportedRange(services: Services, entry: DirectoryEntry, from: number, to: number): ReportedRange {
  const codes = services.directory.codesOf(entry)
  return { first: { known: true, code: codes.code(from), serial: from, entry, codes }, from, to }
}
