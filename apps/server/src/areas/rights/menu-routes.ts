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
import { languages, type Language } from '@timbermark/contract'
import { z } from 'zod'
import { type Actor, may } from '../../platform/actor.ts'
import type { Row } from '../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, route, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { treeOf } from '../../crud/tree.ts'
import { saving } from '../../crud/saving.ts'
import { knownComponents } from './menu-rules.ts'
import { heldMenus, type MenuRow, menuRows, menuTitle } from './menu-rows.ts'
import { addMenu, editMenu, removeMenu, sortMenus } from './menus.ts'
import { findRole } from './roles.ts'
import { first, recordOf, sortOrder } from '../../crud/wire.ts'

const anyQuery = z.record(z.string(), z.unknown())
const _anyBody = z.record(z.string(), z.unknown())
const labels = 'system.menu'
const _title = 'system.menu'
const permission = (verb: string) => ({ permission: `system:menu:${verb}` })

/** Hosts under which this site is reached: what it says of itself, and what this request said. */
function ownHosts(call: Pick<Call, 'services' | 'request'>): string[] {
  const asked = call.request.headers.host?.toLowerCase()
  return [new URL(call.services.settings.publicUrl).host.toLowerCase(), ...(asked ? [asked] : [])]
}

function answered(actor: Actor, language: Language, row: MenuRow) {
  const delivered = row.titleKey !== null
  const can = [
    ...(may(actor, 'system:menu:edit') ? ['edit'] : []),
    ...(may(actor, 'system:menu:remove') && !delivered ? ['remove'] : []),
    ...(may(actor, 'system:menu:add') ? ['add'] : []),
  ]
  const why = delivered && may(actor, 'system:menu:remove') ? { remove: 'system.menu.delivered' } : {}
  return { ...row, menuName: menuTitle(language, row), delivered, can, why }
}

const held = (call: Pick<Call, 'services' | 'actor' | 'language'>, query: Row) =>
  call.services.database.withTenant(call.actor.tenantId, async db => {
    const status = first(query.status)
    const visible = first(query.visible)
    const rows = await menuRows(db, [
      heldMenus(call.actor),
      ...(status ? [sql`t.status = ${status}`] : []),
      ...(visible ? [sql`t.visible = ${visible}`] : []),
    ])
    const name = first(query.menuName)?.toLowerCase()
    return name
      ? rows.filter(
          row =>
            menuTitle(call.language, row).toLowerCase().includes(name) || row.menuName.toLowerCase().includes(name),
        )
      : rows
  })

const treeFrom = (rows: readonly MenuRow[], language: Language): MenuNode[] =>
  treeOf(
    rows.map(row => ({ ...row, parentId: row.parentId || null })),
    (row): MenuNode => ({ id: row.id, label: menuTitle(language, row), menuType: row.menuType }),
  )

export const menuRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/system/menu/list',
    access: permission('list'),
    summary: 'Menus that the caller holds, flat',
    query: anyQuery,
    labels,
    handler: async call => {
      const rows = (await held(call, call.query)).map(row => answered(call.actor, call.language, row))
      return new Answer(rows, { rows, total: rows.length })
    },
  }),
  route({
    method: 'GET',
    path: '/system/menu/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One menu',
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const [row] = await menuRows(db, [heldMenus(call.actor), sql`t.id = ${Number(call.params.id)}`])
        if (!row) throw new Refusal('notFound')
        return answered(call.actor, call.language, row)
      }),
  }),
  serve(menuTree, async call => treeFrom(await held(call, call.query), call.language)),
  serve(menusOfRole, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const role = await findRole(
        db,
        call.actor,
        Number(call.params.id),
        may(call.actor, 'system:role:query') ? 'system:role:query' : 'system:role:list',
      )
      const linked = role.menuCheckStrictly === true
      const checked = await db.query<{ id: number }>(sql`
          select rm.menu_id as id from role_menu rm where rm.role_id = ${role.id}
            and (not ${linked} or not exists (select from menu child join role_menu held on held.menu_id = child.id and held.role_id = rm.role_id and held.tenant_id = rm.tenant_id where child.parent_id = rm.menu_id))
          order by rm.menu_id`)
      const rows = await menuRows(db, [heldMenus(call.actor)])
      const data = { checkedKeys: checked.map(one => one.id), menus: treeFrom(rows, call.language) }
      return new Answer(data, data)
    }),
  ),
  serve(menuScreens, async () => knownComponents),
  serve(addMenuCall, call =>
    saving(call, 'operationFailed', async db => {
      const id = await addMenu(db, call.actor, call.body, ownHosts(call))
      return { id, menuId: id }
    }),
  ),
  serve(editMenuCall, call => {
    const { id, body } = recordOf(call.body, 'menuId')
    const titles = (row: MenuRow) => languages.map(language => menuTitle(language, row))
    return saving(call, 'operationFailed', db => editMenu(db, call.actor, id, body, titles, ownHosts(call)))
  }),
  serve(sortMenusCall, call => {
    const order = sortOrder(call.body, { ids: 'menuIds', orders: 'orderNums' })
    return saving(call, 'operationFailed', db => sortMenus(db, call.actor, order))
  }),
  serve(removeMenuCall, call => {
    const id = Number(call.params.id)
    const granted = () =>
      call.services.database.acrossTenants(
        'enterprise',
        async db => (await db.maybe(sql`select 1 from role_menu where menu_id = ${id} limit 1`)) !== undefined,
      )
    return saving(call, 'operationFailed', db => removeMenu(db, id, granted))
  }),
]
