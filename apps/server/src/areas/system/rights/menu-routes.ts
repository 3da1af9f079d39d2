import {
  addMenu as addMenuCall,
  editMenu as editMenuCall,
  menuScreens,
  menuTree,
  menusOfRole,
  removeMenu as removeMenuCall,
  sortMenus as sortMenusCall,
  type MenuNode,
} from '@timbermark/contract/calls'
import { menuView, type RowOf } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import { answerAll } from '../../../entity/answers.ts'
import { statusRoute } from '../../../entity/status-route.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { hasPermission } from '../../../platform/actor.ts'
import { Answer, type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Row } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { treeOf } from '../../../entity/tree.ts'
import { runSave } from '../../../entity/run-save.ts'
import { knownComponents } from './menu-rules.ts'
import { menusHeldBy, menuName, type MenuRow } from './menu-rows.ts'
import { addMenu, editMenu, menuScreenAndAncestors, removeMenu, sortMenus } from './menus.ts'
import { findRole } from './roles.ts'
import { recordOf, sortOrder } from '../../../entity/wire.ts'

/** Host names of this site: the configured one and the one of this request. */
function siteHosts(call: Pick<Call, 'services' | 'request'>): string[] {
  const requestHost = call.request.headers.host?.toLowerCase()
  return [new URL(call.services.settings.publicUrl).host.toLowerCase(), ...(requestHost ? [requestHost] : [])]
}

/** Does a role of any enterprise grant the menu? */
const isGranted = ({ services }: Pick<Call, 'services'>, id: number) =>
  services.database.acrossTenants(
    'enterprise',
    async db => (await db.maybe(sql`select 1 from role_menu where menu_id = ${id} limit 1`)) !== undefined,
  )

const changeMenu = (call: Call, id: number, body: Row) =>
  runSave(call, 'operationFailed', db =>
    editMenu(db, call, id, body, { siteHosts: siteHosts(call), isGranted: () => isGranted(call, id) }),
  )

/** A menu row of the statement. */
type FoundMenu = Omit<RowOf<typeof menuView>, 'delivered'> & { leadsToMenus: boolean; [column: string]: unknown }

/** Menus that the caller holds. */
const reading = readingOf(menuView, {
  table: 'menu',
  shared: true,
  columns: { parentId: sql`coalesce(t.parent_id, 0)`, createTime: sql`t.created_at` },
  names: { menuName },
  more: sql`t.title_key as "titleKey", t.renamed or t.menu_name_texts <> '{}' as renamed, t.platform_only as "platformOnly",
    t.updated_at as "updateTime", t.id in (${menuScreenAndAncestors}) as "leadsToMenus"`,
  where: ({ actor }) => menusHeldBy(actor),
  order: sql`coalesce(t.parent_id, 0), t.order_num`,
  rules: (row: FoundMenu) => ({
    extraVerbs: { add: 'system:menu:add', disable: 'system:menu:edit' },
    against: {
      remove: row.titleKey === null ? undefined : 'system.menu.delivered',
      disable: row.status !== '0' ? 'absent' : row.leadsToMenus ? 'system.menu.wayIn' : undefined,
    },
  }),
  toRows: (rows: FoundMenu[]) =>
    rows.map(({ leadsToMenus: _, ...row }) => ({ ...row, delivered: row.titleKey !== null })),
})

const buildMenuTree = (rows: readonly Pick<MenuRow, 'id' | 'parentId' | 'menuType' | 'menuName'>[]): MenuNode[] =>
  treeOf(
    rows.map(row => ({ ...row, parentId: row.parentId || null })),
    (row): MenuNode => ({ id: row.id, label: row.menuName, menuType: row.menuType }),
  )

export const menuRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { unpaged: true, summary: 'Menus that the caller holds, flat' }),
  serve(menuTree, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { data } = await answerAll(db, reading, call, call.query)
      return buildMenuTree(data)
    }),
  ),
  serve(menusOfRole, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const role = await findRole(
        db,
        call.actor,
        Number(call.params.id),
        hasPermission(call.actor, 'system:role:query') ? 'system:role:query' : 'system:role:list',
      )
      const linked = role.menuCheckStrictly === true
      const checked = await db.query<{ id: number }>(sql`
          select rm.menu_id as id from role_menu rm where rm.tenant_id = ${call.actor.tenantId} and rm.role_id = ${role.id}
            and (not ${linked} or not exists (select from menu child join role_menu held on held.menu_id = child.id and held.role_id = rm.role_id
            and held.tenant_id = ${call.actor.tenantId} where child.parent_id = rm.menu_id))
          order by rm.menu_id`)
      const held = await answerAll(db, reading, call, {})
      const data = { checkedKeys: checked.map(one => one.id), menus: buildMenuTree(held.data) }
      return new Answer(data, data)
    }),
  ),
  serve(menuScreens, async () => knownComponents),
  serve(addMenuCall, call =>
    runSave(call, 'operationFailed', async db => {
      const id = await addMenu(db, call, call.body, siteHosts(call))
      return { id, menuId: id }
    }),
  ),
  serve(editMenuCall, call => {
    const { id, body } = recordOf(call.body, 'menuId')
    return changeMenu(call, id, body)
  }),
  statusRoute(menuView, 'Enables or disables a menu', (call, id, status) => changeMenu(call, id, { status })),
  serve(sortMenusCall, call => {
    const order = sortOrder(call.body, { ids: 'menuIds', orders: 'orderNums' })
    return runSave(call, 'operationFailed', db => sortMenus(db, call.actor, order))
  }),
  serve(removeMenuCall, call => {
    const id = Number(call.params.id)
    return runSave(call, 'operationFailed', db => removeMenu(db, id, () => isGranted(call, id)))
  }),
]
