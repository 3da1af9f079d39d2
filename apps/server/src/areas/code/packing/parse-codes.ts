import { codeLevels, type Language, limits } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { DirectoryEntry } from '../directory/code-directory.ts'
import { type CodeRange, codeRange, type KnownCode, rangesOf } from '../directory/range-facts.ts'
import { type CodeRefusal, refuseCodes } from '../directory/refuse-codes.ts'

/** Codes as a packing names them. */
export interface Given {
  codes: readonly string[]
  ranges: readonly { first: string; last: string }[]
}

/** The same, read. */
export interface GivenCodes {
  ranges: CodeRange[]
  count: number
}

/** Have the codes of this request been made? */
export const isMade = ({ status }: DirectoryEntry) => status === 'completed' || status === 'downloaded'

/** A code of the own enterprise that was made. @throws Refusal stage.foreignCode */
export async function ownCode({ directory }: Services, actor: Actor, text: string): Promise<KnownCode> {
  const opened = await directory.openFor(actor.tenantId, text)
  if (!opened.known || opened.entry.tenantId !== actor.tenantId || !isMade(opened.entry))
    throw new Refusal('stage.foreignCode', { code: opened.code ?? text.slice(0, 100) })
  return opened
}

/** Reads what was scanned one by one: all that cannot be taken are told at once. */
async function readSingle(
  services: Services,
  actor: Actor,
  language: Language,
  texts: readonly string[],
): Promise<CodeRange[]> {
  const good = new Map<string, KnownCode>()
  const refused: CodeRefusal[] = []
  const all = await services.directory.openAll(texts, actor.tenantId)
  for (const [n, text] of texts.entries()) {
    const opened = all[n]!
    const code = opened.code ?? text.slice(0, 100)
    if (good.has(code)) refused.push({ code, error: 'stage.duplicateCode' })
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId || !isMade(opened.entry))
      refused.push({ code, error: 'stage.foreignCode' })
    else good.set(code, opened)
  }
  if (refused.length > 0) throw refuseCodes(language, refused)
  return rangesOf([...good.values()])
}

/** Two codes of one request, the first before the last. @throws Refusal stage.foreignCode, code.rangeBroken */
export async function endsOf(
  services: Services,
  actor: Actor,
  from: string,
  to: string,
): Promise<{ first: KnownCode; last: KnownCode }> {
  const [first, last] = [await ownCode(services, actor, from), await ownCode(services, actor, to)]
  if (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)
    throw new Refusal('code.rangeBroken', { first: first.code, last: last.code })
  return { first, last }
}

async function readRow(services: Services, actor: Actor, row: Given['ranges'][number]): Promise<CodeRange> {
  const { first, last } = await endsOf(services, actor, row.first, row.last)
  return codeRange(first.entry.requestNumber, { from: first.serial, to: last.serial + 1 })
}

/** The code of a serial. */
export function codeAt({ directory }: Services, request: number, serial: number): string {
  return directory.codesOf(directory.get(request)!).code(serial)
}

/**
 * The codes that a packing names, all of the own enterprise, made, and each named once.
 * @throws Refusal stage.noCodes, stage.tooManyCodes, stage.duplicateCode, stage.foreignCode, code.rangeBroken,
 *   code.rangesOverlap, code.tooManyPacked
 * @param most so many codes together
 */
export async function readGiven(
  services: Services,
  actor: Actor,
  language: Language,
  { codes, ranges }: Given,
  most: number = limits.packedCodes,
): Promise<GivenCodes> {
  if (codes.length + ranges.length === 0) throw new Refusal('stage.noCodes')
  if (codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  const all = await readSingle(services, actor, language, codes)
  for (const row of ranges) all.push(await readRow(services, actor, row))
  all.sort((a, b) => a.request - b.request || a.from - b.from)
  for (const [at, range] of all.entries()) {
    const before = all[at - 1]
    if (before?.request === range.request && before.to > range.from)
      throw new Refusal('code.rangesOverlap', { code: codeAt(services, range.request, range.from) })
  }
  const count = countSerials(all)
  if (count > most) throw new Refusal('code.tooManyPacked', { max: most })
  return { ranges: all, count }
}

/**
 * May these codes go into this parent? Levels rise with every link, so that nothing ever contains itself.
 * @throws Refusal stage.cycle, stage.parentLevel
 */
export function checkLevels({ directory }: Services, parent: KnownCode, ranges: readonly CodeRange[]): void {
  const { requestNumber } = parent.entry
  if (ranges.some(({ request, from, to }) => request === requestNumber && from <= parent.serial && parent.serial < to))
    throw new Refusal('stage.cycle')
  const level = codeLevels[parent.entry.codeType]
  if (ranges.some(({ request }) => codeLevels[directory.get(request)!.codeType] >= level))
    throw new Refusal('stage.parentLevel')
}
