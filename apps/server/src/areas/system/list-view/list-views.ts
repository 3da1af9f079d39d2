import {
  addListView,
  editListView,
  type ListView,
  listViews,
  removeListView,
  startListView,
} from '@timbermark/contract/calls'
import { type ErrorKey, limits } from '@timbermark/contract'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { checkViewSettings, openList } from './open-list.ts'

const sharePermission = 'system:list-view:share'

/** Views that the caller may open: the own ones and those of the enterprise. */
const readableViews = ({ tenantId, accountId }: Actor) =>
  sql`v.tenant_id = ${tenantId} and (v.account_id is null or v.account_id = ${accountId})`

/** @throws Refusal forbidden */
function assertMayShare(actor: Actor): void {
  if (!hasPermission(actor, sharePermission)) throw new Refusal('forbidden')
}

const uniqueKeys: Readonly<Record<string, ErrorKey>> = {
  list_view_own_key: 'system.listView.nameTaken',
  list_view_shared_key: 'system.listView.nameTaken',
}

/** Runs a statement that may meet a name in use. @throws Refusal invalid */
async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const taken = uniqueKeys[String(Reflect.get(error as object, 'constraint'))]
    throw taken ? invalid([{ field: 'name', error: taken }]) : error
  }
}

/**
 * Locks a view for a change.
 * @throws Refusal notFound, forbidden
 */
async function lockView(db: Db, actor: Actor, id: number): Promise<{ list: string; version: number }> {
  const view = await db.maybe<{ list: string; version: number; shared: boolean }>(sql`
    select v.list, v.version, v.account_id is null as shared from list_view v
    where ${readableViews(actor)} and v.id = ${id} for update`)
  if (!view) throw new Refusal('notFound')
  if (view.shared) assertMayShare(actor)
  return view
}

/** @throws Refusal system.listView.full */
async function assertRoom(db: Db, actor: Actor, list: string, shared: boolean): Promise<void> {
  const owner = shared ? null : actor.accountId
  // Two views saved at the same moment are counted one after the other.
  const lock = `list-view/${actor.tenantId}/${owner ?? ''}/${list}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from list_view
    where tenant_id = ${actor.tenantId} and list = ${list} and account_id is not distinct from ${owner}::bigint`)
  if (n >= limits.viewsPerList) throw new Refusal('system.listView.full', { max: limits.viewsPerList })
}

/** Saved views of lists. @param routes every route of the server: views are of the lists that they serve */
export const listViewRoutes = (routes: () => readonly RouteSpec[]): RouteSpec[] => [
  serve(listViews, async call => {
    const { services, actor, query } = call
    openList(routes(), call, query.list)
    return services.database.withTenant(actor.tenantId, db =>
      db.query<ListView>(sql`
        select v.id, v.name, v.account_id is null as shared, v.settings, v.version,
          exists (select from list_view_start s where s.tenant_id = ${actor.tenantId} and s.account_id = ${actor.accountId}
            and s.list = v.list and s.view_id = v.id) as start
        from list_view v where ${readableViews(actor)} and v.list = ${query.list}
        order by v.account_id is not null, v.id limit ${2 * limits.viewsPerList}`),
    )
  }),
  serve(addListView, async call => {
    const { services, actor, body } = call
    const { list, name, shared, settings } = body
    if (shared) assertMayShare(actor)
    await checkViewSettings(openList(routes(), call, list), call, settings)
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRoom(db, actor, list, shared)
      const row = {
        tenant_id: actor.tenantId,
        account_id: shared ? null : actor.accountId,
        list,
        name,
        settings: JSON.stringify(settings),
        updated_by: actor.accountId,
      }
      const [added] = await withFreeName(() => insertRows<{ id: number }>(db, 'list_view', [row], sql`returning id`))
      return { id: added!.id }
    })
  }),
  serve(editListView, async call => {
    const { services, actor, body } = call
    const { id, seen, name, settings } = body
    await services.database.withTenant(actor.tenantId, async db => {
      const view = await lockView(db, actor, id)
      const served = openList(routes(), call, view.list)
      if (view.version !== seen) throw new Refusal('changedSince')
      if (settings) await checkViewSettings(served, call, settings)
      await withFreeName(() =>
        db.execute(sql`
          update list_view set name = coalesce(${name ?? null}, name),
            settings = coalesce(${settings ? JSON.stringify(settings) : null}::jsonb, settings),
            version = version + 1, updated_at = now(), updated_by = ${actor.accountId}
          where tenant_id = ${actor.tenantId} and id = ${id}`),
      )
    })
  }),
  serve(removeListView, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      await lockView(db, actor, id)
      const removed = await db.execute(sql`delete from list_view where tenant_id = ${actor.tenantId} and id = ${id}`)
      return { removed }
    }),
  ),
  serve(startListView, async call => {
    const { services, actor, body } = call
    openList(routes(), call, body.list)
    await services.database.withTenant(actor.tenantId, async db => {
      await db.execute(sql`
        delete from list_view_start
        where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and list = ${body.list}`)
      if (body.view === null) return
      const view = await db.maybe<{ id: number }>(sql`
        select v.id from list_view v
        where ${readableViews(actor)} and v.id = ${body.view} and v.list = ${body.list} for key share`)
      if (!view) throw new Refusal('notFound')
      const start = { tenant_id: actor.tenantId, account_id: actor.accountId, list: body.list, view_id: view.id }
      // Two pages of one person may say it at the same moment: the later one counts.
      await insertRows(
        db,
        'list_view_start',
        [start],
        sql`on conflict (tenant_id, account_id, list) do update set view_id = excluded.view_id`,
      )
    })
  }),
]
