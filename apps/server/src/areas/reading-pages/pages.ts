import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@timbermark/contract'
import type { ReadingPage } from '@timbermark/contract/reading-pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runReading } from '../../platform/database/call-scope.ts'
import { sendCachedText } from '../../platform/http/cached-answer.ts'
import type { App } from '../../platform/http/http.ts'
import { chosenLanguage, readerLanguage } from '../../platform/http/reader-language.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { countClick } from '../news/count-click.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { builtFolder } from '../trace/page/page-scripts.ts'
import { type LoadedPage, loadArticle, loadListing, loadMarket, loadNews } from './load-page.ts'
import { registerSearchEngineFiles } from './search-engines.ts'

/** Exports of the built pages (apps/trace/src/reading-pages/server.tsx). */
export interface Bundle {
  render(input: {
    language: Language
    chosen?: Language
    page: ReadingPage
    origin: string
    servicePhone: string | null
  }): string
  inline: { style: string; script: string }
}

/** A withdrawn article or listing may be shown for as long by those who have it. */
const maxAgeSeconds = 60

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but the page's own style, its one script, and pictures of this site. */
const policyFor = ({ style, script }: Bundle['inline']): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${sourceOf(style)}`,
    `script-src ${sourceOf(script)}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

type Section = 'news' | 'market'

/** Loads a page for one request. @throws Refusal notFound */
type Load = (language: Language, request: FastifyRequest) => Promise<LoadedPage>

/** Search engines and browsers that fetch ahead are no readers. */
function isReader({ method, headers }: FastifyRequest): boolean {
  const isAhead = [headers['sec-purpose'], headers.purpose].some(value => /prefetch|preview/i.test(String(value ?? '')))
  return method === 'GET' && !isAhead && !/bot\b|crawl|spider|slurp/i.test(headers['user-agent'] ?? '')
}

const idOf = (request: FastifyRequest) => Number((request.params as { id: string }).id)

/** The built pages; undefined before they are built. */
export async function loadReadingPages(folder = builtFolder): Promise<Bundle | undefined> {
  const file = join(folder, 'reading-pages/server.js')
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Bundle) : undefined
}

/** Registers the public reading pages: news and market, for people who are not signed in. */
export function registerReadingPages(app: App, services: Services, bundle: Bundle | undefined): void {
  const policy = bundle && policyFor(bundle.inline)
  const origin = new URL(services.settings.publicUrl).origin

  const serve = (section: Section, load: Load) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!bundle)
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('The reading pages have not been built yet: run npm run build\n')
    const language = readerLanguage(request)
    const chosen = chosenLanguage(request.query)
    const { page, servicePhone } = await loadState(services, section, () => load(language, request), request)
    const html = bundle.render({ language, ...(chosen && { chosen }), page, origin, servicePhone })
    reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY')
      .header('content-language', language)
      .header('vary', 'accept-language, cookie, accept-encoding')
      .type('text/html; charset=utf-8')
    if (page.kind !== 'missing' && page.kind !== 'unavailable')
      return sendCachedText(request, reply, html, maxAgeSeconds)
    if (page.kind === 'unavailable') reply.header('retry-after', '10')
    return reply
      .code(page.kind === 'missing' ? 404 : 503)
      .header('cache-control', 'no-store')
      .send(html)
  }

  app.get(
    '/news',
    serve('news', (language, { query }) => loadNews(services, language, query as Record<string, unknown>)),
  )
  // Only numbers: below this path the back office has screens.
  app.get(
    '/news/:id(^\\d{1,15}$)',
    serve('news', async (language, request) => {
      const loaded = await loadArticle(services, language, idOf(request))
      if (isReader(request)) await countClick(services, idOf(request), request.ip, request.headers['user-agent'] ?? '')
      return loaded
    }),
  )
  app.get(
    '/market',
    serve('market', (language, { query }) => loadMarket(services, language, query as Record<string, unknown>)),
  )
  app.get(
    '/market/:id',
    serve('market', async (language, request) => {
      const { id } = request.params as { id: string }
      if (!/^\d{1,15}$/.test(id)) throw new Refusal('notFound')
      return loadListing(services, language, Number(id))
    }),
  )
  registerSearchEngineFiles(app, services, origin)
}

/** The page, or the state that says why there is none. */
async function loadState(
  services: Services,
  of: Section,
  load: () => Promise<LoadedPage>,
  request: FastifyRequest,
): Promise<LoadedPage> {
  try {
    clientLimits(services).lookup(request.ip)
    return await runReading(load)
  } catch (error) {
    if (error instanceof Refusal && error.key === 'notFound')
      return { page: { kind: 'missing', of }, servicePhone: null }
    if (!(error instanceof Refusal)) services.log.error({ err: error, request: request.id }, 'reading page')
    return { page: { kind: 'unavailable', of }, servicePhone: null }
  }
}
