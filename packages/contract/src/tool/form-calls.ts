import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, nothing, removed, rowId } from '../wire/shapes.ts'
import { formKinds } from './form.ts'

const title = 'tool.build'
const inEach = z.strictObject({ zh: z.string().max(200), en: z.string().max(200), fr: z.string().max(200) })
const whole = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

const field = z.strictObject({
  key: z.string().max(40),
  kind: z.enum(formKinds),
  labels: inEach,
  width: z.union([z.literal(6), z.literal(8), z.literal(12), z.literal(24)]),
  required: z.boolean().optional(),
  min: whole.optional(),
  max: whole.optional(),
  lines: z.number().int().min(1).max(20).optional(),
  pattern: z.string().max(200).optional(),
  scale: z.number().int().min(0).max(12).optional(),
  maxItems: z.number().int().min(1).max(20).optional(),
  dict: z.string().max(100).optional(),
  options: z
    .array(z.strictObject({ value: z.string().max(40), labels: inEach }))
    .max(50)
    .optional(),
})

const content = z.strictObject({
  groups: z
    .array(z.strictObject({ titles: inEach, fields: z.array(field).max(100) }))
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
