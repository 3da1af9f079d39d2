import { SettingsError } from '../settings.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

interface RoleRights {
  unsafe: boolean
  owns: number
}

// The queue's tables are the worker's own; they hold jobs and no enterprise's rows.
const roleQuery = sql`
  select bool_or(r.rolsuper or r.rolbypassrls) as unsafe,
         (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'MEMBER')) as owns
  from pg_roles r where pg_has_role(current_user, r.oid, 'MEMBER')`

/**
 * Refuses to work with roles that could bypass row security.
 * @throws SettingsError when a role is a superuser, bypasses row security, or owns a table
 */
export async function assertSafeRoles(database: Database): Promise<void> {
  assertSafe(await database.withoutTenant(db => db.one<RoleRights>(roleQuery)), 'DATABASE_URL', 'timbermark_server')
  assertSafe(
    await database.acrossTenants('seed', db => db.one<RoleRights>(roleQuery)),
    'DATABASE_WORKER_URL',
    'timbermark_worker',
  )
}

function assertSafe({ unsafe, owns }: RoleRights, setting: string, role: string): void {
  if (unsafe || owns > 0)
    throw new SettingsError(`${setting}: names a role that can bypass row security; use the role ${role}`)
}
