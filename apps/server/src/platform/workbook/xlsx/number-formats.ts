/** What a number format adds to its number (ECMA-376 part 1, 18.8.30 and 18.8.31): the row reader answers the number alone. */
import { unitOf } from '@timbermark/contract/reading'
import { attributeOf } from './visible.ts'

export interface NumberFormat {
  /** `%` or a unit of measure behind the number. */
  unit?: string
  /** The least digits, which zeros fill. */
  digits?: number
}

const prefix = '(?:\\w{1,10}:)?'
const formatTag = new RegExp(`<${prefix}numFmt\\s([^<>]{0,2000})>`, 'g')
const cellFormats = new RegExp(`<${prefix}cellXfs[\\s>][\\s\\S]{0,2000000}?</${prefix}cellXfs>`)
const cellFormat = new RegExp(`<${prefix}xf\\s([^<>]{0,2000})>`, 'g')
/** A cell with a style and a number. */
const styledCell = new RegExp(`<${prefix}c\\s([^<>]{0,200}\\bs\\s{0,5}=[^<>]{0,200})>`, 'g')

/** Numbers of the formats that every program knows: 0 % and 0.00 %. */
const percents: readonly [string, NumberFormat][] = ['9', '10'].map(id => [id, { unit: '%' }])

/** The formats of a workbook that add something, by the number of a cell's style. */
export function readNumberFormats(styles: string): ReadonlyMap<string, NumberFormat> {
  const formats = new Map(percents)
  for (const [, attributes = ''] of styles.matchAll(formatTag)) {
    const id = attributeOf(attributes, 'numFmtId')
    const code = /\sformatCode\s{0,5}=\s{0,5}(?:"([^"]{0,255})"|'([^']{0,255})')/.exec(` ${attributes}`)
    const format = formatOf((code?.[1] ?? code?.[2] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    if (id !== undefined && format) formats.set(id, format)
  }
  const byStyle = new Map<string, NumberFormat>()
  const [all = ''] = cellFormats.exec(styles) ?? []
  for (const [style, [, attributes = '']] of [...all.matchAll(cellFormat)].entries()) {
    const format = formats.get(attributeOf(attributes, 'numFmtId') ?? '')
    if (format) byStyle.set(String(style), format)
  }
  return byStyle
}

/** What a format code adds: `0.0%`, `0.00" m³"`, `00000`; undefined when nothing, or when it is one of dates. */
export function formatOf(code: string): NumberFormat | undefined {
  // Blanks as wide as a sign, fillings, colours, conditions and currencies.
  const clean = code.replace(/_.|\*.|\[[^\]]*\]/g, '').replace(/general/gi, '0')
  // The first section is the one of positive numbers.
  const [section = ''] = /^(?:"[^"]*"|\\.|[^;])*/.exec(clean) ?? []
  const bare = section.replace(/"[^"]*"|\\./g, '')
  if (/[ymdhsge]/i.test(bare)) return undefined
  if (bare.includes('%')) return { unit: '%' }
  if (/^0{2,}$/.test(section.trim())) return { digits: section.trim().length }
  const behind = /[0#?]((?:"[^"]*"|\\.|[^0#?"\\])*)$/.exec(section)?.[1]?.replace(/["\\]/g, '').trim() ?? ''
  return unitOf(behind) === undefined ? undefined : { unit: behind }
}

/** The cells of a sheet whose format adds something. */
export function readFormattedCells(
  xml: string,
  formats: ReadonlyMap<string, NumberFormat>,
): ReadonlyMap<string, NumberFormat> {
  const cells = new Map<string, NumberFormat>()
  if (formats.size === 0) return cells
  for (const [, attributes = ''] of xml.matchAll(styledCell)) {
    const format = formats.get(attributeOf(attributes, 's') ?? '')
    const cell = attributeOf(attributes, 'r')
    if (format && cell && (attributeOf(attributes, 't') ?? 'n') === 'n') cells.set(cell, format)
  }
  return cells
}
