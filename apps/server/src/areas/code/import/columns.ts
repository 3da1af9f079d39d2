import { type Kind, type Language, languages } from '@timbermark/contract'
import type { TableColumn } from '../../../entity/table/find-table.ts'
import type { PreviewColumn } from '../../../entity/table/preview.ts'
import { word } from '../../../entity/words.ts'
import type { TemplateColumn } from '../../../platform/workbook/xlsx/template.ts'

/** The rules of packing are narrower. */
const codeText = { kind: 'text', max: 2000 } as const
const freeText = { kind: 'text', max: 2000 } as const

/** Columns of the list, in the order of the template. */
const columns = [
  { key: 'code', needed: true, kind: codeText },
  { key: 'lastCode', needed: false, kind: codeText },
  { key: 'parentCode', needed: true, kind: codeText },
  { key: 'time', needed: true, kind: { kind: 'datetime' } },
  { key: 'operator', needed: true, kind: freeText },
  { key: 'reason', needed: false, kind: freeText },
] as const satisfies readonly { key: string; needed: boolean; kind: Kind }[]

export type ColumnKey = (typeof columns)[number]['key']

export const neededColumns: readonly ColumnKey[] = columns.filter(({ needed }) => needed).map(({ key }) => key)

/** Prefix of the phrases of the columns. */
export const labels = 'code.import'

export const columnTitle = (language: Language, key: ColumnKey): string => word(language, `${labels}.${key}`)

export const kindOfColumn = (key: ColumnKey): Kind => columns.find(column => column.key === key)!.kind

export const isColumn = (key: string): key is ColumnKey => columns.some(column => column.key === key)

const example = (last: string) => `7K2M0${'0'.repeat(15 - last.length)}${last}`

const examples: Record<ColumnKey, readonly [string, string]> = {
  code: [example('1'), example('21')],
  lastCode: [example('1A'), ''],
  parentCode: [example('P1'), example('P1')],
  time: ['2026-03-30 08:30', '2026-03-30 08:30'],
  operator: ['', ''],
  reason: ['', ''],
}

/** The columns of the import template. */
export function templateColumns(language: Language): TemplateColumn[] {
  return columns.map(({ key, needed }) => ({
    title: `${columnTitle(language, key)}${needed ? ' *' : ''}`,
    width: key === 'operator' || key === 'reason' ? 20 : 26,
    kind: key === 'time' ? 'datetime' : 'text',
    examples: examples[key].map(text => text || (needed ? columnTitle(language, key) : '')),
  }))
}

/** The columns by which the list is found, under their headings in any language. */
export const tableColumns = (reader: Language): TableColumn<ColumnKey>[] =>
  columns.map(({ key, needed }) => ({
    key,
    title: columnTitle(reader, key),
    headings: languages.map(language => columnTitle(language, key)),
    needed: needed ? key : undefined,
  }))

/** The columns as the check step shows them. */
export const previewColumns = (reader: Language): PreviewColumn<ColumnKey>[] =>
  columns.map(({ key }) => ({ key, title: columnTitle(reader, key), kind: key === 'time' ? 'datetime' : 'text' }))
