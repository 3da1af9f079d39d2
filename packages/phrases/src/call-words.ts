import type { Language } from '@timbermark/contract'
import { callWords as fr } from './fr/calls.ts'
import { callWords as zh } from './zh/calls.ts'

/** What a call does, where its words do not follow from what it is; English stands with the call itself. */
export function callWord(language: Language, key: string): string | undefined {
  if (language === 'en') return undefined
  return ({ zh, fr } as Record<'zh' | 'fr', Record<string, string>>)[language][key]
}
