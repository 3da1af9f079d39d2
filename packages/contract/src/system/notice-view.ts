import { datetime, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

/** Who has opened a notice: platform users who manage enterprises see all readers, others those of their enterprise. */
export const noticeReader = defineView({
  area: 'system',
  name: 'notice/readUsers',
  idAlias: 'userId',
  label: 'userName',
  within: 'noticeId',
  searches: { searchValue: text({ max: 50, search: 'like' }) },
  fields: {
    userName: text({ max: 50, readonly: true, required: true }),
    nickName: text({ max: 50, readonly: true, required: true }),
    enterpriseName: text({ max: 100, readonly: true, required: true }),
    deptName: text({ max: 50, readonly: true }),
    readTime: datetime({ readonly: true, required: true }),
  },
  operations: ['list'],
  rowExtras: rowExtras<{ phonenumber: string | null }>(),
})
