import type { ErrorKey, Language } from '@timbermark/contract'
import { Refusal, refusalText } from '../../platform/refusal.ts'

/** Why one code cannot be taken. */
export interface CodeRefusal {
  code: string
  error: ErrorKey
  /** What its sentence names beside the code. */
  params?: Readonly<Record<string, string | number>>
}

/** The refusal of a call for its codes, with the reason of each. */
export function refuseCodes(language: Language, refused: readonly CodeRefusal[]): Refusal {
  const first = refused[0]!
  const data = {
    accepted: [],
    refused: refused.map(({ code, error, params }) => ({
      code,
      error,
      message: refusalText(language, error, { code, ...params }),
    })),
  }
  return new Refusal(first.error, { code: first.code, ...first.params }, { data })
}
