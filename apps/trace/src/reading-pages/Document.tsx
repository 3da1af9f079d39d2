import type { ReadingPage } from '@timbermark/contract/reading-pages'
import { languages } from '../format.ts'
import { BaseMeta } from '../page/BaseMeta.tsx'
import { languageTags } from '../page/Page.tsx'
import type { Reading } from './context.ts'
import { localDates } from './local-dates.ts'
import { amountOf, Listing, Market, priceOf } from './Market.tsx'
import { ArticlePage, News } from './News.tsx'
import { Shell } from './Shell.tsx'
import { Missing, Unavailable } from './States.tsx'
import { structuredData } from './structured-data.ts'

interface Props {
  reading: Reading
  page: ReadingPage
  /** Of the site, without a slash at the end. */
  origin: string
  servicePhone: string | null
  style: string
}

/** Open Graph requires languages with a territory. */
const previewLocales = { zh: 'zh_CN', en: 'en_GB', fr: 'fr_FR' } as const

/** The complete document: its style and its script are inline, and the content policy names their hashes. */
export function Document({ reading, page, origin, servicePhone, style }: Props) {
  const { language, format } = reading
  const data = structuredData(page, reading, origin)
  return (
    <html lang={languageTags[language]} data-locale={format.locale}>
      <head>
        <BaseMeta />
        <Head reading={reading} page={page} origin={origin} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own style sheet. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <link rel="icon" href="/t/icon.svg" type="image/svg+xml" />
        {data && (
          <script
            type="application/ld+json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: data; every "<" is escaped, so nothing in it can end the block.
            dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
          />
        )}
      </head>
      <body>
        <Shell reading={reading} page={page} servicePhone={servicePhone}>
          {page.kind === 'news' && <News page={page} reading={reading} />}
          {page.kind === 'article' && <ArticlePage {...page} reading={reading} />}
          {page.kind === 'market' && <Market page={page} reading={reading} />}
          {page.kind === 'listing' && <Listing listing={page.listing} reading={reading} />}
          {page.kind === 'missing' && <Missing of={page.of} reading={reading} />}
          {page.kind === 'unavailable' && <Unavailable of={page.of} reading={reading} />}
        </Shell>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own script. */}
        <script dangerouslySetInnerHTML={{ __html: localDates }} />
      </body>
    </html>
  )
}

/** What search engines and messengers read. */
function Head({ reading, page, origin }: Pick<Props, 'reading' | 'page' | 'origin'>) {
  const { language, t, to } = reading
  const title = titleOf(page, reading)
  const description = descriptionOf(page, reading)
  const absolute = (path: string) => new URL(path, origin).href
  const canonical = to.own(page, language)
  const picture = pictureOf(page)
  return (
    <>
      <title>{`${title} · ${t('app.name')}`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={isIndexed(page) ? 'index, follow, max-image-preview:large' : 'noindex, follow'} />
      {canonical && (
        <>
          <link rel="canonical" href={absolute(canonical)} />
          {languages.map(one => (
            <link key={one} rel="alternate" hrefLang={languageTags[one]} href={absolute(to.own(page, one)!)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={absolute(canonical).replace(/[?&]lang=\w+$/, '')} />
          <meta property="og:url" content={absolute(canonical)} />
        </>
      )}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={page.kind === 'article' ? 'article' : 'website'} />
      <meta property="og:site_name" content={t('app.name')} />
      <meta property="og:locale" content={previewLocales[language]} />
      {picture && <meta property="og:image" content={absolute(picture)} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </>
  )
}

/** Search engines index what is there; every choice of a filter is no page of its own. */
function isIndexed(page: ReadingPage): boolean {
  if (page.kind === 'market') return !page.filter.species && !page.filter.origin
  return page.kind !== 'missing' && page.kind !== 'unavailable'
}

function titleOf(page: ReadingPage, { t }: Reading): string {
  switch (page.kind) {
    case 'news': {
      const category = page.categories.find(({ id }) => id === page.category)
      return category ? `${category.name} · ${t('pages.news')}` : t('pages.news')
    }
    case 'article':
      return page.article.title
    case 'market':
      return `${t(`pages.market.${page.filter.kind}`)} · ${t('pages.market')}`
    case 'listing':
      return page.listing.goodsName
    case 'missing':
      return t(`pages.${page.of}.missing`)
    default:
      return t('pages.unavailable')
  }
}

function descriptionOf(page: ReadingPage, reading: Reading): string {
  const { t } = reading
  switch (page.kind) {
    case 'article':
      return page.article.summary || page.article.title
    case 'listing': {
      const { listing } = page
      const params = {
        kind: t(`trade.listing.kind.${listing.kind}`),
        goods: listing.goodsName,
        amount: amountOf(listing, reading),
        price: priceOf(listing, reading),
      }
      return `${t('pages.market.summary', params)} – ${listing.remark}`.slice(0, 300)
    }
    case 'missing':
      return t(`pages.${page.of}.missingText`)
    case 'unavailable':
      return t('pages.unavailableText')
    default:
      return t(`pages.${page.kind}.lead`)
  }
}

function pictureOf(page: ReadingPage): string | undefined {
  switch (page.kind) {
    case 'article':
      return page.article.cover ?? undefined
    case 'listing':
      return page.listing.pictures[0]
    case 'news':
    case 'market':
      return page.banners[0]?.image
    default:
      return undefined
  }
}
