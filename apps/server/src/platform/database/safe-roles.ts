import { SettingsError } from '../settings.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { Database, Db } from './database.ts'
import { raw, sql } from './sql.ts'

type Verdict = 'safe' | 'unsafe'

/**
 * One text, so that the nodes of a distributed database can be asked the same. The queue's tables are the worker's own;
 * they hold jobs and no enterprise's rows.
 */
const verdictQuery = `
  select case when bool_or(r.rolsuper or r.rolbypassrls) or exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'MEMBER'))
    then 'unsafe' else 'safe' end as verdict
  from pg_roles r where pg_has_role(current_user, r.oid, 'MEMBER')`

interface NodeAnswer {
  node: number
  success: boolean
  result: string
}

/**
 * Refuses to work with roles that could bypass row security. A distributed database (Citus) enforces row security on each
 * node by the role of that node, so each is asked.
 * @throws SettingsError when a role is a superuser, bypasses row security, or owns a table, on any node
 * @throws DatabaseUnavailable when a node does not answer
 */
export async function assertSafeRoles(database: Database): Promise<void> {
  await database.withoutTenant(db => assertSafe(db, 'DATABASE_URL', 'timbermark_server'))
  await database.acrossTenants('seed', db => assertSafe(db, 'DATABASE_WORKER_URL', 'timbermark_worker'))
}

async function assertSafe(db: Db, setting: string, role: string): Promise<void> {
  const refuse = (where: string) => {
    throw new SettingsError(`${setting}: names a role that can bypass row security${where}; use the role ${role}`)
  }
  const { verdict } = await db.one<{ verdict: Verdict }>(sql`${raw(verdictQuery)}`)
  if (verdict !== 'safe') refuse('')
  if (!(await db.maybe(sql`select 1 from pg_extension where extname = 'citus'`))) return
  const answers = await db.query<NodeAnswer>(
    sql`select nodeid::int as node, success, result from run_command_on_all_nodes(${verdictQuery})`,
  )
  const silent = answers.find(({ success }) => !success)
  if (silent)
    throw new DatabaseUnavailable(`Node ${silent.node} did not say whether its roles are safe: ${silent.result}`)
  const unsafe = answers.find(({ result }) => result !== 'safe')
  if (unsafe) refuse(` on node ${unsafe.node} of the distributed database`)
}
