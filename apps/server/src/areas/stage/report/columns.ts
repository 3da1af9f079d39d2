import {
  countryCodes,
  isFilesKind,
  type Language,
  languages,
  type Stage,
  type StageField,
  textIn,
} from '@timbermark/contract'
import { fieldsOf, kindOf, needsPosition, type StageAttribute } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { wordsOfDictionaries } from '../../../entity/dictionary.ts'
import { type Choices, entriesInUse } from '../../../entity/import-choices.ts'
import { headingOf } from '../../../entity/sheets.ts'
import { readersLast } from '../../../entity/text-cell.ts'
import { word } from '../../../entity/words.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { TemplateColumn } from '../../../platform/workbook/xlsx/template.ts'

/** Columns that every list of reports has, in their order. */
const commonColumns = [
  { key: 'code', words: 'stage.entry.firstCode', needed: true },
  { key: 'lastCode', words: 'stage.entry.lastCode' },
  { key: 'parentCode', words: 'stage.record.parentCode' },
  { key: 'documentCode', words: 'stage.record.documentCode', needed: true },
  { key: 'operator', words: 'stage.record.operator', needed: true },
  { key: 'time', words: 'stage.record.happenedAt', needed: true, type: 'datetime' },
  { key: 'longitude', words: 'trace.scan-log.longitude', type: 'number' },
  { key: 'latitude', words: 'trace.scan-log.latitude', type: 'number' },
  { key: 'unlikely', words: 'stage.entry.unlikely' },
] as const

export type CommonColumn = (typeof commonColumns)[number]['key']

/** A column of a list of reports. */
export interface ReportColumn {
  /** A common column, or a field of the stage as `values.<field>`, the name that refusals use. */
  key: CommonColumn | `values.${string}`
  type: StageField['type']
  field?: StageField
  needed: boolean
  /** Its name, and its title: the name with the unit. */
  nameIn: (language: Language) => string
  titleIn: (language: Language) => string
}

/** Columns for reports of a stage with a template. Without image and file fields: a sheet cannot hold them. */
export function reportColumns(stage: Stage, attributes: readonly StageAttribute[]): ReportColumn[] {
  const packing = stage.shape === 'aggregation'
  const common = commonColumns.map(
    (column): ReportColumn => ({
      key: column.key,
      type: 'type' in column ? column.type : 'text',
      needed:
        'needed' in column ||
        (packing && column.key === 'parentCode') ||
        (needsPosition(attributes) && (column.key === 'longitude' || column.key === 'latitude')),
      nameIn: language => word(language, column.words),
      titleIn: language => word(language, column.words),
    }),
  )
  const stageFields = [...fieldsOf(stage, attributes).values()].filter(field => !isFilesKind(kindOf(field)))
  return [
    ...common,
    ...stageFields.map(
      (field): ReportColumn => ({
        key: `values.${field.key}`,
        type: field.type,
        field,
        needed: field.required === true,
        nameIn: language => fieldName(language, field, attributes),
        titleIn: language => fieldTitle(language, field, attributes),
      }),
    ),
  ]
}

function fieldName(language: Language, field: StageField, attributes: readonly StageAttribute[]): string {
  const key = `stage.field.${field.key}`
  const phraseText = word(language, key)
  if (phraseText !== key) return phraseText
  const attribute = attributes.find(one => one.key === field.key)
  return attribute ? textIn(language, attribute.label, attribute.labelTexts ?? {}) : field.key
}

function fieldTitle(language: Language, field: StageField, attributes: readonly StageAttribute[]): string {
  const label = fieldName(language, field, attributes)
  if (!field.unit) return label
  return phrase(language, 'sheetName.unit', { label, unit: word(language, `unit.${field.unit}`) })
}

/** The closed set of values of a column: the offered labels, and the value of each accepted text. */
export interface ColumnChoices extends Choices {
  /** Values by their lower-case texts in every language. */
  meaning: ReadonlyMap<string, string | boolean>
}

