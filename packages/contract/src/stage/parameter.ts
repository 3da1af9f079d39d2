import { defineEntity } from '../entity.ts'
import { choice, remark, status, text } from '../field.ts'
import { stageKeys } from './keys.ts'

/** Values that pre-fill the form of one stage. The values themselves travel beside these fields, by key of the stage's field. */
export const stageParameter = defineEntity({
  area: 'stage',
  name: 'parameter',
  table: 'stage_parameter',
  tenancy: 'overlay',
  label: 'name',
  fields: {
    stage: choice({ options: stageKeys, required: true, search: 'eq', createOnly: true }),
    name: text({ max: 50, required: true, search: 'like', sortable: true }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  unique: [{ fields: ['name'], constraint: 'stage_parameter_name_key', error: 'taken' }],
})
