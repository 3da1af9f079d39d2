import { defineEntity } from '../entity.ts'
import { dict, richText, text } from '../field.ts'
import { rowExtras } from '../view.ts'
import { plainPattern } from './rules.ts'

/** Notice or announcement of the platform operator to everybody who signs in. */
export const notice = defineEntity({
  area: 'system',
  name: 'notice',
  tenancy: 'platform',
  idAlias: 'noticeId',
  label: 'noticeTitle',
  fields: {
    noticeTitle: text({ max: 50, pattern: plainPattern, patternPhrase: 'plain', required: true, search: 'like' }),
    noticeType: dict({ dict: 'sys_notice_type', required: true, search: 'eq' }),
    noticeContent: richText({ max: 50_000, hideInList: true }),
    status: dict({ dict: 'sys_notice_status', default: '0', search: 'eq', required: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  final: { remove: 'who has read it is removed with it', changeStatus: 'the notice is edited' },
  rowExtras: rowExtras<{
    /** The caller has opened it. */
    isRead: boolean
  }>(),
})
