import type { Language } from '@timbermark/contract'
import type { XlsxColumn } from '../../platform/workbook/xlsx.ts'
import { textColumn } from '../../crud/sheets.ts'
import { word } from '../../crud/words.ts'

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
