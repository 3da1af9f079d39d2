import { type Language, localizedMembers, localizedText, type Texts } from '@timbermark/contract'
import type { PublicArticle } from '@timbermark/contract/calls'
import { nameIn } from '../../entity/names.ts'
import type { Database } from '../../platform/database/database.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import type { BeforeWire } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { loadPublicFiles } from '../site/public-files.ts'
import { isPublished } from './planned.ts'

const publicColumns = sql`
  t.id, t.title, t.title_texts as "titleTexts", t.category_id as "categoryId", c.name as "categoryName", c.name_texts as "categoryTexts", t.type,
  t.repost_url as "repostUrl", coalesce(t.clicks, 0) as clicks, t.cover, t.publisher, coalesce(t.publish_time, t.publish_at) as "publishTime"`
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

/** Published articles, newest first; row security lets them through to readers without an enterprise. */
export function listPublicArticles(
  { database }: Services,
  language: Language,
  { page, limit, categoryId }: { page: number; limit: number; categoryId?: number },
) {
  return database.withoutTenant(async db => {
    const where = allOf([isPublished, ...(categoryId === undefined ? [] : [sql`t.category_id = ${categoryId}`])])
    const rows = await db.query<PublicRow>(
      sql`select ${publicColumns} from ${from} where ${where} order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit}`,
    )
    const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from article t where ${where}`)
    return { rows: await withCover(database, language, rows), total: n }
  })
}

/** Categories in use, in their order. */
export function listPublicCategories({ database }: Services, language: Language) {
  return database.withoutTenant(async db => {
    const rows = await db.query<{ id: number; name: string; texts: Texts }>(
      sql`select id, name, name_texts as texts from news_category where status = '0' order by order_num, id`,
    )
    return rows.map(({ id, name, texts }) => ({ id, name: nameIn(language, name, texts) }))
  })
}

/**
 * One published article with its text as it is stored, to be cleaned, and others of its category.
 * @throws Refusal notFound
 */
export function readPublicArticle({ database }: Services, language: Language, id: number) {
  return database.withoutTenant(async db => {
    const row = await db.maybe<PublicRow & ArticleTexts>(sql`
      select ${publicColumns}, t.content, t.content_zh as "contentZh", t.content_en as "contentEn", t.content_fr as "contentFr", t.language
      from ${from} where t.id = ${id} and ${isPublished}`)
    if (!row) throw new Refusal('notFound')
    const others = await db.query<PublicRow>(sql`
      select ${publicColumns} from ${from} where ${isPublished} and t.category_id = ${row.categoryId} and t.id <> ${id}
      order by ${newestFirst} limit ${maxRelated}`)
    const { content, contentZh, contentEn, contentFr, language: of, ...facts } = row
    const text = textFor(language, { content, contentZh, contentEn, contentFr, language: of })
    const [one, ...related] = await withCover(database, language, [facts, ...others])
    return { article: one!, text, related }
  })
}

/** Published articles for search engines, newest first. */
export function listPublicArticleIds({ database }: Services, limit: number): Promise<{ id: number; changed: Date }[]> {
  return database.withoutTenant(db =>
    db.query(sql`
      select t.id, greatest(coalesce(t.publish_time, t.publish_at), t.updated_at) as changed from article t
      where ${isPublished} order by ${newestFirst} limit ${limit}`),
  )
}
