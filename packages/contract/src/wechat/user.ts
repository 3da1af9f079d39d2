import { defineEntity } from '../entity.ts'
import { datetime, integer, text } from '../field.ts'

/**
 * Somebody known from the messaging platform, because he agreed to it while he read a trace page. The platform's own id of a
 * person is kept as a keyed hash only and never answered. Rows come and go by themselves: whoever stays away for a year is
 * forgotten. They can be looked at and forgotten, not changed and not exported.
 */
export const wechatUser = defineEntity({
  area: 'wechat',
  name: 'user',
  table: 'wechat_user',
  tenancy: 'tenant',
  label: 'nickname',
  fields: {
    nickname: text({ max: 100, readonly: true, search: 'like', personal: true }),
    avatar: text({ max: 500, readonly: true, hideInList: true, personal: true }),
    firstSeen: datetime({ readonly: true, sortable: true, search: 'range' }),
    lastSeen: datetime({ readonly: true, sortable: true, search: 'range' }),
    visits: integer({ readonly: true, sortable: true }),
  },
  operations: ['list', 'query', 'remove'],
  orderBy: { field: 'lastSeen', order: 'desc' },
})
