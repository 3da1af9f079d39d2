import { placeOfIp } from '../place/ip-places.ts'
import { z } from 'zod'
import type { ListQuery } from '../../crud/list.ts'
import { idsOf } from '../../crud/write.ts'
import { may } from '../../platform/actor.ts'
import { type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, sql } from '../../platform/database/sql.ts'
import { GrantPower } from '../rights/grants.ts'
import { idleMinutes } from '../identity/sessions.ts'
import { textFilter } from './log-query.ts'

const most = 1000

/** Sessions of the caller's enterprise. They are named by a number of their own: the token is never shown. */
export const onlineRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/monitor/online/list',
    access: { permission: 'monitor:online:list' },
    summary: 'Who is signed in, latest first',
    query: z.record(z.string(), z.unknown()),
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { userName, ...rest } = query as ListQuery
        const where = all([
          sql`t.tenant_id = ${actor.tenantId}`,
          sql`t.seen_at > now() - make_interval(mins => ${idleMinutes})`,
          ...textFilter(rest, 'ipaddr', 'ip', 'equals'),
          ...(typeof userName === 'string' && userName !== ''
            ? [sql`lower(a.user_name) = ${userName.trim().toLowerCase()}`]
            : []),
        ])
        const rows = await db.query<{ id: number; ipaddr: string | null; roleIds: number[] }>(sql`
          select t.id, t.id::text as "tokenId", a.id as "userId", a.user_name as "userName", a.nick_name as "nickName", d.dept_name as "deptName", t.ip as ipaddr,
            t.browser, t.os, (extract(epoch from t.created_at) * 1000)::bigint as "loginTime", (extract(epoch from t.seen_at) * 1000)::bigint as "lastSeen", t.id = ${actor.sessionId} as current,
            coalesce((select json_agg(ar.role_id) from account_role ar where ar.tenant_id = a.tenant_id and ar.account_id = a.id), '[]') as "roleIds"
          from session t join account a on a.tenant_id = t.tenant_id and a.id = t.account_id left join dept d on d.tenant_id = a.tenant_id and d.id = a.dept_id
          where ${where} order by t.created_at desc, t.id desc limit ${most}`)
        const power = await GrantPower.load(db, actor)
        const allowed = may(actor, 'monitor:online:forceLogout')
        return new Rows(
          rows.map(({ roleIds, ...row }) => ({
            ...row,
            loginLocation: placeOfIp(row.ipaddr, language),
            can: allowed && power.mayTouch(roleIds) ? ['forceLogout'] : [],
            why: allowed && !power.mayTouch(roleIds) ? { forceLogout: 'system.user.higher' } : {},
          })),
          rows.length,
        )
      }),
  }),
  route({
    method: 'DELETE',
    path: '/monitor/online/:ids(^[0-9,]+$)',
    access: { anyOf: ['monitor:online:forceLogout', 'monitor:online:batchLogout'] },
    summary: 'Ends sessions, all or none',
    audit: { title: 'monitor.online', kind: 'forceLogout' },
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = [...new Set(idsOf(params.ids!))]
        if (ids.length > 1 && !may(actor, 'monitor:online:batchLogout')) throw new Refusal('forbidden')
        const found = await db.query<{ id: number; account: number; roleIds: number[] }>(sql`
          select s.id, s.account_id as account, coalesce((select json_agg(ar.role_id) from account_role ar where ar.tenant_id = s.tenant_id and ar.account_id = s.account_id), '[]') as "roleIds"
          from session s where s.tenant_id = ${actor.tenantId} and s.id = any(${ids}::bigint[]) for update`)
        if (found.length !== ids.length) throw new Refusal('notFound')
        const power = await GrantPower.load(db, actor)
        if (!found.every(session => session.account === actor.accountId || power.mayTouch(session.roleIds)))
          throw new Refusal('system.user.higher')
        return {
          removed: await db.execute(
            sql`delete from session where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`,
          ),
        }
      }),
  }),
]
