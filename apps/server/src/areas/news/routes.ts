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
  type FileInfo,
  type Language,
  newsCategory,
  permissionOf,
  type RowOf,
  type Texts,
} from '@timbermark/contract'
import { pageOf } from '../../crud/list-query.ts'
import { nameIn } from '../../crud/names.ts'
import { type Reader, readingOf } from '../../crud/reading.ts'
import { viewRoutes } from '../../crud/view-routes.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { Lifecycle } from '../../crud/transitions.ts'
import { addRow, type EntityHooks } from '../../crud/write.ts'
import { may } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { type RouteSpec, Rows, serve, type Unsent } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { all, sql } from '../../platform/database/sql.ts'
import { Buckets, clientLimits } from '../identity/client-limits.ts'
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

type Found = RowOf<typeof articles> & { covers?: FileInfo[]; [column: string]: unknown }

/** Covers are shown to readers of every enterprise: their public copies. */
async function withCovers<R extends Found>(rows: R[], { services }: Reader): Promise<R[]> {
  // Before they are told, files are ids.
  const idsOf = (row: Found) => row.cover as unknown as string[]
  const covers = await publicInfos(services.database, rows.flatMap(idsOf))
  return rows.map(row => ({ ...row, covers: idsOf(row).flatMap(id => covers.get(id) ?? []) }))
}

const list = readingOf(articles, {
  complete: (rows: Found[], reader) => withCovers(rows, reader),
  shown: (rows: Found[]) => rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers })),
})

type Whole = Found & { content: string }

const whole = readingOf(article, {
  complete: (rows: Whole[], reader) => withCovers(rows, reader),
  shown: (rows: Whole[]) =>
    rows.map(({ covers = [], ...row }) => ({ ...row, cover: covers, content: cleanRichText(row.content) })),
})

const life = new Lifecycle(article, {
  publish: {
    effect: async (db, _actor, row) => {
      await db.execute(sql`update article set publish_time = now() where id = ${row.id}`)
    },
  },
})

const articleRoutes: RouteSpec[] = [
  ...entityRoutes(article, hooks, ['list', 'query', 'add', 'options']),
  ...viewRoutes(list, {
    except: ['query', 'export'],
    summary: 'Articles without their text; enterprises see the published ones',
  }),
  ...viewRoutes(whole, { except: ['list', 'export'], summary: 'an article with its text' }),
  serve(addArticle, ({ services, actor, body: { publish: atOnce, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      if (atOnce && !may(actor, permissionOf(article, 'publish'))) throw new Refusal('forbidden')
      const id = await addRow(db, services.files, article, actor, fields, hooks)
      return atOnce ? life.move(db, { services, actor }, 'publish', id) : { id, status: 'draft' }
    }),
  ),
  ...life.routes(),
]

const shown = sql`
  t.id, t.title, t.category_id as "categoryId", c.name as "categoryName", c.name_texts as "categoryTexts", t.type, t.repost_url as "repostUrl", coalesce(t.clicks, 0) as clicks, t.cover, t.publisher, t.publish_time as "publishTime"`
const from = sql`article t join news_category c on c.id = t.category_id`

type Shown = Unsent<Omit<PublicArticle, 'cover'>> & { cover: string[]; categoryTexts: Texts }

async function withCover(database: Database, language: Language, rows: readonly Shown[]) {
  const covers = await publicInfos(
    database,
    rows.flatMap(row => row.cover),
  )
  return rows.map(({ categoryTexts, ...row }) => ({
    ...row,
    categoryName: nameIn(language, String(row.categoryName), categoryTexts),
    cover: covers.get(row.cover[0] ?? '') ?? null,
  }))
}

/** One reader counts for so many articles at once and so many a minute after that, in each process by itself. */
const clicks = new Buckets(60, 20)
/** The same article counts for five readers of one network at once, and for one more every five minutes: whoever asks a thousand times is not a thousand. */
const sameArticle = new Buckets(5, 0.2)

/** Readers have no enterprise and write nothing; counting their click is all they can cause. @returns whether it counted */
async function countClick(database: Database, id: number, ip: string): Promise<boolean> {
  const [client, now] = [networkOf(ip), performance.now()]
  if (!sameArticle.take(`${client} ${id}`, now) || !clicks.take(client, now)) return false
  await database.writeAcrossTenants(
    'news',
    sql`update article set clicks = coalesce(clicks, 0) + 1 where id = ${id} and status = 'published' and coalesce(clicks, 0) < 2000000000`,
  )
  return true
}

/** Whoever reads the news has no enterprise; row security lets through what is published. */
const publicRoutes: RouteSpec[] = [
  serve(publicArticles, ({ services, language, query, ip }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const { page, limit } = pageOf(query)
      const where = all([
        sql`t.status = 'published'`,
        ...(query.categoryId ? [sql`t.category_id = ${Number(query.categoryId)}`] : []),
      ])
      const rows = await db.query<Shown>(
        sql`select ${shown} from ${from} where ${where} order by t.publish_time desc, t.id desc limit ${limit} offset ${(page - 1) * limit}`,
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
  serve(publicArticleText, ({ services, language, params, ip }) => {
    clientLimits(services).lookup(ip)
    return services.database.withoutTenant(async db => {
      const id = Number(params.id)
      const row = await db.maybe<Shown & { content: string }>(
        sql`select ${shown}, t.content from ${from} where t.id = ${id} and t.status = 'published'`,
      )
      if (!row) throw new Refusal('notFound')
      const counted = await countClick(services.database, id, ip)
      const [one] = await withCover(services.database, language, [row])
      return { ...one!, clicks: row.clicks + (counted ? 1 : 0), content: cleanRichText(row.content) }
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
