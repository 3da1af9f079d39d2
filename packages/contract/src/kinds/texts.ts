import { type Language, languages } from '../limits.ts'
import type { Fault } from './fault.ts'
import type { TextKind } from './kind.ts'
import { checkText, plainText } from './text.ts'

/** A text in the languages that it was given in. Beside it stands the main one, which whoever has none of his own reads. */
export type Texts = { readonly [L in Language]?: string }

/** What is sent for one: a language that is left out stays, one that is empty or null is taken away. */
export type TextsInput = { readonly [L in Language]?: string | null }

/** An object with one member per language. */
export function perLanguage<T>(memberOf: (language: Language) => T): { [L in Language]: T } {
  return Object.fromEntries(languages.map(language => [language, memberOf(language)])) as { [L in Language]: T }
}

/** Under which a row and a body carry the languages of a field: `name` gives `nameTexts`. */
export function textsKeyOf(field: string): string {
  return `${field}Texts`
}

export const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of an unknown value that is a text by language. */
export function textsOf(value: unknown): Texts {
  if (!isObject(value)) return {}
  return Object.fromEntries(languages.flatMap(language => partOf(value, language)))
}

function partOf(value: Record<string, unknown>, language: Language): [Language, string][] {
  const text = Object.hasOwn(value, language) ? value[language] : undefined
  return typeof text === 'string' && plainText(text) !== '' ? [[language, plainText(text)]] : []
}

/**
 * Checks what was given of a text by language.
 * @returns what is wrong, by the language; an empty one when it is no such value at all
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
    // To take a language away one empties it: blanks alone are a slip.
    const fault =
      typeof text === 'string' && plainText(text) === '' ? { error: 'required' as const } : checkText(kind, text)
    return fault ? [{ language, fault }] : []
  })
}

/** What a reader is shown where there is nothing in his language: English is read by most. */
const fallbackLanguages: readonly Language[] = ['en', 'zh', 'fr']

/** A text as a reader of some language is shown it. */
export interface LocalizedText {
  text: string
  /** In which language it is; undefined where nobody said. */
  in?: Language
}

/** The text that a reader of this language is shown: his own, else another that was given. */
export function localizedText(language: Language, main: string, texts: Texts): LocalizedText {
  const own = texts[language]
  if (own !== undefined) return { text: own, in: language }
  // A main text whose language nobody said is everybody's.
  if (!Object.values(texts).includes(main)) return { text: main }
  const other = fallbackLanguages.find(one => texts[one] !== undefined)!
  return { text: texts[other] ?? main, in: other }
}

export function textIn(language: Language, main: string, texts: Texts): string {
  return localizedText(language, main, texts).text
}

/** A word by language, or as somebody wrote it, in the reader's language. */
export function wordIn(words: string | (Texts & { readonly und?: string }), language: Language): LocalizedText {
  if (typeof words === 'string') return { text: words }
  const { und, ...texts } = words
  return localizedText(language, und ?? Object.values(texts)[0] ?? '', texts)
}

/** A shown text as two members of an answer: the text, and in which language it is. */
export function localizedMembers<const T extends string, const L extends string>(text: T, of: L, shown: LocalizedText) {
  return { [text]: shown.text, ...(shown.in ? { [of]: shown.in } : {}) } as { [K in T]: string } & {
    [K in L]?: Language
  }
}

/** A text as it stands: the main one, and those by language. */
export interface NamedText {
  main: string
  texts: Texts
}

/** What a change says of a text: in the caller's language, and by language. */
export interface TextChange {
  /** In the caller's language; empty takes that away, undefined says nothing. */
  plain?: string | undefined
  given: TextsInput
  /** The caller's. */
  language?: Language | undefined
  /** What was delivered with the product, by language: it is not kept a second time. */
  delivered?: Texts
}

/**
 * A text after a change. What came back as it was shown changes nothing: not the main text that another language read,
 * not the delivered one. A text whose language nobody said gives way to a new one in the caller's language.
 * @returns undefined when nothing is left of it
 */
export function changedText(before: NamedText | undefined, change: TextChange): NamedText | undefined {
  const { given, language, delivered = {} } = change
  const plain = change.plain === undefined ? undefined : plainText(change.plain)
  const shown = [before?.main, ...Object.values({ ...delivered, ...before?.texts }), ...Object.values(textsOf(given))]
  const said = plain !== undefined && !shown.includes(plain)
  const own = said && language !== undefined ? { [language]: plain } : {}
  const all = textsOf({ ...before?.texts, ...own, ...given })
  const texts: Texts = Object.fromEntries(
    Object.entries(all).filter(([of, text]) => delivered[of as Language] !== text),
  )
  const first = (language && texts[language]) ?? Object.values(texts)[0]
  const main = before
    ? changedMain(before, { ...change, plain: said ? plain : undefined }, texts, first)
    : plain || first
  return main ? { main, texts } : undefined
}

/** @param change its plain text is only there when it is a new one */
function changedMain(
  before: NamedText,
  change: TextChange,
  texts: Texts,
  first: string | undefined,
): string | undefined {
  // What was delivered stands below whatever is written over it.
  if (Object.keys(change.delivered ?? {}).length > 0) return before.main
  const written = languages.find(language => before.texts[language] === before.main)
  if (written !== undefined) return texts[written] ?? first
  // One that need not be there may have been nowhere.
  return change.plain === '' ? first : (change.plain ?? (before.main || first))
}
