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

/** Is a count, a number or one already written, said in the singular? In French so is everything below two. */
const isOne = (count: string, language: Language) =>
  language === 'fr' ? /^[01]([.,]\d+)?$/.test(count) : count === '1'

/** Key of the word behind so many of a unit, the number being written already: what is counted has a word for one. */
export function unitKey(unit: string, shown: string, language: Language): string {
  return unit === 'pieces' && isOne(shown, language) ? 'unit.pieces.one' : `unit.${unit}`
}

/**
 * Fills placeholders: `{name}` by what it is, `{name|one|several}` by the word that fits the count of that name. An unknown
 * placeholder stays visible, so that it is noticed.
 */
export function fill(text: string, params: Params = {}, language: Language = 'zh'): string {
  return text.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one: string | undefined, several: string | undefined) => {
      if (!(name in params)) return whole
      const said = String(params[name])
      return one === undefined ? said : isOne(said, language) ? one : several!
    },
  )
}

/**
 * Loads what the back office begins with in one language: its frame and Home. Words that only the phone or the
 * public page has are in neither half, so that a key of theirs has no text here (a test looks for such uses).
 */
export async function loadPhrases(language: Language): Promise<Phrases> {
  switch (language) {
    case 'en':
      return (await import('./en/office-start.ts')).officeStart as unknown as Phrases
    case 'fr':
      return (await import('./fr/office-start.ts')).officeStart as unknown as Phrases
    default:
      return (await import('./zh/office-start.ts')).officeStart as unknown as Phrases
  }
}

/** Loads the words of the pages before the sign-in. */
export async function loadSignInPhrases(language: Language): Promise<Phrases> {
  switch (language) {
    case 'en':
      return (await import('./en/sign-in-start.ts')).signInStart as unknown as Phrases
    case 'fr':
      return (await import('./fr/sign-in-start.ts')).signInStart as unknown as Phrases
    default:
      return (await import('./zh/sign-in-start.ts')).signInStart as unknown as Phrases
  }
}

/** Loads what the back office's screens show beside what it begins with. */
export async function loadScreenPhrases(language: Language): Promise<Phrases> {
  switch (language) {
    case 'en':
      return (await import('./en/office.ts')).office as unknown as Phrases
    case 'fr':
      return (await import('./fr/office.ts')).office as unknown as Phrases
    default:
      return (await import('./zh/office.ts')).office as unknown as Phrases
  }
}

const known = (tag: string): Language | undefined => {
  const short = tag.trim().slice(0, 2).toLowerCase()
  return short === 'zh' || short === 'en' || short === 'fr' ? short : undefined
}

/** The language that pages begin in; Chinese until somebody chooses. */
export function chosenLanguage(stored: string | null): Language {
  return known(stored ?? '') ?? 'zh'
}

/** The language to offer to somebody who never chose and whose browser speaks another than pages begin in. */
export function offeredLanguage(stored: string | null, preferred: readonly string[]): 'en' | 'fr' | undefined {
  if (known(stored ?? '')) return undefined
  const first = preferred.map(known).find(language => language !== undefined)
  return first === 'zh' ? undefined : first
}

/** Picks the reader's language from an `Accept-Language` header or a stored value; Chinese when nothing fits. */
export function pickLanguage(wanted: string | undefined | null): Language {
  for (const part of (wanted ?? '').split(',')) {
    const language = known(part)
    if (language) return language
  }
  return 'zh'
}
