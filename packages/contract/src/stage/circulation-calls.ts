import { z } from 'zod'
import { defineCall } from '../call.ts'
import { lookupPermissionsOf } from '../lookup-permissions.ts'
import { entityBody } from '../entity-body.ts'
import { added, flag, nothing, removed, rowId, undoOffer } from '../wire/shapes.ts'
import { mostStepDays, stageCirculation } from './circulation.ts'
import { stageKeys } from './keys.ts'

/** A missing property and null mean the same. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined)

const stepBody = z.strictObject({
  stage: z.enum(stageKeys),
  required: z.boolean(),
  days: absent(z.number().int().min(0).max(mostStepDays)),
  responsible: absent(z.string().trim().max(50)),
})
const steps = z.array(stepBody).min(1).max(stageKeys.length)

const audit = (kind: 'add' | 'edit' | 'remove') => ({ title: 'stage.circulation', kind }) as const

export const addCirculation = defineCall({
  method: 'POST',
  path: '/stage/circulation',
  access: { permission: 'stage:circulation:add' },
  summary: 'Adds a circulation of the own enterprise: its stages in order, each required or optional',
  body: entityBody(stageCirculation, 'add', { steps: steps.optional() }, ['steps']),
  answer: added,
  labels: 'stage.circulation',
  audit: audit('add'),
})

export const editCirculation = defineCall({
  method: 'PUT',
  path: '/stage/circulation',
  access: { permission: 'stage:circulation:edit' },
  summary: 'Edits a circulation; batches that have a report already keep the steps as they stood at their first one',
  body: entityBody(stageCirculation, 'edit', { steps: steps.optional() }),
  answer: nothing,
  labels: 'stage.circulation',
  audit: audit('edit'),
})

export const switchCirculation = defineCall({
  method: 'PUT',
  path: '/stage/circulation/changeStatus',
  access: { permission: 'stage:circulation:edit' },
  summary: 'Enables or disables a circulation; batches that go by it already are not touched',
  body: z.strictObject({ id: rowId, status: flag }),
  answer: z.strictObject(undoOffer).nullable(),
  labels: 'stage.circulation',
  audit: audit('edit'),
})

export const removeCirculations = defineCall({
  method: 'DELETE',
  path: '/stage/circulation/:ids(^[0-9,]+$)',
  access: { permission: 'stage:circulation:remove' },
  summary: 'Removes circulations that no batch, category or record names',
  answer: removed,
  audit: audit('remove'),
})

export const circulationOptions = defineCall({
  method: 'GET',
  path: '/stage/circulation/options',
  access: { anyOf: lookupPermissionsOf('stage/circulation') },
  summary: 'Choices of circulations for a select, in the reader’s language',
  query: z.object({ search: z.string().max(100).optional(), ids: z.string().max(1000).optional() }),
  answer: z.array(z.strictObject({ id: rowId, label: z.string(), disabled: z.boolean() })),
})

export const circulationCalls = [
  addCirculation,
  editCirculation,
  switchCirculation,
  removeCirculations,
  circulationOptions,
] as const
