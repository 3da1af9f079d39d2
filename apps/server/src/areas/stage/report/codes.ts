import { codeLevels, type Stage } from '@timbermark/contract'
import type { NumberedRange, Report, ReceivedReport } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Services } from '../../../platform/services.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { KnownCode } from '../../code/directory/range-facts.ts'
import type { CodeRefusal } from '../../code/directory/refuse-codes.ts'
import { endsOf } from '../../code/packing/parse-codes.ts'
import { replacePlatformCodes } from '../../wechat/to-own-codes.ts'
import { requestsInReach } from '../authorization/scope.ts'

/** Reads codes and sorts out those that cannot be reported at this stage: foreign, twice, too high. */
export async function readCodes(
  services: Services,
  db: Db,
  actor: Actor,
  stage: Stage,
  texts: readonly string[],
): Promise<{ good: KnownCode[]; refused: CodeRefusal[] }> {
  const good: KnownCode[] = []
  const refused: CodeRefusal[] = []
  const seen = new Set<string>()
  const all = await services.directory.openAll(texts, actor.tenantId)
  const requests = all.flatMap(opened => (opened.known ? opened.entry.requestId : []))
  const inReach = await requestsInReach(db, actor, [...new Set(requests)])
  for (const [n, text] of texts.entries()) {
    const opened = all[n]!
    const shown = opened.code ?? text.slice(0, 100)
    if (seen.has(shown)) refused.push({ code: shown, error: 'stage.duplicateCode' })
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId || !inReach.has(opened.entry.requestId))
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded')
      refused.push({ code: shown, error: 'stage.foreignCode' })
    else if (!stage.levels.includes(codeLevels[opened.entry.codeType]))
      refused.push({ code: shown, error: 'stage.levelTooHigh' })
    else good.push(opened)
    seen.add(shown)
  }
  return { good, refused }
}

/**
 * A report as if the own codes had been scanned: the messaging platform's are replaced by those that they stand for, and
 * ranges that were scanned by their numbers.
 * @throws Refusal stage.tooManyCodes, stage.foreignCode, code.rangeBroken
 */
export async function inOwnWords(
  { services, db, actor }: { services: Services; db: Db; actor: Actor },
  { ranges, ...body }: ReceivedReport,
): Promise<Report> {
  const scanned = (ranges ?? []).flatMap(range => ('first' in range ? [range.first, range.last] : []))
  const { parentCode } = body
  const given = [...body.codes, ...scanned, ...(parentCode ? [parentCode] : [])]
  const own = await replacePlatformCodes(db, services, actor.tenantId, given)
  const codes = own.slice(0, body.codes.length)
  const ends = own.slice(codes.length)
  const numbered: NumberedRange[] = []
  for (const range of ranges ?? [])
    numbered.push('first' in range ? await numbersOf(services, actor, ends.splice(0, 2) as [string, string]) : range)
  return { ...body, codes, ...(ranges && { ranges: numbered }), ...(parentCode && { parentCode: own.at(-1)! }) }
}

async function numbersOf(
  services: Services,
  actor: Actor,
  [from, to]: readonly [string, string],
): Promise<NumberedRange> {
  const { first, last } = await endsOf(services, actor, from, to)
  return { requestId: first.entry.requestId, from: first.serial + 1, to: last.serial + 1 }
}
