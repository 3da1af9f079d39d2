import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { articleStates, listingStates } from '@timbermark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bundle, registerReadingPages } from '../../src/areas/reading-pages/pages.ts'
import { type App, createApp } from '../../src/platform/http/http.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'
import { audit, listingBody, listingIn, makeMarket, type Market, picture, publish } from '../trade/market.ts'

let world: World
let market: Market
let app: App
let operator: Caller
let category: number

/** The pages from their sources: the build differs in size only. */
const source = new URL('../../../trace/src/reading-pages/server.tsx', import.meta.url).pathname

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  operator = market.operator
  app = createApp(world.services)
  registerReadingPages(app, world.services, (await import(source)) as Bundle)
  await app.ready()
  category = (
    await operator.post<{ id: number }>('/news/category', {
      name: '行情',
      nameTexts: { en: 'Prices', fr: 'Prix' },
      orderNum: 1,
      status: '0',
    })
  ).data.id
})
afterAll(() => app.close())

async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers: { 'accept-language': 'en', ...headers } })
  return { status: answer.statusCode, headers: answer.headers, html: answer.payload }
}

const upload = async (): Promise<string> =>
  (await operator.upload<{ id: string }>('/common/upload', { name: 'cover.png', content: png })).data.id

async function article(more: Record<string, unknown> = {}): Promise<number> {
  const body = { title: 'Okoumé at Owendo', categoryId: category, type: 'original', content: '<p>Stable</p>' }
  const answer = await operator.post<{ id: number }>('/news/article', { ...body, cover: [await upload()], ...more })
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}

describe('an article', () => {
  test.each(articleStates.values)('that is %s', async state => {
    const id = await article({ title: `Article that is ${state}`, publish: state !== 'draft' })
    if (state === 'withdrawn') await operator.put(`/news/article/${id}/withdraw`, { reason: 'Wrong' })
    const isRead = state === 'published'
    const { status, html, headers } = await open(`/news/${id}`)
    expect(status).toBe(isRead ? 200 : 404)
    expect(html.includes(`Article that is ${state}`)).toBe(isRead)
    expect(headers['cache-control']).toBe(isRead ? 'public, max-age=60' : 'no-store')
    expect((await open('/news')).html.includes(`/news/${id}"`)).toBe(isRead)
    expect((await open('/sitemap.xml')).html.includes(`/news/${id}<`)).toBe(isRead)
  })

  test('is in the reader’s language, its markup cleaned, its links not followed', async () => {
    const id = await article({
      publish: true,
      title: '价格',
      titleTexts: { fr: 'Prix du bois' },
      language: 'zh',
      content: '<h1>Head</h1><p style="color:red">a<script>alert(1)</script><a href="https://example.org/x">b</a></p>',
      contentFr: '<p>Prix <img src=x onerror=alert(1)></p>',
      publisher: '<b>Press</b>',
    })
    const { html } = await open(`/news/${id}?lang=zh`)
    expect(html).toContain(
      '<h2>Head</h2><p>a<a href="https://example.org/x" rel="nofollow ugc noopener noreferrer">b</a></p>',
    )
    expect(html).toContain('&lt;b&gt;Press&lt;/b&gt;')
    expect(html).toContain('<meta name="description" content="Head ab"/>')
    const french = await open(`/news/${id}`, { 'accept-language': 'fr-CM,en' })
    expect(french.headers['content-language']).toBe('fr')
    expect(french.html).toContain('Prix du bois')
    expect(french.html).not.toContain('onerror')
    expect((await open(`/news/${id}`, { cookie: 'language=fr' })).html).toContain('<html lang="fr"')
    expect((await open(`/news/${id}`, { 'accept-language': 'de' })).html).toContain('<html lang="zh-CN"')
  })

  test('counts its readers, but not search engines', async () => {
    const id = await article({ publish: true })
    const clicks = async () => (await operator.get<{ clicks: number }>(`/news/article/${id}`)).data.clicks
    await open(`/news/${id}`, { 'user-agent': 'Mozilla/5.0 (compatible; Examplebot/2.1)' })
    expect(await clicks()).toBe(0)
    await open(`/news/${id}`, { 'user-agent': 'Mozilla/5.0' })
    expect(await clicks()).toBe(1)
  })
})

