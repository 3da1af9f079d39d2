/** What a sheet's author shows, read from the sheet's XML (ECMA-376 part 1, 18.3.1): the row reader does not report it. */
import { columnPlace, type Merge } from '../grid.ts'

export interface Visible {
  hiddenRow: (row: number) => boolean
  hiddenColumn: (place: number) => boolean
  /** Only those over several rows: within a row no value is lost. */
  merges: Merge[]
  /** Cells with a formula whose result is not stored. */
  uncomputed: ReadonlySet<string>
}

const prefix = '(?:\\w{1,10}:)?'
const rowTag = new RegExp(`<${prefix}row(?:\\s([^<>]{0,2000}))?>`, 'g')
const columnTag = new RegExp(`<${prefix}col\\s([^<>]{0,1000})>`, 'g')
const formatTag = new RegExp(`<${prefix}sheetFormatPr\\s([^<>]{0,1000})>`)
const mergedCell = new RegExp(
  `<${prefix}mergeCell\\s[^<>]{0,200}?\\bref\\s{0,5}=\\s{0,5}["']([A-Z]{1,3}(\\d{1,7})):[A-Z]{1,3}(\\d{1,7})["']`,
  'g',
)
/** A cell with a formula and at most an empty value. A formula that yields an empty text says so by its type. */
const emptyFormula = new RegExp(
  `<${prefix}c\\s([^<>]{0,200})>\\s{0,20}<${prefix}f(?:\\s[^<>]{0,500})?(?:/>|>[^<]{0,9000}</${prefix}f>)\\s{0,20}(?:<${prefix}v\\s{0,5}/>|<${prefix}v></${prefix}v>)?\\s{0,20}</${prefix}c>`,
  'g',
)

export function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)(?:\\w{1,10}:)?${name}\\s{0,5}=\\s{0,5}["']([^"']{0,255})["']`).exec(attributes)?.[1]
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Programs hide a row by its attribute, or by a height of nothing. */
const hides = (attributes: string) =>
  isTrue(attributeOf(attributes, 'hidden')) || Number(attributeOf(attributes, 'ht') ?? '1') === 0

export function readVisible(xml: string): Visible {
  const format = formatTag.exec(xml)?.[1] ?? ''
  const allHidden = isTrue(attributeOf(format, 'zeroHeight'))
  const marked = new Set<number>()
  let row = 0
  const tellsHeight = allHidden || /\b(?:hidden|ht)\s{0,5}=/.test(xml)
  if (tellsHeight)
    for (const [, attributes = ''] of xml.matchAll(rowTag)) {
      row = Number(attributeOf(attributes, 'r') ?? row + 1)
      // With all rows hidden by default, a row is shown that says so.
      if (allHidden ? attributeOf(attributes, 'hidden') !== '0' : hides(attributes)) marked.add(row)
    }
  const ranges = [...xml.matchAll(columnTag)]
    .filter(
      ([, attributes = '']) => isTrue(attributeOf(attributes, 'hidden')) || attributeOf(attributes, 'width') === '0',
    )
    .map(
      ([, attributes = '']) =>
        [Number(attributeOf(attributes, 'min')), Number(attributeOf(attributes, 'max'))] as const,
    )
  return {
    hiddenRow: one => marked.has(one),
    hiddenColumn: place => ranges.some(([min, max]) => place + 1 >= min && place + 1 <= max),
    merges: mergesOf(xml),
    uncomputed: xml.includes('f>') || xml.includes('/>') ? uncomputedOf(xml) : new Set(),
  }
}

function mergesOf(xml: string): Merge[] {
  const merges: Merge[] = []
  for (const [, cell = '', first, last] of xml.matchAll(mergedCell))
    if (first !== last) merges.push({ cell, first: Number(first), last: Number(last) })
  return merges
}

function uncomputedOf(xml: string): Set<string> {
  const cells = new Set<string>()
  for (const [, attributes = ''] of xml.matchAll(emptyFormula)) {
    const cell = attributeOf(attributes, 'r')
    if (cell && attributeOf(attributes, 't') !== 'str') cells.add(cell)
  }
  return cells
}

/** Row and column place of a cell such as `AB12`. */
export function placeOf(cell: string): { row: number; place: number } {
  const [, letters = '', row] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
  return { row: Number(row), place: columnPlace(letters) }
}
