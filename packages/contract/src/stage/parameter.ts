import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, naming, remark, status } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import { stageKeys } from './keys.ts'

/** Values that pre-fill the form of one stage. Calls carry the values in addition to these fields, by key of the stage's field. */
export const stageParameter = defineEntity({
  area: 'stage',
  name: 'parameter',
  table: 'stage_parameter',
  tenancy: 'overlay',
  label: 'name',
  scoped: true,
  fields: {
    stage: choice({ options: stageKeys, required: true, search: 'eq', createOnly: true }),
    name: naming({ max: 50, required: true, search: 'like', sortable: true }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  unique: [{ fields: ['name'], constraint: 'stage_parameter_name_key', error: 'taken' }],
})

/** Parameter templates as lists show them: owner, and number of preset values. */
export const stageParameters = defineView({
  ...viewOf(stageParameter),
  fields: {
    name: stageParameter.fields.name,
    stage: stageParameter.fields.stage,
    valueCount: integer({ readonly: true, required: true }),
    owner: choice({ options: ['platform', 'own'], readonly: true, required: true }),
    status: stageParameter.fields.status,
    remark: stageParameter.fields.remark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  rowExtras: rowExtras<{ values: Record<string, unknown>; own: boolean }>(),
})
