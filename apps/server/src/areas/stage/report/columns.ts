import {
  isFilesKind,
  type Kind,
  type Language,
  languages,
  type Stage,
  type StageField,
  type StageKey,
  textIn,
} from '@timbermark/contract'
import { countryNames, localiseNumber, Names } from '@timbermark/contract/reading'
import { fieldsOf, kindOf, needsPosition, type StageAttribute } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import { choiceNames, readersLast } from '../../../entity/choice-names.ts'
import { dictionaryWords } from '../../../entity/dictionary.ts'
import { type Choices, entriesInUse } from '../../../entity/import-choices.ts'
import type { TableColumn } from '../../../entity/table/find-table.ts'
import type { PreviewColumn } from '../../../entity/table/preview.ts'
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
  { key: 'longitude', words: 'trace.scan-log.longitude', type: 'number', axis: 'longitude' },
  { key: 'latitude', words: 'trace.scan-log.latitude', type: 'number', axis: 'latitude' },
  { key: 'unlikely', words: 'stage.entry.unlikely' },
] as const

/** Of a common column; the report's own rules are narrower. */
const longestText = 2000

export type CommonColumn = (typeof commonColumns)[number]['key']

/** Names of the sheet that the export has for a stage: with the name of the template when the stage has several. */
export function exportSheetNames(
  language: Language,
  { stage, name }: { stage: StageKey; name: string },
): { alone: string; amongSeveral: string } {
  const alone = word(language, `stage.${stage}`)
  return { alone, amongSeveral: `${alone} ${name}` }
}

/** A column of a list of reports. */
export interface ReportColumn {
  /** A common column, or a field of the stage as `values.<field>`, the name that refusals use. */
  key: CommonColumn | `values.${string}`
  type: StageField['type']
  kind: Kind
  /** A column of degrees. */
  axis?: 'longitude' | 'latitude'
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
      kind: kindOf({ type: 'type' in column ? column.type : 'text', max: longestText }),
      ...('axis' in column && { axis: column.axis }),
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
        kind: kindOf(field),
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

/** The closed set of values of a column: the offered labels, and the values by everything that people write for them. */
export interface ColumnChoices extends Choices {
  names: Names<string | boolean>
  /** The reader's word for a value. */
  labelOf: (value: unknown) => string | undefined
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
    const words: ReadonlyMap<string, string>[] = []
    for (const reader of readersLast(language)) words.push(await dictionaryWords(db, field.dict, reader))
    return {
      labels: await entriesInUse(db, field.dict, language),
      more: false,
      names: choiceNames(words, field.dict),
      labelOf: value => words.at(-1)!.get(String(value)),
    }
  }
  if (field.type === 'choice')
    return fixedChoices(field.options ?? [], language, (reader, option) => word(reader, `stage.option.${option}`))
  if (field.type === 'yesNo') {
    const names = new Names<boolean>()
    for (const reader of readersLast(language))
      for (const option of ['yes', 'no'] as const) names.add(option === 'yes', word(reader, `common.${option}`), true)
    for (const [name, yes] of Object.entries(yesAndNo)) if (names.find(name).length === 0) names.add(yes, name)
    const labelOf = (value: unknown) => word(language, value ? 'common.yes' : 'common.no')
    return { labels: [true, false].map(labelOf), more: false, names, labelOf }
  }
  // The reader of countries knows more names than those that are offered.
  if (field.type === 'country') {
    const countries = countryNames(language)
    const labelOf = (value: unknown) => countries.get(String(value))
    return { labels: [...countries.values()], more: false, names: new Names(), labelOf }
  }
  return undefined
}

/** How sheets write yes and no beside the words of the three languages. */
const yesAndNo = { true: true, false: false, yes: true, no: false, y: true, n: false, o: true, '1': true, '0': false }

function fixedChoices(
  options: readonly string[],
  language: Language,
  wordOf: (language: Language, option: string) => string,
): ColumnChoices {
  const labels = (reader: Language) => new Map(options.map(option => [option, wordOf(reader, option)]))
  const readersLabels = labels(language)
  return {
    labels: [...readersLabels.values()],
    more: false,
    names: choiceNames(readersLast(language).map(labels)),
    labelOf: value => readersLabels.get(String(value)),
  }
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
      examples: exampleRows.map(n => known?.labels[n - 1] ?? known?.labels[0] ?? exampleCell(column, language, n)),
      ...(known ? { choices: known.labels, closed: true } : {}),
    }
  })
}

/** Numbers of the example rows. */
export const exampleRows = [1, 2] as const

/**
 * Measures of the two examples, by field or unit, which fit together: a log and a shorter and thinner one, each with its
 * volume, and a board of each.
 */
const exampleMeasures: Partial<Record<string, readonly [string, string]>> = {
  productLength: ['2500', '2400'],
  productWidth: ['200', '180'],
  productHeight: ['50', '45'],
  outputVolume: ['0.025', '0.0194'],
  offcutsVolume: ['0.31', '0.25'],
  sawdustVolume: ['0.16', '0.12'],
  barkVolume: ['0.08', '0.06'],
  cm: ['62', '58'],
  m: ['5.2', '4.8'],
  m3: ['1.57', '1.27'],
  ha: ['120', '85'],
  kg: ['1250', '1010'],
  percent: ['12', '10'],
  pieces: ['1', '1'],
}

/**
 * A value as people write it into a list of reports, for a column without fixed choices: the product accepts it.
 * @param n number of the example, from 1
 */
export function exampleCell({ key, type, titleIn, field }: ReportColumn, language: Language, n: 1 | 2): string {
  const measures = field && (exampleMeasures[field.key] ?? exampleMeasures[field.unit ?? ''])
  if (measures) return localiseNumber(measures[n - 1]!, language)
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

/** The columns by which a list of reports is found, under their headings in any language, with or without the unit. */
export function reportTableColumns(
  columns: readonly ReportColumn[],
  reader: Language,
): TableColumn<ReportColumn['key']>[] {
  // A heading that two languages share means the one of the reader's language.
  return readersLast(reader).flatMap(language =>
    columns.map(column => ({
      key: column.key,
      title: column.titleIn(reader),
      headings: [...withUnits(column.nameIn(language), column.field?.unit), column.nameIn(language)],
      needed: column.needed ? column.key : undefined,
    })),
  )
}

/** A name with its unit: in China, too, people write m³. */
const withUnits = (label: string, unit: string | undefined): string[] =>
  unit === undefined
    ? []
    : languages.map(language => phrase(language, 'sheetName.unit', { label, unit: word(language, `unit.${unit}`) }))

/** The columns as the check step shows them. */
export const reportPreviewColumns = (
  columns: readonly ReportColumn[],
  language: Language,
): PreviewColumn<ReportColumn['key']>[] =>
  columns.map(({ key, type, titleIn }) => ({
    key,
    title: titleIn(language),
    kind: type === 'integer' || type === 'number' ? 'number' : type === 'date' || type === 'datetime' ? type : 'text',
  }))
