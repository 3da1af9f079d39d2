import {
  type AnyEntity,
  columnOf,
  type Field,
  type Issue,
  type Language,
  phraseOf,
  tableOf,
  type Texts,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { all as allPhrases, phrase, words as allWords } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { issueText, refusalText } from '../platform/refusal.ts'
import { join, identifier, sql } from '../platform/database/sql.ts'
import type { TemplateColumn } from '../platform/workbook/xlsx/template.ts'

import { wordsOf } from './export.ts'
import { choicesOf, choicesText } from './import-choices.ts'
import { targetOf } from './model.ts'
import { deliveredTexts, labelledBy, nameIsOneOf } from './names.ts'
import { readableRowsInScope, readableRows, canLookUp } from './tenant-rows.ts'
import { nameColumn } from './sheet-names.ts'
import { importColumns, previewColumns } from './table/entity-columns.ts'
import type { FoundTable } from './table/find-table.ts'
import { Preview } from './table/preview.ts'
import type { TablePreview, TableSource } from './table/table-answer.ts'
import { otherCell, readersLast, textCell } from './text-cell.ts'
import { addReadRows, type NewRow, rowsAtOnce } from './table/add-read-rows.ts'
import type { EntityHooks } from './write.ts'

const label = (language: Language, key: string) => (allPhrases[language] as Record<string, string>)[key] ?? key

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

/** More problems than this are of no use in one answer. */
export const mostProblems = 200
/** A cell may hold thousands of characters; a message names its beginning. */
const longestGiven = 100

/** The message of a wrong cell, with the cell's value unless the message contains it. */
export function cellProblem(language: Language, issue: Issue, labels: string, cellValue: unknown): string {
  const message = issueText(language, issue, labels)
  const text = String(cellValue ?? '').trim()
  if (text === '' || issue.params?.value !== undefined || issue.error === 'required') return message
  const value = text.length > longestGiven ? `${text.slice(0, longestGiven)}…` : text
  return phrase(language, 'sheetName.given', { message, value })
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

export interface ImportAnswer {
  rows: number
  errors: ImportProblem[]
  source: TableSource
  preview: TablePreview
}

/**
 * Reads a table's rows as records and adds them all, or, when any row is wrong, none. References are given by their label
 * or id.
 */
export async function importRows(
  db: Db,
  files: Files,
  entity: AnyEntity,
  actor: Actor,
  language: Language,
  table: FoundTable,
  hooks: EntityHooks,
  onProgress: (done: number) => void = () => {},
): Promise<ImportAnswer> {
  const { keys } = table
  const title = (key: string) => pathLabel(allWords(language), key, phraseOf(entity))
  const words = new Map<string, Map<string, string>>()
  const labels = new Map<string, Map<string, string>>()
  for (const reader of readersLast(language)) {
    for (const [key, values] of await wordsOf(db, entity, reader)) {
      const back = words.get(key) ?? new Map<string, string>()
      if (reader === language) labels.set(key, values)
      for (const value of values.keys()) if (!back.has(value.toLowerCase())) back.set(value.toLowerCase(), value)
      for (const [value, word] of values) back.set(word.toLowerCase(), value)
      words.set(key, back)
    }
  }
  const references = await referenceMaps(
    db,
    entity,
    actor,
    keys,
    table.rows.map(({ cells }) => cells),
  )
  const preview = new Preview(previewColumns(entity, language), keys)
  const offered = new Map<string, string>()
  /** An issue for a value that is not among the column's choices, with the choices. */
  const unknown = async (key: string, error: 'notOneOf' | 'referenceMissing', value: string): Promise<Issue> => {
    const choices = (await choicesOf(db, entity, actor, language, offered.has(key) ? [] : [key])).get(key)
    if (choices) offered.set(key, choicesText(language, choices))
    return { field: key, error, params: { said: 'value', value, choices: offered.get(key) ?? '' } }
  }
  const errors: ImportProblem[] = []
  const refuse = (row: number, cells: FoundTable['rows'][number]['cells'], issues: readonly Issue[]) => {
    for (const issue of issues)
      errors.push({
        row,
        column: title(issue.field),
        message: cellProblem(language, issue, phraseOf(entity), cells[keys.indexOf(issue.field)]),
      })
  }
  let adding: NewRow[] = []
  /** Adds the rows that have been read so far. */
  const add = async () => {
    const refused = await addReadRows(
      db,
      files,
      { entity, actor, language, hooks },
      adding,
      mostProblems - errors.length,
    )
    adding = []
    for (const { row, cells, refusal } of refused)
      if (refusal.issues.length > 0) refuse(row, cells, refusal.issues)
      else errors.push({ row, column: '', message: refusalText(language, refusal.key, refusal.params) })
  }
  for (const [index, { row, cells }] of table.rows.entries()) {
    const body: Row = {}
    /** Words for values that are keys or ids. */
    const displayed: Row = {}
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
        displayed[key] = text
        body[named.textsKey] = { ...(body[named.textsKey] as Row | undefined), [named.language]: text }
        continue
      }
      if (!field) continue
      if (field.kind === 'choice' || field.kind === 'dict' || field.kind === 'flag') {
        const value = words.get(key)?.get(text.toLowerCase())
        if (value === undefined) issues.push(await unknown(key, 'notOneOf', text))
        else {
          body[key] = field.kind === 'flag' ? value === 'true' : value
          displayed[key] = labels.get(key)?.get(value) ?? value
        }
      } else if (field.kind === 'ref') {
        const ids = references.get(key)?.(text) ?? []
        if (ids.length === 1) {
          body[key] = ids[0]!.id
          displayed[key] = ids[0]!.label
        } else if (ids.length === 0) issues.push(await unknown(key, 'referenceMissing', text))
        else issues.push(ambiguousReference(language, key, text, ids))
      } else if (field.kind === 'date' && cell instanceof Date) body[key] = text.slice(0, 10)
      else if (field.kind === 'integer') body[key] = /^-?\d+$/.test(text) ? Number(text) : text
      else body[key] = text
    }
    preview.add(row, cells, { ...body, ...displayed })
    if (issues.length === 0) adding.push({ row, cells, body })
    else refuse(row, cells, issues)
    if (adding.length >= rowsAtOnce || index === table.rows.length - 1) await add()
    if (index % rowsAtOnce === 0) onProgress(index)
    if (errors.length >= mostProblems) break
  }
  errors.sort((a, b) => a.row - b.row)
  return { rows: table.rows.length, errors, source: table.source, preview: preview.answer }
}

/** A record that a cell may mean: its id, and a code that distinguishes it from others of its name. */
export interface CellMatch {
  id: number
  label?: string
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
      records.add({ id, label, ...(code !== null && { code }) }, [
        ...Object.values({ ...deliveredTexts(labelPhrase), ...labelTexts }),
        label,
      ])
    maps.set(key, text => records.find(text))
  }
  return maps
}
