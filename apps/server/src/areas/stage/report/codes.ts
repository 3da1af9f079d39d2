import { codeLevels, type StageKey } from '@timbermark/contract'
import type { NumberedRange, Report, ReceivedReport } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Services } from '../../../platform/services.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { KnownCode } from '../../code/directory/range-facts.ts'
import type { CodeRefusal } from '../../code/directory/refuse-codes.ts'
import { describeHolders, placeOf } from '../../code/directory/custody-chain.ts'
import { hasCodes, parseRangeEnds } from '../../code/directory/parse-codes.ts'
import { replaceMessagingCodes } from '../../wechat/to-own-codes.ts'
import { filterRequestsInScope } from '../authorization/scope.ts'
import { isSupplier } from '../authorization/supplier-invitations.ts'
import { readOnce, type ReportContext } from '../report-context.ts'

/** The requests of these codes, each once, in order. */
export const requestIdsOf = (codes: readonly KnownCode[]): number[] =>
  [...new Set(codes.map(({ entry }) => entry.requestId))].sort((a, b) => a - b)

/** Loads those of the requests that the reporter may report about. */
export const loadRequestsInScope = (
  context: Pick<ReportContext, 'db' | 'actor' | 'reads'>,
  requestIds: readonly number[],
): Promise<Set<number>> =>
  readOnce(context, ['scope', ...requestIds], () => filterRequestsInScope(context.db, context.actor, requestIds))

/** Opens the named codes and separates those that cannot be reported at this stage: unknown, duplicate or of too high a level. */
export async function openReportedCodes(
  context: ReportContext,
): Promise<{ good: KnownCode[]; refused: CodeRefusal[] }> {
  const { services, actor, stage, language } = context
  const texts = context.body.codes
  const good: KnownCode[] = []
  const refused: CodeRefusal[] = []
  const seen = new Set<string>()
  const ofOthers: { refusal: CodeRefusal; code: KnownCode }[] = []
  const all = await services.directory.openAll(texts, actor.tenantId, 'refused', stage.key)
  const inScope = await loadRequestsInScope(context, requestIdsOf(all.filter(opened => opened.known)))
  for (const [n, text] of texts.entries()) {
    const opened = all[n]!
    const code = opened.code ?? text.slice(0, 100)
    if (seen.has(code)) refused.push({ code: code, error: 'stage.duplicateCode' })
    else if (opened.known && opened.entry.tenantId !== actor.tenantId && hasCodes(opened.entry)) {
      const refusal: CodeRefusal = { code, error: 'custody.heldByOther' }
      refused.push(refusal)
      ofOthers.push({ refusal, code: opened })
    } else if (!opened.known || opened.entry.tenantId !== actor.tenantId)
      refused.push({ code: code, error: 'stage.foreignCode' })
    else if (!inScope.has(opened.entry.requestId))
      refused.push(
        isSupplier(actor)
          ? { code, error: 'custody.notInvited', params: { holder: actor.tenantName } }
          : { code, error: 'stage.foreignCode' },
      )
    else if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded')
      refused.push({ code: code, error: 'stage.foreignCode' })
    else if (!stage.levels.includes(codeLevels[opened.entry.codeType]))
      refused.push({ code: code, error: 'stage.levelTooHigh' })
    else good.push(opened)
    seen.add(code)
  }
  const holders = await describeHolders(
    services,
    language,
    ofOthers.map(({ code }) => placeOf(code)),
  )
  for (const [n, { refusal }] of ofOthers.entries()) refusal.ask = holders[n]
  return { good, refused }
}

/**
 * Normalizes a report: codes of the messaging platform become the enterprise's own codes, and ranges given by their first
 * and last code become numbered ranges.
 * @throws Refusal stage.tooManyCodes, stage.foreignCode, code.rangeBroken
 */
export async function normalizeReport(
  { services, db, actor }: { services: Services; db: Db; actor: Actor },
  { ranges, ...body }: ReceivedReport,
): Promise<Report> {
  const scanned = (ranges ?? []).flatMap(range => ('first' in range ? [range.first, range.last] : []))
  const { parentCode } = body
  const scannedCodes = [...body.codes, ...scanned, ...(parentCode ? [parentCode] : [])]
  const ownCodes = await replaceMessagingCodes(db, services, actor.tenantId, scannedCodes)
  const codes = ownCodes.slice(0, body.codes.length)
  const ends = ownCodes.slice(codes.length)
  const numbered: NumberedRange[] = []
  for (const range of ranges ?? [])
    numbered.push(
      'first' in range ? await numberRange(services, actor, ends.splice(0, 2) as [string, string], body.stage) : range,
    )
  return { ...body, codes, ...(ranges && { ranges: numbered }), ...(parentCode && { parentCode: ownCodes.at(-1)! }) }
}

async function numberRange(
  services: Services,
  actor: Actor,
  [from, to]: readonly [string, string],
  stage: StageKey,
): Promise<NumberedRange> {
  const { first, last } = await parseRangeEnds(services, actor, from, to, stage)
  return { requestId: first.entry.requestId, from: first.serial + 1, to: last.serial + 1 }
}
