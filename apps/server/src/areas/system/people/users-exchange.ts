import { type Kind, type Language, languages, text, user } from '@timbermark/contract'
import { Names } from '@timbermark/contract/reading'
import { phrase } from '@timbermark/phrases/all'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { TemplateColumn } from '../../../platform/workbook/xlsx/template.ts'
import { dictionaryWords } from '../../../entity/dictionary.ts'
import type { Choices } from '../../../entity/import-choices.ts'
import { roleName } from '../../../entity/words.ts'
import type { GrantPower } from '../rights/grants.ts'
import { deptsInScope, postsInScope, rolesInScope } from '../rights/scope.ts'
import { textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'

/** Columns of an import, in the order of the template. */
export const importKeys = [
  'userName',
  'nickName',
  'deptId',
  'roleIds',
  'postIds',
  'phonenumber',
  'email',
  'userType',
  'sex',
  'status',
  'remark',
] as const
export type ImportKey = (typeof importKeys)[number]
export const requiredKeys: readonly ImportKey[] = ['userName', 'nickName', 'deptId', 'phonenumber', 'email']

/** Kind of a column without choices of its own: that of the user's field. */
export const kindOfColumn = (key: ImportKey): Kind =>
  (user.fields as Partial<Record<ImportKey, Kind>>)[key] ?? text({ max: 200 })

export const titleOf = (language: Language, key: ImportKey) => word(language, `system.user.${key}`)

/** Columns that take several values, separated by commas. */
export const multiValueKeys: readonly ImportKey[] = ['roleIds', 'postIds']

const dictionaries: Partial<Record<ImportKey, string>> = {
  userType: 'user_type',
  sex: 'sys_user_sex',
  status: 'sys_normal_disable',
}

interface Meaning {
  value: string | number
  label: string
  /** Other spellings of the same value: labels in other languages, ids. */
  also: readonly string[]
  /** Recognized, so that the refusal can name the reason, but not offered. */
  disabled?: boolean
}

/** Loads what may be written in a column, with the value of each spelling. */
async function loadMeanings(
  db: Db,
  actor: Actor,
  power: GrantPower,
  key: ImportKey,
  language: Language,
): Promise<Meaning[]> {
  const dict = dictionaries[key]
  if (dict) {
    const words = await Promise.all(languages.map(one => dictionaryWords(db, dict, one)))
    const readerWords = await dictionaryWords(db, dict, language)
    return [...readerWords].map(([value, label]) => ({
      value,
      label,
      also: [value, ...words.flatMap(one => one.get(value) ?? [])],
    }))
  }
  if (key === 'deptId') {
    const rows = await db.query<{ id: number; name: string; disabled: boolean }>(
      sql`select t.id, t.dept_name as name, t.status <> '0' as disabled from dept t where ${deptsInScope(actor, 'system:user:import')} order by t.id desc`,
    )
    return rows.map(({ id, name, disabled }) => ({ value: id, label: name, also: [String(id)], disabled }))
  }
  if (key === 'roleIds') {
    const rows = await db.query<{ id: number; key: string; name: string; builtIn: boolean }>(sql`
      select t.id, t.role_key as key, t.role_name as name, t.built_in as "builtIn" from role t
      where t.tenant_id = ${actor.tenantId} and ${rolesInScope(actor, 'system:user:import')} and t.status = '0' order by t.role_sort, t.id`)
    return rows
      .filter(role => power.canGrantSomewhere(role.id))
      .map(role => ({
        value: role.id,
        label: roleName(language, role),
        also: [role.key, String(role.id), ...languages.map(one => roleName(one, role))],
      }))
  }
  if (key === 'postIds') {
    const rows = await db.query<{ id: number; name: string; code: string }>(sql`
      select t.id, t.post_name as name, t.post_code as code from post t
      where t.tenant_id = ${actor.tenantId} and ${postsInScope(actor, 'system:user:import')} and t.status = '0' order by t.post_sort, t.id`)
    return rows.map(({ id, name, code }) => ({ value: id, label: name, also: [code, String(id)] }))
  }
  return []
}

/** The choices of a column that takes no free text. */
export interface ColumnValues {
  choices: Choices
  /** Values that a spelling may mean: departments may share a name. */
  find: (text: string) => readonly (string | number)[]
  /** The reader's word for a value. */
  labelOf: (value: string | number) => string
}

export async function loadColumnValues(
  db: Db,
  actor: Actor,
  power: GrantPower,
  language: Language,
): Promise<Map<ImportKey, ColumnValues>> {
  const columns = new Map<ImportKey, ColumnValues>()
  for (const key of importKeys) {
    const meanings = await loadMeanings(db, actor, power, key, language)
    if (meanings.length === 0 && !dictionaries[key] && key !== 'deptId' && !multiValueKeys.includes(key)) continue
    const labels = new Names<string | number>()
    const others = new Names<string | number>()
    for (const { value, label, also } of meanings) {
      labels.add(value, label)
      for (const one of also) others.add(value, one)
    }
    columns.set(key, {
      choices: { labels: meanings.flatMap(({ label, disabled }) => (disabled ? [] : label)), more: false },
      // A name takes precedence over an id or key with the same text.
      find: text => (labels.find(text).length > 0 ? labels : others).find(text),
      labelOf: value => meanings.find(one => one.value === value)?.label ?? String(value),
    })
  }
  return columns
}

const examplesIn = (language: Language): Partial<Record<ImportKey, readonly [string, string]>> => ({
  userName: ['sawmill-1', 'export-2'],
  nickName: [phrase(language, 'sheetName.person1'), phrase(language, 'sheetName.person2')],
  phonenumber: ['13800138000', '+24174123456'],
  email: ['sawmill@example.com', 'export@example.com'],
})

/** Columns of the template; required ones are marked with a star. */
export function templateColumns(language: Language, columns: Map<ImportKey, ColumnValues>): TemplateColumn[] {
  const examples = examplesIn(language)
  return importKeys.map(key => {
    const choices = columns.get(key)?.choices.labels
    return {
      ...textColumn(`${titleOf(language, key)}${requiredKeys.includes(key) ? ' *' : ''}`, 20),
      examples: examples[key] ?? [choices?.[0] ?? '', choices?.[key === 'status' ? 0 : 1] ?? choices?.[0] ?? ''],
      ...(choices ? { choices, closed: !multiValueKeys.includes(key) } : {}),
    }
  })
}
