import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, naming, remark, status } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { StageKey } from './keys.ts'

/** One stage of a circulation. Its place in the list is its place in the order. */
export interface CirculationStep {
  stage: StageKey
  /** A later stage is refused until this one is reported; unless the stage's template may be skipped. */
  required: boolean
  /** Expected days after the step before; for the first, after the batch was made. Undefined: nothing is expected. */
  days?: number
  /** Who sees to it, in the enterprise's own words. */
  responsible?: string
}

/** Most days between two steps: ten years. */
export const mostStepDays = 3650

/**
 * The order in which batches go through the stages. Its steps travel beside these fields. A batch is judged by the steps
 * as they stood at its first report.
 */
export const stageCirculation = defineEntity({
  area: 'stage',
  name: 'circulation',
  tenancy: 'overlay',
  unscoped: 'one set of circulations for the whole enterprise',
  label: 'name',
  fields: {
    name: naming({
      max: 50,
      required: true,
      search: 'like',
      sortable: true,
      delivered: { column: 'title_key', phrases: 'stage.circulation.' },
    }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  unique: [{ fields: ['name'], constraint: 'circulation_name_key', error: 'taken' }],
})

/** Circulations as they are listed: whose they are, how long, and how many of the reader's batches go by each. */
export const stageCirculations = defineView({
  ...viewOf(stageCirculation),
  fields: {
    name: stageCirculation.fields.name,
    stepCount: integer({ readonly: true, required: true }),
    requiredCount: integer({ readonly: true, required: true }),
    owner: choice({ options: ['platform', 'own'], readonly: true, required: true }),
    batchCount: integer({ readonly: true, required: true }),
    status: stageCirculation.fields.status,
    remark: stageCirculation.fields.remark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  rowExtras: rowExtras<{
    steps: CirculationStep[]
    own: boolean
    delivered: boolean
  }>(),
})
