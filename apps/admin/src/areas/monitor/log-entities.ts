import { defineEntity, loginLog, operLog, text } from '@timbermark/contract'

const place = text({ max: 100, readonly: true, hideInList: true })

/** Operations as their list answers them; a row holds all there is. */
export const operLogEntity = defineEntity({ ...operLog, fields: { ...operLog.fields, operLocation: place } })

const { userName, status, msg, ...others } = loginLog.fields

/** Sign-ins, sign-outs and registrations: what happened stands beside the account. */
export const loginLogEntity = defineEntity({
  ...loginLog,
  fields: { userName, status, msg, ...others, loginLocation: place },
})
