import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, checkedText, filter, id, ids, nothing, oneOfEach, rowId } from '../wire/shapes.ts'

/** A menu to tick. */
export interface MenuNode {
  id: number
  label: string
  menuType: 'M' | 'C' | 'F'
  children?: MenuNode[]
}

const menuNode: z.ZodType<MenuNode> = z.strictObject({
  id: rowId,
  label: z.string(),
  menuType: z.enum(['M', 'C', 'F']),
  get children() {
    return z.array(menuNode).optional()
  },
})

const tickedMenus = z.strictObject({ checkedKeys: z.array(rowId), menus: z.array(menuNode) })

const text = checkedText.optional()

/** What may be said of a menu; the server says by the menu's type what it needs. */
const menuFields = {
  parentId: id.optional(),
  /** M a catalogue, C a screen, F a permission. */
  menuType: text.meta({ examples: ['M', 'C', 'F'] }),
  menuName: text,
  menuNameTexts: z.unknown().optional().describe('by language: zh, en, fr'),
  orderNum: id.optional(),
  path: text,
  component: text,
  query: text,
  routeName: text,
  perms: text,
  icon: text,
  activeMenu: text,
  remark: text,
  isFrame: text,
  isCache: text,
  visible: text,
  status: text,
  platformOnly: z.unknown().optional(),
}

export const menuTree = defineCall({
  method: 'GET',
  path: '/system/menu/treeselect',
  access: 'signedIn',
  summary: 'Menus that the caller holds, as a tree',
  query: z.object({ menuName: filter, status: filter, visible: filter }),
  answer: z.array(menuNode),
})

export const menusOfRole = defineCall({
  method: 'GET',
  path: '/system/menu/roleMenuTreeselect/:id(^\\d+$)',
  access: { anyOf: ['system:role:query', 'system:role:list', 'system:menu:list'] },
  scope: { row: 'system/role' },
  summary: 'Menus that the caller holds and those of a role',
  answer: tickedMenus,
  envelopeExtras: tickedMenus,
})

export const menuScreens = defineCall({
  method: 'GET',
  path: '/system/menu/components',
  access: { permission: 'system:menu:query' },
  summary: 'Screens that a menu may open',
  answer: z.array(z.string()),
})

export const addMenu = defineCall({
  method: 'POST',
  path: '/system/menu',
  access: { permission: 'system:menu:add' },
  summary: 'Adds a menu',
  body: z
    .looseObject(menuFields)
    .meta(oneOfEach(['parentId'], ['menuType'], ['menuName', 'menuNameTexts'], ['orderNum'])),
  answer: added.extend({ menuId: rowId }),
  labels: 'system.menu',
  audit: { title: 'system.menu', kind: 'add' },
})

export const editMenu = defineCall({
  method: 'PUT',
  path: '/system/menu',
  access: { permission: 'system:menu:edit' },
  summary: 'Changes the given fields of a menu',
  body: z.looseObject({ ...menuFields, id: id.optional(), menuId: id.optional() }).meta(oneOfEach(['id', 'menuId'])),
  answer: nothing,
  labels: 'system.menu',
  audit: { title: 'system.menu', kind: 'edit' },
})

export const sortMenus = defineCall({
  method: 'PUT',
  path: '/system/menu/updateSort',
  access: { permission: 'system:menu:edit' },
  summary: 'Sets the order of several menus',
  body: z
    .strictObject({ menuIds: ids.optional(), orderNums: ids.optional() })
    .meta(oneOfEach(['menuIds'], ['orderNums'])),
  answer: nothing,
  labels: 'system.menu',
  audit: { title: 'system.menu', kind: 'edit' },
})

export const removeMenu = defineCall({
  method: 'DELETE',
  path: '/system/menu/:id(^\\d+$)',
  access: { permission: 'system:menu:remove' },
  summary: 'Removes a menu that nobody holds',
  answer: nothing,
  audit: { title: 'system.menu', kind: 'remove' },
})

export const menuCalls = [menuTree, menusOfRole, menuScreens, addMenu, editMenu, sortMenus, removeMenu] as const
