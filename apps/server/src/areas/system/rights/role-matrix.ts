import type { dataScopes, Language } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { menusHoldableBy } from './holdable-menus.ts'
import { menuTitle, type MenuNames } from './menu-rows.ts'
import { rolesInScope } from './scope.ts'
import { roleName } from '../../../entity/words.ts'

interface MatrixMenu extends MenuNames {
  id: number
  parentId: number | null
  perms: string | null
  orderNum: number
}

/** Roles in scope against all permissions that can be granted in this enterprise, in menu order. */
export async function roleMatrix(db: Db, actor: Actor, language: Language) {
  const roles = await db.query<{
    id: number
    key: string
    name: string
    builtIn: boolean
    status: '0' | '1'
    dataScope: (typeof dataScopes)[number]
  }>(sql`
    select t.id, t.role_key as key, t.role_name as name, t.built_in as "builtIn", t.status, t.data_scope as "dataScope"
    from role t where ${rolesInScope(actor, 'system:role:list')} order by t.role_sort, t.id`)
  const menus = await db.query<MatrixMenu>(sql`
    select m.id, m.parent_id as "parentId", m.menu_type as "menuType", m.perms, m.order_num as "orderNum", m.menu_name as "menuName",
      m.menu_name_texts as "menuNameTexts", m.title_key as "titleKey", m.renamed
    from menu m where m.status = '0' and ${menusHoldableBy(actor, 'm')} order by m.order_num, m.id`)
  const held = await db.query<{ role: number; menus: number[] }>(
    sql`
      select role_id as role, json_agg(menu_id order by menu_id) as menus from role_menu
      where tenant_id = ${actor.tenantId} and role_id = any(${roles.map(role => role.id)}::bigint[])
      group by role_id`,
  )
  const superAdmin = (role: { key: string }) => isPlatform(actor) && role.key === 'superAdmin'
  const below = Map.groupBy(menus, menu => menu.parentId ?? 0)
  const ordered: MatrixMenu[] = []
  const walk = (parent: number) => {
    for (const menu of below.get(parent) ?? []) {
      ordered.push(menu)
      walk(menu.id)
    }
  }
  walk(0)
  const every = ordered.map(menu => menu.id)
  const granted = Object.fromEntries(held.map(({ role, menus: ids }) => [role, ids]))
  for (const role of roles) if (superAdmin(role)) granted[role.id] = every
  return {
    roles: roles.map(role => ({
      id: role.id,
      roleId: role.id,
      roleName: roleName(language, role),
      roleKey: role.key,
      status: role.status,
      dataScope: role.dataScope,
      builtIn: role.builtIn,
      superAdmin: superAdmin(role),
    })),
    permissions: ordered.map(menu => ({
      menuId: menu.id,
      parentId: menu.parentId ?? 0,
      label: menuTitle(language, menu),
      menuType: menu.menuType,
      perms: menu.perms ?? '',
    })),
    granted,
  }
}
