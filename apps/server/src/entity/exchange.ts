import {
  type AnyEntity,
  columnOf,
  type Field,
  type Issue,
  type Language,
  limits,
  phraseOf,
  tableOf,
  isFilesKind,
  languages,
  type Texts,
  textsKeyOf,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { all as allPhrases, phrase, words as allWords } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { databaseRefusal } from '../platform/database/database-refusal.ts'
import { issueText, Refusal, refusalText } from '../platform/refusal.ts'
import { join, identifier, sql } from '../platform/database/sql.ts'
import type { TemplateColumn } from '../platform/workbook/xlsx/template.ts'

import { columnKind, columnTitle, type SheetColumn, wordsOf } from './export.ts'
import { choicesOf, choicesText } from './import-choices.ts'
import { targetOf } from './model.ts'
import { deliveredTexts, isNaming, labelledBy, nameIsOneOf } from './names.ts'
import { readableRowsInScope, readableRows, canLookUp } from './tenant-rows.ts'
import { nameColumn, otherLanguages } from './sheet-names.ts'
import { otherCell, readersLast, textCell } from './text-cell.ts'
import { headingOf } from './sheets.ts'
import { addRow, type EntityHooks } from './write.ts'

const label = (language: Language, key: string) => (allPhrases[language] as Record<string, string>)[key] ?? key

/** Columns of an import template: the fields that may be set when a record is added. */
export function importColumns(entity: AnyEntity, language: Language): SheetColumn[] {
  return Object.entries(entity.fields)
    .filter(([, field]) => !field.readonly && !field.changeOnly && !isFilesKind(field) && field.kind !== 'richText')
    .flatMap(([key, field]): SheetColumn[] => [
      {
        key,
        title: `${columnTitle(language, entity, key)}${field.required ? ' *' : ''}`,
        width: 20,
        kind: columnKind(field) === 'integer' ? 'integer' : 'text',
      },
      ...otherLanguages(entity, key, field, language).map(other => ({ ...other, width: 20, kind: 'text' as const })),
    ])
}

/**
 * An example value as people write it into a sheet.
 * @param n number of the example
 */
function exampleOf(label: string, field: Field, n: number): string {
  switch (field.kind) {
    case 'integer':
      return String(Math.max(field.min ?? 1, 1) + n - 1)
    case 'decimal':
      return String(Math.max(field.min ?? 0, 0) + 11.5 + n)
    case 'date':
      return `2026-03-${String(30 + n - 1)}`
    case 'datetime':
      return `2026-03-${String(30 + n - 1)}T08:30:00Z`
    case 'text':
      if (field.patternError === 'notEmail') return `name${n}@example.com`
      if (field.patternError === 'notMobile') return `1380013800${n}`
      if (field.patternError === 'notPhone') return `+241 11 72 00 0${n}`
      if (field.patternError === 'notUrl') return `https://example.com/${n}`
      return field.pattern && field.patternPhrase !== 'plain' ? `A-${n}` : `${label} ${n}`
    default:
      return ''
  }
}

/** Columns of an import template for its workbook: with examples and choices. */
export async function templateColumns(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  language: Language,
): Promise<TemplateColumn[]> {
  const columns = importColumns(entity, language)
  const choices = await choicesOf(
    db,
    entity,
    actor,
    language,
    columns.map(({ key }) => key),
  )
  return columns.map(column => {
    if (nameColumn(column.key)) return { ...column, examples: [1, 2].map(n => `${column.title} ${n}`) }
    const known = choices.get(column.key)
    const field = entity.fields[column.key]!
    const name = label(language, `${phraseOf(entity)}.${column.key}`)
    // A field with a default shows it in both examples.
    const usual = 'default' in field && field.default !== undefined
    const chosen = (n: number) => known?.labels[usual ? 0 : n - 1] ?? known?.labels[0]
    const examples = [1, 2].map(n => chosen(n) ?? exampleOf(name, field, n))
    return { ...column, examples, ...(known ? { choices: known.labels, closed: !known.more } : {}) }
  })
}

/** The message of a wrong cell, with the cell's value unless the message contains it. */
export function cellProblem(language: Language, issue: Issue, labels: string, cellValue: unknown): string {
  const message = issueText(language, issue, labels)
  const text = String(cellValue ?? '').trim()
  if (text === '' || issue.params?.value !== undefined || issue.error === 'required') return message
  return phrase(language, 'sheetName.given', { message, value: text })
}

export interface ImportProblem {
  /** Row of the sheet, counting its heading as 1. */
  row: number
  column: string
  message: string
  /** The value of the cell, and the correct one, when the import reports them separately from the message. */
  value?: string
  right?: string
}

/**
 * Reads a sheet's rows as records and adds them all, or, when any row is wrong, none. Headings may be in any of the
 * three languages; references are given by their label or id.
 */
export async function importRows(
  db: Db,
  files: Files,
  entity: AnyEntity,
  actor: Actor,
  language: Language,
  sheet: { header: string[]; rows: (string | number | Date | null)[][] },
  hooks: EntityHooks,
): Promise<{ rows: number; errors: ImportProblem[] }> {
  const keys = matchHeader(entity, sheet.header, language)
  const title = (key: string) => pathLabel(allWords(language), key, phraseOf(entity))
  const words = new Map<string, Map<string, string>>()
  for (const reader of readersLast(language)) {
    for (const [key, values] of await wordsOf(db, entity, reader)) {
      const back = words.get(key) ?? new Map<string, string>()
      for (const value of values.keys()) if (!back.has(value.toLowerCase())) back.set(value.toLowerCase(), value)
      for (const [value, word] of values) back.set(word.toLowerCase(), value)
      words.set(key, back)
    }
  }
  if (sheet.rows.length > limits.importRows) throw new Refusal('importRows', { max: limits.importRows })
  const references = await referenceMaps(db, entity, actor, keys, sheet.rows)
  const offered = new Map<string, string>()
  /** An issue for a value that is not among the column's choices, with the choices. */
  const unknown = async (key: string, error: 'notOneOf' | 'referenceMissing', value: string): Promise<Issue> => {
    const choices = (await choicesOf(db, entity, actor, language, offered.has(key) ? [] : [key])).get(key)
    if (choices) offered.set(key, choicesText(language, choices))
    return { field: key, error, params: { said: 'value', value, choices: offered.get(key) ?? '' } }
  }
  const errors: ImportProblem[] = []
  for (const [index, cells] of sheet.rows.entries()) {
    const body: Row = {}
    const issues: Issue[] = []
    for (const [position, key] of keys.entries()) {
      if (key === undefined) continue
      const cell = cells[position]
      if (cell === null || cell === undefined || cell === '') continue
      const named = nameColumn(key)
      const field = named ? undefined : entity.fields[key]!
      const read = !field || field.kind === 'text' || field.kind === 'ref' ? textCell(cell) : otherCell(cell)
      if ('error' in read) {
        issues.push({ field: key, error: read.error })
        continue
      }
      const { text } = read
      if (named) {
        body[named.textsKey] = { ...(body[named.textsKey] as Row | undefined), [named.language]: text }
        continue
      }
      if (!field) continue
      if (field.kind === 'choice' || field.kind === 'dict' || field.kind === 'flag') {
        const value = words.get(key)?.get(text.toLowerCase())
        if (value === undefined) issues.push(await unknown(key, 'notOneOf', text))
        else body[key] = field.kind === 'flag' ? value === 'true' : value
      } else if (field.kind === 'ref') {
        const ids = references.get(key)?.(text) ?? []
        if (ids.length === 1) body[key] = ids[0]!.id
        else if (ids.length === 0) issues.push(await unknown(key, 'referenceMissing', text))
        else issues.push(ambiguousReference(language, key, text, ids))
      } else if (field.kind === 'date' && cell instanceof Date) body[key] = text.slice(0, 10)
      else if (field.kind === 'integer') body[key] = /^-?\d+$/.test(text) ? Number(text) : text
      else body[key] = text
    }
    if (issues.length === 0) {
      await db.execute(sql`savepoint import_row`)
      try {
        await addRow(db, files, entity, actor, body, hooks, language)
        await db.execute(sql`release savepoint import_row`)
      } catch (error) {
        await db.execute(sql`rollback to savepoint import_row`)
        const refusal = error instanceof Refusal ? error : databaseRefusal(error)
        if (!refusal) throw error
        if (refusal.issues.length > 0) issues.push(...refusal.issues)
        else errors.push({ row: index + 2, column: '', message: refusalText(language, refusal.key, refusal.params) })
      }
    }
    for (const issue of issues)
      errors.push({
        row: index + 2,
        column: title(issue.field),
        message: cellProblem(language, issue, phraseOf(entity), cells[keys.indexOf(issue.field)]),
      })
    if (errors.length >= 200) break
  }
  return { rows: sheet.rows.length, errors }
}

function matchHeader(entity: AnyEntity, header: readonly string[], reader: Language): (string | undefined)[] {
  const known = new Map<string, string>()
  // A heading that two languages share means the one of the user's language.
  for (const language of readersLast(reader))
    for (const { key, title } of importColumns(entity, language)) {
      // The column of a name is in the language of its heading.
      const foreign = language !== reader && isNaming(entity.fields[key]!)
      const fieldKey = foreign ? `${textsKeyOf(key)}.${language}` : key
      // In sheets made by hand the unit may be missing.
      for (const name of [title, pathLabel(allWords(language), key, phraseOf(entity))])
        known.set(headingOf(name) ?? '', fieldKey)
    }
  const keys = header.map(title => known.get(headingOf(title) ?? ''))
  const present = new Set(keys)
  const missing = Object.entries(entity.fields).some(
    ([key, field]) =>
      field.required &&
      !field.readonly &&
      !('default' in field && field.default !== undefined) &&
      !isFilesKind(field) &&
      field.kind !== 'richText' &&
      !present.has(key) &&
      !languages.some(language => present.has(`${textsKeyOf(key)}.${language}`)),
  )
  const named = keys.filter(key => key !== undefined)
  if (
    missing ||
    // Of two columns of one field, the last would win silently.
    new Set(named).size !== named.length ||
    header.some((title, position) => title.trim() !== '' && keys[position] === undefined)
  )
    throw new Refusal('importColumns')
  return keys
}

/** A record that a cell may mean: its id, and a code that distinguishes it from others of its name. */
export interface CellMatch {
  id: number
  code?: string
}

const maxNamed = 10

/** Several records have this name: the user must name the id. */
export function ambiguousReference(
  language: Language,
  key: string,
  value: string,
  matches: readonly CellMatch[],
): Issue {
  const listed = matches.map(({ id, code }) => (code === undefined ? String(id) : `${id} (${code})`))
  const choices = listed.slice(0, maxNamed).join(phrase(language, 'sheetName.separator'))
  return { field: key, error: 'referenceSeveral', params: { value, choices } }
}

/** Records by name: exact, else ignoring case, else by id. */
export class NamedRecords {
  readonly #exact = new Map<string, Map<number, CellMatch>>()
  readonly #folded = new Map<string, Map<number, CellMatch>>()
  readonly #byId = new Map<string, CellMatch>()

  add(match: CellMatch, names: readonly string[]): void {
    this.#byId.set(String(match.id), match)
    for (const name of names) {
      for (const [records, text] of [
        [this.#exact, name],
        [this.#folded, name.toLowerCase()],
      ] as const)
        records.set(text, (records.get(text) ?? new Map<number, CellMatch>()).set(match.id, match))
    }
  }

  /** The records that a text may mean. A name takes precedence over an equal id. */
  find(text: string): readonly CellMatch[] {
    const matches = this.#exact.get(text) ?? this.#folded.get(text.toLowerCase())
    if (matches) return [...matches.values()]
    const one = this.#byId.get(text)
    return one ? [one] : []
  }
}

/** Field whose value distinguishes records with the same name. */
const distinguishingField = (target: AnyEntity): string | undefined =>
  target.unique?.find(({ fields }) => fields.length === 1 && fields[0] !== target.label)?.fields[0]

async function referenceMaps(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  keys: readonly (string | undefined)[],
  rows: readonly unknown[][],
): Promise<Map<string, (text: string) => readonly CellMatch[]>> {
  const maps = new Map<string, (text: string) => readonly CellMatch[]>()
  for (const [position, key] of keys.entries()) {
    const field = key === undefined ? undefined : entity.fields[key]
    const target = field && targetOf(field)
    if (!key || !target) continue
    const texts = [...new Set(rows.map(cells => String(cells[position] ?? '').trim()).filter(text => text !== ''))]
    const labelled = target.fields[target.label]!
    const apart = distinguishingField(target)
    const code = apart === undefined ? sql`null` : sql`t.${identifier(columnOf(apart))}::text`
    const columns = [sql`t.id`, sql`${code} as code`, ...labelledBy(sql`t`, target, 'label')]
    const targets = await db.query<{
      id: number
      code: string | null
      label: string
      labelTexts?: Texts
      labelPhrase?: string | null
    }>(
      sql`
        select ${join(columns, ', ')} from ${identifier(tableOf(target))} t
        where (${nameIsOneOf(sql`t`, target.label, labelled, texts)} or t.id::text = any(${texts}))
          and ${readableRows(target, actor)} and ${target.people ? canLookUp(target, actor) : readableRowsInScope(target, actor, 'list')}`,
    )
    const records = new NamedRecords()
    for (const { id, code, label, labelTexts, labelPhrase } of targets)
      records.add({ id, ...(code !== null && { code }) }, [
        ...Object.values({ ...deliveredTexts(labelPhrase), ...labelTexts }),
        label,
      ])
    maps.set(key, text => records.find(text))
  }
  return maps
}
