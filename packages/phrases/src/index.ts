/**
 * Every visible text, in Chinese (default), English and French. English defines the keys; Chinese and French have the
 * same keys or do not compile; `required.ts` lists the keys that the contract requires (errors, entities, fields).
 */
import type { Language } from '@timbermark/contract'
import type { en } from './en/index.ts'

export type PhraseKey = keyof typeof en
export type Phrases = Record<PhraseKey, string>
export { issueSentence, noteSentence, pathLabel, type Words } from './issue.ts'

export type Params = Record<string, string | number>

/** Whether a formatted count is singular; in French everything below two is. */
const isOne = (count: string, language: Language) =>
  language === 'fr' ? /^[01]([.,]\d+)?$/.test(count) : count === '1'

/** Phrase key of a unit after a formatted number: countable units have a singular. */
export function unitKey(unit: string, written: string, language: Language): string {
  return unit === 'pieces' && isOne(written, language) ? 'unit.pieces.one' : `unit.${unit}`
}

/**
 * Fills placeholders: `{name}` by its value, `{name|one|several}` by the word that fits the count of that name. An
 * unknown placeholder stays visible, so that it is noticed.
 */
export function fill(text: string, params: Params = {}, language: Language = 'zh'): string {
  return text.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (match, name: string, one: string | undefined, several: string | undefined) => {
      if (!(name in params)) return match
      const value = String(params[name])
      return one === undefined ? value : isOne(value, language) ? one : several!
    },
  )
}

/**
 * Makes a function that loads some of the phrases in one language. A page uses no key outside of what it has loaded,
 * which a test holds: their type need not tell them apart. The calls are marked as pure, so that a page that needs none of
 * them carries none.
 */
const loadOne =
  (phrases: Record<Language, () => Promise<Partial<Phrases>>>) =>
  async (language: Language): Promise<Phrases> =>
    (await phrases[language]()) as Phrases

/**
 * Loads the start phrases of the back office in one language: its frame and Home. Phrases that only the phone or the
 * public page uses are in neither half, so the back office has no text for their keys (a test looks for such uses).
 */
export const loadPhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/office-start.ts')).officeStart,
  en: async () => (await import('./en/office-start.ts')).officeStart,
  fr: async () => (await import('./fr/office-start.ts')).officeStart,
})

/** Loads the phrases of the pages before sign-in. */
export const loadSignInPhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/sign-in-start.ts')).signInStart,
  en: async () => (await import('./en/sign-in-start.ts')).signInStart,
  fr: async () => (await import('./fr/sign-in-start.ts')).signInStart,
})

/** Loads the phrases of the pages about identities of the messaging platform. */
export const loadIdentityPhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/identity.ts')).identity,
  en: async () => (await import('./en/identity.ts')).identity,
  fr: async () => (await import('./fr/identity.ts')).identity,
})

/** Loads the remaining phrases of the back office's screens. */
export const loadScreenPhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/office.ts')).office,
  en: async () => (await import('./en/office.ts')).office,
  fr: async () => (await import('./fr/office.ts')).office,
})

/** Loads the phrases of screens of figures, when the first one is opened. */
export const loadFigurePhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/figures.ts')).figures,
  en: async () => (await import('./en/figures.ts')).figures,
  fr: async () => (await import('./fr/figures.ts')).figures,
})

/** Loads the phrases of help sheets, when the first one is opened. */
export const loadHelpPhrases = /* @__PURE__ */ loadOne({
  zh: async () => (await import('./zh/help.ts')).help,
  en: async () => (await import('./en/help.ts')).help,
  fr: async () => (await import('./fr/help.ts')).help,
})

const known = (tag: string): Language | undefined => {
  const short = tag.trim().slice(0, 2).toLowerCase()
  return short === 'zh' || short === 'en' || short === 'fr' ? short : undefined
}

/** Start language of pages; Chinese until the user chooses. */
export function chosenLanguage(stored: string | null): Language {
  return known(stored ?? '') ?? 'zh'
}

/** The language to offer to a user who never chose and whose browser prefers another than the start language. */
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
