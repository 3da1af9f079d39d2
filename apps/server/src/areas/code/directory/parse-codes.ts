import { type Language, limits, type StageKey } from '@timbermark/contract'
import { countSerials } from '@timbermark/codes'
import type { Actor } from '../../../platform/actor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { DirectoryEntry } from './code-directory.ts'
import { type CodeRange, codeRange, type KnownCode, toCodeRanges } from './range-facts.ts'
import { type CodeRefusal, refuseCodes } from './refuse-codes.ts'

/** Codes as a call names them. */
export interface CodeSelection {
  codes: readonly string[]
  ranges: readonly { first: string; last: string }[]
}

/** The selected codes, opened. */
export interface ParsedCodes {
  ranges: CodeRange[]
  count: number
}

/** Whether the codes of this request have been generated. */
export const hasCodes = ({ status }: DirectoryEntry) => status === 'completed' || status === 'downloaded'

/** Opens a generated code of the caller's enterprise. @throws Refusal stage.foreignCode */
export async function openOwnCode(
  { directory }: Services,
  actor: Actor,
  text: string,
  stage?: StageKey,
): Promise<KnownCode> {
  const opened = await directory.openFor(actor.tenantId, text, stage)
  if (!opened.known || opened.entry.tenantId !== actor.tenantId || !hasCodes(opened.entry))
    throw new Refusal('stage.foreignCode', { code: opened.code ?? text.slice(0, 100) })
  return opened
}

/** Opens codes that were scanned one by one; one refusal lists all refused codes. */
async function parseSingleCodes(
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
    else if (!opened.known || opened.entry.tenantId !== actor.tenantId || !hasCodes(opened.entry))
      refused.push({ code, error: 'stage.foreignCode' })
    else good.set(code, opened)
  }
  if (refused.length > 0) throw refuseCodes(language, refused)
  return toCodeRanges([...good.values()])
}

/** Opens the ends of a range: two codes of one request in order. @throws Refusal stage.foreignCode, code.rangeBroken */
export async function parseRangeEnds(
  services: Services,
  actor: Actor,
  from: string,
  to: string,
  stage?: StageKey,
): Promise<{ first: KnownCode; last: KnownCode }> {
  const [first, last] = [await openOwnCode(services, actor, from, stage), await openOwnCode(services, actor, to, stage)]
  if (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)
    throw new Refusal('code.rangeBroken', { first: first.code, last: last.code })
  return { first, last }
}

async function parseRange(services: Services, actor: Actor, row: CodeSelection['ranges'][number]): Promise<CodeRange> {
  const { first, last } = await parseRangeEnds(services, actor, row.first, row.last)
  return codeRange(first.entry.requestNumber, { from: first.serial, to: last.serial + 1 })
}

/** The code of a serial, for refusals; rows of a list load their requests together. */
export async function codeAt({ directory }: Services, request: number, serial: number): Promise<string> {
  return (await directory.load([request])).codeAt(request, serial)!
}

/**
 * Parses the codes that a call names: generated codes of the caller's enterprise, each named once.
 * @throws Refusal stage.noCodes, stage.tooManyCodes, stage.duplicateCode, stage.foreignCode, code.rangeBroken,
 *   code.rangesOverlap, code.tooManyPacked
 * @param limit the most codes in total
 */
export async function parseSelection(
  services: Services,
  actor: Actor,
  language: Language,
  { codes, ranges }: CodeSelection,
  limit: number = limits.packedCodes,
): Promise<ParsedCodes> {
  if (codes.length + ranges.length === 0) throw new Refusal('stage.noCodes')
  if (codes.length > limits.reportCodes) throw new Refusal('stage.tooManyCodes', { max: limits.reportCodes })
  const all = await parseSingleCodes(services, actor, language, codes)
  for (const row of ranges) all.push(await parseRange(services, actor, row))
  all.sort((a, b) => a.request - b.request || a.from - b.from)
  for (const [at, range] of all.entries()) {
    const before = all[at - 1]
    if (before?.request === range.request && before.to > range.from)
      throw new Refusal('code.rangesOverlap', { code: await codeAt(services, range.request, range.from) })
  }
  const count = countSerials(all)
  if (count > limit) throw new Refusal('code.tooManyPacked', { max: limit })
  return { ranges: all, count }
}
