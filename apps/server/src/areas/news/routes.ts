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
  shownAs,
  shownText,
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
import { hideFiles, publicInfos } from '../site/public-files.ts'
import { due, settle } from './planned.ts'
import { cleanRichText, isBlank } from '../../platform/files/rich-text.ts'

const day = 86_400_000
/** Planned at most so far ahead, days. */
const farthest = 366

/**
 * When a draft publishes itself: whoever may publish says so, ahead of now.
 * @throws Refusal invalid, forbidden
 */
function checkPlan(actor: Actor, at: unknown, status: unknown): void {
  if (typeof at !== 'string' || at === '') return
  const refuse = (error: ErrorKey) => invalid([{ field: 'publishAt', error }])
  if (!hasPermission(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
  if (status !== 'draft') throw refuse('news.notDraft')
  if (Date.parse(at) <= Date.now()) throw refuse('news.publishAtPast')
  if (Date.parse(at) > Date.now() + farthest * day) throw refuse('news.publishAtTooFar')
}

const contents = ['content', 'contentZh', 'contentEn', 'contentFr'] as const

const hooks: EntityHooks = {
  publicFiles: ['cover'],
  async beforeWrite(db, actor, body, before) {
    // What its moment has published is no draft any more, whoever noticed first.
    const status = before ? ((await settle(db, before.id as number)) ? 'published' : before.status) : 'draft'
    checkPlan(actor, body.publishAt, status)
    if (body.publishAt === '') body.publishAt = null
    const type = body.type ?? before?.type
    if (type === 'repost' && !('repostUrl' in body ? body.repostUrl : before?.repostUrl))
      throw invalid([{ field: 'repostUrl', error: 'required' }])
    if (type === 'original') body.repostUrl = null
    if ('content' in body || !before) {
      // The engine stores what is left of it; a text of which nothing is left is none.
      if (isBlank(cleanRichText(body.content as string))) throw invalid([{ field: 'content', error: 'required' }])
    }
    for (const key of contents.slice(1))
      if (typeof body[key] === 'string' && isBlank(cleanRichText(body[key]))) body[key] = null
    if (!before) body.publisher = body.publisher || actor.nickName
    if (!before || 'clicks' in body) body.clicks = body.clicks || 0
  },
  async beforeRemove(db, _actor, row) {
    if (await settle(db, row.id as number)) throw new Refusal('stateRefused')
    await hideFiles(db, `article/${row.id}`)
  },
}

/** A draft whose moment has come is published, for whoever looks: the operator's list too. */
const standing = {
  status: sql`case when ${due} then 'published' else t.status end`,
  publishTime: sql`coalesce(t.publish_time, case when ${due} then t.publish_at end)`,
} as const

type Found = RowOf<typeof articles> & { covers?: FileInfo[]; [column: string]: unknown }

/** Covers are shown to readers of every enterprise: their public copies. */
async function withCovers<R extends Found>(rows: R[], { services }: Reader): Promise<R[]> {
  // Before they are told, files are ids.
  const idsOf = (row: Found) => row.cover as unknown as string[]
  const covers = await publicInfos(services.database, rows.flatMap(idsOf))
  return rows.map(row => ({ ...row, covers: idsOf(row).flatMap(id => covers.get(id) ?? []) }))
}

const list = readingOf(articles, {
  columns: standing,
  enrich: (rows: Found[], reader) => withCovers(rows, reader),
  toRows: (rows: Found[]) => rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers })),
})

type Whole = Found & { [K in (typeof contents)[number]]: string | null }

const cleaned = (row: Whole) =>
  Object.fromEntries(contents.map(key => [key, row[key] ? cleanRichText(row[key]) : null])) as { content: string }

const whole = readingOf(article, {
  columns: standing,
  enrich: (rows: Whole[], reader) => withCovers(rows, reader),
  toRows: (rows: Whole[]) => rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers, ...cleaned(row) })),
})

const life = new Lifecycle(
  article,
  {
    publish: {
      // At once, whatever was planned.
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
      await settle(db, id)
      return lockRow(db, article, actor, id, verb)
    },
  },
)

