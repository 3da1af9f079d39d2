import { addArticle, publicArticleText, publicArticles, publicCategories } from '@timbermark/contract/calls'
import {
  article,
  articles,
  type ErrorKey,
  type FileInfo,
  newsCategory,
  permissionOf,
  type RowOf,
  localizedMembers,
} from '@timbermark/contract'
import { pageOf } from '../../entity/list-query.ts'
import { type Reader, readingOf } from '../../entity/read-rows.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { Lifecycle } from '../../entity/transitions.ts'
import { addRow, type EntityHooks, lockRow } from '../../entity/write.ts'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import { type RouteSpec, Rows, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { hideFiles, loadPublicFiles } from '../site/public-files.ts'
import { countClick } from './count-click.ts'
import { isDue, publishIfDue } from './planned.ts'
import { listPublicArticles, listPublicCategories, readPublicArticle } from './public-articles.ts'
import { cleanRichText, isBlank } from '../../platform/files/rich-text.ts'

const day = 86_400_000
/** The farthest time that can be planned, in days. */
const maxPlannedDays = 366

/**
 * Checks a planned publication: it needs the permission to publish, a draft, and a time in the future.
 * @throws Refusal invalid, forbidden
 */
function checkPlan(actor: Actor, at: unknown, status: unknown): void {
  if (typeof at !== 'string' || at === '') return
  const refuse = (error: ErrorKey) => invalid([{ field: 'publishAt', error }])
  if (!hasPermission(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
  if (status !== 'draft') throw refuse('news.notDraft')
  if (Date.parse(at) <= Date.now()) throw refuse('news.publishAtPast')
  if (Date.parse(at) > Date.now() + maxPlannedDays * day) throw refuse('news.publishAtTooFar')
}

const contents = ['content', 'contentZh', 'contentEn', 'contentFr'] as const

const hooks: EntityHooks = {
  publicFiles: ['cover'],
  async beforeWrite(db, actor, body, before) {
    // A draft whose planned time has come counts as published.
    const status = before ? ((await publishIfDue(db, before.id as number)) ? 'published' : before.status) : 'draft'
    checkPlan(actor, body.publishAt, status)
    if (body.publishAt === '') body.publishAt = null
    const type = body.type ?? before?.type
    if (type === 'repost' && !('repostUrl' in body ? body.repostUrl : before?.repostUrl))
      throw invalid([{ field: 'repostUrl', error: 'required' }])
    if (type === 'original') body.repostUrl = null
    if ('content' in body || !before) {
      // The engine stores the cleaned text; a text that becomes blank is missing.
      if (isBlank(cleanRichText(body.content as string))) throw invalid([{ field: 'content', error: 'required' }])
    }
    for (const key of contents.slice(1))
      if (typeof body[key] === 'string' && isBlank(cleanRichText(body[key]))) body[key] = null
    if (!before) body.publisher = body.publisher || actor.nickName
    if (!before || 'clicks' in body) body.clicks = body.clicks || 0
  },
  async beforeRemove(db, _actor, row) {
    if (await publishIfDue(db, row.id as number)) throw new Refusal('stateRefused')
    await hideFiles(db, `article/${row.id}`)
  },
}

/** Drafts whose planned time has come are shown as published, also in the operator's list. */
const effectiveColumns = {
  status: sql`case when ${isDue} then 'published' else t.status end`,
  publishTime: sql`coalesce(t.publish_time, case when ${isDue} then t.publish_at end)`,
} as const

type FoundArticle = RowOf<typeof articles> & { covers?: FileInfo[]; [column: string]: unknown }

/** Adds the public copies of covers, because readers of every enterprise see them. */
async function withCovers<R extends FoundArticle>(rows: R[], { services }: Reader): Promise<R[]> {
  // At this point files are still ids.
  const idsOf = (row: FoundArticle) => row.cover as unknown as string[]
  const covers = await loadPublicFiles(services.database, rows.flatMap(idsOf))
  return rows.map(row => ({ ...row, covers: idsOf(row).flatMap(id => covers.get(id) ?? []) }))
}

const articleListReading = readingOf(articles, {
  columns: effectiveColumns,
  enrich: (rows: FoundArticle[], reader) => withCovers(rows, reader),
  toRows: (rows: FoundArticle[]) => rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers })),
})

type ArticleRow = FoundArticle & { [K in (typeof contents)[number]]: string | null }

const cleanContents = (row: ArticleRow) =>
  Object.fromEntries(contents.map(key => [key, row[key] ? cleanRichText(row[key]) : null])) as { content: string }

const articleReading = readingOf(article, {
  columns: effectiveColumns,
  enrich: (rows: ArticleRow[], reader) => withCovers(rows, reader),
  toRows: (rows: ArticleRow[]) =>
    rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers, ...cleanContents(row) })),
})

const lifecycle = new Lifecycle(
  article,
  {
    publish: {
      // Publishing at once cancels a plan.
      guard: async (db, _actor, row) => {
        await db.execute(sql`update article set publish_at = null where id = ${row.id}`)
      },
      effect: async (db, _actor, row) => {
        await db.execute(sql`update article set publish_time = now(), withdraw_reason = null where id = ${row.id}`)
      },
    },
  },
  {
    async lock(db, actor, id, verb) {
      await publishIfDue(db, id)
      return lockRow(db, article, actor, id, verb)
    },
  },
)

const articleRoutes: RouteSpec[] = [
  ...entityRoutes(article, hooks, ['list', 'query', 'add', 'options']),
  ...viewRoutes(articleListReading, {
    except: ['query', 'export'],
    summary: 'Articles without their text; enterprises see the published ones',
  }),
  ...viewRoutes(articleReading, { except: ['list', 'export'], summary: 'an article with its text' }),
  serve(addArticle, ({ services, actor, language, body: { publish: atOnce, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      if (atOnce && !hasPermission(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
      const id = await addRow(db, services.files, article, actor, fields, hooks, language)
      return atOnce ? lifecycle.move(db, { services, actor }, 'publish', id) : { id, status: 'draft' }
    }),
  ),
  ...lifecycle.routes(),
]

/** Calls of public readers, who have no enterprise. */
const publicRoutes: RouteSpec[] = [
  serve(publicArticles, async ({ services, language, query, ip }) => {
    clientLimits(services).lookup(ip)
    const { rows, total } = await listPublicArticles(services, language, {
      ...pageOf(query),
      ...(query.categoryId ? { categoryId: Number(query.categoryId) } : {}),
    })
    return new Rows(rows, total)
  }),
  serve(publicCategories, ({ services, language, ip }) => {
    clientLimits(services).lookup(ip)
    return listPublicCategories(services, language)
  }),
  serve(publicArticleText, async ({ services, language, params, ip, request }) => {
    clientLimits(services).lookup(ip)
    const read = await readPublicArticle(services, language, Number(params.id))
    const counted = await countClick(services, Number(params.id), ip, request.headers['user-agent'] ?? '')
    return {
      ...read.article,
      clicks: read.article.clicks + (counted ? 1 : 0),
      ...localizedMembers('content', 'contentIn', { ...read.text, text: cleanRichText(read.text.text) }),
      related: read.related,
    }
  }),
]

/** Market news: categories, articles, and the public calls. */
export const newsRoutes: RouteSpec[] = [
  ...entityRoutes(newsCategory, {
    async beforeRemove(db, _actor, row) {
      if (await db.maybe(sql`select 1 from article where category_id = ${row.id} limit 1`)) throw new Refusal('inUse')
    },
  }),
  ...articleRoutes,
  ...publicRoutes,
]
