import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, naming, remark, status } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { StageKey } from './keys.ts'

/** One stage of a circulation. The list's order is the order of the stages. */
export interface CirculationStep {
  stage: StageKey
  /** Later stages are refused until this one is reported, unless its template allows skipping. */
  required: boolean
  /** Expected days after the previous step; for the first, after the batch was created. Undefined: no expectation. */
  days?: number
  /** Who is responsible, as free text. */
  responsible?: string
}

/** Most days between two steps: ten years. */
export const mostStepDays = 3650

/**
 * The order in which batches go through the stages. Calls carry its steps in addition to these fields. A batch uses the
 * steps as they were at its first report.
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
  final: { remove: 'its stages are removed with it' },
  unique: [{ fields: ['name'], constraint: 'circulation_name_key', error: 'taken' }],
})

/** Circulations as lists show them: owner, length, and how many of the reader's batches use each. */
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