export async function columnChoices(
  db: Db,
  columns: readonly ReportColumn[],
  language: Language,
): Promise<Map<string, ColumnChoices>> {
  const choices = new Map<string, ColumnChoices>()
  for (const { key, field } of columns) {
    const fieldChoices = field && (await choicesOfField(db, field, language))
    if (fieldChoices) choices.set(key, fieldChoices)
  }
  return choices
}

async function choicesOfField(db: Db, field: StageField, language: Language): Promise<ColumnChoices | undefined> {
  if (field.type === 'dict' && field.dict) {
    const meaning = new Map<string, string>()
    for (const reader of readersLast(language)) {
      const words = (await wordsOfDictionaries(db, [field.dict], reader)).get(field.dict) ?? new Map<string, string>()
      for (const value of words.keys()) if (!meaning.has(value.toLowerCase())) meaning.set(value.toLowerCase(), value)
      for (const [value, label] of words) meaning.set(label.toLowerCase(), value)
    }
    return { labels: await entriesInUse(db, field.dict, language), more: false, meaning }
  }
  if (field.type === 'choice')
    return fixedChoices(field.options ?? [], language, (reader, option) => word(reader, `stage.option.${option}`))
  if (field.type === 'yesNo') {
    const choices = fixedChoices(['yes', 'no'], language, (reader, option) => word(reader, `common.${option}`))
    return { ...choices, meaning: new Map([...choices.meaning].map(([text, value]) => [text, value === 'yes'])) }
  }
  if (field.type === 'country') {
    const names = new Map(languages.map(reader => [reader, new Intl.DisplayNames([reader], { type: 'region' })]))
    return fixedChoices(countryCodes, language, (reader, code) => names.get(reader)!.of(code) ?? code)
  }
  return undefined
}

function fixedChoices(
  options: readonly string[],
  language: Language,
  wordOf: (language: Language, option: string) => string,
): ColumnChoices & { meaning: Map<string, string> } {
  const meaning = new Map<string, string>()
  for (const option of options) meaning.set(option.toLowerCase(), option)
  for (const reader of readersLast(language))
    for (const option of options) meaning.set(wordOf(reader, option).toLowerCase(), option)
  return { labels: options.map(option => wordOf(language, option)), more: false, meaning }
}

/** The columns of the import template. */
export async function templateColumns(
  db: Db,
  columns: readonly ReportColumn[],
  language: Language,
): Promise<TemplateColumn[]> {
  const choices = await columnChoices(db, columns, language)
  return columns.map(column => {
    const known = choices.get(column.key)
    const kind = column.type === 'date' || column.type === 'datetime' ? column.type : 'text'
    return {
      title: `${column.titleIn(language)}${column.needed ? ' *' : ''}`,
      width: 20,
      kind,
      examples: [1, 2].map(n => known?.labels[n - 1] ?? known?.labels[0] ?? exampleOf(column, language, n)),
      ...(known ? { choices: known.labels, closed: true } : {}),
    }
  })
}

function exampleOf({ key, type, titleIn }: ReportColumn, language: Language, n: number): string {
  if (key === 'code') return `7K2M0${'0'.repeat(14)}${n}`
  if (key === 'lastCode' || key === 'parentCode') return ''
  if (key === 'longitude') return '9.4673'
  if (key === 'latitude') return '0.4162'
  switch (type) {
    case 'number':
      return String(11.5 + n)
    case 'integer':
      return String(n)
    case 'date':
      return `2026-03-${29 + n}`
    case 'datetime':
      return `2026-03-${29 + n} 08:30`
    case 'coordinates':
      return '9.4673, 0.4162'
    default:
      return `${titleIn(language)} ${n}`
  }
}

/** Finds the column of each heading, in any language, with or without the unit; undefined for an unknown heading. */
export function columnsOfHeader(
  columns: readonly ReportColumn[],
  header: readonly string[],
): (ReportColumn | undefined)[] {
  const known = new Map<string, ReportColumn>()
  for (const language of languages)
    for (const column of columns)
      for (const title of [column.titleIn(language), column.nameIn(language)]) known.set(headingOf(title) ?? '', column)
  return header.map(title => known.get(headingOf(title) ?? ''))
}
