import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, nothing, removed, rowId } from '../wire/shapes.ts'
import { formKinds } from './form.ts'
import { choiceOptions, dictionaryType, safeInteger, scale, textInEachLanguage } from './shapes.ts'

const title = 'tool.build'

const field = z.strictObject({
  key: z.string().max(40),
  kind: z.enum(formKinds),
  labels: textInEachLanguage,
  width: z.union([z.literal(6), z.literal(8), z.literal(12), z.literal(24)]),
  required: z.boolean().optional(),
  min: safeInteger.optional(),
  max: safeInteger.optional(),
  lines: z.number().int().min(1).max(20).optional(),
  pattern: z.string().max(200).optional(),
  scale,
  maxItems: z.number().int().min(1).max(20).optional(),
  dict: dictionaryType,
  options: choiceOptions,
})

const content = z.strictObject({
  groups: z
    .array(z.strictObject({ titles: textInEachLanguage, fields: z.array(field).max(100) }))
    .min(1)
    .max(20),
})
export type FormContentBody = z.output<typeof content>

const form = {
  name: z.string().max(200),
  remark: z.string().max(200).nullish(),
  content,
}

export const addForm = defineCall({
  method: 'POST',
  path: '/tool/build',
  access: { permission: 'tool:build:add' },
  summary: 'Adds a form, made in the builder or read from a file',
  body: z.strictObject(form),
  answer: added,
  labels: title,
  audit: { title, kind: 'add' },
})

export const editForm = defineCall({
  method: 'PUT',
  path: '/tool/build',
  access: { permission: 'tool:build:edit' },
  summary: 'Changes a form as a whole',
  body: z.strictObject({ id: rowId, ...form }),
  answer: nothing,
  labels: title,
  audit: { title, kind: 'edit' },
})

export const removeForms = defineCall({
  method: 'DELETE',
  path: '/tool/build/:ids(^[0-9,]+$)',
  access: { permission: 'tool:build:remove' },
  summary: 'Removes forms; stage templates that were made from them stay',
  answer: removed,
  audit: { title, kind: 'remove' },
})

export const formAsJson = defineCall({
  method: 'GET',
  path: '/tool/build/:id(^\\d+$)/json',
  access: { permission: 'tool:build:query' },
  summary: 'A form as a JSON file that can be read in again',
  file: ['application/json'],
})

export const formAsComponent = defineCall({
  method: 'GET',
  path: '/tool/build/:id(^\\d+$)/component',
  access: { permission: 'tool:build:query' },
  summary: 'A form as a React component that needs nothing but React',
  file: ['text/plain'],
})

export const formCalls = [addForm, editForm, removeForms, formAsJson, formAsComponent] as const
