import type { App } from '../../platform/http/http.ts'
import { sendCachedText } from '../../platform/http/cached-answer.ts'
import type { Services } from '../../platform/services.ts'
import { Refusal } from '../../platform/refusal.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { listPublicArticleIds } from '../news/public-articles.ts'
import { listPublicListingIds } from '../trade/public-listings.ts'

/** At most this many articles, and as many listings; a sitemap may name 50,000 addresses. */
const maxListed = 2000
const maxAgeSeconds = 600

/** Pictures are for everybody while their article or listing is; the rest of the interface is no page. `/c` says noindex by itself. */
const robots = (origin: string) =>
  ['User-agent: *', 'Allow: /api/file/', 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

/** Serves `robots.txt` and `sitemap.xml`, which name the reading pages. */
export function registerSearchEngineFiles(app: App, services: Services, origin: string): void {
  app.get('/robots.txt', (request, reply) =>
    sendCachedText(request, reply.type('text/plain; charset=utf-8'), robots(origin), maxAgeSeconds),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    try {
      clientLimits(services).lookup(request.ip)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(503).header('retry-after', '10').header('cache-control', 'no-store').send()
    }
    const [articles, listings] = await Promise.all([
      listPublicArticleIds(services, maxListed),
      listPublicListingIds(services, maxListed),
    ])
    const entry = (path: string, changed?: Date) =>
      `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`
    const text = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      entry('/news'),
      entry('/market'),
      entry('/market?kind=purchase'),
      ...articles.map(({ id, changed }) => entry(`/news/${id}`, changed)),
      ...listings.map(({ id, changed }) => entry(`/market/${id}`, changed)),
      '</urlset>',
      '',
    ].join('\n')
    return sendCachedText(request, reply.type('application/xml; charset=utf-8'), text, maxAgeSeconds)
  })
}
