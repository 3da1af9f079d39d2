import { datetime, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

const word = (search?: 'eq') => text({ max: 100, readonly: true, search })

/** Active sessions of the own enterprise; each is identified by a number, its token is never shown. */
export const online = defineView({
  area: 'monitor',
  name: 'online',
  label: 'userName',
  defaultColumns: ['userName', 'nickName', 'deptName', 'ipaddr', 'browser', 'loginTime', 'lastSeen'],
  fields: {
    userName: word('eq'),
    nickName: word(),
    deptName: word(),
    ipaddr: word('eq'),
    loginLocation: word(),
    browser: word(),
    os: word(),
    loginTime: datetime({ readonly: true, required: true }),
    lastSeen: datetime({ readonly: true, required: true }),
  },
  operations: ['list'],
  verbs: ['forceLogout', 'batchLogout'],
  rowExtras: rowExtras<{ tokenId: string; userId: number; current: boolean }>(),
})
