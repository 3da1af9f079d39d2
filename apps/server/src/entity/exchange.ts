import {
  type AnyEntity,
  type Field,
  type Issue,
  type Language,
  limits,
  phraseOf,
  isFilesKind,
  languages,
  textsKeyOf,
} from '@timbermark/contract'
import { isBlankCell, type ReadBy } from '@timbermark/contract/reading'
import { pathLabel } from '@timbermark/phrases'
import { all as allPhrases, words as allWords } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { databaseRefusal } from '../platform/database/database-refusal.ts'
import { Refusal, refusalText } from '../platform/refusal.ts'
import { sql } from '../platform/database/sql.ts'
import { cellOf } from '../platform/workbook/cell.ts'
import type { TemplateColumn } from '../platform/workbook/xlsx/template.ts'
import type { XlsxValue } from '../platform/workbook/xlsx/xlsx.ts'
import { readersLast } from './choice-names.ts'
import { columnKind, columnTitle, type SheetColumn } from './export.ts'
import { CellReader, cellNote, type ImportProblem } from './import-cells.ts'
import { choicesOf } from './import-choices.ts'
import { isNaming } from './names.ts'
import { nameColumn, otherLanguages } from './sheet-names.ts'
import { headingOf } from './sheets.ts'
import { addRow, type EntityHooks } from './write.ts'

/** So many wrong cells are named, and so many that were understood in one of several ways. */
const mostProblems = 200

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

/**
 * Reads a sheet's rows as records and adds them all, or, when any row is wrong, none. Headings may be in any of the
 * three languages; references are given by their label or id.
 */
export async function importRows(
  db: Db,
  files: Files,
  entity: AnyEntity,
  actor: Actor,
  by: ReadBy,
  sheet: { header: string[]; rows: XlsxValue[][] },
  hooks: EntityHooks,
): Promise<{ rows: number; errors: ImportProblem[]; notes: ImportProblem[] }> {
  const { language } = by
  const keys = matchHeader(entity, sheet.header, language)
  const title = (key: string) => pathLabel(allWords(language), key, phraseOf(entity))
  if (sheet.rows.length > limits.importRows) throw new Refusal('importRows', { max: limits.importRows })
  const reader = await CellReader.load(db, entity, actor, by, { columns: keys, rows: sheet.rows })
  const errors: ImportProblem[] = []
  const notes: ImportProblem[] = []
  for (const [index, cells] of sheet.rows.entries()) {
    const row = index + 2
    const body: Row = {}
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
      if (named) body[named.textsKey] = { ...(body[named.textsKey] as Row | undefined), [named.language]: read.value }
      else body[key] = read.value
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
        else errors.push({ row, column: '', message: refusalText(language, refusal.key, refusal.params) })
      }
    }
    for (const issue of issues)
      errors.push({
        row,
        column: title(issue.field),
        message: reader.problem(issue, cellOf(cells[keys.indexOf(issue.field)])),
      })
    if (errors.length >= mostProblems) break
  }
  return { rows: sheet.rows.length, errors, notes }
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
