import {
  type Field,
  type Language,
  type Listed,
  isFilesKind,
  labelKeyOf,
  phraseOf,
  textsKeyOf,
  textsOf,
} from '@timbermark/contract'
import { countryNames } from '@timbermark/contract/reading'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Call, FileAnswer } from '../platform/http/http.ts'
import { wordsOfDictionaries } from './dictionary.ts'
import { isStored, type ListQuery } from './list-query.ts'
import { type Reading, visibleFields } from './read-rows.ts'
import { answerEach } from './answers.ts'
import { type SheetContent, sheetAnswer, sheetNameOf } from './sheets.ts'
import { nameColumn, otherLanguages } from './sheet-names.ts'
import { fieldWord, word } from './words.ts'

export interface SheetColumn {
  key: string
  title: string
  width: number
  kind: 'text' | 'integer' | 'decimal' | 'date' | 'datetime'
  decimals?: number
}

/** Digits after the decimal point of a decimal field without a scale of its own. */
const usualScale = 3

/** Title of a column: the field, and the unit of its numbers. */
export function columnTitle(language: Language, listed: Listed, key: string): string {
  const label = fieldWord(language, listed, key)
  const field = listed.fields[key]
  const unit = field && 'unit' in field ? field.unit : undefined
  // A label that ends in its unit needs no further unit.
  if (unit === undefined || /[)\uff09]$/.test(label)) return label
  return phrase(language, 'sheetName.unit', { label, unit: word(language, `unit.${unit}`) })
}

export function columnKind(field: Field): SheetColumn['kind'] {
  if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'date' || field.kind === 'datetime')
    return field.kind
  return 'text'
}

/** Columns of an export: every field that the user may see except files and rich text, in the user's language. */
export function exportColumns(listed: Listed, actor: Actor, language: Language): SheetColumn[] {
  const columns = visibleFields(listed, actor)
    .filter(key => !isFilesKind(listed.fields[key]!) && listed.fields[key]!.kind !== 'richText')
    .flatMap((key): SheetColumn[] => {
      const field = listed.fields[key]!
      const kind = columnKind(field)
      const decimals = field.kind === 'decimal' ? { decimals: field.scale ?? usualScale } : {}
      const column = {
        title: columnTitle(language, listed, key),
        width: kind === 'datetime' ? 20 : 18,
        kind,
        ...decimals,
      }
      // Columns that can be imported again are written in every language; other workbooks only in the user's.
      const others = listed.operations.includes('import') ? otherLanguages(listed, key, field, language) : []
      return [{ key, ...column }, ...others.map(other => ({ ...other, width: 18, kind: 'text' as const }))]
    })
  // The id comes first where records can be looked up by it.
  const numbered = isStored(listed) || listed.operations.includes('query')
  return [
    ...(numbered ? [{ key: 'id', title: word(language, 'common.id'), width: 10, kind: 'integer' } as const] : []),
    ...columns,
    ...(isStored(listed)
      ? [{ key: 'createTime', title: word(language, 'common.createTime'), width: 20, kind: 'datetime' } as const]
      : []),
  ]
}

/** Labels of dictionaries and fixed choices, so that people read and write labels instead of keys. */
export async function wordsOf(db: Db, listed: Listed, language: Language): Promise<Map<string, Map<string, string>>> {
  const words = new Map<string, Map<string, string>>()
  const dicts = Object.values(listed.fields).flatMap(field => (field.kind === 'dict' ? [field.dict] : []))
  const entries = await wordsOfDictionaries(db, dicts, language)
  for (const [key, field] of Object.entries(listed.fields)) {
    const options = field.kind === 'choice' ? field.options : field.kind === 'flag' ? ['true', 'false'] : []
    if (options.length > 0)
      words.set(key, new Map(options.map(option => [option, optionWord(listed, key, option, language)])))
    if (field.kind === 'dict') words.set(key, entries.get(field.dict) ?? new Map())
    if (field.kind === 'country') words.set(key, countryNames(language))
  }
  return words
}

/** Label of a fixed choice; a stage has the same label everywhere. */
export function optionWord(listed: Listed, key: string, option: string, language: Language): string {
  const optionKey = `${phraseOf(listed)}.${key}.${option}`
  const label = word(language, optionKey)
  return label === optionKey ? word(language, `stage.${option}`) : label
}

export interface SheetOptions {
  /** Its columns, when they are not all fields in their order. */
  columns?: readonly string[]
  /** The text of a cell in place of the row's value; undefined leaves the value unchanged. */
  cells?: Record<string, (value: unknown, language: Language) => unknown>
  /** Further sheets of the workbook. */
  further?: (call: Call) => AsyncGenerator<SheetContent>
}

/** Is it the column of a field, or of that field's name in another language? */
const isOf = (column: SheetColumn, key: string) =>
  column.key === key || nameColumn(column.key)?.textsKey === textsKeyOf(key)

/** The workbook of a list: all rows that the search finds and the user may export. */
export function exportAnswer(call: Call, reading: Reading, options: SheetOptions = {}): Promise<FileAnswer> {
  return exportRows(call, reading.listed, () => answerEach(call, reading, call.query as ListQuery), options)
}

/** The workbook of these rows of a list, as they are answered. */
export function exportRows(
  call: Call,
  listed: Listed,
  answered: () => AsyncIterable<Row>,
  { columns: chosen, cells, further }: SheetOptions = {},
): Promise<FileAnswer> {
  const { actor, language } = call
  const offered = exportColumns(listed, actor, language)
  const columns = chosen ? chosen.flatMap(key => offered.filter(column => isOf(column, key))) : offered
  const rows = async function* () {
    const words = await call.services.database.withTenant(actor.tenantId, db => wordsOf(db, listed, language))
    for await (const row of answered())
      yield columns.map(({ key }) => {
        const named = nameColumn(key)
        if (named) return textsOf(row[named.textsKey])[named.language] ?? null
        const value = listed.fields[key]?.kind === 'ref' ? row[labelKeyOf(key)] : row[key]
        const text = cells?.[key]?.(value, language)
        if (text !== undefined) return text
        if (Array.isArray(value)) return value.join(', ')
        return words.get(key)?.get(String(value)) ?? value ?? null
      })
  }
  return sheetAnswer(call, sheetNameOf(language, listed), columns, rows(), further?.(call))
}
