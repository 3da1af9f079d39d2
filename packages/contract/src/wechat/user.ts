import { defineEntity } from '../entity.ts'
import { datetime, text } from '../field.ts'

/**
 * Somebody known from the messaging platform. The platform's own id of a person is kept as a keyed hash only and never
 * answered. No operation yet: nothing fills the table before the messaging platform is connected.
 */
export const wechatUser = defineEntity({
  area: 'wechat',
  name: 'user',
  table: 'wechat_user',
  tenancy: 'platform',
  label: 'nickname',
  fields: {
    nickname: text({ max: 100, readonly: true, search: 'like', personal: true }),
    avatar: text({ max: 500, readonly: true, personal: true }),
    firstSeen: datetime({ readonly: true, sortable: true, search: 'range' }),
  },
  operations: [],
})
