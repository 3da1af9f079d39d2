import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { byLanguage } from '../kinds/shape.ts'
import { added, nothing, removed, rowId } from '../wire/shapes.ts'
import { attributeKeyPattern } from './attribute.ts'
import { stageKeys } from './keys.ts'
import { stageParameter } from './parameter.ts'
import { stageTemplate } from './template.ts'
import { fieldGroups } from './types.ts'

const stageList = z.array(z.enum(stageKeys)).max(stageKeys.length)
const templateVersion = added.extend({ version: z.number().int() })

const parameterValues = { values: z.record(z.string().max(40), z.unknown()).optional() }

const units = ['m', 'cm', 'mm', 'm3', 'kg', 't', 'ha', 'percent', 'pieces', 'yuan'] as const

/** A missing property and null mean the same. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined)

const attributeBody = z.strictObject({
  key: absent(z.string().regex(attributeKeyPattern)),
  label: absent(z.string().max(500)),
  labelTexts: absent(z.unknown()).describe(byLanguage),
  input: z.enum(['text', 'image', 'file', 'code']),
  kind: absent(z.enum(['text', 'number', 'date', 'choice', 'place', 'coordinates'])),
  required: absent(z.boolean()),
  unit: absent(z.enum(units)),
  dict: absent(z.string().max(100)),
  personal: absent(z.boolean()),
  place: absent(z.strictObject({ group: z.enum(fieldGroups), after: absent(z.string().max(40)) })),
})
export type AttributeBody = z.output<typeof attributeBody>

const templateParts = {
  attributes: z.array(attributeBody).max(50).optional(),
  optional: z.boolean().optional(),
  /** How a report is handled whose paper had expired on its day. */
  expiredPapers: z.enum(['flag', 'refuse']).optional(),
  /** How a report is handled that uses a paper for more than it covers, or in two places at once. */
  overdrawnPapers: z.enum(['flag', 'refuse']).optional(),
  /** Only codes that are certified may be reported. */
  certifiedOnly: z.boolean().optional(),
}

