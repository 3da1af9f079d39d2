import { type Field, menuView } from '@timbermark/contract'
import { bodyOf, initialValues } from '../../../entity/form/form-model.ts'
import type { FormValues } from '../../../entity/form/form-values.ts'
import type { Row } from '../../../entity/types.ts'

export type MenuType = 'M' | 'C' | 'F'
export type MenuField = keyof typeof menuView.fields | 'platformOnly'

const everywhere: MenuField[] = ['parentId', 'menuType', 'menuName', 'orderNum', 'status', 'remark']
const ofType: Record<MenuType, MenuField[]> = {
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
/** What only makes sense for a screen of the product itself, not for a link. */
const ofScreens: ReadonlySet<MenuField> = new Set(['component', 'query', 'routeName', 'activeMenu', 'isCache'])

export const isLink = (path: unknown): boolean => /^https?:\/\//i.test(String(path ?? '').trim())

/** Which fields a menu's form asks for: catalogue, screen, link or button. */
export function fieldsOf(type: MenuType, external: boolean, path: unknown): ReadonlySet<MenuField> {
  const link = external || isLink(path)
  return new Set([...everywhere, ...ofType[type]].filter(name => !link || !ofScreens.has(name)))
}

/**
 * Is it the operator's alone by what it permits, as the delivered menus say? The server keeps it so, whatever the form says.
 * Told by the list and not by the declaration of all menus, which would come to every page with all that they show.
 */
export function isOfPlatform(permission: unknown, known: readonly Row[]): boolean {
  const same = known.filter(row => row.delivered === true && row.perms === String(permission ?? '').trim())
  return same.length > 0 && same.every(row => row.platformOnly === true)
}

/** Where a menu of this type may stand: catalogues and screens below catalogues, buttons below screens. */
export function mayStandBelow(type: MenuType, parent: MenuType | 'root'): boolean {
  return type === 'F' ? parent === 'C' : parent === 'root' || parent === 'M'
}

export function menuValues(row: Row | undefined, parentId: number | undefined): FormValues {
  return {
    ...initialValues(menuView, row, { parentId: parentId ?? 0, orderNum: 1 }),
    ...(row ? { parentId: Number(row.parentId ?? 0) } : {}),
    platformOnly: row ? row.platformOnly === true : false,
  }
}

/** Body of what the form shows; what belongs to another type of menu is left alone. */
export function menuBody(values: FormValues, row: Row | undefined): FormValues | undefined {
  const shown = fieldsOf(values.menuType as MenuType, values.isFrame === '0', values.path)
  const fields = Object.entries(menuView.fields as Record<string, Field>).filter(
    ([name, field]) => !field.readonly && shown.has(name as MenuField),
  )
  const before = row && { ...row, parentId: Number(row.parentId ?? 0) }
  const plain = bodyOf(menuView, fields, values, before)
  const own = values.platformOnly === true
  if (!row) return { ...plain, platformOnly: own }
  const changed = own === (row.platformOnly === true) ? plain : { id: row.id, ...plain, platformOnly: own }
  return changed
}
