import type { Language, Texts } from '@timbermark/contract'
import type { RouteItem } from '@timbermark/contract/calls'
import type { Actor } from '../../../platform/actor.ts'
import { runOnPrimary } from '../../../platform/database/call-scope.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { nameIn } from '../../../entity/names.ts'
import { menusHoldableBy } from './holdable-menus.ts'

interface MenuRow {
  id: number
  parent_id: number | null
  menu_type: 'M' | 'C'
  menu_name: string
  menu_name_texts: Texts
  title_key: string | null
  renamed: boolean
  path: string
  component: string | null
  query: string | null
  route_name: string | null
  is_frame: string
  is_cache: string
  visible: string
  icon: string | null
  active_menu: string | null
}

/** User type of dealers (customer). The dealer's own page is shown to these accounts only, even if others hold the menu in order to grant it. */
const dealerUserType = 5

const isLink = (path: string) => /^https?:\/\//i.test(path)
/** Route of a framed page of another site: characters that a route must not contain become a slash. */
const framePath = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/[^A-Za-z0-9/_-]+/g, '/')

/** All that a menu depends on besides the stored menus: what is not here cannot change it, because it is the key of the cache. */
interface MenuInputs {
  tenantId: number
  userType: number
  superAdmin: boolean
  roleIds: readonly number[]
  language: Language
}

const menuTrees = new WeakMap<Actor['grants'], Map<string, Promise<RouteItem[]>>>()

/**
 * The menu that the actor's enabled roles allow; the super administrator has all of it. It is cached per grants object, which
 * accounts of several user types share, and there per input: a change of menus or roles increments the rights epoch, and the
 * sessions then hand out new grants.
 */
export function loadMenuTree(database: Database, actor: Actor, language: Language): Promise<RouteItem[]> {
  const { tenantId, userType, superAdmin, grants } = actor
  const inputs: MenuInputs = { tenantId, userType, superAdmin, roleIds: grants.map(grant => grant.roleId), language }
  const trees = menuTrees.get(grants) ?? new Map<string, Promise<RouteItem[]>>()
  menuTrees.set(grants, trees)
  const key = JSON.stringify(inputs)
  let tree = trees.get(key)
  if (!tree) {
    tree = runOnPrimary(() => database.withTenant(tenantId, db => buildMenu(db, inputs)))
    trees.set(key, tree)
    tree.catch(() => trees.delete(key))
  }
  return tree
}

async function buildMenu(db: Db, inputs: MenuInputs): Promise<RouteItem[]> {
  const { tenantId, language } = inputs
  const rows = await db.query<MenuRow>(sql`
    select distinct m.id, m.parent_id, m.menu_type, m.menu_name, m.menu_name_texts, m.title_key, m.renamed, m.order_num, m.path, m.component,
      m.query, m.route_name, m.is_frame, m.is_cache, m.visible, m.icon, m.active_menu
    from menu m
    where m.menu_type in ('M', 'C') and m.status = '0' and ${menusHoldableBy(inputs, 'm')}
      and (m.title_key is distinct from 'channel.own' or ${inputs.userType === dealerUserType})
      and (${inputs.superAdmin} or exists (select from role_menu rm where rm.tenant_id = ${tenantId} and rm.menu_id = m.id
      and rm.role_id = any(${[...inputs.roleIds]})))
    order by m.order_num, m.id`)
  const byParent = Map.groupBy(rows, row => row.parent_id ?? 0)
  const build = (parent: number): RouteItem[] =>
    (byParent.get(parent) ?? []).flatMap((row): RouteItem[] => {
      const children = build(row.id)
      // A catalogue is hidden when the reader may open nothing in it.
      if (row.menu_type === 'M' && children.length === 0 && !isLink(row.path)) return []
      return [routeItemOf(row, titleOf(row, language), parent === 0, children)]
    })
  return build(0)
}

/** The phrase key of a bootstrap menu, unless it was renamed in the reader's language; otherwise the menu's name. */
function titleOf(row: MenuRow, language: Language): string {
  const delivered = row.title_key !== null && !row.renamed
  if (delivered) return row.menu_name_texts[language] ?? `menu.${row.title_key}`
  return nameIn(language, row.menu_name, row.menu_name_texts)
}

function routeItemOf(row: MenuRow, title: string, root: boolean, children: RouteItem[]): RouteItem {
  const external = isLink(row.path)
  const meta = {
    title,
    icon: row.icon ?? '',
    noCache: row.is_cache === '1',
    link: external && row.is_frame === '1' ? row.path : null,
    affix: false,
    activeMenu: row.active_menu,
    breadcrumb: true,
  }
  const name =
    row.route_name ||
    (row.title_key ?? row.path).replace(/(^|[./-])(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  const base = { name, hidden: row.visible === '1', meta, ...(row.query ? { query: row.query } : {}) }
  if (external && row.is_frame === '0') return { ...base, path: row.path, component: root ? 'Layout' : 'ParentView' }
  if (external) {
    const frame = { ...base, path: framePath(row.path), component: 'InnerLink' }
    return root ? wrapInLayout(frame) : frame
  }
  if (row.menu_type === 'M') {
    return {
      ...base,
      path: root && !row.path.startsWith('/') ? `/${row.path}` : row.path,
      component: root ? 'Layout' : 'ParentView',
      redirect: 'noRedirect',
      alwaysShow: true,
      children,
    }
  }
  if (root) return wrapInLayout({ ...base, path: row.path.replace(/^\//, ''), component: row.component ?? '' })
  return { ...base, path: row.path, component: row.component ?? '' }
}

/** Wraps a first-level page in a layout route without name and title. */
function wrapInLayout(child: RouteItem): RouteItem {
  return { name: '', path: '/', hidden: child.hidden, component: 'Layout', children: [child] }
}
