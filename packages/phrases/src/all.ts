import type { Language } from '@timbermark/contract'
import { en } from './en/index.ts'
import { fr } from './fr/index.ts'
import { fill, type Params, type PhraseKey, type Phrases, type Words } from './index.ts'
import { zh } from './zh/index.ts'

/** All languages at once, for the server. */
export const all: Record<Language, Phrases> = { zh, en, fr }

/** The text of `key` in `language`, with placeholders filled. */
export function phrase(language: Language, key: PhraseKey, params?: Params): string {
  return fill(all[language][key], params, language)
}

/** The phrase of a stored key; `written` when there is no key or the phrase no longer exists. */
export function translated(language: Language, key: string | null, written: string): string {
  return (key && (all[language] as Record<string, string>)[key]) || written
}

/** Texts of a language by keys that are composed at run time. */
export function words(language: Language): Words {
  const texts: Record<string, string> = all[language]
  return {
    language,
    has: key => Object.hasOwn(texts, key),
    from: (key, params) => fill(texts[key] ?? key, params, language),
  }
}
