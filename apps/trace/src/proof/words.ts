import type { Language } from '@timbermark/contract'
import type { Words } from '@timbermark/contract/trace'

/** A word as it was sealed, in the reader's language. */
export function wordIn(words: Words, language: Language): string {
  return typeof words === 'string' ? words : words[language]
}
