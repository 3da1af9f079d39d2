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
import { dictionaries, stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { lockInstallation } from '../../../platform/installation/installation.ts'
import { isPlatform, platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { delivered as parameters } from './parameters.ts'
import { menusHoldableBy } from '../rights/holdable.ts'
import { deliverTasks } from './tasks.ts'

/** The circulations that every enterprise finds: by key, whether their 18 stages are required. */
const deliveredCirculations: Readonly<Record<'full' | 'free', boolean>> = { full: true, free: false }

/**
 * What every installation starts from: menus, dictionaries, parameters, the platform's stage templates. Written again when
 * what we deliver changed; what people added or rearranged stays.
 */
export async function deliver(db: Db): Promise<boolean> {
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
        deliveredCirculations,
        tasks,
      ]),
    )
    .digest('hex')
  const current = async () => (await db.maybe<{ stamp: string }>(sql`select stamp from delivery`))?.stamp === stamp
  if (await current()) return false
  // Processes that start at the same moment deliver one after the other.
  await lockInstallation(db)
  if (await current()) return false
  await deliverPlatform(db)
  await deliverMenus(db, menus, null, 0)
  await keepForPlatform(db)
  await deliverDictionaries(db)
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
    const steps = stageKeys.map(stage => ({ stage, required: deliveredCirculations[key] }))
    await db.execute(sql`
      insert into circulation (tenant_id, delivered_key, name, title_key, steps)
      values (${platformTenant}, ${key}, ${phrase('zh', title)}, ${title}, ${JSON.stringify(steps)}::jsonb)
      on conflict on constraint circulation_delivered_key do update set name = excluded.name where circulation.title_key is not null`)
  }
  await deliverTasks(db)
  for (const { id } of await db.query<{ id: number }>(sql`select id from enterprise`)) await deliverRoles(db, id)
  await db.execute(
    sql`insert into delivery (stamp) values (${stamp}) on conflict (only_row) do update set stamp = excluded.stamp`,
  )
  await db.execute(sql`update enterprise set rights_epoch = rights_epoch + 1 where id = 1`)
  return true
}

/** The platform operator is enterprise 1, whatever numbers an interrupted attempt used up. */
async function deliverPlatform(db: Db): Promise<void> {
  const made = await db.execute(sql`
    insert into enterprise (id, identification, name, kind) overriding system value
    select ${platformTenant}::bigint, 'platform', ${phrase('zh', 'app.title')}, 'platform'
    where not exists (select from enterprise where id = ${platformTenant})`)
  if (made > 0) await db.execute(sql`select setval('enterprise_id_seq', (select max(id) from enterprise))`)
}

async function deliverMenus(db: Db, items: readonly MenuSeed[], parent: number | null, depth: number): Promise<void> {
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
    if (menu.children) await deliverMenus(db, menu.children, id, depth + 1)
  }
}

/** Menus that people added with a permission of the platform's, in whichever version, are its alone, and in no other's roles. */
async function keepForPlatform(db: Db): Promise<void> {
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
  const found = await db.maybe<{ id: number }>(sql`
    select id from menu where menu_type = ${menu.type} and title_key = ${menu.key} and perms is not distinct from ${menu.perms}`)
  if (found) {
    await db.execute(
      sql`update menu set component = ${menu.component}, platform_only = ${menu.platformOnly} where id = ${found.id}`,
    )
    return found.id
  }
  // A name that people gave to one of their own menus stays theirs.
  const taken = await db.maybe(
    sql`select 1 from menu where parent_id is not distinct from ${menu.parent} and menu_name = ${menu.name}`,
  )
  const { id } = await db.one<{ id: number }>(sql`
    insert into menu (parent_id, menu_type, menu_name, title_key, order_num, path, component, perms, icon, is_cache, platform_only)
    values (${menu.parent}, ${menu.type}, ${taken ? `${menu.name} (${menu.key})`.slice(0, 50) : menu.name}, ${menu.key}, ${menu.order}, ${menu.path}, ${menu.component}, ${menu.perms}, ${menu.icon}, ${menu.cached ? '0' : '1'}, ${menu.platformOnly})
    returning id`)
  return id
}

async function deliverDictionaries(db: Db): Promise<void> {
  for (const dictionary of dictionaries) {
    await db.execute(sql`
      insert into dict_type (dict_name, dict_type, title_key)
      values (${phrase('zh', dictionary.name)}, ${dictionary.type}, ${dictionary.name})
      on conflict (dict_type) do nothing`)
    for (const [index, entry] of dictionary.entries.entries()) {
      const extra = entry.latin || entry.cites ? JSON.stringify({ latin: entry.latin, cites: entry.cites }) : null
      await db.execute(sql`
        insert into dict_data (dict_type, dict_sort, dict_label, dict_value, label_key, list_class, is_default, extra)
        values (${dictionary.type}, ${index + 1}, ${phrase('zh', entry.label)}, ${entry.value}, ${entry.label}, ${entry.listClass ?? null}, ${entry.default ? 'Y' : 'N'}, ${extra}::jsonb)
        on conflict on constraint dict_data_value_key do update set extra = excluded.extra`)
    }
  }
}

/**
 * The delivered roles of one enterprise with the rights of the matrix; new menus reach them at the next delivery. Rights are
 * those of delivered menus: one that people added comes along where a delivered one gives the same permission.
 */
export async function deliverRoles(db: Db, tenantId: number): Promise<void> {
  const all = await db.query<{ id: number; parent_id: number | null; perms: string | null; delivered: boolean }>(
    sql`select m.id, m.parent_id, m.perms, m.title_key is not null as delivered from menu m where ${menusHoldableBy({ tenantId }, 'm')}`,
  )
  const known = new Map(all.map(menu => [menu.id, menu]))
  const upOf = (menu: { parent_id: number | null }) => (menu.parent_id === null ? undefined : known.get(menu.parent_id))
  const given = new Set(all.flatMap(menu => (menu.delivered && menu.perms ? [menu.perms] : [])))
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
      if (!menu.perms || !given.has(menu.perms) || !roleAllows(role, menu.perms)) continue
      granted.add(menu.id)
      // What stands above it draws the menu. A screen that people put there gives its own right to nobody.
      for (let above = upOf(menu); above && !granted.has(above.id); above = upOf(above))
        if (above.delivered || !above.perms) granted.add(above.id)
    }
    await db.execute(
      sql`
        insert into role_menu (tenant_id, role_id, menu_id) select ${tenantId}, ${id}, unnest(${[...granted]}::bigint[])
        on conflict do nothing`,
    )
  }
}
