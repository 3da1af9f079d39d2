import type { Issue, Language } from '@timbermark/contract'
import { findingInWords } from './finding-params.ts'
import type { Params } from './index.ts'

/** Texts of one language by keys that are composed at run time. */
export interface Words {
  readonly language: Language
  has(key: string): boolean
  /** The text, or the key itself without a text. */
  from(key: string, params?: Params): string
}

const isPlace = (part: string) => /^\d+$/.test(part)

/**
 * Label of the field at `path` of a request: the form's (`prefix`), the stage's, or the common one (`field.<name>`). A
 * list item gets its number. A name without phrase is its own label.
 */
export function pathLabel(words: Words, path: string, prefix?: string): string {
  const parts = path.split('.')
  const language = parts.at(-1) ?? path
  const named = parts.slice(0, -1).join('.')
  // One language of a text: `nameTexts.en`.
  if (named.endsWith('Texts') && words.has(`field.language.${language}`))
    return words.from('field.inLanguage', {
      label: pathLabel(words, named.slice(0, -'Texts'.length), prefix),
      language: words.from(`field.language.${language}`),
    })
  const field = language.endsWith('Texts') ? language.slice(0, -'Texts'.length) : language
  return plainLabel(words, [...parts.slice(0, -1), field], prefix)
}

function plainLabel(words: Words, parts: readonly string[], prefix?: string): string {
  const names = parts.filter(part => !isPlace(part))
  const last = names.at(-1) ?? parts.join('.')
  const keys = [
    ...(prefix ? [`${prefix}.${names.join('.')}`, `${prefix}.${last}`] : []),
    `stage.field.${last}`,
    `field.${last}`,
    `common.${last}`,
  ]
  const key = keys.find(words.has)
  const label = key ? words.from(key) : last
  const place = parts.findLast(isPlace)
  return place === undefined ? label : words.from('field.ofList', { label, n: Number(place) + 1 })
}

/**
 * What is wrong with one field, as a sentence that names it.
 * @param label of the field; what the issue itself brings counts more.
 */
export function issueSentence(words: Words, issue: Issue, label: string): string {
  const named = String(issue.params?.label ?? label)
  const key = phraseOf(words, issue)
  const params = written(
    words,
    /^(?:plausible|material)\./.test(issue.error) ? findingInWords(words, issue.params) : issue.params,
  )
  // A page that has not the words for it says less, and never a key.
  if (!words.has(key) || Object.values(params).some(isPhraseKey)) return words.from('error.invalid')
  // An issue of the request as a whole has no label to begin a sentence with.
  if (named === '' && words.from(key).includes('{label}')) return words.from('error.invalid')
  const other = issue.params?.other
  return words.from(key, {
    ...params,
    label: named,
    ...(other === undefined ? {} : { other: pathLabel(words, String(other)) }),
  })
}

/** Phrase key of an issue: some patterns have their own phrase, and a limit of one has a singular. */
function phraseOf(words: Words, { error, params }: Issue): string {
  const special = [`error.${error}.${params?.said}`, ...(params?.max === 1 ? [`error.${error}.one`] : [])]
  return special.find(words.has) ?? `error.${error}`
}

const isPhraseKey = (value: unknown): value is string => typeof value === 'string' && /^(?:stage|unit)\.\w/.test(value)

/** Formats parameters: numbers by language, stages, delivered circulations and units by their names. */
function written(words: Words, params: Params = {}): Params {
  const numbers = new Intl.NumberFormat(words.language, { maximumFractionDigits: 20 })
  const format = (value: string | number) => {
    if (typeof value === 'number') return numbers.format(value)
    return isPhraseKey(value) && words.has(value) ? words.from(value) : value
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, format(value)]))
}

/** What a reader understood of a cell, as a sentence that names its column. */
export function noteSentence(words: Words, note: { said: string; params: Params }, label: string): string {
  return words.from(`note.${note.said}`, { ...written(words, note.params), label })
}
