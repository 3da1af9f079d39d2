import { type Field, user } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

/** Role or post as the form's facts answer it. */
export interface UserRole {
  roleId: number
  roleName: string
  roleKey: string
  status?: string
  grantable?: boolean
}
export interface UserPost {
  postId: number
  postName: string
  status?: string
}

const plainFields = Object.entries(user.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

// Forms hold the type as a string, like the dictionary; the wire takes a number.
const toFormRow = (row: Row | undefined): Row | undefined => row && { ...row, userType: String(row.userType) }

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])
const sameIds = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every(id => b.includes(id))

export function userValues(row: Row | undefined, defaults: FormValues = {}): FormValues {
  return {
    ...initialValues(user, toFormRow(row), { userType: '1', ...defaults }),
    roleIds: idsOf(row?.roleIds),
    postIds: idsOf(row?.postIds),
  }
}

/**
 * Body that adds a user or changes the changed fields. Roles and posts are replaced as a whole, so they are sent only when
 * they differ: nobody may change their own roles, not even to the same ones.
 */
export function toUserBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const fields = bodyOf(user, plainFields, values, toFormRow(row))
  const lists = Object.fromEntries(
    ['roleIds', 'postIds']
      .map(name => [name, idsOf(values[name])] as const)
      .filter(([name, ids]) => !sameIds(ids, idsOf(row?.[name]))),
  )
  const password = row ? {} : { password: values.password }
  const changed = { ...fields, ...lists }
  if (row && Object.keys(changed).length === 0) return undefined
  const body = { ...(row ? { id: row.id } : {}), ...changed, ...password }
  return 'userType' in body ? { ...body, userType: Number(body.userType) } : body
}
