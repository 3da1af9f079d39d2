import { integer, datetime, text } from '../field.ts'
import type { Kind } from '../kinds/kind.ts'
import { rowExtras, defineView } from '../view.ts'
import type { TextInEachLanguage } from './gen.ts'

/** Kinds of form fields: those of entity fields, and a scanned QR code. */
export const formKinds = [
  'text',
  'integer',
  'decimal',
  'date',
  'datetime',
  'choice',
  'flag',
  'dict',
  'country',
  'coordinates',
  'images',
  'files',
  'video',
  'code',
] as const satisfies readonly (Kind['kind'] | 'code')[]
export type FormKind = (typeof formKinds)[number]

/** Width of a field in 24ths on a desktop; phones show fields one below the other. */
export const formWidths = [6, 8, 12, 24] as const

export interface FormField {
  /** Key of the value: a letter, then letters, digits or underscores. */
  key: string
  kind: FormKind
  labels: TextInEachLanguage
  width: (typeof formWidths)[number]
  required?: boolean
  /** Shortest and longest text, smallest and largest number. */
  min?: number
  max?: number
  /** Lines of a text that has several. */
  lines?: number
  /** Regular expression that the complete text must match. */
  pattern?: string
  /** Digits after the point. */
  scale?: number
  /** Most files. */
  maxItems?: number
  dict?: string
  options?: readonly { value: string; labels: TextInEachLanguage }[]
}

export interface FormGroup {
  titles: TextInEachLanguage
  fields: readonly FormField[]
}

/** Content of a form: groups in order, each with its fields. */
export interface FormContent {
  groups: readonly FormGroup[]
}

/** Format name of an exported form. */
export const formFormat = 'timbermark-form/1'

/** Stored forms of the platform operator. */
export const formDesign = defineView({
  area: 'tool',
  name: 'build',
  label: 'name',
  fields: {
    name: text({ max: 100, search: 'like', readonly: true, required: true, sortable: true }),
    remark: text({ max: 200, readonly: true }),
    fieldCount: integer({ readonly: true, required: true }),
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
    updateTime: datetime({ readonly: true, required: true, sortable: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  final: { remove: 'its own call removes it' },
  orderBy: { field: 'createTime', order: 'desc' },
  rowExtras: rowExtras<{ content: FormContent }>(),
})
