import { placeOfIp } from '../place/ip-places.ts'
import type { Language } from '@timbermark/contract'
import { all as phrases } from '@timbermark/phrases/all'
import type { ListQuery } from '../../crud/list.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Row } from '../../platform/database/database.ts'
import { type RouteSpec, route } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { logSignIn } from '../identity/sign-in.ts'
import { clearFailures } from '../identity/throttle.ts'
import { dictionaryWords, word } from '../../crud/words.ts'
import { textFilter, timeFilter } from './log-query.ts'
import { logRoutes } from './log-routes.ts'

const permission = (verb: string) => ({ permission: `monitor:logininfor:${verb}` })
const title = 'monitor.logininfor'

const columns = sql`t.id, t.id as "infoId", t.user_name as "userName", t.ipaddr, t.browser, t.os, t.status, t.msg, t.login_time as "loginTime"`
type LogRow = Row & { id: number; msg: string }

const conditions = (query: ListQuery): Sql[] => [
  ...textFilter(query, 'userName', 'user_name', 'contains'),
  ...textFilter(query, 'ipaddr', 'ipaddr', 'contains'),
  ...textFilter(query, 'status', 'status', 'equals'),
  ...timeFilter(query, 'loginTime', 'login_time'),
]

const sortable = { userName: 'user_name', loginTime: 'login_time', id: 'id' }

/** The message is kept as a key: of an event, or of a refusal. */
function messageOf(language: Language, key: string): string {
  return `monitor.event.${key}` in phrases[language]
    ? word(language, `monitor.event.${key}`)
    : word(language, `error.${key}`)
}

const answered = (language: Language, actor: Actor, row: LogRow) => ({
  ...row,
  loginLocation: placeOfIp(row.ipaddr as string | null, language),
  msg: messageOf(language, row.msg),
  can: [
    ...(may(actor, 'monitor:logininfor:remove') ? ['remove'] : []),
    ...(may(actor, 'monitor:logininfor:unlock') ? ['unlock'] : []),
  ],
  why: {},
})

/** Sign-ins of the caller's enterprise; those with an account that nobody has are shown to the platform operator. */
export const loginLogRoutes: RouteSpec[] = [
  ...logRoutes<LogRow>({
    key: 'logininfor',
    table: 'login_log',
    summary: 'Login log',
    file: 'login-log',
    columns,
    conditions,
    sortable,
    answered,
    sheet: {
      texts: ['userName', 'ipaddr', 'browser', 'os', 'status', 'msg'],
      others: [{ key: 'loginTime', width: 20, kind: 'datetime' }],
      labels: async (db, language) => ({ status: await dictionaryWords(db, 'sys_common_status', language) }),
    },
  }),
  route({
    method: 'POST',
    path: '/monitor/logininfor/unlock/:userName',
    access: permission('unlock'),
    summary: 'Forgets the failed sign-ins of an account, so that its owner need not wait',
    audit: { title, kind: 'other' },
    handler: async ({ services, actor, params, ip, userAgent }) => {
      const account = params.userName!.trim().toLowerCase()
      await services.database.withTenant(actor.tenantId, async db => {
        if (
          !(await db.maybe(
            sql`select 1 from account where tenant_id = ${actor.tenantId} and lower(user_name) = ${account}`,
          ))
        )
          throw new Refusal('notFound')
        await logSignIn(db, actor.tenantId, account, ip, userAgent, null, 'unlock')
      })
      await services.database.acrossTenants('sign-in', db => clearFailures(db, `sign-in:${account.slice(0, 50)}`))
    },
  }),
]
