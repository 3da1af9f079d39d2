import {
  type AnyEntity,
  changedText,
  checkText,
  columnOf,
  type Field,
  type TextsInput,
  missingInEveryLanguage,
  type Issue,
  labelKeyOf,
  type Language,
  languages,
  type Listed,
  type NamedText,
  type TextField,
  type TextKind,
  type Texts,
  textIn,
  textsIssues,
  textsKeyOf,
  tidyText,
} from '@timbermark/contract'
import { nameKey } from '@timbermark/contract/reading'
import type { Row } from '../platform/database/database.ts'
import { containsText, inOrderOf, join, identifier, raw, type Sql, sql } from '../platform/database/sql.ts'
import { invalid } from '../platform/refusal.ts'
import { keysContaining, phraseIn } from './words.ts'

/** Is it a text that people may enter in each language? */
export function isNaming(field: Field | undefined): field is TextField & { inLanguages: true } {
  return field?.kind === 'text' && field.inLanguages === true
}

/** Fields of a list whose texts people may enter in each language. */
export function namingFields(listed: Pick<Listed, 'fields'>): [string, TextField][] {
  return Object.entries(listed.fields).flatMap(([key, field]) => (isNaming(field) ? [[key, field]] : []))
}

const columnIn = (alias: Sql, key: string) => sql`${alias}.${identifier(columnOf(key))}`
const textsIn = (alias: Sql, key: string) => columnIn(alias, textsKeyOf(key))

/** Key of a row that holds the phrase of a bootstrap text. */
const phraseKeyOf = (key: string) => `${key}Phrase`

/** Where a name is stored: alias of the row, its field, and the key of its bootstrap phrase, if any. */
export interface NamePlace {
  alias: Sql
  key: string
  phrase?: Sql | undefined
}

/** Where the name in a table's own field is stored. */
export function nameAt(alias: Sql, key: string, field: Field | undefined): NamePlace {
  const delivered = isNaming(field) ? field.delivered : undefined
  return { alias, key, phrase: delivered && columnIn(alias, delivered.column) }
}

/** Orders names as the user sees them, as far as people wrote them. */
export function nameOrder({ alias, key }: NamePlace, language: Language): Sql {
  const texts = textsIn(alias, key)
  return inOrderOf(sql`coalesce(${texts} ->> ${language}, ${texts} ->> 'en', ${columnIn(alias, key)})`, language)
}

/** What a name is made of besides the main text: columns `nameTexts` and, for bootstrap rows, `namePhrase`. */
export function nameParts({ alias, key, phrase }: NamePlace, as: string): Sql[] {
  return [
    sql`${textsIn(alias, key)} as ${raw(`"${textsKeyOf(as)}"`)}`,
    ...(phrase ? [sql`${phrase} as ${raw(`"${phraseKeyOf(as)}"`)}`] : []),
  ]
}

/**
 * Rows whose name contains a text, in any language.
 * @param phrases prefix of the keys of bootstrap phrases
 */
export function nameContains({ alias, key, phrase }: NamePlace, text: string, phrases = ''): Sql {
  const texts = textsIn(alias, key)
  const conditions = [
    containsText(columnIn(alias, key), text),
    ...languages.map(language => containsText(sql`${texts} ->> ${language}`, text)),
    ...(phrase
      ? languages.map(
          language => sql`not ${texts} ? ${language} and ${phrase} = any(${keysContaining(language, phrases, text)})`,
        )
      : []),
  ]
  return sql`(${join(conditions, ' or ')})`
}

/** Rows that have one of these names in some language, and all rows with a bootstrap name. */
export function nameIsOneOf(alias: Sql, key: string, field: Field | undefined, names: readonly string[]): Sql {
  const list = [...names]
  const main = sql`${columnIn(alias, key)} = any(${list})`
  if (!isNaming(field)) return main
  const others = languages.map(language => sql`${textsIn(alias, key)} ->> ${language} = any(${list})`)
  // Rows with bootstrap names are few; their phrases are compared in code.
  const { phrase } = nameAt(alias, key, field)
  return sql`(${join([main, ...others, ...(phrase ? [sql`${phrase} is not null`] : [])], ' or ')})`
}

/** Rows whose name is one of these in some language when case, width, white space and the like do not count. */
export function nameIsSpelled(alias: Sql, key: string, field: Field | undefined, names: readonly string[]): Sql {
  const keys = [...new Set(names.map(nameKey))]
  const main = sql`name_key(${columnIn(alias, key)}) = any(${keys})`
  if (!isNaming(field)) return main
  const others = languages.map(language => sql`name_key(${textsIn(alias, key)} ->> ${language}) = any(${keys})`)
  return sql`(${join([main, ...others], ' or ')})`
}

/** The bootstrap texts of a phrase, by language. */
export function deliveredTexts(phrase: unknown): Texts {
  if (typeof phrase !== 'string') return {}
  return Object.fromEntries(
    languages.flatMap(language => {
      const text = phraseIn(language, phrase)
      return text === undefined ? [] : [[language, text]]
    }),
  )
}

/** A name whose written texts take precedence over its bootstrap texts. */
export function nameOf(main: string, texts: Texts | null, phrase: unknown): NamedText {
  return { main, texts: { ...deliveredTexts(phrase), ...texts } }
}

/** The text of a name in a language. */
export function nameIn(language: Language, main: string, texts: Texts | null, phrase: unknown = null): string {
  return textIn(language, main, nameOf(main, texts, phrase).texts)
}

/**
 * Column of a record's label, with what the name is made of.
 * @param as its key
 */
