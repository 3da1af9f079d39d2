import { createHash } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { tenantOfToken, createToken } from '../../../platform/secrets/tokens.ts'
import { loadRights } from '../../system/rights/rights.ts'
import type { CodeFileFormat } from '@timbermark/contract/calls'

/** How long a link is valid before its first use. */
const waitingSeconds = 120
/** How long after the first use an interrupted download can continue. */
export const resumeSeconds = 600

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Creates a link by which a browser can download the file of a request once. @returns its token; only the hash is stored */
export async function createLink(db: Db, actor: Actor, id: number, format: CodeFileFormat): Promise<string> {
  const token = createToken(actor.tenantId, 24)
  await db.execute(sql`
    insert into download_link (token_hash, tenant_id, account_id, path, expires_at)
    values (${hashOf(token)}, ${actor.tenantId}, ${actor.accountId}, ${`${id}/${format}`}, now() + make_interval(secs => ${waitingSeconds}))`)
  return token
}

/** The creator of a link with their current rights, and the file that it leads to. */
export interface Link {
  actor: Actor
  id: number
  format: CodeFileFormat
  /** Why this use is refused. */
  refused?: Refusal
}

interface LinkRow extends Omit<Actor, 'superAdmin' | 'grants' | 'permissions'> {
  path: string
  client: string | null
  used: boolean
}

/**
 * Uses a link. The first use binds it to the client's IP address. For ten minutes the same address may request the rest of an
 * interrupted download (a `Range` that does not begin at 0); everything else is refused.
 *
 * @param dryRun only checks whether the link could be used (HEAD)
 * @throws Refusal notFound for an unknown or expired link, or when its creator or the enterprise is not active
 */
export async function useLink(
  database: Database,
  token: string,
  { range, client, dryRun }: { range: string | undefined; client: string; dryRun: boolean },
): Promise<Link> {
  const tenant = token.length <= 100 ? tenantOfToken(token) : undefined
  if (tenant === undefined) throw new Refusal('notFound')
  return database.acrossTenants('directory', async db => {
    await db.execute(sql`delete from download_link where expires_at < now()`)
    const row = await db.maybe<LinkRow>(sql`
      select l.path, l.client, l.used_at is not null as used,
             a.id as "accountId", a.tenant_id as "tenantId", e.name as "tenantName", a.user_name as "userName", a.nick_name as "nickName",
             a.user_type as "userType", a.dept_id as "deptId", d.dept_name as "deptName", a.avatar, 0 as "sessionId",
             a.initial_until is not null as "mustChangePassword",
             not exists (
               select from second_factor f
               where f.tenant_id = ${tenant} and f.account_id = a.id and f.confirmed_at is not null) as "mustSetUpFactor"
      from download_link l
      join account a on a.tenant_id = ${tenant} and a.id = l.account_id
      join enterprise e on e.id = l.tenant_id
      left join dept d on d.tenant_id = ${tenant} and d.id = a.dept_id
      where l.tenant_id = ${tenant} and l.token_hash = ${hashOf(token)} and a.status = '0' and e.status = '0' and a.initial_until is null
      for update of l`)
    if (!row) throw new Refusal('notFound')
    const { path, client: boundClient, used, ...account } = row
    const [id, format] = path.split('/') as [string, CodeFileFormat]
    const rights = await loadRights(db, account.tenantId, account.accountId)
    if (rights.demandsFactor && account.mustSetUpFactor) throw new Refusal('notFound')
    const link = { actor: { ...account, ...rights, mustSetUpFactor: false }, id: Number(id), format }
    if (used) {
      const resumes = boundClient === client && /^bytes=0*[1-9]\d{0,14}-\d{0,15}$/.test(range ?? '')
      return resumes ? link : { ...link, refused: new Refusal('code.linkUsed') }
    }
    if (!dryRun)
      await db.execute(sql`
        update download_link set used_at = now(), client = ${client}, expires_at = now() + make_interval(secs => ${resumeSeconds})
        where tenant_id = ${tenant} and token_hash = ${hashOf(token)}`)
    return link
  })
}
