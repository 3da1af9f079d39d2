import { type AnyEntity, type Field, type Issue, type Language, phraseOf, textsKeyOf } from '@timbermark/contract'
import { isBlankCell, type ReadBy, writeCell } from '@timbermark/contract/reading'
import { pathLabel } from '@timbermark/phrases'
import { all as allPhrases, words as allWords } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { refusalText } from '../platform/refusal.ts'
import { cellOf } from '../platform/workbook/cell.ts'
import type { TemplateColumn } from '../platform/workbook/xlsx/template.ts'
import { AlikeNames, uniqueName } from './alike-names.ts'
import { CellReader, cellNote, type ImportAnswer, type ImportProblem, mostProblems } from './import-cells.ts'
import { choicesOf } from './import-choices.ts'
import { nameColumn } from './sheet-names.ts'
import { addReadRows, type NewRow, rowsAtOnce } from './table/add-read-rows.ts'
import { importColumns, previewColumns } from './table/entity-columns.ts'
import type { FoundTable } from './table/find-table.ts'
import { Preview } from './table/preview.ts'
import type { EntityHooks } from './write.ts'

const label = (language: Language, key: string) => (allPhrases[language] as Record<string, string>)[key] ?? key

const exampleCountries = ['GA', 'CM']
const exampleZones = ['Africa/Libreville', 'Asia/Shanghai']

/**
 * An example value as people write it into a sheet, for a field without fixed choices: the product accepts it.
 * @param n number of the example, from 1
 */
export function exampleCell(label: string, field: Field, n: number): string {
  switch (field.kind) {
    case 'integer':
      return String(Math.max(field.min ?? 1, 1) + n - 1)
    case 'decimal':
      return String(Math.max(field.min ?? 0, 0) + 11.5 + n)
    case 'date':
      return `2026-03-${String(30 + n - 1)}`
    case 'datetime':
      return `2026-03-${String(30 + n - 1)}T08:30:00Z`
    case 'country':
      return exampleCountries[n - 1] ?? ''
    case 'timeZone':
      return exampleZones[n - 1] ?? ''
    case 'text':
      if (field.codeOf?.orCountry) return exampleCountries[n - 1] ?? ''
      if (field.patternError === 'notEmail') return `name${n}@example.com`
      if (field.patternError === 'notMobile') return `1380013800${n}`
      if (field.patternError === 'notPhone') return `+241 11 72 00 0${n}`
      if (field.patternError === 'notUrl') return `https://example.com/${n}`
      if (field.patternPhrase === 'account') return `user-${n}`
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
    const examples = [1, 2].map(n => chosen(n) ?? exampleCell(name, field, n))
    return { ...column, examples, ...(known ? { choices: known.labels, closed: !known.more } : {}) }
  })
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
  by: ReadBy,
  table: FoundTable,
  { hooks, onProgress }: { hooks: EntityHooks; onProgress: (done: number) => void },
): Promise<ImportAnswer> {
  const { language } = by
  const { keys } = table
  const title = (key: string) => pathLabel(allWords(language), key, phraseOf(entity))
  const preview = new Preview(previewColumns(entity, language), keys)
  const reader = await CellReader.load(db, entity, actor, by, {
    columns: keys,
    rows: table.rows.map(({ cells }) => cells),
  })
  const alike = await AlikeNames.load(db, entity, actor, namesOf(entity, table))
  const errors: ImportProblem[] = []
  const notes: ImportProblem[] = []
  const refuse = (row: number, cells: FoundTable['rows'][number]['cells'], issues: readonly Issue[]) => {
    for (const issue of issues)
      errors.push({
        row,
        column: title(issue.field),
        message: reader.problem(issue, cellOf(cells[keys.indexOf(issue.field)])),
      })
  }
  let adding: NewRow[] = []
  /** Adds the rows that have been read so far. */
  const add = async () => {
    const refused = await addReadRows(
      db,
      files,
      { entity, actor, language, hooks, alike },
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
    /** The values in words, where they are keys or ids. */
    const displayed: Row = {}
    const issues: Issue[] = []
    for (const [position, key] of keys.entries()) {
      const cell = cellOf(cells[position])
      if (key === undefined || isBlankCell(cell)) continue
      const named = nameColumn(key)
      const read = named ? reader.readName(key, cell) : await reader.read(key, cell)
      if ('issue' in read) {
        issues.push(read.issue)
        continue
      }
      if (read.note && notes.length < mostProblems) notes.push(cellNote(language, row, title(key), read.note))
      displayed[key] = read.shown ?? read.value
      if (named) body[named.textsKey] = { ...(body[named.textsKey] as Row | undefined), [named.language]: read.value }
      else body[key] = read.value
    }
    preview.add(row, cells, displayed)
    if (issues.length === 0) adding.push({ row, cells, body })
    else refuse(row, cells, issues)
    if (adding.length >= rowsAtOnce || index === table.rows.length - 1) await add()
    if (index % rowsAtOnce === 0) onProgress(index)
    if (errors.length >= mostProblems) break
  }
  errors.sort((a, b) => a.row - b.row)
  return { rows: table.rows.length, errors, notes, source: table.source, preview: preview.answer }
}

/** The texts of a list in the columns of the name that must be unique, in every language. */
function* namesOf(entity: AnyEntity, { keys, rows }: FoundTable): Generator<string> {
  const unique = uniqueName(entity)?.key
  if (unique === undefined) return
  for (const [place, key] of keys.entries()) {
    if (key === undefined || (key !== unique && nameColumn(key)?.textsKey !== textsKeyOf(unique))) continue
    for (const { cells } of rows) yield writeCell(cellOf(cells[place]))
  }
}
