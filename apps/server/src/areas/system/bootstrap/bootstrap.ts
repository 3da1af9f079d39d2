import { createHash } from 'node:crypto'
import {
  type MenuSeed,
  menuButtons,
  menuPermission,
  menus,
  platformPermissions,
  roleAllows,
  roles,
  stageKeys,
  tasks,
} from '@timbermark/contract'
import { citesOf } from '@timbermark/contract/cites'
import { dictionaries, stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { lockInstallation } from '../../../platform/installation/installation.ts'
import { isPlatform, platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { defaultParameters as parameters } from './default-parameters.ts'
import { menusHoldableBy } from '../rights/holdable-menus.ts'
import { storeDefaultTasks } from './default-tasks.ts'

/** Default circulations of every enterprise: by key, whether all 18 stages are required. */
const defaultCirculations: Readonly<Record<'full' | 'free', boolean>> = { full: true, free: false }

/**
 * Stores what every installation begins with: menus, dictionaries, parameters, stage templates, circulations, tasks and
 * roles. It runs again when these defaults have changed in the code; what people added or rearranged stays.
 * @returns whether anything was stored
 */
export async function bootstrapInstallation(db: Db): Promise<boolean> {
  const stamp = createHash('sha256')
    .update(
      JSON.stringify([
        menus,
        menus.map(function all(menu: MenuSeed): unknown {
          return [menuButtons(menu), menu.children?.map(all)]
        }),
        roles,
        [...platformPermissions()],
        dictionaries,
        parameters,
        stageKeys.map(stageByKey),
        defaultCirculations,
        tasks,
      ]),
    )
    .digest('hex')
  const isCurrent = async () => (await db.maybe<{ stamp: string }>(sql`select stamp from delivery`))?.stamp === stamp
  if (await isCurrent()) return false
  // Processes that start at the same moment run the bootstrap one after the other.
  await lockInstallation(db)
  if (await isCurrent()) return false
  await ensurePlatformEnterprise(db)
  await storeDefaultMenus(db, menus, null, 0)
  await restrictPlatformMenus(db)
  await storeDefaultDictionaries(db)
  for (const parameter of parameters) {
    await db.execute(sql`
      insert into config (config_name, config_key, config_value, config_type, title_key, is_public)
      values (${phrase('zh', parameter.title)}, ${parameter.key}, ${parameter.value || null}, 'Y', ${parameter.title}, ${parameter.public ?? false})
      on conflict (config_key) do update
      set title_key = case when config.title_key is null then null else excluded.title_key end, config_type = 'Y', is_public = excluded.is_public`)
  }
  for (const [index, key] of stageKeys.entries()) {
    const stage = stageByKey(key)
    await db.execute(sql`
      insert into stage_template (tenant_id, stage, name, display_name, order_num, optional, title_key)
      values (${platformTenant}, ${key}, ${key}, ${phrase('zh', `stage.${key}`)}, ${index + 1}, ${stage.optional}, ${`stage.${key}`})
      on conflict on constraint stage_template_name_key do nothing`)
  }
  for (const key of ['full', 'free'] as const) {
    const title = `stage.circulation.${key}` as const
    const steps = stageKeys.map(stage => ({ stage, required: defaultCirculations[key] }))
    await db.execute(sql`
      insert into circulation (tenant_id, delivered_key, name, title_key, steps)
      values (${platformTenant}, ${key}, ${phrase('zh', title)}, ${title}, ${JSON.stringify(steps)}::jsonb)
      on conflict on constraint circulation_delivered_key do update set name = excluded.name where circulation.title_key is not null`)
  }
  await storeDefaultTasks(db)
  for (const { id } of await db.query<{ id: number }>(sql`select id from enterprise`)) await storeDefaultRoles(db, id)
  await db.execute(
    sql`insert into delivery (stamp) values (${stamp}) on conflict (only_row) do update set stamp = excluded.stamp`,
  )
  await db.execute(sql`update enterprise set rights_epoch = rights_epoch + 1 where id = 1`)
  return true
}

/** The platform operator is always enterprise 1, even if an interrupted attempt used up sequence numbers. */
async function ensurePlatformEnterprise(db: Db): Promise<void> {
  const inserted = await db.execute(sql`
    insert into enterprise (id, identification, name, kind) overriding system value
    select ${platformTenant}::bigint, 'platform', ${phrase('zh', 'app.title')}, 'platform'
    where not exists (select from enterprise where id = ${platformTenant})`)
  if (inserted > 0) await db.execute(sql`select setval('enterprise_id_seq', (select max(id) from enterprise))`)
}

async function storeDefaultMenus(
  db: Db,
  items: readonly MenuSeed[],
  parent: number | null,
  depth: number,
): Promise<void> {
  for (const [index, menu] of items.entries()) {
    const type = menu.component ? 'C' : 'M'
    const id = await upsertMenu(db, {
      parent,
      type,
      name: phrase('zh', `menu.${menu.key}`),
      key: menu.key,
      order: (index + 1) * 10,
      path: menu.path,
      component: menu.component ?? null,
      perms: menuPermission(menu) ?? null,
      icon: menu.icon,
      cached: !menu.noCache,
      platformOnly: menu.platformOnly === true,
    })
    for (const [position, button] of menuButtons(menu).entries()) {
      await upsertMenu(db, {
        parent: id,
        type: 'F',
        name: button.permission,
        key: `action.${button.verb}`,
        order: position + 1,
        path: '',
        component: null,
        perms: button.permission,
        icon: '',
        cached: true,
        platformOnly: button.platformOnly,
      })
    }
    if (menu.children) await storeDefaultMenus(db, menu.children, id, depth + 1)
  }
}

/** Makes menus that people added with a platform permission platform-only, and removes them from other enterprises' roles. */
async function restrictPlatformMenus(db: Db): Promise<void> {
  const permissions = [...platformPermissions()]
  await db.execute(
    sql`update menu set platform_only = true where not platform_only and perms = any(${permissions}::text[])`,
  )
  await db.execute(sql`
    delete from role_menu rm using menu m
    where m.id = rm.menu_id and m.perms = any(${permissions}::text[]) and rm.tenant_id <> ${platformTenant}`)
}

interface MenuRow {
  parent: number | null
  type: 'M' | 'C' | 'F'
  name: string
  key: string
  order: number
  path: string
  component: string | null
  perms: string | null
  icon: string
  cached: boolean
  platformOnly: boolean
}

async function upsertMenu(db: Db, menu: MenuRow): Promise<number> {
  const existing = await db.maybe<{ id: number }>(sql`
    select id from menu where menu_type = ${menu.type} and title_key = ${menu.key} and perms is not distinct from ${menu.perms}`)
  if (existing) {
    await db.execute(
      sql`update menu set component = ${menu.component}, platform_only = ${menu.platformOnly} where id = ${existing.id}`,
    )
    return existing.id
  }
  // People may already use the name for a menu of their own.
  const taken = await db.maybe(
    sql`select 1 from menu where parent_id is not distinct from ${menu.parent} and menu_name = ${menu.name}`,
  )
  const { id } = await db.one<{ id: number }>(sql`
    insert into menu (parent_id, menu_type, menu_name, title_key, order_num, path, component, perms, icon, is_cache, platform_only)
    values (${menu.parent}, ${menu.type}, ${taken ? `${menu.name} (${menu.key})`.slice(0, 50) : menu.name}, ${menu.key}, ${menu.order},
    ${menu.path}, ${menu.component}, ${menu.perms}, ${menu.icon}, ${menu.cached ? '0' : '1'}, ${menu.platformOnly})
    returning id`)
  return id
}

/** What CITES lists of a species, for readers of the dictionary. */
function listingOf([genus, species]: readonly [genus: string, species: string]) {
  const taxon = citesOf(genus, species)
  if (!taxon) return undefined
  const { appendix, annotation, population, since } = taxon
  return { appendix, annotation, population, since }
}

async function storeDefaultDictionaries(db: Db): Promise<void> {
  for (const dictionary of dictionaries) {
    await db.execute(sql`
      insert into dict_type (dict_name, dict_type, title_key)
      values (${phrase('zh', dictionary.name)}, ${dictionary.type}, ${dictionary.name})
      on conflict (dict_type) do nothing`)
    for (const [index, entry] of dictionary.entries.entries()) {
      const extra = entry.latin ? JSON.stringify({ latin: entry.latin, cites: listingOf(entry.latin) }) : null
      await db.execute(sql`
        insert into dict_data (dict_type, dict_sort, dict_label, dict_value, label_key, list_class, is_default, extra)
        values (${dictionary.type}, ${index + 1}, ${phrase('zh', entry.label)}, ${entry.value}, ${entry.label}, ${entry.listClass ?? null},
        ${entry.default ? 'Y' : 'N'}, ${extra}::jsonb)
        on conflict on constraint dict_data_value_key do update set extra = excluded.extra`)
    }
  }
}

/**
 * Stores the bootstrap roles of one enterprise with the rights of the matrix; they get new menus when the bootstrap runs again.
 * Only permissions of bootstrap menus count: a menu that people added is included if a bootstrap menu has the same permission.
 */
export async function storeDefaultRoles(db: Db, tenantId: number): Promise<void> {
  const all = await db.query<{ id: number; parent_id: number | null; perms: string | null; delivered: boolean }>(
    sql`select m.id, m.parent_id, m.perms, m.title_key is not null as delivered from menu m where ${menusHoldableBy({ tenantId }, 'm')}`,
  )
  const menuById = new Map(all.map(menu => [menu.id, menu]))
  const parentOf = (menu: { parent_id: number | null }) =>
    menu.parent_id === null ? undefined : menuById.get(menu.parent_id)
  const defaultPermissions = new Set(all.flatMap(menu => (menu.delivered && menu.perms ? [menu.perms] : [])))
  for (const role of roles) {
    if (role.tenant !== 'both' && (role.tenant === 'platform') !== isPlatform({ tenantId })) continue
    const name = phrase('zh', `role.${role.key}`)
    const taken = await db.maybe(
      sql`select 1 from role where tenant_id = ${tenantId} and role_name = ${name} and role_key <> ${role.key}`,
    )
    const { id } = await db.one<{ id: number }>(sql`
      insert into role (tenant_id, role_name, role_key, role_sort, data_scope, built_in)
      values (${tenantId}, ${taken ? `${name} (${role.key})`.slice(0, 30) : name}, ${role.key}, ${role.sort}, ${role.dataScope}, true)
      on conflict on constraint role_key_key do update set role_sort = excluded.role_sort returning id`)
    const granted = new Set<number>()
    for (const menu of all) {
      if (!menu.perms || !defaultPermissions.has(menu.perms) || !roleAllows(role, menu.perms)) continue
      granted.add(menu.id)
      // Menus above it are needed to draw the tree. A screen that the role may not open is not granted by a button in it: field
      // users put labels in use by phone, and have no list of them.
      for (let above = parentOf(menu); above && !granted.has(above.id); above = parentOf(above))
        if (!above.perms || (above.delivered && roleAllows(role, above.perms))) granted.add(above.id)
        else if (above.delivered) break
    }
    await insertRows(
      db,
      'role_menu',
      [...granted].map(menu => ({ tenant_id: tenantId, role_id: id, menu_id: menu })),
      sql`on conflict do nothing`,
    )
  }
}
