import { type AnyEntity, article, newsCategory, permissionOf } from '@timbermark/contract'
import { z } from 'zod'
import { type ListQuery, listRows, pageOf } from '../../crud/list.ts'
import { entityRoutes, rowRights } from '../../crud/routes.ts'
import { addRow, type EntityHooks, transition } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Database, Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { all, sql } from '../../platform/database/sql.ts'
import { hideFiles, publicInfos } from '../site/public-files.ts'
import { cleanRichText, isBlank } from '../../platform/files/rich-text.ts'

const hooks: EntityHooks = {
  publicFiles: ['cover'],
  async beforeWrite(_db, actor, body, before) {
    const type = body.type ?? before?.type
    if (type === 'repost' && !('repostUrl' in body ? body.repostUrl : before?.repostUrl))
      throw invalid([{ field: 'repostUrl', error: 'required' }])
    if (type === 'original') body.repostUrl = null
    if ('content' in body || !before) {
      // The engine stores what is left of it; a text of which nothing is left is none.
      if (isBlank(cleanRichText(body.content as string))) throw invalid([{ field: 'content', error: 'required' }])
    }
    if (!before) body.publisher = body.publisher || actor.nickName
    if (!before || 'clicks' in body) body.clicks = body.clicks || 0
  },
  beforeRemove: (db, _actor, row) => hideFiles(db, `article/${row.id}`),
}

/** The list goes without the text, which only the reader of one article wants. */
const { content: _content, ...listed } = article.fields
const inList: AnyEntity = { ...article, fields: listed }

async function complete(database: Database, actor: Actor, rows: Row[]): Promise<Row[]> {
  const covers = await publicInfos(
    database,
    rows.flatMap(row => row.cover as string[]),
  )
  return rows.map(row => ({
    ...row,
    cover: (row.cover as string[]).flatMap(id => covers.get(id) ?? []),
    ...rowRights(article, actor, row),
  }))
}

async function publish(db: Db, actor: Actor, id: number, verb: 'publish' | 'withdraw'): Promise<{ status: string }> {
  const { to } = await transition(db, article, actor, id, verb)
  if (verb === 'publish') await db.execute(sql`update article set publish_time = now() where id = ${id}`)
  return { status: to }
}

const access = (verb: string) => ({ permission: permissionOf(article, verb) })
const labels = 'news.article'
const audit = { title: 'news.article' }

const articleRoutes: RouteSpec[] = [
  ...entityRoutes(article, hooks, ['list', 'query', 'add', 'options']),
  route({
    method: 'GET',
    path: '/news/article/list',
    access: access('list'),
    summary: 'Articles without their text; enterprises see the published ones',
    query: z.record(z.string(), z.unknown()),
    labels,
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { rows, total, estimated } = await listRows(db, inList, actor, query as ListQuery)
        return new Rows(await complete(services.database, actor, rows), total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/news/article/:id(^\\d+$)',
    access: access('query'),
    summary: 'One article with its text',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { rows } = await listRows(db, article, actor, {}, [sql`t.id = ${Number(params.id)}`])
        if (!rows[0]) throw new Refusal('notFound')
        const [row] = await complete(services.database, actor, rows)
        return { ...row, content: cleanRichText(row!.content as string) }
      }),
  }),
  route({
    method: 'POST',
    path: '/news/article',
    access: access('add'),
    summary: 'Adds an article as a draft, or publishes it at once',
    body: z.looseObject({ publish: z.boolean().optional() }),
    labels,
    audit: { ...audit, kind: 'add' },
    handler: ({ services, actor, body: { publish: atOnce, ...fields } }) =>
      services.database.withTenant(actor.tenantId, async db => {
        if (atOnce && !may(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
        const id = await addRow(db, services.files, article, actor, fields, hooks)
        return { id, status: 'draft', ...(atOnce ? await publish(db, actor, id, 'publish') : {}) }
      }),
  }),
  ...(['publish', 'withdraw'] as const).map(verb =>
    route({
      method: 'PUT',
      path: `/news/article/:id(^\\d+$)/${verb}`,
      access: access(verb),
      summary: verb === 'publish' ? 'Publishes an article' : 'Withdraws an article from its readers',
      audit: { ...audit, kind: 'edit' },
      handler: ({ services, actor, params }) =>
        services.database.withTenant(actor.tenantId, db => publish(db, actor, Number(params.id), verb)),
    }),
  ),
]

const shown = sql`
  t.id, t.title, t.category_id as "categoryId", c.name as "categoryName", t.type, t.repost_url as "repostUrl", coalesce(t.clicks, 0) as clicks, t.cover, t.publisher, t.publish_time as "publishTime"`
const from = sql`article t join news_category c on c.id = t.category_id`

async function withCover(database: Database, rows: Row[]): Promise<Row[]> {
  const covers = await publicInfos(
    database,
    rows.flatMap(row => row.cover as string[]),
  )
  return rows.map(row => ({ ...row, cover: covers.get((row.cover as string[])[0] ?? '') ?? null }))
}

/** Readers have no enterprise and write nothing; counting their click is all they can cause. */
async function countClick(database: Database, id: number): Promise<void> {
  await database.writeAcrossTenants(
    'news',
    sql`update article set clicks = coalesce(clicks, 0) + 1 where id = ${id} and status = 'published' and coalesce(clicks, 0) < 2000000000`,
  )
}

/** Whoever reads the news has no enterprise; row security lets through what is published. */
const publicRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/news/public/list',
    access: 'public',
    summary: 'Published articles, newest first',
    query: z.object({
      page: z.string().optional(),
      limit: z.string().optional(),
      categoryId: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    handler: ({ services, query }) =>
      services.database.withoutTenant(async db => {
        const { page, limit } = pageOf(query)
        const where = all([
          sql`t.status = 'published'`,
          ...(query.categoryId ? [sql`t.category_id = ${Number(query.categoryId)}`] : []),
        ])
        const rows = await db.query<Row>(
          sql`select ${shown} from ${from} where ${where} order by t.publish_time desc, t.id desc limit ${limit} offset ${(page - 1) * limit}`,
        )
        const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from article t where ${where}`)
        return new Rows(await withCover(services.database, rows), n)
      }),
  }),
  route({
    method: 'GET',
    path: '/news/public/categories',
    access: 'public',
    summary: 'Categories of the news that are in use',
    handler: ({ services }) =>
      services.database.withoutTenant(db =>
        db.query(sql`select id, name from news_category where status = '0' order by order_num, id`),
      ),
  }),
  route({
    method: 'GET',
    path: '/news/public/:id(^\\d+$)',
    access: 'public',
    summary: 'One published article; counts one click',
    handler: ({ services, params }) =>
      services.database.withoutTenant(async db => {
        const id = Number(params.id)
        const row = await db.maybe<Row & { content: string; clicks: number }>(
          sql`select ${shown}, t.content from ${from} where t.id = ${id} and t.status = 'published'`,
        )
        if (!row) throw new Refusal('notFound')
        await countClick(services.database, id)
        const [one] = await withCover(services.database, [row])
        return { ...one, clicks: row.clicks + 1, content: cleanRichText(row.content) }
      }),
  }),
]

/** Market news: categories, articles, and what anybody may read of them. */
export const newsRoutes: RouteSpec[] = [
  ...entityRoutes(newsCategory, {
    async beforeRemove(db, _actor, row) {
      if (await db.maybe(sql`select 1 from article where category_id = ${row.id} limit 1`)) throw new Refusal('inUse')
    },
  }),
  ...articleRoutes,
  ...publicRoutes,
]
