import { type Language, languages } from '@timbermark/contract'
import { headingOf } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TemplateColumn } from '../../../platform/workbook/xlsx/template.ts'

/** Columns of the list, in the order of the template. */
const columns = [
  { key: 'code', needed: true },
  { key: 'lastCode', needed: false },
  { key: 'parentCode', needed: true },
  { key: 'time', needed: true },
  { key: 'operator', needed: true },
  { key: 'reason', needed: false },
] as const

export type ColumnKey = (typeof columns)[number]['key']

export const neededColumns: readonly ColumnKey[] = columns.filter(({ needed }) => needed).map(({ key }) => key)

/** Prefix of the phrases of the columns. */
export const labels = 'code.import'

export const columnTitle = (language: Language, key: ColumnKey): string => word(language, `${labels}.${key}`)

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

/** Finds the column of each heading, in any language. @throws Refusal importColumns */
export function parseHeader(header: readonly string[]): (ColumnKey | undefined)[] {
  const known = new Map<string, ColumnKey>()
  for (const language of languages)
    for (const { key } of columns) known.set(headingOf(columnTitle(language, key)) ?? '', key)
  const keys = header.map(title => known.get(headingOf(title) ?? ''))
  const present = keys.filter(key => key !== undefined)
  if (
    header.some((title, place) => title.trim() !== '' && keys[place] === undefined) ||
    new Set(present).size !== present.length ||
    !neededColumns.every(key => present.includes(key))
  )
    throw new Refusal('importColumns')
  return keys
}
