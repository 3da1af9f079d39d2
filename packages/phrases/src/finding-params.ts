import type { Language } from '@timbermark/contract'
import { formatDay } from './format.ts'
import type { Params } from './index.ts'
import type { Words } from './issue.ts'

const list = (language: Language, parts: string[]) => parts.join(language === 'zh' ? '、' : ', ')

function countryText(language: Language, code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Formatters for the parameters of plausibility findings and of volumes that do not add up: stages, species, forms of wood, measure rules, countries, days. */
const inWords: Readonly<Record<string, (words: Words, key: string) => string>> = {
  stage: (words, key) => words.from(`stage.${key}`),
  species: (words, key) => words.from(`dict.tree_species.${key}`).split('.').at(-1)!,
  expected: (words, keys) =>
    list(
      words.language,
      keys.split(',').map(key => inWords.species!(words, key)),
    ),
  form: (words, key) => words.from(`material.form.${key}`),
  paperUnit: (words, key) => words.from(`stage.paperUnit.${key}`),
  rule: (words, key) => words.from(`stage.option.${key}`),
  country: ({ language }, code) => countryText(language, code),
  found: ({ language }, code) => countryText(language, code),
  day: ({ language }, day) => formatDay(day, language),
  otherDay: ({ language }, day) => formatDay(day, language),
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