describe('a listing', () => {
  test.each(listingStates.values)('that is %s', async state => {
    const id = await listingIn(market, state, { goodsName: `Boards ${state}` })
    const isRead = state === 'onShelf'
    const { status, html } = await open(`/market/${id}`)
    expect(status).toBe(isRead ? 200 : 404)
    expect(html.includes(`Boards ${state}`)).toBe(isRead)
    expect((await open('/market')).html.includes(`/market/${id}"`)).toBe(isRead)
    expect((await open('/sitemap.xml')).html.includes(`/market/${id}<`)).toBe(isRead)
    if (isRead) {
      const file = /<img src="(\/api\/file\/[^"]+)"/.exec(html)![1]!
      expect((await world.app.inject({ url: file })).statusCode).toBe(200)
    }
  })

  test('is gone with its removal and while its enterprise is disabled', async () => {
    const [removed, disabled] = [await listingIn(market, 'onShelf'), await publish(market.bystander)]
    await audit(market.operator, [disabled], true)
    await market.seller.put('/trade/listing/shelf', { ids: [removed], on: false })
    await market.seller.delete(`/trade/listing/${removed}`)
    expect((await open(`/market/${removed}`)).status).toBe(404)
    const setStatus = (status: string) =>
      operator.put('/tenant/enterprise/changeStatus', { id: market.bystanderTenant.id, status })
    expect((await open(`/market/${disabled}`)).status).toBe(200)
    await setStatus('1')
    expect((await open(`/market/${disabled}`)).status).toBe(404)
    expect((await open('/market')).html).not.toContain(`/market/${disabled}"`)
    await setStatus('0')
    expect((await open(`/market/${disabled}`)).status).toBe(200)
  })

  test('names nobody and no number, whatever its writer put into its texts', async () => {
    const id = await listingIn(market, 'onShelf', {
      goodsName: 'Boards 138 1234 5678',
      woodName: 'Okoum\u00e9 +241 06 12 34 56',
      remark:
        'Tel \uff11\uff13\uff18-1234-5678, (0571) 8765 4321, sales@wood.example; 2500 x 210, from 2026-12-01 <i>x</i>',
      publisher: 'Demo Somebody',
      contactPhone: '13912345678',
    })
    for (const url of [`/market/${id}`, '/market', `/market/${id}?lang=zh`]) {
      const { html } = await open(url)
      expect(html).toContain('\u2022\u2022\u2022')
      for (const secret of [
        '1234 5678',
        '1234-5678',
        '8765',
        '06 12 34',
        'sales@',
        'Somebody',
        '13912345678',
        '139****',
      ])
        expect(html, url).not.toContain(secret)
    }
    const { html } = await open(`/market/${id}`)
    expect(html).toContain('2500 x 210, from 2026-12-01 &lt;i&gt;x')
  })
})

describe('the list of listings', () => {
  test('is narrowed by kind, species and country, by an address or the form', async () => {
    const wanted = await listingIn(market, 'onShelf', { kind: 'purchase', species: 'SAP', origin: 'CM' })
    const other = await listingIn(market, 'onShelf', { kind: 'purchase', species: 'OKO', origin: 'GA' })
    const listedBy = async (query: string) => {
      const { status, html } = await open(`/market?${query}`)
      expect(status, query).toBe(200)
      return [wanted, other].filter(id => html.includes(`/market/${id}"`))
    }
    expect(await listedBy('kind=supply')).toEqual([])
    expect(await listedBy('kind=purchase&species=&origin=')).toEqual([wanted, other])
    expect(await listedBy('kind=purchase&species=SAP')).toEqual([wanted])
    expect(await listedBy('kind=purchase&origin=ga')).toEqual([other])
    expect(await listedBy('kind=purchase&species=SAP&origin=GA')).toEqual([])
    const { html } = await open('/market?kind=purchase&species=SAP')
    expect(html).toContain('<option value="SAP" selected="">Sapelli</option>')
    expect(html).toContain('<option value="GA">Gabon</option>')
  })

  test.each([
    '/market?kind=other',
    '/market?species=a%27b',
    '/market?page=0',
    '/market?page=40',
    '/market?origin=GAB',
    '/market?kind=supply&kind=purchase',
    '/market/abc',
    '/market/999999999999999',
    '/news/999999999999999',
    '/news?category=999',
    '/news?page=1e3',
  ])('%s is not there', async url => {
    const { status, html } = await open(url)
    expect(status).toBe(404)
    expect(html).toMatch(/This (article|listing) is not here/)
  })
})

