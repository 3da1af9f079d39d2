import type { Language } from '@timbermark/contract'
import { all as phrases } from '@timbermark/phrases/all'
import { z } from 'zod'
import { countRows, type ListQuery, pageOf } from '../../crud/list.ts'
import { idsOf } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, type Sql, sql } from '../../platform/sql.ts'
import type { XlsxColumn } from '../../platform/xlsx.ts'
import { inBlocks, sheetAnswer, textColumn } from '../system/sheets.ts'
import { logSignIn } from '../system/sign-in.ts'
import { clearFailures } from '../system/throttle.ts'
import { dictionaryWords, word } from '../system/words.ts'
import { logOrder, textFilter, timeFilter } from './log-query.ts'

const anyQuery = z.record(z.string(), z.unknown())
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
  loginLocation: null,
  msg: messageOf(language, row.msg),
  can: [
    ...(may(actor, 'monitor:logininfor:remove') ? ['remove'] : []),
    ...(may(actor, 'monitor:logininfor:unlock') ? ['unlock'] : []),
  ],
  why: {},
})

const block = (db: Db, query: ListQuery, after: number, size: number) =>
  db.query<LogRow>(
    sql`select ${columns} from login_log t where ${all([...conditions(query), sql`t.id > ${after}`])} order by t.id limit ${size}`,
  )

/** Sign-ins of the caller's enterprise; those with an account that nobody has are shown to the platform operator. */
export const loginLogRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/monitor/logininfor/list',
    access: permission('list'),
    summary: 'Login log, newest first',
    query: anyQuery,
    labels: title,
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const where = all(conditions(query as ListQuery))
        const { page, limit } = pageOf(query as ListQuery)
        const rows = await db.query<LogRow>(
          sql`select ${columns} from login_log t where ${where} order by ${logOrder(query as ListQuery, sortable)} limit ${limit} offset ${(page - 1) * limit}`,
        )
        const { total, estimated } = await countRows(db, sql`login_log t`, where)
        return new Rows(
          rows.map(row => answered(language, actor, row)),
          total,
          estimated,
        )
      }),
  }),
  route({
    method: 'GET',
    path: '/monitor/logininfor/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One entry of the login log',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await db.maybe<LogRow>(sql`select ${columns} from login_log t where t.id = ${Number(params.id)}`)
        if (!row) throw new Refusal('notFound')
        return answered(language, actor, row)
      }),
  }),
  route({
    method: 'DELETE',
    path: '/monitor/logininfor/:ids(^[0-9,]+$)',
    access: permission('remove'),
    summary: 'Removes entries of the login log, all or none',
    audit: { title, kind: 'remove' },
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = [...new Set(idsOf(params.ids!))]
        const removed = await db.execute(sql`delete from login_log where id = any(${ids}::bigint[])`)
        if (removed !== ids.length) throw new Refusal('notFound')
        return { removed }
      }),
  }),
  route({
    method: 'DELETE',
    path: '/monitor/logininfor/clean',
    access: permission('remove'),
    summary: 'Empties the login log',
    audit: { title, kind: 'clean' },
    handler: ({ services, actor }) =>
      services.database.withTenant(actor.tenantId, async db => ({
        removed: await db.execute(sql`delete from login_log`),
      })),
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
        if (!(await db.maybe(sql`select 1 from account where lower(user_name) = ${account}`)))
          throw new Refusal('notFound')
        await logSignIn(db, actor.tenantId, account, ip, userAgent, null, 'unlock')
      })
      await services.database.acrossTenants('sign-in', db => clearFailures(db, `sign-in:${account.slice(0, 50)}`))
    },
  }),
  route({
    method: 'GET',
    path: '/monitor/logininfor/export',
    access: permission('export'),
    summary: 'Login log as a workbook (xlsx)',
    query: anyQuery,
    labels: title,
    audit: { title, kind: 'export' },
    handler: async ({ services, actor, query, language }) => {
      const label = (key: string) => word(language, `${title}.${key}`)
      const states = await services.database.withTenant(actor.tenantId, db =>
        dictionaryWords(db, 'sys_common_status', language),
      )
      const sheet: XlsxColumn[] = [
        { title: word(language, 'common.id'), width: 10, kind: 'integer' },
        ...['userName', 'ipaddr', 'browser', 'os', 'status', 'msg'].map(key => textColumn(label(key))),
        { title: label('loginTime'), width: 20, kind: 'datetime' },
      ]
      const rows = inBlocks(
        (after, size) => services.database.withTenant(actor.tenantId, db => block(db, query as ListQuery, after, size)),
        row => [
          row.id,
          row.userName,
          row.ipaddr,
          row.browser,
          row.os,
          states.get(String(row.status)) ?? row.status,
          messageOf(language, row.msg),
          row.loginTime,
        ],
      )
      return sheetAnswer('login-log', sheet, rows)
    },
  }),
]