export function labelledBy(alias: Sql, target: AnyEntity, as: string): Sql[] {
  const field = target.fields[target.label]
  const main = sql`${columnIn(alias, target.label)} as ${raw(`"${as}"`)}`
  return isNaming(field) ? [main, ...nameParts(nameAt(alias, target.label, field), as)] : [main]
}

/** Order of an entity's records in a select. */
export function labelOrder(alias: Sql, target: AnyEntity, language: Language): Sql {
  const field = target.fields[target.label]
  const place = nameAt(alias, target.label, field)
  if (isNaming(field)) return nameOrder(place, language)
  const label = columnIn(alias, target.label)
  return field?.kind === 'text' ? inOrderOf(label, language) : label
}

/** Rows as read, their names in the user's language. */
export function inLanguage<R extends Row>(listed: Pick<Listed, 'fields'>, language: Language, rows: R[]): R[] {
  const keys = Object.entries(listed.fields).flatMap(([key, field]) => {
    if (isNaming(field)) return [key]
    return field.kind === 'ref' ? [labelKeyOf(key)] : []
  })
  return keys.reduce((result, key) => result.map(row => inRowLanguage(row, key, language)), rows)
}

function inRowLanguage<R extends Row>(row: R, key: string, language: Language): R {
  const textsKey = textsKeyOf(key)
  if (!(textsKey in row)) return row
  const { [phraseKeyOf(key)]: phrase, ...rest } = row
  const main = row[key]
  if (typeof main !== 'string') return { ...rest, [textsKey]: {} } as unknown as R
  const { texts } = nameOf(main, row[textsKey] as Texts | null, phrase)
  return { ...rest, [key]: textIn(language, main, texts), [textsKey]: texts } as unknown as R
}

const tidyTexts = (texts: TextsInput): TextsInput =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, typeof text === 'string' ? tidyText(text) : text]),
  )

/**
 * Returns a body whose names are as they will be stored: `name` and `nameTexts` when they change, neither when they do
 * not.
 * @param before the row from `lockRow`; undefined for a new one
 * @param language the caller's; without it a plain text belongs to no language
 * @throws Refusal invalid when a required name is left in no language
 */
export function withNames(entity: AnyEntity, body: Row, before: Row | undefined, language: Language | undefined): Row {
  let changed = body
  for (const [key, field] of namingFields(entity)) {
    const textsKey = textsKeyOf(key)
    if (field.readonly || !(key in body || textsKey in body)) continue
    const was = before && { main: String(before[key] ?? ''), texts: (before[textsKey] ?? {}) as Texts }
    const now = changedText(was, {
      plain: key in body ? tidyText(String(body[key] ?? '')) : undefined,
      byLanguage: tidyTexts((body[textsKey] ?? {}) as TextsInput),
      language,
      delivered: deliveredTexts(before?.[phraseKeyOf(key)]),
    })
    if (!now && field.required) throw invalid([missingInEveryLanguage(key, textsKey in body)])
    const { [key]: _main, [textsKey]: _texts, ...rest } = changed
    if (!now) {
      changed = { ...rest, [key]: null, [textsKey]: {} }
      continue
    }
    changed = {
      ...rest,
      ...(was?.main === now.main ? {} : { [key]: now.main }),
      ...(was && sameTexts(was.texts, now.texts) ? {} : { [textsKey]: now.texts }),
    }
  }
  return changed
}

/** A name in a body: in the caller's language, and by language. */
interface NameInput {
  plain: string | null | undefined
  texts: unknown
  language: Language | undefined
  /** Its previous texts, and the bootstrap texts. */
  before?: NamedText | undefined
  delivered?: Texts
}

/**
 * A changed name of a call that is not an entity's form.
 * @param key of the plain text in the body
 * @returns the issues, each language by its own field; `now` is undefined when no language is left
 */
export function nameFromBody(
  key: string,
  kind: TextKind,
  { plain, texts, language, before, delivered }: NameInput,
): { now: NamedText | undefined; issues: Issue[] } {
  const plainText = plain ?? (plain === null ? '' : undefined)
  const fault = plainText === undefined || plainText.trim() === '' ? undefined : checkText(kind, plainText)
  const issues = [...(fault ? [{ field: key, ...fault }] : []), ...textsIssues(key, kind, texts)]
  if (issues.length > 0) return { now: undefined, issues }
  const now = changedText(before, {
    plain: plainText,
    byLanguage: (texts ?? {}) as TextsInput,
    language,
    ...(delivered && { delivered }),
  })
  return { now, issues: now ? [] : [missingInEveryLanguage(key, texts !== undefined && texts !== null)] }
}

export function sameTexts(a: Texts, b: Texts): boolean {
  return languages.every(language => a[language] === b[language])
}

/** Names of a body by language as JSON, by the columns of their table. */
export function textsJson(entity: AnyEntity, body: Row): [column: string, json: string][] {
  return namingFields(entity).flatMap(([key]) => {
    const textsKey = textsKeyOf(key)
    return textsKey in body ? [[columnOf(textsKey), JSON.stringify(body[textsKey])]] : []
  })
}

/** Names of a body as columns of their table, by language. */
export const textsColumns = (entity: AnyEntity, body: Row): [column: string, value: Sql][] =>
  textsJson(entity, body).map(([column, json]) => [column, sql`${json}::jsonb`])

/** Columns of names by language, as `lockRow` reads them. */
export function lockedNames(entity: AnyEntity): Sql[] {
  return namingFields(entity).flatMap(([key, field]) => nameParts(nameAt(sql`t`, key, field), key))
}

/** Keys of the columns that `lockedNames` selects. */
export function lockedNameKeys(entity: AnyEntity): string[] {
  return namingFields(entity).flatMap(([key, field]) => [
    textsKeyOf(key),
    ...(field.delivered ? [phraseKeyOf(key)] : []),
  ])
}
