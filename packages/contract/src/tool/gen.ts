import { choice, datetime, integer, text } from '../field.ts'
import type { Language } from '../limits.ts'
import { rowExtras, defineView } from '../view.ts'

/** A text in each of the product's languages, none left out. */
export type TextInEachLanguage = { [L in Language]: string }

/** What a generated field may be: the kinds of values that an entity's fields have. */
export const genKinds = [
  'text',
  'richText',
  'integer',
  'decimal',
  'date',
  'datetime',
  'choice',
  'flag',
  'dict',
  'ref',
  'images',
  'files',
  'video',
] as const
export type GenKind = (typeof genKinds)[number]

/** How a field is searched, with `none` where it is not. */
export const genSearches = ['none', 'eq', 'like', 'in', 'range'] as const
export type GenSearch = (typeof genSearches)[number]

/** Texts of a form that has words of its own when it is wrong. */
export const genFormats = ['phone', 'email', 'url'] as const

/** Areas in which a plain record type of an enterprise can stand: their menus are everybody's. */
export const genAreas = ['catalog', 'code', 'stage', 'evidence', 'channel'] as const
export type GenArea = (typeof genAreas)[number]

/** Operations of the generated entity; the list is always there. */
export const genOperations = ['query', 'add', 'edit', 'remove', 'export', 'import'] as const

/** One column of the table, and the field that is made of it. */
export interface GenColumn {
  /** Its name in the table. */
  column: string
  /** Its type as the database writes it. */
  type: string
  /** What the database says of it. */
  comment: string
  /** `made`: every table has it, made without being declared. `unsupported`: no kind of value fits its type. */
  state: 'field' | 'made' | 'unsupported'
  /** Kinds that its type can hold; the first is the usual one. */
  kinds: readonly GenKind[]
  /** Is a field made of it? */
  used: boolean
  /** Name of the field. */
  key: string
  kind: GenKind
  labels: TextInEachLanguage
  required: boolean
  unique: boolean
  search: GenSearch
  sortable: boolean
  inList: boolean
  /** Asked for in the form; otherwise set by the system alone. */
  inForm: boolean
  /** Longest text, or most of a number; as text, so that it stays exact. */
  max?: number
  min?: number
  scale?: number
  format?: (typeof genFormats)[number]
  /** May be given in three languages. */
  inLanguages?: boolean
  /** Dictionary of a `dict`. */
  dict?: string
  /** Entity of a `ref`. */
  entity?: string
  /** Options of a `choice`. */
  options?: readonly { value: string; labels: TextInEachLanguage }[]
}

/** What is generated beside the columns. */
export interface GenSettings {
  area: GenArea
  /** Name of the entity, lower case with hyphens; the table is called the same with underscores. */
  entity: string
  /** One record, and many of them: the title of form and detail, and that of menu and workbook. */
  one: TextInEachLanguage
  many: TextInEachLanguage
  icon: string
  /** Rows belong to departments, and roles' data scope applies. */
  scoped: boolean
  operations: readonly (typeof genOperations)[number][]
  /** Field that names a record. */
  label: string
}

/** A table as it was imported into the generator, with what is to be made of it. */
export interface GenContent {
  settings: GenSettings
  columns: readonly GenColumn[]
}

/** Tables that the generator knows. What is made of each stands beside the listed fields. */
export const genTable = defineView({
  area: 'tool',
  name: 'gen',
  label: 'tableName',
  fields: {
    tableName: text({ max: 130, search: 'like', readonly: true, required: true }),
    tableComment: text({ max: 500, search: 'like', readonly: true }),
    area: choice({ options: genAreas, search: 'eq', readonly: true, required: true }),
    entityName: text({ max: 40, readonly: true, required: true }),
    fieldCount: integer({ readonly: true, required: true }),
    remark: text({ max: 200, readonly: true, hideInList: true }),
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
    updateTime: datetime({ readonly: true, required: true, sortable: true }),
  },
  operations: ['list', 'query', 'edit', 'remove'],
  orderBy: { field: 'createTime', order: 'desc' },
  rowExtras: rowExtras<{ settings: GenSettings; columns: readonly GenColumn[] }>(),
})
