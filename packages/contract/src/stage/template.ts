import { defineEntity } from '../entity.ts'
import { choice, datetime, dict, integer, naming, order, remark, status, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { StageAttribute } from './attribute.ts'
import { stageKeys } from './keys.ts'

/** Part of the chain; groups the templates. */
export const templateCategories = ['forest', 'factory', 'port', 'customs', 'endProduct'] as const

/**
 * Version of a stage's form. Calls carry its attributes (`StageAttribute`) and whether the stage is optional in addition
 * to these fields. A version that a record was made with is frozen: editing makes the next version.
 */
export const stageTemplate = defineEntity({
  area: 'stage',
  name: 'template',
  table: 'stage_template',
  tenancy: 'overlay',
  label: 'displayName',
  defaultColumns: ['name', 'displayName', 'stage', 'category', 'visible', 'status'],
  scoped: true,
  fields: {
    name: text({ max: 50, required: true, search: 'like', sortable: true, createOnly: true }),
    displayName: naming({
      max: 100,
      required: true,
      search: 'like',
      delivered: { column: 'title_key', phrases: 'stage.' },
    }),
    /** The template's type: one of the 18 stages. */
    stage: choice({ options: stageKeys, required: true, search: 'eq', createOnly: true }),
    orderNum: order(),
    visible: dict({ dict: 'sys_show_hide', default: '0', search: 'eq', required: true }),
    status: status(),
    category: choice({ options: templateCategories, search: 'eq' }),
    version: integer({ readonly: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  final: { remove: 'its versions are removed with it' },
  unique: [{ fields: ['name'], constraint: 'stage_template_name_key', error: 'taken' }],
  orderBy: { field: 'orderNum', order: 'asc' },
})

const { displayName, name, stage, orderNum, visible, category, version } = stageTemplate.fields
const created = datetime({ readonly: true, required: true, sortable: true, search: 'range' })

/** Stage templates as lists show them: owner, and number of attributes. */
export const stageTemplates = defineView({
  ...viewOf(stageTemplate),
  fields: {
    displayName,
    name,
    stage,
    category,
    attributeCount: integer({ readonly: true, required: true }),
    version,
    owner: choice({ options: ['platform', 'own'], readonly: true, required: true }),
    orderNum,
    visible,
    status: stageTemplate.fields.status,
    remark: stageTemplate.fields.remark,
    createTime: created,
  },
  rowExtras: rowExtras<{
    attributes: StageAttribute[]
    /** A batch may go on without the stage. */
    optional: boolean
    /** Reports whose paper had expired on their day are questioned or refused. */
    expiredPapers: 'flag' | 'refuse'
    overdrawnPapers: 'flag' | 'refuse'
    /** Only codes that are certified may be reported. */
    certifiedOnly: boolean
    own: boolean
    delivered: boolean
    /** A record was made with this version. */
    used: boolean
    /** The enterprise has its own setting for showing or ordering the platform's template. */
    chosen: boolean
  }>(),
})
