import { endSessions } from '@timbermark/contract/calls'
import { placeOfIp } from '../../place/ip-places.ts'
import { online, permissionOf, type RowOf } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import { rightsOf } from '../../../entity/rights.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idsOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { currentTenant, join, type Sql, sql } from '../../../platform/database/sql.ts'
import { GrantPower, type Holder } from '../../system/rights/grants.ts'
import { aliveSession } from '../../system/identity/sessions.ts'

type SessionRow = Omit<RowOf<typeof online>, 'loginLocation'> & {
  roleIds: number[]
  deptId: number | null
  [column: string]: unknown
}

const held = sql`
  coalesce((select json_agg(ar.role_id) from account_role ar
    where ar.tenant_id = ${currentTenant} and ar.account_id = t.account_id), '[]')`

/** Condition on sessions of users in scope; the account is aliased `a`. */
const sessionsInScope = (actor: Actor, permission: string): Sql =>
  scopePredicate(actor, permission, { alias: 'a', dept: 'dept_id', owner: 'id' })

const reading = readingOf(online, {
  table: 'session',
  joins: sql`
    join account a on a.tenant_id = ${currentTenant} and a.id = t.account_id
    left join dept d on d.tenant_id = ${currentTenant} and d.id = a.dept_id`,
  columns: {
    userName: sql`a.user_name`,
    nickName: sql`a.nick_name`,
    deptName: sql`d.dept_name`,
    ipaddr: sql`t.ip`,
    loginTime: sql`t.created_at`,
    lastSeen: sql`t.seen_at`,
    loginLocation: 'computedInCode',
  },
  more: sql`t.id::text as "tokenId", t.account_id as "userId", a.dept_id as "deptId", ${held} as "roleIds"`,
  search: { userName: userName => sql`lower(a.user_name) = ${userName.trim().toLowerCase()}` },
  where: ({ actor }, verb) => sql`${aliveSession} and ${sessionsInScope(actor, permissionOf(online, verb))}`,
  order: sql`t.created_at desc`,
  rights: async (rows: SessionRow[], { actor }, db) => {
    const power = await GrantPower.load(db, actor)
    return rows.map(row =>
      rightsOf(online, actor, row, {
        extraVerbs: { forceLogout: permissionOf(online, 'forceLogout') },
        against: { forceLogout: power.canActOn(row) ? undefined : 'system.user.higher' },
      }),
    )
  },
  toRows: (rows: SessionRow[], { language, actor }) =>
    rows.map(({ roleIds: _, deptId: _dept, ...row }) => ({
      ...row,
      current: row.id === actor.sessionId,
      loginLocation: placeOfIp(row.ipaddr, language),
    })),
})

export const onlineRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Who is signed in, latest first' }),
  serve(endSessions, ({ services, actor: caller, params }) =>
    services.database.withTenant(caller.tenantId, async db => {
      const ids = [...new Set(idsOf(params.ids!))]
      // Ending several needs a permission of its own.
      const verbs = ids.length > 1 ? ['batchLogout'] : ['batchLogout', 'forceLogout']
      const rights = verbs.map(verb => permissionOf(online, verb))
      // A caller whose own session ended while the call waited may not end others.
      const power = await GrantPower.lock(db, caller, rights)
      const { actor } = power
      const reached = rights.map(right => sessionsInScope(actor, right))
      const sessions = await db.query<Holder & { account: number }>(sql`
          select t.account_id as account, a.dept_id as "deptId", ${held} as "roleIds"
          from session t join account a on a.tenant_id = ${actor.tenantId} and a.id = t.account_id
          where t.tenant_id = ${actor.tenantId} and t.id = any(${ids}::bigint[]) and (${join(reached, ' or ')}) for update of t`)
      if (sessions.length !== ids.length) throw new Refusal('notFound')
      if (!sessions.every(session => session.account === actor.accountId || power.canActOn(session)))
        throw new Refusal('system.user.higher')
      return {
        removed: await db.execute(
          sql`delete from session where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`,
        ),
      }
    }),
  ),
]