export const fieldUsers = defineCall({
  method: 'GET',
  path: '/stage/authorization/users',
  access: { permission: 'stage:authorization:list' },
  scope: { tested: 'users in scope', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary: 'Field users that can be authorized',
  query: z.object({ search: z.string().max(50).optional() }),
  answer: z.array(z.strictObject({ id: rowId, label: z.string(), disabled: z.boolean() })),
})

export const authorizeUser = defineCall({
  method: 'POST',
  path: '/stage/authorization',
  access: { permission: 'stage:authorization:add' },
  summary: 'Authorizes a field user for stages',
  body: z.strictObject({
    userId: z.number().int().positive(),
    stages: stageList.min(1),
    remark: z.string().max(200).optional(),
  }),
  answer: nothing,
  labels: 'stage.authorization',
  audit: { title: 'stage.authorization', kind: 'grant' },
})

export const changeAuthorization = defineCall({
  method: 'PUT',
  path: '/stage/authorization',
  access: { permission: 'stage:authorization:edit' },
  summary: 'Changes an authorization, or sets all stages of a user at once',
  body: z.union([
    z.strictObject({
      id: z.number().int().positive(),
      status: z.enum(['0', '1']).optional(),
      stage: z.enum(stageKeys).optional(),
      remark: z.string().max(200).nullish(),
    }),
    z.strictObject({ userId: z.number().int().positive(), stages: stageList }),
  ]),
  answer: nothing,
  labels: 'stage.authorization',
  audit: { title: 'stage.authorization', kind: 'grant' },
})

/** All stages of one field user. */
const userStages = z.strictObject({
  userId: z.number().int().positive(),
  stages: stageList,
})

export const authorizationMatrix = defineCall({
  method: 'GET',
  path: '/stage/authorization/matrix',
  access: { permission: 'stage:authorization:list' },
  scope: { tested: 'users in scope', in: 'apps/server/test/stage/records.test.ts' },
  summary: 'Field users in reach with the stages that each may report now',
  answer: z.array(userStages.extend({ label: z.string(), disabled: z.boolean() })),
})

export const authorizeSeveral = defineCall({
  method: 'PUT',
  path: '/stage/authorization/matrix',
  access: { permission: 'stage:authorization:edit' },
  scope: { tested: 'users in scope', in: 'apps/server/test/stage/records.test.ts' },
  summary: 'Sets all stages of several users at once, all of them or none',
  body: z.strictObject({ users: z.array(userStages).min(1).max(500) }),
  answer: nothing,
  labels: 'stage.authorization',
  audit: { title: 'stage.authorization', kind: 'grant' },
})

export const withdrawAuthorizations = defineCall({
  method: 'DELETE',
  path: '/stage/authorization/:ids(^[0-9,]+$)',
  access: { permission: 'stage:authorization:remove' },
  summary: 'Withdraws authorizations',
  answer: nothing,
  audit: { title: 'stage.authorization', kind: 'remove' },
})

export const addStageParameter = defineCall({
  method: 'POST',
  path: '/stage/parameter',
  access: { permission: 'stage:parameter:add' },
  summary: 'Adds values that pre-fill a stage',
  body: entityBody(stageParameter, 'add', parameterValues),
  answer: added,
  labels: 'stage.parameter',
  audit: { title: 'stage.parameter', kind: 'add' },
})

export const editStageParameter = defineCall({
  method: 'PUT',
  path: '/stage/parameter',
  access: { permission: 'stage:parameter:edit' },
  summary: 'Edits values that pre-fill a stage; the stage itself stays',
  body: entityBody(stageParameter, 'edit', parameterValues),
  answer: nothing,
  labels: 'stage.parameter',
  audit: { title: 'stage.parameter', kind: 'edit' },
})

export const addStageTemplate = defineCall({
  method: 'POST',
  path: '/stage/template',
  access: { permission: 'stage:template:add' },
  summary: 'Adds a stage template of the own enterprise',
  body: entityBody(stageTemplate, 'add', templateParts),
  answer: templateVersion,
  labels: 'stage.template',
  audit: { title: 'stage.template', kind: 'add' },
})

export const editStageTemplate = defineCall({
  method: 'PUT',
  path: '/stage/template',
  access: { permission: 'stage:template:edit' },
  summary:
    'Edits a stage template; other attributes of one that records were made with are its next version, under a new id',
  body: entityBody(stageTemplate, 'edit', templateParts),
  answer: templateVersion,
  labels: 'stage.template',
  audit: { title: 'stage.template', kind: 'edit' },
})

export const chooseStageTemplate = defineCall({
  method: 'PUT',
  path: '/stage/template/choice',
  access: { permission: 'stage:template:edit' },
  scope: { none: 'templates of the platform, for the whole enterprise' },
  summary: 'Whether and where the enterprise shows a template of the platform to its own people; others keep theirs',
  body: z.strictObject({
    id: z.number().int().positive(),
    visible: z.enum(['0', '1']),
    orderNum: z.number().int().min(0).max(9999),
  }),
  answer: nothing,
  labels: 'stage.template',
  audit: { title: 'stage.template', kind: 'edit' },
})

export const removeStageTemplates = defineCall({
  method: 'DELETE',
  path: '/stage/template/:ids(^[0-9,]+$)',
  access: { permission: 'stage:template:remove' },
  summary: 'Removes stage templates that no record was made with',
  answer: removed,
  audit: { title: 'stage.template', kind: 'remove' },
})

export const settingCalls = [
  fieldUsers,
  authorizeUser,
  changeAuthorization,
  authorizationMatrix,
  authorizeSeveral,
  withdrawAuthorizations,
  addStageParameter,
  editStageParameter,
  addStageTemplate,
  editStageTemplate,
  chooseStageTemplate,
  removeStageTemplates,
] as const
