import { createHash } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { tenantOfToken, createToken } from '../../../platform/secrets/tokens.ts'
import { loadRights } from '../../system/rights/rights.ts'
import type { CodeFileFormat } from '@timbermark/contract/calls'

/** How long an address waits for its first use. */
const waitingSeconds = 120
/** How long after its first use an interrupted download may be continued. */
const resumeSeconds = 600

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Makes an address by which a browser can download a request's file once. @returns its token, kept only as a hash */
export async function makeLink(db: Db, actor: Actor, id: number, format: CodeFileFormat): Promise<string> {
  const token = createToken(actor.tenantId, 24)
  await db.execute(sql`
    insert into download_link (token_hash, tenant_id, account_id, path, expires_at)
    values (${hashOf(token)}, ${actor.tenantId}, ${actor.accountId}, ${`${id}/${format}`}, now() + make_interval(secs => ${waitingSeconds}))`)
  return token
}

/** Who made a link, with the rights held now, and what it leads to. */
export interface Link {
  actor: Actor
  id: number
  format: CodeFileFormat
  /** Why this use of it is refused. */
  refused?: Refusal
}

interface LinkRow extends Omit<Actor, 'superAdmin' | 'grants' | 'permissions'> {
  path: string
  client: string | null
  used: boolean
}

/**
 * Uses a link. The first use binds it to the client's address; after it the same address may, for ten minutes, ask for the
 * rest of a download that broke off (a `Range` that does not begin at 0), and everything else is refused.
 *
 * @param look only tells whether it could be used (HEAD)
 * @throws Refusal notFound for a link that nobody made or that has run out, or whose maker or enterprise is not active
 */
export async function useLink(
  database: Database,
  token: string,
  { range, client, look }: { range: string | undefined; client: string; look: boolean },
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
             not exists (select from second_factor f where f.tenant_id = a.tenant_id and f.account_id = a.id and f.confirmed_at is not null) as "mustSetUpFactor"
      from download_link l
      join account a on a.tenant_id = l.tenant_id and a.id = l.account_id
      join enterprise e on e.id = l.tenant_id
      left join dept d on d.tenant_id = a.tenant_id and d.id = a.dept_id
      where l.tenant_id = ${tenant} and l.token_hash = ${hashOf(token)} and a.status = '0' and e.status = '0' and a.initial_until is null
      for update of l`)
    if (!row) throw new Refusal('notFound')
    const { path, client: bound, used, ...who } = row
    const [id, format] = path.split('/') as [string, CodeFileFormat]
    const rights = await loadRights(db, who.tenantId, who.accountId)
    if (rights.demandsFactor && who.mustSetUpFactor) throw new Refusal('notFound')
    const link = { actor: { ...who, ...rights, mustSetUpFactor: false }, id: Number(id), format }
    if (used) {
      const resumes = bound === client && /^bytes=0*[1-9]\d{0,14}-\d{0,15}$/.test(range ?? '')
      return resumes ? link : { ...link, refused: new Refusal('code.linkUsed') }
    }
    if (!look)
      await db.execute(sql`
        update download_link set used_at = now(), client = ${client}, expires_at = now() + make_interval(secs => ${resumeSeconds})
        where tenant_id = ${tenant} and token_hash = ${hashOf(token)}`)
    return link
  })
}
