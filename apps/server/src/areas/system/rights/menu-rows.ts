import type { Language, Texts } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, type Sql, sql } from '../../../platform/database/sql.ts'
import { nameIn, type NamePlace } from '../../../entity/names.ts'
import { menusHoldableBy } from './holdable-menus.ts'

export interface MenuRow {
  id: number
  menuId: number
  parentId: number
  menuType: 'M' | 'C' | 'F'
  menuName: string
  menuNameTexts: Texts
  titleKey: string | null
  renamed: boolean
  orderNum: number
  path: string
  component: string | null
  query: string | null
  routeName: string | null
  isFrame: '0' | '1'
  isCache: '0' | '1'
  visible: '0' | '1'
  status: '0' | '1'
  perms: string | null
  icon: string | null
  activeMenu: string | null
  platformOnly: boolean
  remark: string | null
}

const columns = sql`
  t.id, t.id as "menuId", coalesce(t.parent_id, 0) as "parentId", t.menu_type as "menuType", t.menu_name as "menuName",
  t.menu_name_texts as "menuNameTexts", t.title_key as "titleKey", t.renamed,
  t.order_num as "orderNum", t.path, t.component, t.query, t.route_name as "routeName", t.is_frame as "isFrame", t.is_cache as "isCache", t.visible, t.status,
  t.perms, t.icon, t.active_menu as "activeMenu", t.platform_only as "platformOnly", t.remark, t.created_at as "createTime", t.updated_at as "updateTime"`

/** The columns that a menu's name is computed from. */
export type MenuNames = Pick<MenuRow, 'menuType' | 'menuName' | 'menuNameTexts' | 'titleKey' | 'renamed'>

/** Phrase key of a bootstrap menu; null for other menus and after a rename for all languages. */
export function phraseOfMenu({ menuType, titleKey, renamed }: MenuNames): string | null {
  if (titleKey === null || renamed) return null
  return menuType === 'F' ? titleKey : `menu.${titleKey}`
}

/** The name of a menu: for bootstrap menus the phrase in the reader's language, unless they were renamed in it. */
export function menuTitle(language: Language, menu: MenuNames): string {
  return nameIn(language, menu.menuName, menu.menuNameTexts, phraseOfMenu(menu))
}

/** The same as SQL, for rows aliased `t`. */
export const menuName: NamePlace = {
  alias: sql`t`,
  key: 'menuName',
  phrase: sql`case when t.renamed then null when t.menu_type = 'F' then t.title_key else 'menu.' || t.title_key end`,
}

/** Condition for menus (aliased `t`) that the actor holds; the super administrator holds all. */
export function menusHeldBy(actor: Actor): Sql {
  const holdable = menusHoldableBy(actor, 't')
  if (actor.superAdmin) return holdable
  const roles = actor.grants.map(grant => grant.roleId)
  return sql`
    ${holdable}
    and exists (select from role_menu rm where rm.tenant_id = ${actor.tenantId} and rm.menu_id = t.id and rm.role_id = any(${roles}::bigint[]))`
}

export function loadMenuRows(db: Db, conditions: readonly Sql[]): Promise<MenuRow[]> {
  return db.query<MenuRow>(
    sql`select ${columns} from menu t where ${allOf(conditions)} order by coalesce(t.parent_id, 0), t.order_num, t.id`,
  )
}
