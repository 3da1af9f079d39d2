/**
 * Every visible text, in Chinese (default), English and French. English names the keys; Chinese and French hold the
 * same keys or do not compile; `required.ts` lists the keys that the contract demands (errors, entities, fields).
 */
import type { Language } from '@timbermark/contract'
import type { en } from './en/index.ts'

export type PhraseKey = keyof typeof en
export type Phrases = Record<PhraseKey, string>
export { issueSentence, pathLabel, type Words } from './issue.ts'

export type Params = Record<string, string | number>

/** Fills `{name}` placeholders; an unknown placeholder stays visible, so that it is noticed. */
export function fill(text: string, params: Params = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))
}

/** Loads one language; pages import only the one they show. */
export async function loadPhrases(language: Language): Promise<Phrases> {
  switch (language) {
    case 'en':
      return (await import('./en/index.ts')).en
    case 'fr':
      return (await import('./fr/index.ts')).fr
    default:
      return (await import('./zh/index.ts')).zh
  }
}

/** Picks the reader's language from an `Accept-Language` header or a stored value; Chinese when nothing fits. */
export function pickLanguage(wanted: string | undefined | null): Language {
  for (const part of (wanted ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (tag === 'zh' || tag === 'en' || tag === 'fr') return tag
  }
  return 'zh'
}
