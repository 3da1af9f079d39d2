import type { Language } from '@timbermark/contract'
import { fill, type Params, type PhraseKey, type Phrases } from '@timbermark/phrases'

export interface Translate {
  (key: PhraseKey, params?: Params): string
  readonly language: Language
  /** BCP 47 tag for `lang` attributes and Intl. */
  readonly locale: string
  /** Whether a key that came from data (a menu title, a dictionary) names a text. */
  has(key: string): key is PhraseKey
  /** The text of a key that came from data; anything that is no key stands for itself. */
  from(keyOrText: string, params?: Params): string
}

export const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' }

/** Texts of one language. */
export function createTranslator(phrases: Phrases, language: Language): Translate {
  const has = (key: string): key is PhraseKey => Object.hasOwn(phrases, key)
  const translate = (key: PhraseKey, params?: Params) => fill(phrases[key], params, language)
  return Object.assign(translate, {
    language,
    locale: locales[language],
    has,
    from: (text: string, params?: Params) => (has(text) ? translate(text, params) : text),
  })
}
