import type { Language } from '@timbermark/contract'
import type { ArticleCard, MarketFilter, PageBanner, ReadingPage } from '@timbermark/contract/reading-pages'
import { plainRichText, publicRichText } from '../../platform/files/rich-text.ts'
import type { Services } from '../../platform/services.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listPublicArticles, listPublicCategories, readPublicArticle } from '../news/public-articles.ts'
import { loadPublicBanners, loadServicePhone } from '../site/public-banners.ts'
import { listMarketChoices, listPublicListings, readPublicListing } from '../trade/public-listings.ts'

/** Articles or listings on a page. */
const perPage = 24
/** Nobody turns more pages than this; the filter narrows. */
const maxPage = 50
/** Letters of a description. */
const summaryLength = 200

export interface LoadedPage {
  page: ReadingPage
  servicePhone: string | null
}

type Query = Readonly<Record<string, unknown>>

/** A value of the query that has this form; undefined when it is missing or empty. @throws Refusal notFound */
function queryText(query: Query, key: string, form: RegExp): string | undefined {
  const value = query[key]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string' || !form.test(value)) throw new Refusal('notFound')
  return value
}

function pageNumberOf(query: Query): number {
  const page = Number(queryText(query, 'page', /^[1-9]\d?$/) ?? 1)
  if (page > maxPage) throw new Refusal('notFound')
  return page
}

/** A page of a list after the first has something on it. @throws Refusal notFound */
function assertNotBeyond(page: number, rows: readonly unknown[]): void {
  if (page > 1 && rows.length === 0) throw new Refusal('notFound')
}

type FoundArticle = Awaited<ReturnType<typeof listPublicArticles>>['rows'][number]

const toCard = (row: FoundArticle): ArticleCard => ({
  id: row.id,
  title: row.title,
  ...(row.titleIn && { titleIn: row.titleIn }),
  categoryId: row.categoryId,
  categoryName: row.categoryName,
  isRepost: row.type === 'repost',
  publisher: row.publisher === null ? null : String(row.publisher),
  publishTime: row.publishTime === null ? null : new Date(row.publishTime).toISOString(),
  cover: row.cover?.url ?? null,
})

type Banners = Awaited<ReturnType<typeof loadPublicBanners>>['banners']

const toBanners = (banners: Banners): PageBanner[] =>
  banners.map(({ id, image, link }) => ({ id, image: image.url, link }))

/** `/news` @throws Refusal notFound */
export async function loadNews(services: Services, language: Language, query: Query): Promise<LoadedPage> {
  const page = pageNumberOf(query)
  const category = Number(queryText(query, 'category', /^\d{1,15}$/) ?? 0) || null
  const [{ rows, total }, categories, { banners, servicePhone }] = await Promise.all([
    listPublicArticles(services, language, {
      page,
      limit: perPage,
      ...(category === null ? {} : { categoryId: category }),
    }),
    listPublicCategories(services, language),
    loadPublicBanners(services, 'newsHome'),
  ])
  if (category !== null && !categories.some(({ id }) => id === category)) throw new Refusal('notFound')
  assertNotBeyond(page, rows)
  return {
    servicePhone,
    page: {
      kind: 'news',
      category,
      categories,
      articles: rows.map(toCard),
      banners: toBanners(banners),
      page,
      hasNext: page < maxPage && total > page * perPage,
    },
  }
}

/** `/news/{id}` @throws Refusal notFound */
export async function loadArticle(services: Services, language: Language, id: number): Promise<LoadedPage> {
  const [{ article, text, related }, servicePhone] = await Promise.all([
    readPublicArticle(services, language, id),
    loadServicePhone(services),
  ])
  return {
    servicePhone,
    page: {
      kind: 'article',
      article: {
        ...toCard(article),
        repostUrl: article.repostUrl === null ? null : String(article.repostUrl),
        content: publicRichText(text.text),
        ...(text.in && { contentIn: text.in }),
        summary: plainRichText(text.text).slice(0, summaryLength),
      },
      related: related.map(toCard),
    },
  }
}

/** `/market` @throws Refusal notFound */
export async function loadMarket(services: Services, language: Language, query: Query): Promise<LoadedPage> {
  const page = pageNumberOf(query)
  const species = queryText(query, 'species', /^[\w-]{1,10}$/)
  const origin = queryText(query, 'origin', /^[A-Za-z]{2}$/)?.toUpperCase()
  const filter: MarketFilter = {
    kind: (queryText(query, 'kind', /^(?:supply|purchase)$/) ?? 'supply') as MarketFilter['kind'],
    ...(species && { species }),
    ...(origin && { origin }),
  }
  const [{ listings, hasNext }, choices, { banners, servicePhone }] = await Promise.all([
    listPublicListings(services, language, filter, { page, limit: perPage }),
    listMarketChoices(services, language, filter.kind),
    loadPublicBanners(services, 'tradeHome'),
  ])
  assertNotBeyond(page, listings)
  return {
    servicePhone,
    page: {
      kind: 'market',
      filter,
      ...choices,
      listings,
      banners: toBanners(banners),
      page,
      hasNext: page < maxPage && hasNext,
    },
  }
}

/** `/market/{id}` @throws Refusal notFound */
export async function loadListing(services: Services, language: Language, id: number): Promise<LoadedPage> {
  const [listing, servicePhone] = await Promise.all([
    readPublicListing(services, language, id),
    loadServicePhone(services),
  ])
  return { servicePhone, page: { kind: 'listing', listing } }
}
