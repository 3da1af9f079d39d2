import type { Language } from '@timbermark/contract'
import { fill, type Params, type PhraseKey, type Phrases } from '@timbermark/phrases'
import { locales } from '@timbermark/phrases/locales'

export interface Translate {
  (key: PhraseKey, params?: Params): string
  readonly language: Language
  /** BCP 47 tag, for `lang` attributes and Intl. */
  readonly locale: string
  /** Whether a key from data (a menu title, a dictionary) is a phrase key. */
  has(key: string): key is PhraseKey
  /** The text of a key from data; returns anything that is no phrase key unchanged. */
  from(keyOrText: string, params?: Params): string
}

/** Creates the translator of one language. */
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
