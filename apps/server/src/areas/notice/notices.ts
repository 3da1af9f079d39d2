import {
  type NoticeBrief,
  markNoticeRead,
  markNoticesRead,
  newestNotices,
  noticeReaders,
} from '@timbermark/contract/calls'
import { notice } from '@timbermark/contract'
import { z } from 'zod'
import { countRows } from '../../crud/find-page.ts'
import { type ListQuery, pageOf } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { rightsOf } from '../../crud/rights.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { getRow, idOf } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { Answer, type RouteSpec, Rows, route, serve, type Unsent } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, contains, raw, type Sql, sql } from '../../platform/database/sql.ts'
import { cleanRichText } from '../../platform/files/rich-text.ts'
import { aliased, first, idList } from '../../crud/wire.ts'

const anyQuery = z.record(z.string(), z.unknown())
const permission = (verb: string) => ({ permission: `system:notice:${verb}` })

/** Everybody sees what is in force; what is closed only those of the platform who look after notices. */
const visible = (actor: Actor): Sql =>
  isPlatform(actor) && actor.userType === 1 && may(actor, 'system:notice:list') ? raw('true') : raw(`t.status = '0'`)

async function answered(db: Db, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const read = new Set(
    (
      await db.query<{ id: number }>(
        sql`select notice_id as id from notice_read where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and notice_id = any(${rows.map(row => row.id)}::bigint[])`,
      )
    ).map(row => row.id),
  )
  return rows.map(row => ({
    ...row,
    noticeId: row.id,
    // Cleaned again on the way out: the rules may have become stricter since it was written.
    noticeContent: typeof row.noticeContent === 'string' ? cleanRichText(row.noticeContent) : null,
    isRead: read.has(row.id as number),
    ...rightsOf(notice, actor, row),
  }))
}

const plain = entityRoutes(notice, {}, ['list', 'query', 'options'])

/** Marks notices that the reader can see; once is enough. @returns how many there were */
async function mark(db: Db, actor: Actor, ids: readonly number[] | undefined): Promise<number> {
  return db.execute(sql`
    insert into notice_read (tenant_id, notice_id, account_id)
    select ${actor.tenantId}, t.id, ${actor.accountId} from notice t where ${visible(actor)} and ${ids ? sql`t.id = any(${[...ids]}::bigint[])` : sql`t.status = '0'`}
    on conflict do nothing`)
}

export const noticeRoutes: RouteSpec[] = [
  ...aliased(plain, 'noticeId'),
  route({
    method: 'GET',
    path: '/system/notice/list',
    access: permission('list'),
    summary: 'Notices, newest first',
    query: anyQuery,
    labels: 'system.notice',
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const author = first(query.createBy)
        const { rows, total, estimated } = await listRows(db, notice, actor, query as ListQuery, [
          visible(actor),
          ...(author
            ? [sql`exists (select from account a where a.id = t.created_by and a.user_name ilike ${contains(author)})`]
            : []),
        ])
        return new Rows(await answered(db, actor, rows), total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/notice/:id(^\\d+$)',
    access: 'signedIn',
    summary: 'One notice',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const id = Number(params.id)
        if (!(await db.maybe(sql`select 1 from notice t where t.id = ${id} and ${visible(actor)}`)))
          throw new Refusal('notFound')
        return (await answered(db, actor, [await getRow(db, services.files, notice, actor, id)]))[0]
      }),
  }),
  serve(newestNotices, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const read = sql`exists (select from notice_read r where r.tenant_id = ${actor.tenantId} and r.notice_id = t.id and r.account_id = ${actor.accountId})`
      const rows = await db.query<Unsent<NoticeBrief>>(sql`
          select t.id, t.id as "noticeId", t.notice_title as "noticeTitle", t.notice_type as "noticeType", t.created_at as "createTime", ${read} as "isRead"
          from notice t where t.status = '0' order by t.id desc limit 5`)
      const { n } = await db.one<{ n: number }>(
        sql`select count(*)::int as n from notice t where t.status = '0' and not ${read}`,
      )
      return new Answer(rows, { unreadCount: n })
    }),
  ),
  serve(markNoticeRead, async ({ services, actor, query }) => {
    const id = idOf(query.noticeId, 'noticeId')
    await services.database.withTenant(actor.tenantId, async db => {
      if (!(await db.maybe(sql`select 1 from notice t where t.id = ${id} and ${visible(actor)}`)))
        throw new Refusal('notFound')
      await mark(db, actor, [id])
    })
  }),
  serve(markNoticesRead, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      marked: await mark(db, actor, query.ids ? idList(query.ids, 'ids') : undefined),
    })),
  ),
  serve(noticeReaders, ({ services, actor, query }) => {
    const id = idOf(query.noticeId, 'noticeId')
    const search = first(query.searchValue)
    const { page, limit } = pageOf(query as ListQuery)
    const read = async (db: Db) => {
      const from = sql`notice_read t join account a on a.tenant_id = t.tenant_id and a.id = t.account_id join enterprise e on e.id = t.tenant_id
          left join dept d on d.tenant_id = a.tenant_id and d.id = a.dept_id`
      const where = all([
        sql`t.notice_id = ${id}`,
        ...(search ? [sql`(a.user_name ilike ${contains(search)} or a.nick_name ilike ${contains(search)})`] : []),
      ])
      const rows = await db.query(sql`
          select a.id, a.id as "userId", a.user_name as "userName", a.nick_name as "nickName", d.dept_name as "deptName", a.phonenumber, e.name as "enterpriseName", t.read_at as "readTime"
          from ${from} where ${where} order by t.read_at desc, a.id limit ${limit} offset ${(page - 1) * limit}`)
      const { total, estimated } = await countRows(db, from, where)
      return new Rows(rows, total, estimated)
    }
    return isPlatform(actor)
      ? services.database.acrossTenants('enterprise', read)
      : services.database.withTenant(actor.tenantId, read)
  }),
]
