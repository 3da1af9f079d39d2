import { type Field, role } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'
import type { Granted } from '../tree/check-tree-control.tsx'

const plainFields = Object.entries(role.fields as Record<string, Field>).filter(([, field]) => !field.readonly)

const grantedOf = (row: Row | undefined): Granted => ({
  ids: (row?.menuIds as number[] | undefined) ?? [],
  linked: row?.menuCheckStrictly !== false,
})

export function roleValues(row: Row | undefined): FormValues {
  return { ...initialValues(role, row, { roleSort: 10 }), menuIds: grantedOf(row) }
}

const sameIds = (a: readonly number[], b: readonly number[]) => {
  const others = new Set(b)
  return a.length === b.length && a.every(id => others.has(id))
}

/** Body that adds a role or changes the changed fields; the menus are sent as a whole, half-ticked ones included. */
export function toRoleBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const fields = bodyOf(role, plainFields, values, row)
  const { ids, linked } = values.menuIds as Granted
  const before = grantedOf(row)
  const menus = !row || !sameIds(ids, before.ids) ? { menuIds: [...ids] } : {}
  const linkage = !row || linked !== before.linked ? { menuCheckStrictly: linked } : {}
  const changed = { ...fields, ...menus, ...linkage }
  if (!row) return changed
  return Object.keys(changed).length === 0 ? undefined : { ...changed, id: row.id }
}
