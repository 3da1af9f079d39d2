import type { Language } from '@timbermark/contract'
import { callWords as fr } from './fr/calls.ts'
import { callWords as zh } from './zh/calls.ts'

/** Summary of a call that cannot be derived; the English one is in the call's declaration. */
export function callWord(language: Language, key: string): string | undefined {
  if (language === 'en') return undefined
  return ({ zh, fr } as Record<'zh' | 'fr', Record<string, string>>)[language][key]
}
