import { type Field, menuView } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

export type MenuType = 'M' | 'C' | 'F'
export type MenuField = keyof typeof menuView.fields | 'platformOnly'

const commonFields: MenuField[] = ['parentId', 'menuType', 'menuName', 'orderNum', 'status', 'remark']
const fieldsByType: Record<MenuType, MenuField[]> = {
  M: ['icon', 'isFrame', 'path', 'visible', 'platformOnly'],
  C: [
    'icon',
    'isFrame',
    'path',
    'component',
    'perms',
    'query',
    'routeName',
    'activeMenu',
    'isCache',
    'visible',
    'platformOnly',
  ],
  F: ['perms', 'platformOnly'],
}
/** Fields that have a meaning only for a screen of the product, not for a link. */
const screenOnly: ReadonlySet<MenuField> = new Set(['component', 'query', 'routeName', 'activeMenu', 'isCache'])

export const isLink = (path: unknown): boolean => /^https?:\/\//i.test(String(path ?? '').trim())

/** The fields of a menu's form: catalogue, screen, link or button. */
export function fieldsOf(type: MenuType, external: boolean, path: unknown): ReadonlySet<MenuField> {
  const link = external || isLink(path)
  return new Set([...commonFields, ...fieldsByType[type]].filter(name => !link || !screenOnly.has(name)))
}

/**
 * Whether the bootstrap menus grant this permission to the operator only. The server enforces it, whatever the form says.
 * Derived from the list, because the declaration of all menus would enlarge every page's bundle.
 */
export function isPlatformOnly(permission: unknown, rows: readonly Row[]): boolean {
  const matches = rows.filter(row => row.delivered === true && row.perms === String(permission ?? '').trim())
  return matches.length > 0 && matches.every(row => row.platformOnly === true)
}

/** Where a menu of this type may be placed: catalogues and screens below catalogues, buttons below screens. */
export function fitsBelow(type: MenuType, parent: MenuType | 'root'): boolean {
  return type === 'F' ? parent === 'C' : parent === 'root' || parent === 'M'
}

export function menuValues(row: Row | undefined, parentId: number | undefined): FormValues {
  return {
    ...initialValues(menuView, row, { parentId: parentId ?? 0, orderNum: 1 }),
    ...(row ? { parentId: Number(row.parentId ?? 0) } : {}),
    platformOnly: row ? row.platformOnly === true : false,
  }
}

/** Body of the visible fields; fields of other menu types are not sent. */
export function toMenuBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const visible = fieldsOf(values.menuType as MenuType, values.isFrame === '0', values.path)
  const fields = Object.entries(menuView.fields as Record<string, Field>).filter(
    ([name, field]) => !field.readonly && visible.has(name as MenuField),
  )
  const before = row && { ...row, parentId: Number(row.parentId ?? 0) }
  const plain = bodyOf(menuView, fields, values, before)
  const platformOnly = values.platformOnly === true
  if (!row) return { ...plain, platformOnly: platformOnly }
  const changed =
    platformOnly === (row.platformOnly === true) ? plain : { id: row.id, ...plain, platformOnly: platformOnly }
  return changed
}
