import { defineEntity } from '../entity.ts'
import { choice, decimal, flag, images, integer, remark, text } from '../field.ts'
import { layoutPapers } from './label-paper.ts'
import { printerDots, type PrinterDots } from './label-symbol.ts'

/** Millimetres of paper. */
const millimetres = (max: number) => decimal({ min: 0, max, scale: 1, required: true, hideInList: true })
const optionFlag = () => flag({ required: true, hideInList: true })

/** Error correction of the symbol (ISO/IEC 18004): `auto` is the highest level that needs no larger symbol than `medium`. */
export const errorLevels = ['auto', 'low', 'medium', 'quartile', 'high'] as const
export type ErrorLevel = (typeof errorLevels)[number]

/** How an enterprise prints its labels: paper, positions, and what each label shows. */
export const labelLayout = defineEntity({
  area: 'code',
  name: 'label-layout',
  table: 'label_layout',
  tenancy: 'tenant',
  unscoped: 'one set of layouts for the whole enterprise',
  label: 'name',
  defaultColumns: ['name', 'paper', 'columns', 'rows', 'dpi', 'createTime'],
  fields: {
    name: text({ max: 50, required: true, search: 'like', sortable: true }),
    paper: choice({ options: layoutPapers, default: 'a4', required: true, search: 'eq' }),
    /** For custom paper (`own`). */
    width: decimal({ min: 15, max: 500, scale: 1, hideInList: true }),
    height: decimal({ min: 15, max: 500, scale: 1, hideInList: true }),
    columns: integer({ min: 1, max: 20, required: true, default: 3 }),
    rows: integer({ min: 1, max: 50, required: true, default: 8 }),
    marginTop: millimetres(100),
    marginBottom: millimetres(100),
    marginSide: millimetres(100),
    gapX: millimetres(50),
    gapY: millimetres(50),
    errorLevel: choice({ options: errorLevels, default: 'auto', required: true }),
    /** Dots to the inch of the printer: a module of a symbol is a whole number of them. */
    dpi: choice({ options: printerDots, default: '300', required: true }),
    showProduct: optionFlag(),
    showBatch: optionFlag(),
    showOrigin: optionFlag(),
    showDate: optionFlag(),
    showCode: optionFlag(),
    /** Users that may not see anti-counterfeit codes always get labels without them. */
    showSecurity: optionFlag(),
    showHeading: optionFlag(),
    cutMarks: optionFlag(),
    logo: images({ maxItems: 1, hideInList: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  unique: [{ fields: ['name'], constraint: 'label_layout_name_key', error: 'taken' }],
})

/** What decides positions and content of labels; a layout also has a name. */
export type LabelDesign = {
  paper: (typeof layoutPapers)[number]
  width?: number | string | null
  height?: number | string | null
  columns: number
  rows: number
  marginTop: number | string
  marginBottom: number | string
  marginSide: number | string
  gapX: number | string
  gapY: number | string
  errorLevel: ErrorLevel
  dpi: PrinterDots
  showProduct: boolean
  showBatch: boolean
  showOrigin: boolean
  showDate: boolean
  showCode: boolean
  showSecurity: boolean
  showHeading: boolean
  cutMarks: boolean
}
