import { choice, datetime, integer, text } from '../field.ts'
import type { Language } from '../limits.ts'
import { rowExtras, defineView } from '../view.ts'

/** A text in each of the product's languages, none left out. */
export type TextInEachLanguage = { [L in Language]: string }

/** Kinds of generated fields: those of entity fields. */
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

/** Text formats with their own error phrase. */
export const genFormats = ['phone', 'email', 'url'] as const

/** Areas for generated record types of enterprises: their menus are open to all enterprises. */
export const genAreas = ['catalog', 'code', 'stage', 'evidence', 'channel'] as const
export type GenArea = (typeof genAreas)[number]

/** Operations of the generated entity; it always has a list. */
export const genOperations = ['query', 'add', 'edit', 'remove', 'export', 'import'] as const

/** One column of the table, and its generated field. */
export interface GenColumn {
  /** Its name in the table. */
  column: string
  /** Its type as the database writes it. */
  type: string
  /** Its comment in the database. */
  comment: string
  /** `made`: a standard column of every table, not declared. `unsupported`: no kind fits its type. */
  state: 'field' | 'made' | 'unsupported'
  /** Kinds that its type can hold; the first is the usual one. */
  kinds: readonly GenKind[]
  /** A field is generated from it. */
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
  /** Part of the form; otherwise only the system sets it. */
  inForm: boolean
  /** Longest text, or largest number; as text, so that it stays exact. */
  max?: number
  min?: number
  scale?: number
  format?: (typeof genFormats)[number]
  /** Has texts in all languages. */
  inLanguages?: boolean
  /** Dictionary of a `dict`. */
  dict?: string
  /** Entity of a `ref`. */
  entity?: string
  /** Options of a `choice`. */
  options?: readonly { value: string; labels: TextInEachLanguage }[]
}

/** Settings of the generated entity. */
export interface GenSettings {
  area: GenArea
  /** Name of the entity, lower case with hyphens; the table has the same name with underscores. */
  entity: string
  /** One record, and many of them: the title of form and detail, and that of menu and workbook. */
  one: TextInEachLanguage
  many: TextInEachLanguage
  icon: string
  /** Rows belong to departments; the data scope of roles applies. */
  scoped: boolean
  operations: readonly (typeof genOperations)[number][]
  /** Field that names a record. */
  label: string
}

/** An imported table with its settings. */
export interface GenContent {
  settings: GenSettings
  columns: readonly GenColumn[]
}

/** Imported tables. Rows carry settings and columns in addition to the listed fields. */
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
  final: { remove: 'its own call removes it' },
  orderBy: { field: 'createTime', order: 'desc' },
  rowExtras: rowExtras<{ settings: GenSettings; columns: readonly GenColumn[] }>(),
})
