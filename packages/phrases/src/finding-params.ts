import type { Language } from '@timbermark/contract'
import type { Params } from './index.ts'
import type { Words } from './issue.ts'

const list = (language: Language, parts: string[]) => parts.join(language === 'zh' ? '、' : ', ')

function dayText(language: Language, day: string): string {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return day
  // Days are formatted as on every page: British in English.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(date)
}

function countryText(language: Language, code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Formatters for the parameters of plausibility findings: stages, species, countries, days. */
const inWords: Readonly<Record<string, (words: Words, key: string) => string>> = {
  stage: (words, key) => words.from(`stage.${key}`),
  species: (words, key) => words.from(`dict.tree_species.${key}`).split('.').at(-1)!,
  expected: (words, keys) =>
    list(
      words.language,
      keys.split(',').map(key => inWords.species!(words, key)),
    ),
  country: ({ language }, code) => countryText(language, code),
  found: ({ language }, code) => countryText(language, code),
  day: ({ language }, day) => dayText(language, day),
  otherDay: ({ language }, day) => dayText(language, day),
}

/** Formats the parameters of a finding for its sentence; the caller formats numbers. */
export function findingInWords(words: Words, params: Params = {}): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && inWords[name] ? inWords[name](words, value) : value,
    ]),
  )
}
