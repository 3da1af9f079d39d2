import {
  type NoticeBrief,
  markMessagesRead,
  markNoticeRead,
  markNoticesRead,
  newestNotices,
} from '@timbermark/contract/calls'
import { notice, noticeReader, type RowOf } from '@timbermark/contract'
import { readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { answerOne } from '../../../entity/answers.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { aliased, idList } from '../../../entity/wire.ts'
import { idOf } from '../../../entity/write.ts'
import { type Actor, hasPermission, staff } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { containsText, raw, type Sql, sql } from '../../../platform/database/sql.ts'
import { cleanRichText } from '../../../platform/files/rich-text.ts'
import { Answer, type RouteSpec, route, serve, type BeforeWire } from '../../../platform/http/http.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { usersInScope } from '../rights/scope.ts'
import { markMessages, loadNewestMessages } from './messages.ts'

/** Everybody sees published notices; closed ones only platform staff who may list notices. */
const visibleNotices = (actor: Actor): Sql =>
  isPlatform(actor) && actor.userType === staff && hasPermission(actor, 'system:notice:list')
    ? raw('true')
    : raw(`t.status = '0'`)

const plain = entityRoutes(notice, {}, ['list', 'query', 'options'])

/** A notice row of the statement. */
type NoticeRow = Omit<RowOf<typeof notice>, 'isRead'> & { [column: string]: unknown }

const notices = readingOf(notice, {
  where: ({ actor }) => visibleNotices(actor),
  search: {
    createBy: author =>
      sql`exists (select from account a where a.id = t.created_by and ${containsText(sql`a.user_name`, author.trim())})`,
  },
  toRows: async (rows: NoticeRow[], { actor }, db) => {
    const read = await db.query<{ id: number }>(
      sql`
        select notice_id as id from notice_read
        where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and notice_id = any(${rows.map(row => row.id)}::bigint[])`,
    )
    const known = new Set(read.map(row => row.id))
    return rows.map(row => ({
      ...row,
      // Cleaned again when answered: the rules may have become stricter since it was written.
      noticeContent: row.noticeContent === null ? null : cleanRichText(row.noticeContent),
      isRead: known.has(row.id),
    }))
  },
})

/** Readers in all enterprises are visible only to platform staff who may list enterprises; the permission for notices is not enough. */
const seesAllReaders = (actor: Actor) => isPlatform(actor) && hasPermission(actor, 'tenant:enterprise:list')

const tenantOfReaders = (actor: Actor) => (seesAllReaders(actor) ? sql`t.tenant_id` : actor.tenantId)
const joinReading = (actor: Actor) => sql`
  join notice_read r on r.tenant_id = ${tenantOfReaders(actor)} and r.account_id = t.id`

/** Accounts, one row for each notice that they have read. */
const readers = readingOf(noticeReader, {
  table: 'account',
  shared: true,
  across: actor => (seesAllReaders(actor) ? 'enterprise' : undefined),
  where: ({ actor }) => (seesAllReaders(actor) ? raw('true') : usersInScope(actor, 'system:notice:list')),
  joins: actor => sql`
    ${joinReading(actor)}
    join enterprise e on e.id = t.tenant_id
    left join dept d on d.tenant_id = ${tenantOfReaders(actor)} and d.id = t.dept_id`,
  searchJoins: joinReading,
  columns: { enterpriseName: sql`e.name`, deptName: sql`d.dept_name`, readTime: sql`r.read_at` },
  more: sql`t.phonenumber`,
  search: {
    noticeId: id => sql`r.notice_id = ${parseWholeNumber('noticeId', id)}`,
    searchValue: text => sql`(${containsText(sql`t.user_name`, text)} or ${containsText(sql`t.nick_name`, text)})`,
  },
  order: sql`r.read_at desc`,
})

/** Marks visible notices as read. @returns the number of newly marked notices */
async function markRead(db: Db, actor: Actor, ids: readonly number[] | undefined): Promise<number> {
  const unread = await db.query<{ id: number }>(sql`
    select t.id from notice t where ${visibleNotices(actor)}
      and ${ids ? sql`t.id = any(${[...ids]}::bigint[])` : sql`t.status = '0'`}`)
  const marked = await insertRows(
    db,
    'notice_read',
    unread.map(({ id }) => ({ tenant_id: actor.tenantId, notice_id: id, account_id: actor.accountId })),
    sql`on conflict do nothing returning notice_id`,
  )
  return marked.length
}

export const noticeRoutes: RouteSpec[] = [
  ...aliased(plain, 'noticeId'),
  ...viewRoutes(notices, { except: ['query'], summary: 'Notices, newest first' }),
  ...viewRoutes(readers, {
    summary:
      'Who has read a notice: those of the platform who look after enterprises see everybody, all others their own people',
  }),
  route({
    method: 'GET',
    path: '/system/notice/:id(^\\d+$)',
    access: 'signedIn',
    summary: 'One notice',
    answer: rowSchemaOf(notice),
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, db =>
        answerOne(db, notices, call, Number(call.params.id)),
      ),
  }),
  serve(newestNotices, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const read = sql`exists (select from notice_read r where r.tenant_id = ${actor.tenantId} and r.notice_id = t.id and r.account_id = ${actor.accountId})`
      const rows = await db.query<BeforeWire<NoticeBrief>>(sql`
          select t.id, t.id as "noticeId", t.notice_title as "noticeTitle", t.notice_type as "noticeType", t.created_at as "createTime", ${read} as "isRead"
          from notice t where t.status = '0' order by t.id desc limit 5`)
      const { n } = await db.one<{ n: number }>(
        sql`select count(*)::int as n from notice t where t.status = '0' and not ${read}`,
      )
      const { messages, unread } = await loadNewestMessages(db, actor, language)
      return new Answer(rows, { unreadCount: n + unread, messages })
    }),
  ),
  serve(markMessagesRead, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      marked: await markMessages(db, actor, query.ids ? idList(query.ids, 'ids') : undefined),
    })),
  ),
  serve(markNoticeRead, async ({ services, actor, query }) => {
    const id = idOf(query.noticeId, 'noticeId')
    await services.database.withTenant(actor.tenantId, async db => {
      if (!(await db.maybe(sql`select 1 from notice t where t.id = ${id} and ${visibleNotices(actor)}`)))
        throw new Refusal('notFound')
      await markRead(db, actor, [id])
    })
  }),
  serve(markNoticesRead, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => ({
      marked: await markRead(db, actor, query.ids ? idList(query.ids, 'ids') : undefined),
    })),
  ),
]