test('banners of each home and the service number are shown, others not', async () => {
  const banner = async (group: string, more = {}) =>
    (
      await operator.post<{ id: number }>('/site/banner', {
        group,
        sequence: 1,
        duration: 5,
        image: [await upload()],
        status: '0',
        link: `https://${group.toLowerCase()}.example/`,
        ...more,
      })
    ).code
  expect(await banner('newsHome')).toBe(200)
  expect(await banner('tradeHome')).toBe(200)
  expect(await banner('newsHome', { link: 'https://off.example/', status: '1' })).toBe(200)
  await operator.put('/site/service', { phone: '400-000-0000' })
  const news = await open('/news')
  expect(news.html).toContain('https://newshome.example/')
  expect(news.html).not.toContain('tradehome')
  expect(news.html).not.toContain('off.example')
  expect(news.html).toContain('href="tel:4000000000"')
  expect((await open('/market')).html).toContain('https://tradehome.example/')
})

test('answers may be stored for a minute and asked about by their tag; nothing runs but what the policy names', async () => {
  const { headers, html } = await open('/news')
  expect(headers['cache-control']).toBe('public, max-age=60')
  expect(headers.vary).toContain('cookie')
  expect(headers['set-cookie']).toBeUndefined()
  expect((await open('/news', { 'if-none-match': String(headers.etag) })).status).toBe(304)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/)
  expect(html).not.toMatch(/ style=| src="http|nonce/)
  const robots = await open('/robots.txt')
  expect(robots.html).toContain('Sitemap: http')
  expect(robots.html).toContain('Disallow: /api/')
})

test('a failing database is no verdict about a page', async () => {
  await world.admin.query('alter table site_service rename to site_service_away')
  const { status, headers, html } = await open('/news')
  await world.admin.query('alter table site_service_away rename to site_service')
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store'])
  expect(html).toContain('This page cannot be shown right now')
  expect(html).not.toContain('site_service')
})

test('a full list has less than 14 kB, gzipped, style included, and is answered fast', async () => {
  const body = await listingBody(market.seller, { remark: 'r'.repeat(200), picture: [await picture(market.seller)] })
  await world.admin.query(
    `insert into listing (tenant_id, kind, goods_name, quantity, unit, species, origin, expected_price, publisher, contact_phone, remark, picture, status)
     select $1, 'supply', 'Sawn timber of a long name, number ' || n, n, 'cubicMeter', 'OKO', 'GA', 3200.5, 'x', 'x', $2, array[$3], 'onShelf'
     from generate_series(1, 5000) n`,
    [market.sellerTenant.id, body.remark, (body.picture as string[])[0]],
  )
  const styles = ['base', 'reading-pages'].map(name =>
    readFileSync(new URL(`../styles/${name}.css`, `file://${source}`)),
  )
  const { html } = await open('/market')
  expect(html.match(/<li class="card">/g)).toHaveLength(24)
  expect(gzipSync(html + styles.join(''), { level: 6 }).length).toBeLessThan(14_000)
  const times: number[] = []
  for (let n = 0; n < 11; n++) {
    const begun = performance.now()
    expect((await open(`/market?page=${n + 1}`)).status).toBe(200)
    times.push(performance.now() - begun)
  }
  // The least of them: others use this machine too.
  expect(Math.min(...times)).toBeLessThan(100)
})
