import { defineEntity } from '../entity.ts'
import { datetime, dict, email, integer, ref, remark, status, text } from '../field.ts'
import { accountLength, accountPattern, mobile, plainPattern } from './rules.ts'

/** A user account. Calls carry passwords in addition to these fields and never answer them. */
export const user = defineEntity({
  area: 'system',
  name: 'user',
  table: 'account',
  tenancy: 'tenant',
  people: true,
  label: 'nickName',
  fields: {
    userName: text({
      ...accountLength,
      pattern: accountPattern,
      patternPhrase: 'account',
      required: true,
      search: 'like',
      sortable: true,
      createOnly: true,
    }),
    nickName: text({
      max: 30,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      sortable: true,
    }),
    /** Entry of the dictionary user_type; a number, as sessions and routes compare it. */
    userType: integer({ min: 1, max: 5, required: true, search: 'eq' }),
    deptId: ref({ entity: 'system/dept', tree: true, required: true, search: 'eq' }),
    phonenumber: mobile({ required: true, search: 'like' }),
    email: email({ required: true, search: 'like' }),
    sex: dict({ dict: 'sys_user_sex', default: '0', hideInList: true }),
    status: status(),
    loginIp: text({ max: 50, readonly: true, hideInList: true }),
    loginDate: datetime({ readonly: true, sortable: true, hideInList: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  final: { remove: 'sessions and roles are removed with it', changeStatus: 'sessions are ended' },
  verbs: ['resetPwd'],
  unique: [
    { fields: ['userName'], constraint: 'account_user_name_key', error: 'system.user.nameTaken' },
    { fields: ['userName'], constraint: 'sign_in_name_pkey', error: 'system.user.nameTaken' },
    { fields: ['email'], constraint: 'account_email_key', error: 'system.user.emailTaken' },
    { fields: ['email'], constraint: 'account_email_lower_key', error: 'system.user.emailTaken' },
    { fields: ['phonenumber'], constraint: 'account_phonenumber_key', error: 'system.user.phoneTaken' },
  ],
})
