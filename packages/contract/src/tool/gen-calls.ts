import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, nothing, removed, rowId } from '../wire/shapes.ts'
import { genAreas, genFormats, genKinds, genOperations, genSearches } from './gen.ts'
import { choiceOptions, dictionaryType, safeInteger, scale, textInEachLanguage } from './shapes.ts'

const title = 'tool.gen'

/** Editable settings of a column; its type and possible kinds come from the database. */
const columnBody = z.strictObject({
  column: z.string().max(63),
  used: z.boolean(),
  key: z.string().max(40),
  kind: z.enum(genKinds),
  labels: textInEachLanguage,
  required: z.boolean(),
  unique: z.boolean(),
  search: z.enum(genSearches),
  sortable: z.boolean(),
  inList: z.boolean(),
  inForm: z.boolean(),
  max: safeInteger.optional(),
  min: safeInteger.optional(),
  scale,
  format: z.enum(genFormats).optional(),
  inLanguages: z.boolean().optional(),
  dict: dictionaryType,
  entity: z.string().max(100).optional(),
  options: choiceOptions,
})
export type GenColumnBody = z.output<typeof columnBody>

const settingsBody = z.strictObject({
  area: z.enum(genAreas),
  entity: z.string().max(40),
  one: textInEachLanguage,
  many: textInEachLanguage,
  icon: z.string().max(40),
  scoped: z.boolean(),
  operations: z.array(z.enum(genOperations)).max(6),
  label: z.string().max(40),
})

/** A table of the database, with its schema. */
const tableName = z.strictObject({ schema: z.string().min(1).max(63), table: z.string().min(1).max(63) })

export const databaseTables = defineCall({
  method: 'GET',
  path: '/tool/gen/db/list',
  access: { permission: 'tool:gen:list' },
  summary: 'Tables of the database that the generator does not know yet; those that hold secrets are never told',
  query: z.object({ search: z.string().max(63).optional() }),
  answer: z.array(
    z.strictObject({ schema: z.string(), table: z.string(), comment: z.string(), columns: count, own: z.boolean() }),
  ),
})

export const importTables = defineCall({
  method: 'POST',
  path: '/tool/gen/importTable',
  access: { permission: 'tool:gen:import' },
  summary: 'Imports tables into the generator: their columns with a proposal for each, never a row',
  body: z.strictObject({ tables: z.array(tableName).min(1).max(50) }),
  answer: z.strictObject({ ids: z.array(rowId) }),
  labels: title,
  audit: { title, kind: 'import' },
})

export const editGenerated = defineCall({
  method: 'PUT',
  path: '/tool/gen',
  access: { permission: 'tool:gen:edit' },
  summary: 'Changes what is made of a table',
  body: z.strictObject({
    id: rowId,
    tableComment: z.string().max(500).optional(),
    remark: z.string().max(200).nullish(),
    settings: settingsBody,
    columns: z.array(columnBody).max(200),
  }),
  answer: nothing,
  labels: title,
  audit: { title, kind: 'edit' },
})

export const synchronizeTable = defineCall({
  method: 'PUT',
  path: '/tool/gen/:id(^\\d+$)/sync',
  access: { permission: 'tool:gen:edit' },
  summary: 'Takes over what has changed in the table; what was said of columns that are still there stays',
  answer: z.strictObject({ added: z.array(z.string()), changed: z.array(z.string()), gone: z.array(z.string()) }),
  audit: { title, kind: 'edit' },
})

export const previewGenerated = defineCall({
  method: 'GET',
  path: '/tool/gen/:id(^\\d+$)/preview',
  access: { permission: 'tool:gen:preview' },
  summary: 'The files that would be generated, as texts',
  answer: z.array(z.strictObject({ path: z.string(), language: z.enum(['ts', 'sql', 'md', 'js']), text: z.string() })),
})

export const downloadGenerated = defineCall({
  method: 'GET',
  path: '/tool/gen/:id(^\\d+$)/code',
  access: { permission: 'tool:gen:code' },
  summary: 'The generated files as a zip that is unpacked in the repository’s folder',
  audit: { title, kind: 'generate' },
  file: ['application/zip'],
})

export const removeGenerated = defineCall({
  method: 'DELETE',
  path: '/tool/gen/:ids(^[0-9,]+$)',
  access: { permission: 'tool:gen:remove' },
  summary: 'Removes tables from the generator; the database’s own stay as they are',
  answer: removed,
  audit: { title, kind: 'remove' },
})

export const genCalls = [
  databaseTables,
  importTables,
  editGenerated,
  synchronizeTable,
  previewGenerated,
  downloadGenerated,
  removeGenerated,
] as const
