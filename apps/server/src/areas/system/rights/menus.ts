import type { Db, Row } from '../../../platform/database/database.ts'
import { type Language, languages, menuView, type Texts } from '@timbermark/contract'
import { deliveredTexts, nameFromBody } from '../../../entity/names.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Call } from '../../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { GrantPower } from './grants.ts'
import { isPlatformPermission } from './holdable-menus.ts'
import { checkTarget, externalLinkOf, menuFields, menuIssues } from './menu-rules.ts'
import { type MenuRow, loadMenuRows, phraseOfMenu } from './menu-rows.ts'
import { bumpRights } from './rights.ts'
import { unknownFields } from '../../../entity/wire.ts'
import { locks } from '../../../platform/database/locks.ts'
import { platformTenant } from '../../../platform/operator.ts'

/** All enterprises share one menu tree, so one change runs at a time. */
const lockMenuTree = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${locks.menuTree})`)

const parentOf = (value: unknown): number => {
  if (value === null || value === 0 || value === '0') return 0
  if (value === undefined || value === '') throw invalid([{ field: 'parentId', error: 'required' }])
  const id = Number(value)
  if (!Number.isSafeInteger(id) || id < 0) throw invalid([{ field: 'parentId', error: 'referenceMissing' }])
  return id
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The menu as it would be stored after the change. */
function mergeMenu(before: MenuRow | undefined, body: Row): Row {
  const { id: _id, ...fields } = body
  const base = before ?? {
    path: '',
    component: null,
    isFrame: '1',
    isCache: '0',
    visible: '0',
    status: '0',
    platformOnly: false,
  }
  return { ...base, ...fields }
}

/**
 * Is the menu for the platform operator only? True for operator permissions and for menus below an operator-only menu,
 * whatever the body says. Used for menus that people added; bootstrap menus keep their flag.
 */
async function isForPlatform(db: Db, menu: Row): Promise<boolean> {
  if (menu.platformOnly === true || isPlatformPermission(textOrNull(menu.perms) ?? '')) return true
  const above = await db.maybe<{ platformOnly: boolean }>(
    sql`select platform_only as "platformOnly" from menu where id = ${(menu.parentId as number) || null}`,
  )
  return above?.platformOnly === true
}

/** Nobody gives a menu a permission that they do not hold. @throws Refusal system.menu.notHeld */
function assertHoldsPermission(actor: Actor, permission: string | null): void {
  if (permission !== null && !hasPermission(actor, permission))
    throw new Refusal('system.menu.notHeld', {}, { issues: [{ field: 'perms', error: 'system.menu.notHeld' }] })
}

async function checkParent(db: Db, menu: Row, id: number): Promise<void> {
  const parentId = menu.parentId as number
  if (parentId === 0) {
    if (menu.menuType === 'F') throw new Refusal('system.menu.parentType')
    return
  }
  if (parentId === id) throw new Refusal('system.menu.parentSelf')
  const above = await db.query<{ id: number; menu_type: string; path: string }>(sql`
    with recursive up as (
      select id, parent_id, menu_type, path, 1 as depth from menu where id = ${parentId}
      union all select m.id, m.parent_id, m.menu_type, m.path, up.depth + 1 from menu m join up on m.id = up.parent_id where up.depth < 50)
    select id, menu_type, path from up order by depth`)
  if (above.length === 0) throw invalid([{ field: 'parentId', error: 'referenceMissing' }])
  if (above.some(one => one.id === id)) throw new Refusal('system.menu.parentSelf')
  const parent = above[0]!
  // Screens and catalogues belong into catalogues, buttons to screens; a link to another site has no children.
  const fits = menu.menuType === 'F' ? parent.menu_type !== 'F' : parent.menu_type === 'M'
  if (!fits || /^https?:/i.test(parent.path)) throw new Refusal('system.menu.parentType')
}

/** Names, addresses and route names must be unique: pages are cached by route name. */
async function checkTaken(db: Db, menu: Row, id: number): Promise<void> {
  const parent = (menu.parentId as number) || null
  const names = [menu.menuName as string, ...Object.values((menu.menuNameTexts ?? {}) as Texts)].map(lowerCase)
  const called = languages.map(language => sql`lower(menu_name_texts ->> ${language}) = any(${names})`)
  if (
    await db.maybe(
      sql`
        select 1 from menu
        where parent_id is not distinct from ${parent} and id <> ${id}
          and (lower(menu_name) = any(${names}) or ${join(called, ' or ')})`,
    )
  )
    throw new Refusal('system.menu.nameTaken', {}, { issues: [{ field: 'menuName', error: 'system.menu.nameTaken' }] })
  if (menu.menuType === 'F') return
  const path = (menu.path as string).trim().replace(/^\//, '').toLowerCase()
  if (
    await db.maybe(sql`
      select 1 from menu
      where menu_type in ('M', 'C') and id <> ${id} and ltrim(lower(path), '/') = ${path} and (parent_id is not distinct from ${parent}
        or (parent_id is null and ${parent}::bigint is null))`)
  )
    throw new Refusal('system.menu.pathTaken', {}, { issues: [{ field: 'path', error: 'system.menu.pathTaken' }] })
  const route = textOrNull(menu.routeName)
  if (
    route &&
    (await db.maybe(
      sql`select 1 from menu where menu_type in ('M', 'C') and id <> ${id} and lower(route_name) = ${route.toLowerCase()}`,
    ))
  )
    throw new Refusal(
      'system.menu.routeTaken',
      {},
      { issues: [{ field: 'routeName', error: 'system.menu.routeTaken' }] },
    )
}

const lowerCase = (text: string) => text.trim().toLowerCase()

async function checkMenu(db: Db, menu: Row, id: number, siteHosts: readonly string[]): Promise<void> {
  assertValid(menuIssues(menu))
  const place = {
    menuType: menu.menuType as string,
    path: ((menu.path as string | null) ?? '').trim(),
    isFrame: menu.isFrame as string,
    component: textOrNull(menu.component),
  }
  checkTarget(place, siteHosts)
  await checkParent(db, menu, id)
  await checkTaken(db, menu, id)
}

function storedColumnsOf(menu: Row) {
  const isLink = externalLinkOf({
    menuType: menu.menuType as string,
    path: menu.path as string,
    isFrame: menu.isFrame as string,
    component: null,
  })
  return {
    parent: (menu.parentId as number) || null,
    path: ((menu.path as string | null) ?? '').trim(),
    component: menu.menuType === 'C' && !isLink ? textOrNull(menu.component) : null,
  }
}

/** Adds a menu. @returns its id */
export async function addMenu(
  db: Db,
  { actor: caller, language }: Pick<Call, 'actor' | 'language'>,
  body: Row,
  siteHosts: readonly string[],
): Promise<number> {
  assertValid(
    unknownFields(
      body,
      menuFields.filter(field => field !== 'id'),
    ),
  )
  const { actor } = await GrantPower.lock(db, caller, 'system:menu:add')
  await lockMenuTree(db)
  const menu = mergeMenu(undefined, {
    ...body,
    ...namesFromBody(body, undefined, language),
    parentId: parentOf(body.parentId),
  })
  await checkMenu(db, menu, 0, siteHosts)
  assertHoldsPermission(actor, textOrNull(menu.perms))
  const platformOnly = await isForPlatform(db, menu)
  const { parent, path, component } = storedColumnsOf(menu)
  const { id } = await db.one<{ id: number }>(sql`
    insert into menu (parent_id, menu_type, menu_name, menu_name_texts, order_num, path, component, query, route_name, is_frame, is_cache,
      visible, status, perms, icon, active_menu, platform_only, remark, created_by, updated_by)
    values (${parent}, ${menu.menuType}, ${(menu.menuName as string).trim()}, ${JSON.stringify(menu.menuNameTexts ?? {})}::jsonb,
    ${Number(menu.orderNum)}, ${path}, ${component}, ${textOrNull(menu.query)}, ${textOrNull(menu.routeName)},
      ${menu.isFrame}, ${menu.isCache}, ${menu.visible}, ${menu.status}, ${textOrNull(menu.perms)}, ${textOrNull(menu.icon)},
      ${textOrNull(menu.activeMenu)}, ${platformOnly}, ${textOrNull(menu.remark)},
      ${actor.accountId}, ${actor.accountId})
    returning id`)
  await bumpRights(db, platformTenant)
  return id
}

/**
 * The names of a menu after a change. An invalid text is passed on unchanged, so that the rules report it.
 * @returns an empty object when the body has no name
 */
function namesFromBody(body: Row, before: MenuRow | undefined, language: Language): Row {
  const { menuName, menuNameTexts } = body
  if (menuName === undefined && menuNameTexts === undefined) return {}
  // Not a text: the rules report it.
  if (menuName !== undefined && menuName !== null && typeof menuName !== 'string') return {}
  const kind = menuView.fields.menuName
  const { now, issues } = nameFromBody('menuName', kind, {
    plain: menuName,
    texts: menuNameTexts,
    language,
    before: before && { main: before.menuName, texts: before.menuNameTexts },
    delivered: before ? deliveredTexts(phraseOfMenu(before)) : {},
  })
  if (!now) throw invalid(issues)
  return { menuName: now.main, menuNameTexts: now.texts }
}

/** Ids of the screen of menus and of the catalogues above it. With one of them disabled nobody could enable it again. */
export const menuScreenAndAncestors: Sql = sql`
  with recursive up as (
    select id, parent_id from menu where title_key = 'system.menu'
    union select m.id, m.parent_id from menu m join up on m.id = up.parent_id)
  select id from up`

/** Checked after a menu was disabled or moved. @throws Refusal system.menu.wayIn when the screen of menus is no longer reachable */
async function assertMenuScreenReachable(db: Db, id: number, field: 'status' | 'parentId'): Promise<void> {
  const closed = await db.maybe(sql`
    select from menu where ${id} in (${menuScreenAndAncestors}) and id in (${menuScreenAndAncestors}) and status <> '0' limit 1`)
  if (closed) throw new Refusal('system.menu.wayIn', {}, { issues: [{ field, error: 'system.menu.wayIn' }] })
}

async function lockMenu(db: Db, id: number): Promise<MenuRow> {
  await lockMenuTree(db)
  const [row] = await loadMenuRows(db, [sql`t.id = ${id}`])
  if (!row) throw new Refusal('notFound')
  return row
}

/**
 * Changes a menu. The identifying fields of a bootstrap menu cannot change, so that the bootstrap does not add it twice.
 * Neither can the permission of a menu that roles hold: it was granted for what it was.
 */
export async function editMenu(
  db: Db,
  { actor: caller, language }: Pick<Call, 'actor' | 'language'>,
  id: number,
  body: Row,
  { siteHosts, isGranted }: { siteHosts: readonly string[]; isGranted: () => Promise<boolean> },
): Promise<void> {
  assertValid(unknownFields(body, menuFields))
  const { actor } = await GrantPower.lock(db, caller, 'system:menu:edit')
  const before = await lockMenu(db, id)
  const changes: Row = { ...body, ...('parentId' in body ? { parentId: parentOf(body.parentId) } : {}) }
  const menu = mergeMenu(before, { ...changes, ...namesFromBody(changes, before, language) })
  const fixed =
    menu.menuType === before.menuType &&
    menu.platformOnly === before.platformOnly &&
    textOrNull(menu.perms) === textOrNull(before.perms) &&
    textOrNull(menu.component) === textOrNull(before.component)
  if (before.titleKey !== null && !fixed) throw new Refusal('system.menu.delivered')
  await checkMenu(db, menu, id, siteHosts)
  const permission = textOrNull(menu.perms)
  if (permission !== null && permission !== textOrNull(before.perms)) {
    assertHoldsPermission(actor, permission)
    if (await isGranted())
      throw new Refusal('system.menu.held', {}, { issues: [{ field: 'perms', error: 'system.menu.held' }] })
  }
  const platformOnly = before.titleKey === null ? await isForPlatform(db, menu) : before.platformOnly
  if (before.menuType !== menu.menuType && (await db.maybe(sql`select 1 from menu where parent_id = ${id} limit 1`)))
    throw new Refusal('system.menu.hasChildren')
  const { parent, path, component } = storedColumnsOf(menu)
  await db.execute(sql`
    update menu
    set parent_id = ${parent}, menu_type = ${menu.menuType}, menu_name = ${(menu.menuName as string).trim()},
    menu_name_texts = ${JSON.stringify(menu.menuNameTexts ?? {})}::jsonb, order_num = ${Number(menu.orderNum)},
      path = ${path}, component = ${component}, query = ${textOrNull(menu.query)}, route_name = ${textOrNull(menu.routeName)},
      is_frame = ${menu.isFrame}, is_cache = ${menu.isCache},
      visible = ${menu.visible}, status = ${menu.status}, perms = ${textOrNull(menu.perms)}, icon = ${textOrNull(menu.icon)},
      active_menu = ${textOrNull(menu.activeMenu)},
      platform_only = ${platformOnly}, remark = ${textOrNull(menu.remark)}, updated_by = ${actor.accountId}, updated_at = now()
    where id = ${id}`)
  if (menu.status !== '0' && before.status === '0') await assertMenuScreenReachable(db, id, 'status')
  if (parent !== (before.parentId || null)) await assertMenuScreenReachable(db, id, 'parentId')
  if (platformOnly)
    await db.execute(sql`
      with recursive below as (
        select id from menu where parent_id = ${id}
        union all select m.id from menu m join below on m.parent_id = below.id)
      update menu set platform_only = true where id in (select id from below) and title_key is null and not platform_only`)
  await bumpRights(db, platformTenant)
}

/** @throws Refusal system.menu.hasChildren, granted, delivered */
export async function removeMenu(db: Db, id: number, isGranted: () => Promise<boolean>): Promise<void> {
  const before = await lockMenu(db, id)
  if (before.titleKey !== null) throw new Refusal('system.menu.delivered')
  if (await db.maybe(sql`select 1 from menu where parent_id = ${id} limit 1`))
    throw new Refusal('system.menu.hasChildren')
  // Any enterprise's role counts, not only the platform's.
  if (await isGranted()) throw new Refusal('system.menu.granted')
  await db.execute(sql`delete from menu where id = ${id}`)
  await bumpRights(db, platformTenant)
}

/** Order numbers of several menus at once. */
export async function sortMenus(db: Db, actor: Actor, order: ReadonlyMap<number, number>): Promise<void> {
  await lockMenuTree(db)
  const touched = await db.execute(sql`
    update menu m set order_num = o.num, updated_by = ${actor.accountId}, updated_at = now()
    from unnest(${[...order.keys()]}::bigint[], ${[...order.values()]}::int[]) as o(id, num) where m.id = o.id`)
  if (touched !== order.size) throw new Refusal('notFound')
  await bumpRights(db, platformTenant)
}
