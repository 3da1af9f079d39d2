import type { ErrorKey, Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { Refusal, refusalText } from '../../../platform/refusal.ts'

/** Why one code cannot be taken. */
export interface CodeRefusal {
  code: string
  error: ErrorKey
  /** What its sentence names beside the code. */
  params?: Readonly<Record<string, string | number>>
  /** Who can see to it, as a sentence. */
  ask?: string | undefined
}

const withAsk = (language: Language, first: string, second: string | undefined) =>
  second === undefined ? first : phrase(language, 'common.twoSentences', { first, second })

/** The refusal of a call for its codes, with the reason of each. */
export function refuseCodes(language: Language, refused: readonly CodeRefusal[]): Refusal {
  const first = refused[0]!
  const data = {
    accepted: [],
    refused: refused.map(({ code, error, params, ask }) => ({
      code,
      error,
      message: withAsk(language, refusalText(language, error, { code, ...params }), ask),
    })),
  }
  return new Refusal(first.error, { code: first.code, ...first.params }, { data })
}
