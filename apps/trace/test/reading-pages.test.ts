import type { ArticleCard, MarketListing, ReadingPage } from '@timbermark/contract/reading-pages'
import { describe, expect, test } from 'vitest'
import { type ReadingInput, render } from '../src/reading-pages/server.tsx'

const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

const card: ArticleCard = {
  id: 7,
  title: 'Okoumé at Owendo',
  categoryId: 3,
  categoryName: 'Prices',
  isRepost: true,
  publisher: 'Demo press',
  publishTime: '2026-11-20T22:30:00.000Z',
  cover: '/api/file/cover',
}
const listing: MarketListing = {
  id: 9,
  kind: 'supply',
  goodsName: 'Okoumé boards',
  quantity: 1200,
  unit: 'cubicMeter',
  species: 'Okoumé',
  latinName: 'Aucoumea klaineana',
  form: 'Sawn timber',
  woodName: null,
  origin: 'GA',
  thickness: '2.500',
  length: '2500.000',
  width: null,
  expectedPrice: '3200.50',
  publishTime: '2026-11-20T22:30:00.000Z',
  pictures: ['/api/file/a', '/api/file/b'],
  remark: 'Kiln dried',
}
const news: ReadingPage = {
  kind: 'news',
  category: null,
  categories: [{ id: 3, name: 'Prices' }],
  articles: [card],
  banners: [{ id: 1, image: '/api/file/banner', link: 'https://example.org/fair' }],
  page: 1,
  hasNext: true,
}
const article: ReadingPage = {
  kind: 'article',
  article: {
    ...card,
    repostUrl: 'https://example.org/a',
    content: '<p>Stable</p>',
    contentIn: 'fr',
    summary: 'Stable',
  },
  related: [{ ...card, id: 8 }],
}
const market: ReadingPage = {
  kind: 'market',
  filter: { kind: 'purchase' },
  species: [{ value: 'OKO', label: 'Okoumé' }],
  origins: ['GA', 'CM'],
  listings: [listing],
  banners: [],
  page: 2,
  hasNext: false,
}
const offer: ReadingPage = { kind: 'listing', listing }

const draw = (page: ReadingPage, more: Partial<ReadingInput> = {}) =>
  render({ language: 'en', page, origin: 'https://wood.example', servicePhone: null, ...more })
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>
const linksOf = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

describe('what search engines and messengers read', () => {
  test('an address for each language, a description, a picture, and the facts as data', () => {
    const html = draw(article)
    for (const part of [
      '<html lang="en" data-locale="en-GB">',
      '<title>Okoumé at Owendo · Timbermark</title>',
      '<meta name="description" content="Stable"/>',
      '<meta name="robots" content="index, follow, max-image-preview:large"/>',
      '<link rel="canonical" href="https://wood.example/news/7?lang=en"/>',
      '<link rel="alternate" hrefLang="zh-CN" href="https://wood.example/news/7?lang=zh"/>',
      '<link rel="alternate" hrefLang="x-default" href="https://wood.example/news/7"/>',
      '<meta property="og:image" content="https://wood.example/api/file/cover"/>',
    ])
      expect(html).toContain(part)
    expect(dataOf(html)).toMatchObject({ '@type': 'NewsArticle', datePublished: card.publishTime, inLanguage: 'fr' })
    expect(dataOf(draw(offer))).toMatchObject({ '@type': 'Offer', price: '3200.50', priceCurrency: 'CNY' })
    expect(draw({ kind: 'listing', listing: { ...listing, kind: 'purchase' } })).toContain('"@type":"Demand"')
  })

  test('pages that are not there and choices of the filter are not indexed', () => {
    const filtered: ReadingPage = { ...market, filter: { kind: 'supply', species: 'OKO' } }
    for (const page of [filtered, { kind: 'missing', of: 'news' }, { kind: 'unavailable', of: 'market' }] as const)
      expect(draw(page)).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(draw(market)).toContain('"index, follow')
  })
})

