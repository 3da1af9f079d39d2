import type { Language } from '@timbermark/contract'
import type { ListQuery } from '../../crud/list-query.ts'
import type { Call, FileAnswer } from '../../platform/http/http.ts'
import type { XlsxColumn } from '../../platform/workbook/xlsx.ts'
import { inBlocks, sheetAnswer, textColumn } from '../../crud/sheets.ts'
import { userBlock } from './users-list.ts'
import { dictionaryWords } from '../../crud/dictionary.ts'
import { roleName, word } from '../../crud/words.ts'

/** Columns of an import, in the order of the template; starred ones are needed. */
export const importKeys = [
  'userName',
  'nickName',
  'deptId',
  'phonenumber',
  'email',
  'userType',
  'sex',
  'status',
  'remark',
] as const
export type ImportKey = (typeof importKeys)[number]
export const neededKeys: readonly ImportKey[] = ['userName', 'nickName', 'deptId', 'phonenumber', 'email']

export const titleOf = (language: Language, key: ImportKey) => word(language, `system.user.${key}`)

export function templateColumns(language: Language): XlsxColumn[] {
  return importKeys.map(key => textColumn(`${titleOf(language, key)}${neededKeys.includes(key) ? ' *' : ''}`, 20))
}

/** Users of a list as a workbook, with the same filters and data scope. */
export async function exportUsers(call: Call<ListQuery>): Promise<FileAnswer> {
  const { services, actor, language, query } = call
  const label = (key: string) => word(language, `system.user.${key}`)
  const inTenant = services.database
  const [types, sexes, states] = await inTenant.withTenant(actor.tenantId, async db => [
    await dictionaryWords(db, 'user_type', language),
    await dictionaryWords(db, 'sys_user_sex', language),
    await dictionaryWords(db, 'sys_normal_disable', language),
  ])
  const columns: XlsxColumn[] = [
    { title: word(language, 'common.id'), width: 10, kind: 'integer' },
    ...['userName', 'nickName', 'userType', 'deptId', 'roles', 'phonenumber', 'email', 'sex', 'status', 'loginIp'].map(
      key => textColumn(label(key)),
    ),
    { title: label('loginDate'), width: 20, kind: 'datetime' },
    { title: word(language, 'common.createTime'), width: 20, kind: 'datetime' },
    textColumn(label('remark'), 30),
  ]
  const rows = inBlocks(
    (after, size) => inTenant.withTenant(actor.tenantId, db => userBlock(db, actor, query, after, size)),
    row => [
      row.id,
      row.userName,
      row.nickName,
      types.get(String(row.userType)) ?? row.userType,
      row.deptName,
      row.roles.map(role => roleName(language, role)).join(', '),
      row.phonenumber,
      row.email,
      sexes.get(String(row.sex)) ?? row.sex,
      states.get(String(row.status)) ?? row.status,
      row.loginIp,
      row.loginDate,
      row.createTime,
      row.remark,
    ],
  )
  return sheetAnswer(call, 'users', columns, rows)
}
