import { codeLevels, limits, type Issue, type Language, type Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DirectoryEntry } from '../../code/directory/code-directory.ts'
import { type CodeRange, codeRange, type KnownCode, rangesOf } from '../../code/directory/range-facts.ts'
import { refuseCodes } from '../../code/directory/refuse-codes.ts'
import { requestsInReach } from '../authorization/scope.ts'

/** Codes that stand side by side, none of which is looked at alone. */
interface Span {
  /** The first of them: what it is, all are. */
  first: KnownCode
  /** Serials, the last one excluded. */
  from: number
  to: number
}

/** What a report is about. */
export interface ReportedGoods {
  /** The codes that were named, and the first of each range: all that is to be known of their kind. */
  codes: KnownCode[]
  ranges: CodeRange[]
  /** How many codes that is. */
  count: number
}

interface Asking {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Pick<Report, 'ranges' | 'parentCode'>
  language: Language
}

/**
 * The named codes and the ranges of a report as one, each code once.
 * @throws Refusal invalid for a range that is not there, stage.tooManyCodes, stage.levelTooHigh, stage.duplicateCode
 */
export async function withRanges(asking: Asking, named: readonly KnownCode[]): Promise<ReportedGoods> {
  const spans = await readSpans(asking)
  const codes = [...named, ...spans.map(span => span.first)]
  const ranges = [
    ...rangesOf(named),
    ...spans.map(({ first: { entry }, from, to }) => codeRange(entry.requestNumber, { from, to })),
  ].sort((a, b) => a.request - b.request || a.from - b.from)
  const twice = ranges.find(
    (range, n) => n > 0 && ranges[n - 1]!.request === range.request && ranges[n - 1]!.to > range.from,
  )
  if (twice) {
    const { directory } = asking.services
    const code = directory.codesOf(directory.get(twice.request)!).code(twice.from)
    throw refuseCodes(asking.language, [{ code, error: 'stage.duplicateCode' }])
  }
  return {
    codes,
    ranges,
    count: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
  }
}

async function readSpans({ services, db, actor, stage, body, language }: Asking): Promise<Span[]> {
  const given = body.ranges ?? []
  if (given.length === 0) return []
  const wanted = [...new Set(given.map(range => range.requestId))]
  const inReach = await requestsInReach(db, actor, wanted)
  const requests = await db.query<{ id: number; number: number }>(
    sql`select id, request_number as number from code_request where tenant_id = ${actor.tenantId} and id = any(${wanted})`,
  )
  const entries = new Map(
    requests.filter(({ id }) => inReach.has(id)).map(({ id, number }) => [id, services.directory.get(number)]),
  )
  const issues: Issue[] = []
  const spans = given.flatMap((range, n): Span[] => {
    const entry = entries.get(range.requestId)
    if (!entry || !isMade(entry)) issues.push({ field: `ranges.${n}.requestId`, error: 'referenceMissing' })
    else if (range.from > range.to || range.to > entry.count)
      issues.push({ field: `ranges.${n}.to`, error: 'stage.noSuchRange', params: { count: entry.count } })
    else return [spanOf(services, entry, range.from - 1, range.to)]
    return []
  })
  assertValid(issues)
  const tooHigh = spans.find(({ first }) => !stage.levels.includes(codeLevels[first.entry.codeType]))
  if (tooHigh) throw refuseCodes(language, [{ code: tooHigh.first.code, error: 'stage.levelTooHigh' }])
  // Of single codes the ledger speaks block by block: more would hold up everybody else's entries.
  const aboutCodes = stage.reach === 'codes' || Boolean(body.parentCode)
  const count = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  if (aboutCodes && count > limits.reportRanges) throw new Refusal('stage.tooManyCodes', { max: limits.reportRanges })
  return spans
}

const isMade = ({ status }: DirectoryEntry) => status === 'completed' || status === 'downloaded'

function spanOf(services: Services, entry: DirectoryEntry, from: number, to: number): Span {
  const codes = services.directory.codesOf(entry)
  return { first: { known: true, code: codes.code(from), serial: from, entry, codes }, from, to }
}
