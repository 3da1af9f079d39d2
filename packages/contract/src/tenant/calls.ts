import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import { added, checkedText, count, id, nothing, oneOfEach, rowId } from '../wire/shapes.ts'
import { enterprise } from './enterprise.ts'

export const addEnterprise = defineCall({
  method: 'POST',
  path: '/tenant/enterprise',
  access: { permission: 'tenant:enterprise:add' },
  summary: 'Adds an enterprise and its administrator, whose first password (72 hours) is answered once',
  body: entityBody(enterprise, 'add', {
    administrator: checkedText.optional(),
    adminEmail: checkedText.optional(),
    adminPhone: checkedText.optional(),
  }),
  answer: added.extend({ enterpriseId: rowId, administrator: z.string(), password: z.string(), initialHours: count }),
  labels: 'tenant.enterprise',
  audit: { title: 'tenant.enterprise', kind: 'add' },
})

export const editEnterprise = defineCall({
  method: 'PUT',
  path: '/tenant/enterprise',
  access: { permission: 'tenant:enterprise:edit' },
  summary: 'Changes an enterprise; disabling it ends its sessions',
  body: entityBody(enterprise, 'edit'),
  answer: nothing,
  labels: 'tenant.enterprise',
  audit: { title: 'tenant.enterprise', kind: 'edit' },
})

export const resetAdministrator = defineCall({
  method: 'PUT',
  path: '/tenant/enterprise/resetPwd',
  access: { permission: 'tenant:enterprise:resetPwd' },
  summary:
    'Gives the administrator of an enterprise a new one-time password (72 hours), answered once; all its administrators are told',
  body: z
    .strictObject({
      id: id.optional(),
      /** Also removes the second factor, if it is lost too. */
      secondFactor: z.boolean().optional(),
    })
    .meta(oneOfEach(['id'])),
  answer: z.strictObject({ administrator: z.string(), password: z.string(), initialHours: count }),
  labels: 'tenant.enterprise',
  audit: { title: 'tenant.enterprise', kind: 'edit' },
})

export const tenantCalls = [addEnterprise, editEnterprise, resetAdministrator] as const
