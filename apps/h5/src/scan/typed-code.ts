import { codeLength, fold, parseCode, readCodes } from '@timbermark/codes'
import type { PhraseKey } from '@timbermark/phrases'
import { parseScan } from './scan-text.ts'

export interface TypedFault {
  phrase: PhraseKey
  params?: Record<string, string | number>
  /** More typing may still make it a code. */
  unfinished: boolean
  /** The code was read all the same; the reader should know why. */
  isNotice?: boolean
}

/**
 * Why typed text cannot be a code of this system, for display while typing; undefined when it may be one. Whether it is
 * genuine needs the secret key, which no phone has.
 */
export function findTypedFault(text: string): TypedFault | undefined {
  const parsed = parseCode(text)
  if (parsed.ok || (!parsed.ok && parsed.reason === 'empty')) return undefined
  const { codes, layout } = readCodes(text)
  if (layout)
    return { phrase: 'h5.typed.layout', params: { layout: layout.toUpperCase() }, unfinished: true, isNotice: true }
  if (codes.length > 0) return undefined
  const read = parseScan(text)
  // A code of the messaging platform; the server resolves it.
  if (read.kind === 'foreign' && read.code.includes('://')) return undefined
  if (parsed.reason === 'character')
    return { phrase: 'h5.typed.character', params: { character: parsed.character ?? '' }, unfinished: false }
  if (parsed.reason === 'request') return { phrase: 'h5.typed.request', unfinished: false }
  if (parsed.reason === 'address') return { phrase: 'h5.codes.notACode', unfinished: false }
  const n = fold(text).split('-').join('').length
  const short = parsed.reason === 'tooShort'
  return { phrase: short ? 'h5.typed.short' : 'h5.typed.long', params: { n, all: codeLength }, unfinished: short }
}
