import type { ErrorKey, Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { Refusal, refusalText } from '../../../platform/refusal.ts'

/** Why one code is refused. */
export interface CodeRefusal {
  code: string
  error: ErrorKey
  /** Parameters of its phrase, except the code. */
  params?: Readonly<Record<string, string | number>>
  /** A sentence that names the person who can help. */
  ask?: string | undefined
}

const withContact = (language: Language, first: string, second: string | undefined) =>
  second === undefined ? first : phrase(language, 'common.twoSentences', { first, second })

/** Builds the refusal of a call because of its codes, with one reason per code. */
export function refuseCodes(language: Language, refused: readonly CodeRefusal[]): Refusal {
  const first = refused[0]!
  const data = {
    accepted: [],
    refused: refused.map(({ code, error, params, ask }) => ({
      code,
      error,
      message: withContact(language, refusalText(language, error, { code, ...params }), ask),
    })),
  }
  return new Refusal(first.error, { code: first.code, ...first.params }, { data })
}
