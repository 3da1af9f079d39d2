import { endOwnSessions, type OwnSession, ownSessions } from '@timbermark/contract/calls'
import { idsOf } from '../../../entity/write.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { aliveSession } from '../identity/sessions.ts'
import { placeOfIp } from '../../place/ip-places.ts'

type Stored = BeforeWire<Pick<OwnSession, 'id' | 'loginTime' | 'lastSeen'>> &
  Pick<OwnSession, 'ipaddr' | 'browser' | 'os'>

/** Lists and ends the sessions of the caller's own account. It needs no permission. */
export const ownSessionRoutes: RouteSpec[] = [
  serve(ownSessions, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const rows = await db.query<Stored>(sql`
        select t.id, t.ip as ipaddr, t.browser, t.os, t.created_at as "loginTime", t.seen_at as "lastSeen"
        from session t where t.tenant_id = ${actor.tenantId} and t.account_id = ${actor.accountId} and ${aliveSession}
        order by t.seen_at desc, t.id desc limit 100`)
      return rows.map(row => ({
        ...row,
        loginLocation: placeOfIp(row.ipaddr, language),
        current: row.id === actor.sessionId,
      }))
    }),
  ),
  serve(endOwnSessions, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = [...new Set(idsOf(params.ids))]
      const removed = await db.execute(sql`
        delete from session where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and id = any(${ids}::bigint[])`)
      // Sessions of other accounts and ended ones get the same refusal.
      if (removed !== ids.length) throw new Refusal('notFound')
      return { removed }
    }),
  ),
]
