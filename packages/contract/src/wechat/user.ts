import { defineEntity } from '../entity.ts'
import { datetime, integer, text } from '../field.ts'

/**
 * A person known from the messaging platform, who consented on a trace page. The platform's id of the person is stored
 * only as a keyed hash and never answered. Rows are created and removed automatically: after a year without a visit they
 * are deleted. People can view and remove rows, not change or export them.
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
