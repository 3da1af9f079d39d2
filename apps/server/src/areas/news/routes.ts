import {
  type PublicArticle,
  addArticle,
  publicArticleText,
  publicArticles,
  publicCategories,
} from '@timbermark/contract/calls'
import {
  article,
  articles,
  type ErrorKey,
  type FileInfo,
  type Language,
  newsCategory,
  permissionOf,
  type RowOf,
  localizedMembers,
  localizedText,
  type Texts,
} from '@timbermark/contract'
import { pageOf } from '../../entity/list-query.ts'
import { nameIn } from '../../entity/names.ts'
import { type Reader, readingOf } from '../../entity/read-rows.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { Lifecycle } from '../../entity/transitions.ts'
import { addRow, type EntityHooks, lockRow } from '../../entity/write.ts'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { type RouteSpec, Rows, serve, type BeforeWire } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import { TokenBuckets } from '../../platform/concurrency/token-buckets.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { hideFiles, loadPublicFiles } from '../site/public-files.ts'
import { isDue, publishIfDue } from './planned.ts'
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

const publicColumns = sql`
  t.id, t.title, t.title_texts as "titleTexts", t.category_id as "categoryId", c.name as "categoryName", c.name_texts as "categoryTexts", t.type,
  t.repost_url as "repostUrl", coalesce(t.clicks, 0) as clicks, t.cover, t.publisher, coalesce(t.publish_time, t.publish_at) as "publishTime"`
const isPublished = sql`(t.status = 'published' or ${isDue})`
const newestFirst = sql`coalesce(t.publish_time, t.publish_at) desc, t.id desc`
const from = sql`article t join news_category c on c.id = t.category_id`

type PublicRow = BeforeWire<Omit<PublicArticle, 'cover' | 'title' | 'titleIn'>> & {
  title: string
  cover: string[]
  categoryTexts: Texts
  titleTexts: Texts
}

async function withCover(database: Database, language: Language, rows: readonly PublicRow[]) {
  const covers = await loadPublicFiles(
    database,
    rows.flatMap(row => row.cover),
  )
  return rows.map(({ categoryTexts, titleTexts, ...row }) => ({
    ...row,
    ...localizedMembers('title', 'titleIn', localizedText(language, row.title, titleTexts)),
    categoryName: nameIn(language, String(row.categoryName), categoryTexts),
    cover: covers.get(row.cover[0] ?? '') ?? null,
  }))
}

/** Limits how many clicks one network can cause, in each process. */
class Clicks {
  /** Articles at once, and per minute after that. */
  readonly #all = new TokenBuckets(60, 20)
  /**
   * One article counts for five readers of a network at once, and one more every five minutes: a client that changes its name
   * a thousand times is not a thousand readers.
   */
  readonly #same = new TokenBuckets(5, 0.2)

  take(client: string, article: number, now: number): boolean {
    return this.#same.take(`${client} ${article}`, now) && this.#all.take(client, now)
  }
}

const clicks = new WeakMap<Database, Clicks>()

function clicksOf(database: Database): Clicks {
  const known = clicks.get(database) ?? new Clicks()
  clicks.set(database, known)
  return known
}

/**
 * Counts a reader once a day, over all processes. Readers are recognized by a keyed digest of address and browser that changes
 * every day. They have no enterprise; this count is the only write that they can cause.
 * @returns whether it counted
 */
async function countClick({ database, secrets }: Services, id: number, ip: string, browser: string): Promise<boolean> {
  const [client, now] = [networkOf(ip), performance.now()]
  const today = new Date().toISOString().slice(0, 10)
  const reader = secrets.mac('news reader', JSON.stringify([today, ip, browser.slice(0, 500), id])).subarray(0, 16)
  const [known] = await database.readAcrossTenants(
    'news',
    sql`select 1 from article_reader where tenant_id = ${platformTenant} and article_id = ${id} and day = ${today}::date and reader = ${reader}`,
  )
  if (known || !clicksOf(database).take(client, id, now)) return false
  const counted = await database.writeAcrossTenants(
    'news',
    sql`
      with first as (
        insert into article_reader (tenant_id, article_id, day, reader)
        select ${platformTenant}, t.id, ${today}::date, ${reader} from article t where t.id = ${id} and ${isPublished}
        on conflict do nothing returning article_id)
      update article set clicks = coalesce(clicks, 0) + 1 from first
      where id = first.article_id and coalesce(clicks, 0) < 2000000000 returning id`,
  )
  return counted.length > 0
}

/** At most this many related articles of the same category. */
const maxRelated = 3

/** The text in the reader's language, else in another, together with its language. */
function textFor(language: Language, row: ArticleTexts) {
  const byLanguage = { zh: row.contentZh, en: row.contentEn, fr: row.contentFr }
  const texts = Object.fromEntries(Object.entries(byLanguage).filter(([, text]) => text)) as Texts
  const all: Texts = row.language ? { ...texts, [row.language]: row.content } : texts
  return localizedText(language, row.content, all)
}

interface ArticleTexts {
  content: string
  contentZh: string | null
  contentEn: string | null
  contentFr: string | null
  language: Language | null
}

/** Calls of public readers, who have no enterprise; row security lets published articles through. */
const publicRoutes: RouteSpec[] = [
  serve(publicArticles, ({ services, language, query, ip }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const { page, limit } = pageOf(query)
      const where = allOf([
        isPublished,
        ...(query.categoryId ? [sql`t.category_id = ${Number(query.categoryId)}`] : []),
      ])
      const rows = await db.query<PublicRow>(
        sql`select ${publicColumns} from ${from} where ${where} order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit}`,
      )
      const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from article t where ${where}`)
      return new Rows(await withCover(services.database, language, rows), n)
    })
  }),
  serve(publicCategories, ({ services, language, ip }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const rows = await db.query<{ id: number; name: string; texts: Texts }>(
        sql`select id, name, name_texts as texts from news_category where status = '0' order by order_num, id`,
      )
      return rows.map(({ id, name, texts }) => ({ id, name: nameIn(language, name, texts) }))
    })
  }),
  serve(publicArticleText, ({ services, language, params, ip, request }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const id = Number(params.id)
      const row = await db.maybe<PublicRow & ArticleTexts>(sql`
        select ${publicColumns}, t.content, t.content_zh as "contentZh", t.content_en as "contentEn", t.content_fr as "contentFr", t.language
        from ${from} where t.id = ${id} and ${isPublished}`)
      if (!row) throw new Refusal('notFound')
      const others = await db.query<PublicRow>(sql`
        select ${publicColumns} from ${from} where ${isPublished} and t.category_id = ${row.categoryId} and t.id <> ${id}
        order by ${newestFirst} limit ${maxRelated}`)
      const counted = await countClick(services, id, ip, request.headers['user-agent'] ?? '')
      const { content, contentZh, contentEn, contentFr, language: of, ...facts } = row
      const text = textFor(language, { content, contentZh, contentEn, contentFr, language: of })
      const [one, ...related] = await withCover(services.database, language, [facts, ...others])
      return {
        ...one!,
        clicks: row.clicks + (counted ? 1 : 0),
        ...localizedMembers('content', 'contentIn', { ...text, text: cleanRichText(text.text) }),
        related,
      }
    })
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
