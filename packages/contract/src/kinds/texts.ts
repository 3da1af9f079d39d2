import { isOneOf } from '../one-of.ts'
import { type Language, languages } from '../limits.ts'
import type { Fault } from './fault.ts'
import type { TextKind } from './kind.ts'
import { plainText } from './plain-text.ts'
import { checkText } from './text.ts'

/** A text by language. The main text is stored next to it, for readers without a text in their language. */
export type Texts = { readonly [L in Language]?: string }

/** A text by language in a request: a language that is left out stays, an empty or null one is removed. */
export type TextsInput = { readonly [L in Language]?: string | null }

/** An object with one member per language. */
export function perLanguage<T>(memberOf: (language: Language) => T): { [L in Language]: T } {
  return Object.fromEntries(languages.map(language => [language, memberOf(language)])) as { [L in Language]: T }
}

/** Key of a field's texts by language in rows and bodies: `name` gives `nameTexts`. */
export function textsKeyOf(field: string): string {
  return `${field}Texts`
}

export const isLanguage = (value: unknown): value is Language => isOneOf(languages, value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The valid texts by language of an unknown value. */
export function textsOf(value: unknown): Texts {
  if (!isObject(value)) return {}
  return Object.fromEntries(languages.flatMap(language => partOf(value, language)))
}

function partOf(value: Record<string, unknown>, language: Language): [Language, string][] {
  const text = Object.hasOwn(value, language) ? value[language] : undefined
  return typeof text === 'string' && plainText(text) !== '' ? [[language, plainText(text)]] : []
}

/**
 * Checks a text by language.
 * @returns the faults by language; the language is empty when the value is no text by language
 */
export function checkTexts(kind: TextKind, value: unknown): { language: Language | ''; fault: Fault }[] {
  if (value === undefined || value === null) return []
  if (!isObject(value)) return [{ language: '', fault: { error: 'notText' } }]
  const unknownKey = Object.keys(value).find(key => !isLanguage(key))
  if (unknownKey !== undefined)
    return [{ language: '', fault: { error: 'unknownField', params: { name: unknownKey } } }]
  return languages.flatMap(language => {
    const text = value[language]
    if (text === undefined || text === null || text === '') return []
    // An empty text removes a language; blanks alone are an error.
    const fault =
      typeof text === 'string' && plainText(text) === '' ? { error: 'required' as const } : checkText(kind, text)
    return fault ? [{ language, fault }] : []
  })
}

/** Fallback for readers without a text in their language: most read English. */
const fallbackLanguages: readonly Language[] = ['en', 'zh', 'fr']

/** A text chosen for a reader's language. */
export interface LocalizedText {
  text: string
  /** Its language; undefined when unknown. */
  in?: Language
}

/** Chooses the text for a reader: in their language, else in a fallback language. */
export function localizedText(language: Language, main: string, texts: Texts): LocalizedText {
  const text = texts[language]
  if (text !== undefined) return { text, in: language }
  // A main text of unknown language is shown to all readers.
  if (!Object.values(texts).includes(main)) return { text: main }
  const other = fallbackLanguages.find(one => texts[one] !== undefined)!
  return { text: texts[other] ?? main, in: other }
}

export function textIn(language: Language, main: string, texts: Texts): string {
  return localizedText(language, main, texts).text
}

/** A word in the reader's language; the word is a text by language or a plain text. */
export function wordIn(words: string | (Texts & { readonly und?: string }), language: Language): LocalizedText {
  if (typeof words === 'string') return { text: words }
  const { und, ...texts } = words
  return localizedText(language, und ?? Object.values(texts)[0] ?? '', texts)
}

/** A localized text as two members of an answer: the text and its language. */
export function localizedMembers<const T extends string, const L extends string>(
  text: T,
  of: L,
  localized: LocalizedText,
) {
  return { [text]: localized.text, ...(localized.in ? { [of]: localized.in } : {}) } as { [K in T]: string } & {
    [K in L]?: Language
  }
}

/** A stored text: the main text, and the texts by language. */
export interface NamedText {
  main: string
  texts: Texts
}

/** Change of a text: the plain text in the caller's language, and the texts by language. */
export interface TextChange {
  /** In the caller's language; empty removes it, undefined changes nothing. */
  plain?: string | undefined
  byLanguage: TextsInput
  /** The caller's. */
  language?: Language | undefined
  /** Delivered texts by language: they are not stored again. */
  delivered?: Texts
}

/**
 * A text after a change. A text that comes back as it was shown changes nothing: neither the main text read in another
 * language nor the delivered one. A new text in the caller's language replaces a text of unknown language.
 * @returns undefined when no text remains
 */
export function changedText(before: NamedText | undefined, change: TextChange): NamedText | undefined {
  const { byLanguage, language, delivered = {} } = change
  const plain = change.plain === undefined ? undefined : plainText(change.plain)
  const currentTexts = [
    before?.main,
    ...Object.values({ ...delivered, ...before?.texts }),
    ...Object.values(textsOf(byLanguage)),
  ]
  const isNew = plain !== undefined && !currentTexts.includes(plain)
  const inCallersLanguage = isNew && language !== undefined ? { [language]: plain } : {}
  const all = textsOf({ ...before?.texts, ...inCallersLanguage, ...byLanguage })
  const texts: Texts = Object.fromEntries(
    Object.entries(all).filter(([of, text]) => delivered[of as Language] !== text),
  )
  const first = (language && texts[language]) ?? Object.values(texts)[0]
  const main = before
    ? changedMain(before, { ...change, plain: isNew ? plain : undefined }, texts, first)
    : plain || first
  return main ? { main, texts } : undefined
}

/** @param change its plain text is only set when it is new */
function changedMain(
  before: NamedText,
  change: TextChange,
  texts: Texts,
  first: string | undefined,
): string | undefined {
  // Delivered texts stay the base under overrides.
  if (Object.keys(change.delivered ?? {}).length > 0) return before.main
  const written = languages.find(language => before.texts[language] === before.main)
  if (written !== undefined) return texts[written] ?? first
  // An optional text may have been empty in every language.
  return change.plain === '' ? first : (change.plain ?? (before.main || first))
}
