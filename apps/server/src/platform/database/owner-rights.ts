import type pg from 'pg'
import { SettingsError } from '../settings.ts'
import { errorCode } from '../error-facts.ts'

/** The owner of a database, as the migrations meet it. */
interface Owner {
  name: string
  superuser: boolean
  createsRoles: boolean
  ownsDatabase: boolean
  ownsSchema: boolean
  database: string
  /** `server_version_num`, e.g. 160002. */
  version: number
}

const roles = ['timbermark_server', 'timbermark_worker'] as const

/**
 * Gives the owner what the migrations need: the two roles, and the rights of the worker's role. That role owns functions,
 * and its policies show every row, which forced row security hides from an owner who is no superuser: without them a
 * migration would change no rows and report nothing. Since PostgreSQL 16 the creator of a role may administer it, but has
 * its rights only when granted. Part of the caller's transaction.
 * @throws SettingsError with the statement that an administrator of the database has to run
 */
export async function prepareOwner(client: pg.ClientBase): Promise<void> {
  const owner = await readOwner(client)
  if (owner.superuser) return
  const name = quote(owner.name)
  if (!owner.ownsDatabase)
    throw refusal(owner, 'does not own the database', `alter database ${quote(owner.database)} owner to ${name}`)
  if (!owner.ownsSchema) throw refusal(owner, 'does not own the schema public', `alter schema public owner to ${name}`)
  for (const role of roles) await ensureRole(client, owner, role)
  await ensureActing(client, owner)
}

async function readOwner(client: pg.ClientBase): Promise<Owner> {
  const { rows } = await client.query<Owner>(`
    select r.rolname as name, r.rolsuper as superuser, r.rolcreaterole as "createsRoles",
      d.datname as database, pg_has_role(r.rolname, d.datdba, 'USAGE') as "ownsDatabase",
      coalesce((select pg_has_role(r.rolname, n.nspowner, 'USAGE') from pg_namespace n where n.nspname = 'public'), true) as "ownsSchema",
      current_setting('server_version_num')::int as version
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`)
  return rows[0]!
}

async function ensureRole(client: pg.ClientBase, owner: Owner, role: (typeof roles)[number]): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  if (!owner.createsRoles)
    throw refusal(owner, `may not create the role ${role}`, `alter role ${quote(owner.name)} createrole`)
  await client.query(`create role ${role} nologin nobypassrls`)
}

async function ensureActing(client: pg.ClientBase, owner: Owner): Promise<void> {
  const worker = 'timbermark_worker'
  const since16 = owner.version >= 160_000
  const acts = async () => {
    const { rows } = await client.query<{ acts: boolean }>(
      `select pg_has_role(current_user, $1::text, 'USAGE') and pg_has_role(current_user, $1::text, $2) as acts`,
      [worker, since16 ? 'SET' : 'MEMBER'],
    )
    return rows[0]!.acts
  }
  if (await acts()) return
  const grant = `grant ${worker} to ${quote(owner.name)}${since16 ? ' with inherit true, set true' : ''}`
  await client.query('savepoint acting')
  try {
    await client.query(grant)
  } catch (error) {
    // insufficient_privilege: somebody else created the role.
    if (errorCode(error) !== '42501') throw error
    await client.query('rollback to savepoint acting')
  }
  if (!(await acts())) throw refusal(owner, `may not act as the role ${worker}, which somebody else created`, grant)
}

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

function refusal({ name }: Owner, why: string, statement: string): SettingsError {
  return new SettingsError(
    `DATABASE_OWNER_URL: the role ${name} ${why}. Let an administrator of the database run: ${statement};`,
  )
}