const articleRoutes: RouteSpec[] = [
  ...entityRoutes(article, hooks, ['list', 'query', 'add', 'options']),
  ...viewRoutes(list, {
    except: ['query', 'export'],
    summary: 'Articles without their text; enterprises see the published ones',
  }),
  ...viewRoutes(whole, { except: ['list', 'export'], summary: 'an article with its text' }),
  serve(addArticle, ({ services, actor, language, body: { publish: atOnce, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      if (atOnce && !hasPermission(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
      const id = await addRow(db, services.files, article, actor, fields, hooks, language)
      return atOnce ? life.move(db, { services, actor }, 'publish', id) : { id, status: 'draft' }
    }),
  ),
  ...life.routes(),
]

const shown = sql`
  t.id, t.title, t.title_texts as "titleTexts", t.category_id as "categoryId", c.name as "categoryName", c.name_texts as "categoryTexts", t.type, t.repost_url as "repostUrl", coalesce(t.clicks, 0) as clicks, t.cover, t.publisher, coalesce(t.publish_time, t.publish_at) as "publishTime"`
const isPublished = sql`(t.status = 'published' or ${due})`
const newestFirst = sql`coalesce(t.publish_time, t.publish_at) desc, t.id desc`
const from = sql`article t join news_category c on c.id = t.category_id`

type Shown = BeforeWire<Omit<PublicArticle, 'cover' | 'title' | 'titleIn'>> & {
  title: string
  cover: string[]
  categoryTexts: Texts
  titleTexts: Texts
}

async function withCover(database: Database, language: Language, rows: readonly Shown[]) {
  const covers = await publicInfos(
    database,
    rows.flatMap(row => row.cover),
  )
  return rows.map(({ categoryTexts, titleTexts, ...row }) => ({
    ...row,
    ...shownAs('title', 'titleIn', shownText(language, row.title, titleTexts)),
    categoryName: nameIn(language, String(row.categoryName), categoryTexts),
    cover: covers.get(row.cover[0] ?? '') ?? null,
  }))
}

/** What one network counts for, in each process by itself. */
class Clicks {
  /** So many articles at once and so many a minute after that. */
  readonly #all = new TokenBuckets(60, 20)
  /** The same article counts for five readers of one network at once, and for one more every five minutes: whoever names himself anew a thousand times is not a thousand. */
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
 * Counts a reader once a day, over all processes: he is known again by his network and browser, as a keyed digest that changes
 * every day. Readers have no enterprise and write nothing; counting them is all they can cause.
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

/** So many others of the category are told beside an article. */
const mostRelated = 3

/** The text in the reader's language, else in another, which is said. */
function textFor(language: Language, row: Texted) {
  const given = { zh: row.contentZh, en: row.contentEn, fr: row.contentFr }
  const texts = Object.fromEntries(Object.entries(given).filter(([, text]) => text)) as Texts
  const all: Texts = row.language ? { ...texts, [row.language]: row.content } : texts
  return shownText(language, row.content, all)
}

interface Texted {
  content: string
  contentZh: string | null
  contentEn: string | null
  contentFr: string | null
  language: Language | null
}

/** Whoever reads the news has no enterprise; row security lets through what is published. */
const publicRoutes: RouteSpec[] = [
  serve(publicArticles, ({ services, language, query, ip }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const { page, limit } = pageOf(query)
      const where = allOf([
        isPublished,
        ...(query.categoryId ? [sql`t.category_id = ${Number(query.categoryId)}`] : []),
      ])
      const rows = await db.query<Shown>(
        sql`select ${shown} from ${from} where ${where} order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit}`,
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
      const row = await db.maybe<Shown & Texted>(sql`
        select ${shown}, t.content, t.content_zh as "contentZh", t.content_en as "contentEn", t.content_fr as "contentFr", t.language
        from ${from} where t.id = ${id} and ${isPublished}`)
      if (!row) throw new Refusal('notFound')
      const others = await db.query<Shown>(sql`
        select ${shown} from ${from} where ${isPublished} and t.category_id = ${row.categoryId} and t.id <> ${id}
        order by ${newestFirst} limit ${mostRelated}`)
      const counted = await countClick(services, id, ip, request.headers['user-agent'] ?? '')
      const { content, contentZh, contentEn, contentFr, language: of, ...facts } = row
      const text = textFor(language, { content, contentZh, contentEn, contentFr, language: of })
      const [one, ...related] = await withCover(services.database, language, [facts, ...others])
      return {
        ...one!,
        clicks: row.clicks + (counted ? 1 : 0),
        ...shownAs('content', 'contentIn', { ...text, text: cleanRichText(text.text) }),
        related,
      }
    })
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