describe('languages', () => {
  test.each([
    ['zh', '市场资讯', '2026年11月20日', '3,200.50 元', '加蓬', '1,200 立方米'],
    ['en', 'Market news', '20 Nov 2026', '3,200.50 CNY', 'Gabon', '1,200 m³'],
    ['fr', 'Actualités du marché', '20 nov. 2026', '3\u202f200,50 CNY', 'Gabon', '1\u202f200 m³'],
  ] as const)('all is written in %s', (language, title, day, price, country, amount) => {
    const list = draw(news, { language })
    expect(list).toContain(`<h1>${title}</h1>`)
    expect(list).toContain(`${day}</time>`)
    const one = draw(offer, { language })
    for (const text of [price, country, amount]) expect(one).toContain(text)
  })

  test('a language that the address names stays in the links and the form; otherwise the browser decides on each page', () => {
    const inFrench = draw(market, { language: 'fr', chosen: 'fr' })
    const internalLinks = (html: string) =>
      linksOf(html).filter(href => /^\/(news|market|c)\b/.test(href) && !/lang=(zh|en)/.test(href))
    expect(internalLinks(inFrench).length).toBeGreaterThan(5)
    expect(internalLinks(inFrench).filter(href => !href.includes('lang=fr'))).toEqual([])
    expect(inFrench).toContain('<input type="hidden" name="lang" value="fr"/>')
    expect(linksOf(draw(market, { language: 'fr' }))).toEqual(expect.arrayContaining(['/news', '/market/9', '/c']))
  })

  test('a text in another language has its tag', () => {
    expect(draw({ ...news, articles: [{ ...card, titleIn: 'fr' }] })).toContain(
      '<span lang="fr">Okoumé at Owendo</span>',
    )
    expect(draw(article)).toContain('<div class="written" lang="fr">')
  })
})

describe('what people wrote', () => {
  test('is text, also in the head and in the data', () => {
    const bad: ReadingPage[] = [
      {
        ...news,
        categories: [{ id: 3, name: hostile }],
        category: 3,
        articles: [{ ...card, title: hostile, publisher: hostile }],
      },
      { ...article, article: { ...article.article, title: hostile, summary: hostile, categoryName: hostile } },
      {
        ...market,
        species: [{ value: hostile, label: hostile }],
        listings: [{ ...listing, goodsName: hostile, origin: hostile }],
      },
      { kind: 'listing', listing: { ...listing, goodsName: hostile, remark: hostile, woodName: hostile } },
    ]
    for (const page of bad) {
      const html = draw(page, { servicePhone: hostile })
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img src=x')
      expect(html.match(/<script/g)).toHaveLength('articles' in page || 'listings' in page ? 1 : 2)
    }
  })

  test('leads to web addresses only, and search engines do not follow', () => {
    const html = draw({ ...news, banners: [{ id: 1, image: '/x', link: 'javascript:alert(1)' }] })
    expect(html).not.toContain('javascript:')
    const repost = draw({ ...article, article: { ...article.article, repostUrl: 'javascript:alert(1)' } })
    expect(repost).not.toMatch(/href="javascript:/)
    const outside = /<a [^>]*href="https:\/\/example\.org[^>]*>/g
    const links = [...(draw(news).match(outside) ?? []), ...(draw(article).match(outside) ?? [])]
    expect(links).toHaveLength(2)
    for (const link of links) expect(link).toContain('rel="nofollow ')
  })
})

test('lists say when there is nothing, turn by links, and lead to the sign-in for a quote', () => {
  expect(draw({ ...news, articles: [], hasNext: false })).toContain('There is no news here yet.')
  expect(draw({ ...market, page: 1, listings: [] })).toContain('There is no listing here at the moment.')
  const none: ReadingPage = { ...market, page: 1, listings: [], filter: { kind: 'supply', origin: 'GA' } }
  expect(draw(none)).toContain('No listing fits this choice.')
  expect(linksOf(draw(news))).toContain('/news?page=2')
  expect(linksOf(draw(market))).toContain('/market?kind=purchase')
  expect(linksOf(draw(offer))).toContain('/login?redirect=%2Ftrade%2FpublishInfo%2Fdetail%2F9')
  expect(draw({ kind: 'missing', of: 'market' })).toContain('This listing is not here')
})
