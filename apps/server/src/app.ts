import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import { isSignInPath } from '@timbermark/contract'
import helmet from 'helmet'
import { registerLedger } from './areas/ledger/routes.ts'
import { registerMetrics } from './areas/monitor/state/metrics.ts'
import { guardDoubleSubmit } from './areas/system/identity/double-submit-guard.ts'
import { makeFrameHosts } from './areas/system/rights/frame-hosts.ts'
import { loadReadingPages, registerReadingPages } from './areas/reading-pages/pages.ts'
import { registerIdentityPages } from './areas/wechat/identity-pages.ts'
import { registerVisitors } from './areas/wechat/visitor-pages.ts'
import { registerVerifyFile } from './areas/wechat/verify-file.ts'
import { registerTracePages } from './areas/trace/page/pages.ts'
import { type App, createApp, isClosing, languageOf, registerRoutes, type RouteSpec } from './platform/http/http.ts'
import { Refusal } from './platform/refusal.ts'
import { refusalBody } from './platform/refusal-body.ts'
import type { Services } from './platform/services.ts'
import type { SenderLimits } from './platform/http/slow-senders.ts'
import { acceptUploads } from './platform/http/upload.ts'
import { routes as allRoutes } from './routes.ts'

const pages = join(import.meta.dirname, '../..')

/**
 * The whole server: interface, pages, health.
 * @param routes below /api; all declared ones unless a test serves more
 */
export async function makeApp(
  services: Services,
  {
    guardRepeats = services.settings.mode !== 'test',
    senders,
    routes = allRoutes,
  }: { guardRepeats?: boolean; senders?: SenderLimits; routes?: readonly RouteSpec[] } = {},
): Promise<App> {
  const app = createApp(services, senders)
  // Created once: the framework's plugin creates it for every request, which takes a millisecond of a busy processor.
  const protect = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        // A document's file is shown from a blob: browsers show no pdf in a frame as the server answers it.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: services.settings.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, error => done(error as Error | undefined)),
  )
  // Most answers are short: compressing one as a stream takes ten times as long as compressing it at once.
  await app.register(compress, { global: true, threshold: 1024, syncThreshold: 65_536, encodings: ['br', 'gzip'] })
  await acceptUploads(app)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    // Before anything else changes: a proxy that asks takes this process out while it still answers.
    if (isClosing(app)) return reply.code(503).header('retry-after', '1').send({ status: 'closing', alarms: [] })
    const alarms = await services.alarms.all()
    if (!alarms.some(alarm => alarm.grade === 'down'))
      return { status: alarms.length > 0 ? 'degraded' : 'ready', alarms: alarms }
    return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', alarms: alarms })
  })
  registerRoutes(app, {
    services,
    routes,
    authenticate: token => services.sessions.actor(token),
    ...(guardRepeats
      ? { guardDoubleSubmit: (actor, request) => guardDoubleSubmit(services.database, actor, request) }
      : {}),
  })
  app.addHook('onResponse', async () => void services.served.count++)
  registerLedger(app, services)
  registerIdentityPages(app, services)
  registerVisitors(app, services)
  registerVerifyFile(app, services)
  registerMetrics(app, services)
  await registerTracePages(app, services)
  registerReadingPages(app, services, await loadReadingPages())
  await servePages(app, pages, {
    scanner: new URL(services.settings.wechat.scriptUrl).origin,
    frameHosts: makeFrameHosts(services.database),
  })
  return app
}

/** Origins of other sites that pages may use. */
interface OutsideSites {
  /** Of the script that the phone page may load inside the messaging platform's app. */
  scanner?: string
  /** Of the sites that the back office may show in a frame. */
  frameHosts?: () => Promise<readonly string[]>
}

/**
 * Serves the pages of the back office, of its sign-in and of the phone, and their files.
 * @param folder where they are built
 */
export async function servePages(app: App, folder = pages, { scanner, frameHosts }: OutsideSites = {}): Promise<void> {
  const admin = join(folder, 'admin/dist')
  const h5 = join(folder, 'h5/dist')
  await app.register(async files => {
    // A path that cannot be a file's (`..`, NUL, thousands of letters) is not found, not a server error.
    files.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, _request, reply) => {
      if (error.code !== 'ENAMETOOLONG' && (error.statusCode ?? 500) >= 500) throw error
      return reply.code(404).type('text/plain').send('Not found')
    })
    for (const [root, prefix] of [
      [admin, '/'],
      [h5, '/h5/'],
    ] as const) {
      if (!existsSync(root)) continue
      const common = { index: false, decorateReply: false, setHeaders: longLived } as const
      // Looked up per request: pages that are rebuilt while the server runs are served completely.
      await files.register(staticFiles, { ...common, root: join(root, 'assets'), prefix: `${prefix}assets/` })
      await files.register(staticFiles, { ...common, root, prefix, wildcard: false, globIgnore: ['assets/**'] })
    }
  })
  const shell = (file: string) => async () => readFile(file, 'utf8')
  const adminShell = shell(join(admin, 'index.html'))
  const signInShell = shell(join(admin, 'sign-in.html'))
  const h5Shell = shell(join(h5, 'index.html'))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/api/') || path === '/api')
      return reply
        .code(200)
        .header('cache-control', 'no-store')
        .send(refusalBody(languageOf(request), new Refusal('notFound'), request.id))
    // Below these paths there are only files: no page may be taken for a script or a tile.
    const files = /^\/(assets|h5\/assets|ledger)(\/|$)/.test(path)
    const isPage = request.method === 'GET' && !files && !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!isPage) return reply.code(404).type('text/plain').send('Not found')
    const phone = path === '/h5' || path.startsWith('/h5/')
    const allow = (directive: string, more: string) => {
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      reply.header('content-security-policy', policy.replace(`${directive} 'self'`, `${directive} 'self' ${more}`))
    }
    if (phone && scanner && /MicroMessenger/i.test(request.headers['user-agent'] ?? '')) allow('script-src', scanner)
    const hosts = phone ? [] : ((await frameHosts?.()) ?? [])
    if (hosts.length > 0) allow('frame-src', hosts.join(' '))
    const page = await (phone ? h5Shell : isSignInPath(path) ? signInShell : adminShell)()
    const nonce = randomBytes(18).toString('base64')
    const html = page.replaceAll(styleNonce, nonce)
    // The back office's libraries create style sheets at run time and write style attributes; no markup may bring a
    // style sheet.
    if (html !== page) allow('style-src', `'nonce-${nonce}';style-src-attr 'unsafe-inline'`)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  })
}

/** Placeholder in the built back office for the nonce of its style sheets (`apps/admin/src/shell/theme/style-nonce.ts`). */
const styleNonce = 'nonce-of-this-answer'

/** Built files have a hash in their names and never change; other files are revalidated. */
function longLived(response: { header(name: string, value: string): unknown }, path: string): void {
  if (/[\\/]assets[\\/]/.test(path)) response.header('cache-control', 'public, max-age=31536000, immutable')
  else if (path.endsWith('sw.js')) {
    response.header('cache-control', 'no-cache')
    response.header('service-worker-allowed', '/h5')
  } else response.header('cache-control', 'no-cache')
}
