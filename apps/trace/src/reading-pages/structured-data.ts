import type { ReadingPage } from '@timbermark/contract/reading-pages'
import { languageTags } from '../page/Page.tsx'
import type { Reading } from './context.ts'

/** UN/CEFACT codes of units; a log is a piece. */
const unitCodes = { cubicMeter: 'MTQ', ton: 'TNE', root: 'C62' } as const

/**
 * What search engines read of an article or a listing (schema.org).
 * @param origin of the site, without a slash at the end
 */
export function structuredData(page: ReadingPage, { language, t, to }: Reading, origin: string): object | undefined {
  const absolute = (path: string) => new URL(path, origin).href
  if (page.kind === 'article') {
    const { article } = page
    return {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title.slice(0, 110),
      inLanguage: languageTags[article.contentIn ?? language],
      articleSection: article.categoryName,
      mainEntityOfPage: absolute(to.article(article.id, language)),
      ...(article.publishTime && { datePublished: article.publishTime }),
      ...(article.cover && { image: [absolute(article.cover)] }),
      ...(article.repostUrl && { isBasedOn: article.repostUrl }),
      publisher: { '@type': 'Organization', name: article.publisher ?? t('app.name') },
    }
  }
  if (page.kind === 'listing') {
    const { listing } = page
    return {
      '@context': 'https://schema.org',
      '@type': listing.kind === 'supply' ? 'Offer' : 'Demand',
      url: absolute(to.listing(listing.id, language)),
      price: listing.expectedPrice,
      priceCurrency: 'CNY',
      availabilityStarts: listing.publishTime,
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        value: listing.quantity,
        unitCode: unitCodes[listing.unit],
      },
      itemOffered: {
        '@type': 'Product',
        name: listing.goodsName,
        description: listing.remark,
        ...(listing.species && { material: listing.latinName ?? listing.species }),
        ...(listing.pictures.length > 0 && { image: listing.pictures.map(absolute) }),
      },
    }
  }
  return undefined
}
