import { choice, datetime, defineEntity, integer, stageParameter, stageTemplate } from '@timbermark/contract'

const { displayName, name, stage, orderNum, visible, status, category, version, remark } = stageTemplate.fields
const created = datetime({ readonly: true, sortable: true, search: 'range' })

/** Stage templates as their list answers them: whose they are, and how many attributes each has. */
export const templateEntity = defineEntity({
  ...stageTemplate,
  fields: {
    displayName,
    name,
    stage,
    category,
    attributes: integer({ readonly: true }),
    version,
    owner: choice({ options: ['platform', 'own'], readonly: true }),
    orderNum,
    visible,
    status,
    remark,
    createTime: created,
  },
})

/** Parameter templates: how many values each presets. */
export const parameterEntity = defineEntity({
  ...stageParameter,
  fields: {
    name: stageParameter.fields.name,
    stage: stageParameter.fields.stage,
    values: integer({ readonly: true }),
    owner: choice({ options: ['platform', 'own'], readonly: true }),
    status: stageParameter.fields.status,
    remark: stageParameter.fields.remark,
    createTime: created,
  },
})
