import { createHash } from 'node:crypto'
import bowser from 'bowser'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadRights, type Rights } from '../rights/rights.ts'
import { tenantOfToken, createToken } from '../../../platform/secrets/tokens.ts'
import { Cache, registerCache } from '../../../platform/concurrency/caches.ts'

/** A session ends this long after its last use. */
const idleMinutes = 30
/** A session also ends this many hours after it was opened, unless the parameter sets another limit. */
const maxHours = 12

/**
 * Condition for sessions (rows `t`) that have ended neither by inactivity nor by age (parameter sys.session.hours). A session
 * from the future comes from a wrong clock and does not count, because it would live until that time.
 */
export const aliveSession = sql`
  t.seen_at between now() - make_interval(mins => ${idleMinutes}) and now() + interval '1 minute' and t.created_at > now() - make_interval(hours => coalesce(
    (select substring(c.config_value from '^[0-9]{1,3}$') from config c where c.config_key = 'sys.session.hours')::integer, ${maxHours}))`

interface SessionRow {
  session_id: number
  account_id: number
  tenant_id: number
  tenant_name: string
  user_name: string
  nick_name: string
  user_type: number
  dept_id: number | null
  dept_name: string | null
  avatar: string | null
  initial: boolean
  /** Has set up a second factor. */
  factor: boolean
  epoch: string
  stale: boolean
  wal_position: string
}

interface CachedRights extends Rights {
  epoch: string
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Sessions are rows found by the hash of an opaque token. Every request reads its row together with the state of account,
 * enterprise and rights, so that a change of any of them takes effect with the next request on every process. Rights are
 * cached per account until the rights epoch changes; accounts with the same roles share one value.
 */
export class Sessions {
  readonly #database: Database
  readonly #rights = new Cache<number, CachedRights>()
  /** The same values, keyed by enterprise and roles. */
  readonly #shared = new Map<string, CachedRights>()

  constructor(database: Database) {
    this.#database = database
    const clear = () => {
      this.#rights.clear()
      this.#shared.clear()
    }
    registerCache('accountRights', this.#rights, { of: database, clear })
  }

  /** Opens a session. @returns the token, shown once; only its hash is stored */
  async open(db: Db, account: { id: number; tenantId: number }, ip: string, userAgent: string): Promise<string> {
    const token = createToken(account.tenantId, 32)
    const { browser, os } = describeAgent(userAgent)
    await db.execute(sql`
      insert into session (token_hash, tenant_id, account_id, ip, browser, os)
      values (${hashToken(token)}, ${account.tenantId}, ${account.id}, ${ip}, ${browser}, ${os})`)
    return token
  }

  async actor(token: string): Promise<Actor | undefined> {
    const tenant = token.length <= 100 ? tenantOfToken(token) : undefined
    if (tenant === undefined) return undefined
    const [row] = await this.#database.readAcrossTenants<SessionRow>(
      'session',
      sql`
        select t.id as session_id, a.id as account_id, a.tenant_id, e.name as tenant_name, a.user_name, a.nick_name, a.user_type,
               a.dept_id, (select d.dept_name from dept d where d.tenant_id = a.tenant_id and d.id = a.dept_id) as dept_name,
               a.avatar, a.initial_until is not null as initial,
               e.rights_epoch || '.' || (select rights_epoch from enterprise where id = ${platformTenant}) as epoch,
               exists (select from second_factor f where f.tenant_id = a.tenant_id and f.account_id = a.id and f.confirmed_at is not null) as factor,
               t.seen_at < now() - interval '1 minute' as stale, t.wal_position::text as wal_position
        from session t
        join account a on a.tenant_id = t.tenant_id and a.id = t.account_id
        join enterprise e on e.id = a.tenant_id
        where t.tenant_id = ${tenant} and t.token_hash = ${hashToken(token)} and a.status = '0' and e.status = '0'
          and ${aliveSession}
          and (a.initial_until is null or a.initial_until > now())`,
    )
    if (!row) return undefined
    const rights = await this.#rightsOf(row)
    return {
      accountId: row.account_id,
      tenantId: row.tenant_id,
      tenantName: row.tenant_name,
      userName: row.user_name,
      nickName: row.nick_name,
      userType: row.user_type,
      deptId: row.dept_id,
      deptName: row.dept_name,
      avatar: row.avatar,
      sessionId: row.session_id,
      walPosition: row.wal_position,
      superAdmin: rights.superAdmin,
      mustChangePassword: row.initial,
      mustSetUpFactor: rights.demandsFactor && !row.factor,
      grants: rights.grants,
      permissions: rights.permissions,
    }
  }

  /**
   * Remembers where the database's log ends after the session's writes. With a reading replica only: nothing else asks.
   * It is not waited for on any disk: after a crash of the database a caller may miss their last write in a list for
   * the moment that the replica is behind.
   */
  async noteWrite({ tenantId, sessionId }: Actor): Promise<void> {
    if (!this.#database.hasReplica || sessionId === 0) return
    await this.#database.writeAcrossTenants(
      'session',
      sql`
        update session set wal_position = pg_current_wal_insert_lsn()
        where tenant_id = ${tenantId} and id = ${sessionId} and set_config('synchronous_commit', 'off', true) = 'off'`,
      { often: true },
    )
  }

  /** Rights of the account. Also updates the last-seen time of a session when it is older than a minute. */
  async #rightsOf(row: SessionRow): Promise<CachedRights> {
    const known = this.#rights.lookUp(row.account_id, rights => rights.epoch === row.epoch)
    if (known?.epoch === row.epoch && !row.stale) return known
    return this.#database.acrossTenants('session', async db => {
      if (row.stale)
        await db.execute(
          sql`update session set seen_at = now() where tenant_id = ${row.tenant_id} and id = ${row.session_id}`,
        )
      if (known?.epoch === row.epoch) return known
      const fresh = this.#share(row.tenant_id, {
        ...(await loadRights(db, row.tenant_id, row.account_id)),
        epoch: row.epoch,
      })
      if (this.#rights.size > 50_000) this.#rights.clear()
      this.#rights.set(row.account_id, fresh)
      return fresh
    })
  }

  /** Returns the value that another account with the same roles has loaded in this epoch; otherwise stores this one for the others. */
  #share(tenantId: number, rights: CachedRights): CachedRights {
    const key = [tenantId, ...rights.grants.map(grant => grant.roleId)].join(' ')
    const known = this.#shared.get(key)
    if (known?.epoch === rights.epoch) return known
    if (this.#shared.size > 10_000) this.#shared.clear()
    this.#shared.set(key, rights)
    return rights
  }

  /** Ends all sessions of an account, optionally except one. */
  static async endAll(db: Db, tenantId: number, accountId: number, except?: number): Promise<number> {
    return db.execute(
      sql`delete from session where tenant_id = ${tenantId} and account_id = ${accountId} and id <> ${except ?? 0}`,
    )
  }
}

export function describeAgent(userAgent: string): { browser: string; os: string } {
  if (!userAgent) return { browser: '', os: '' }
  const { browser, os } = bowser.parse(userAgent)
  return {
    browser: `${browser.name ?? ''} ${browser.version?.split('.')[0] ?? ''}`.trim(),
    os: `${os.name ?? ''} ${os.versionName ?? os.version ?? ''}`.trim(),
  }
}
