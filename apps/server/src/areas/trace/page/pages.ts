import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import { parseCode } from '@timbermark/codes'
import type { Language } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { pickLanguage } from '@timbermark/phrases'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { Busy } from '../../../platform/concurrency/admission-gate.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'
import { openForPublic } from '../limits/open-code.ts'
import { logKeysModule } from '../proof/log-keys.ts'
import { readPageAsk } from './page-query.ts'
import { drawPieces, gzipOf, type Pieces, plainOf, takesGzip } from './page-parts.ts'
import { readers } from './page-admission.ts'
import { CallerGone, signalWhenCallerLeaves } from '../../../platform/concurrency/abortable.ts'

/** What the page is about (apps/trace: TraceState). */
type State =
  | { kind: 'found'; answer: TraceAnswer }
  | { kind: 'unknown'; code: string }
  | { kind: 'several'; code: string; enterprises: { name: string; code: string }[] }
  | { kind: 'unavailable'; code: string }
  | { kind: 'busy'; code: string }
  | { kind: 'welcome' }

interface Assets {
  scripts: string[]
  styles: string[]
}

/** What the built server bundle of apps/trace exports, as far as it is used here. */
interface Bundle {
  render(input: {
    language: Language
    state: State
    nonce: string
    assets: Assets
    url: string
    officialHost: string
    kept: (shows: string, draw: () => string) => string
  }): string
  assetsOf(manifest: unknown): Assets
}

/**
 * Stands for the nonce in a document that several readers share; each gets a nonce of his own in its place. Nobody knows it,
 * so that nothing that people write can hold it.
 */
const anyNonce = randomBytes(18).toString('base64url')

const built = join(import.meta.dirname, '../../../../../trace/dist')

async function loadBundle(folder: string): Promise<{ render: Bundle['render']; assets: Assets } | undefined> {
  const file = join(folder, 'server/server.js')
  const manifest = join(folder, 'client/.vite/manifest.json')
  if (!existsSync(file) || !existsSync(manifest)) return undefined
  const bundle = (await import(pathToFileURL(file).href)) as Bundle
  return { render: bundle.render, assets: bundle.assetsOf(JSON.parse(await readFile(manifest, 'utf8'))) }
}

function cookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

const offered = (value: unknown): Language | undefined =>
  value === 'zh' || value === 'en' || value === 'fr' ? value : undefined

/** Address, then the remembered choice, then what the browser asks for. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as Record<string, unknown>
  return offered(lang) ?? offered(cookie(request, 'language')) ?? pickLanguage(request.headers['accept-language'])
}

/** The text in which a code is looked for: the path, or `?code=`; nothing on the page's own address. */
function givenCode(request: FastifyRequest): string {
  const { code: asked } = request.query as Record<string, unknown>
  const path = request.url.split('?')[0]!
  const [, first, second] = path.split('/')
  if (first?.toLowerCase() === 'c') return second ? safeDecode(second) : typeof asked === 'string' ? asked : ''
  // GS1 Digital Link (1.2): the code is the serial number (AI 21) after the item number.
  return path
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A page as it is sent; `at` is where its item is, when it was asked for by what another printer put on the goods. */
interface Drawn {
  at?: string
  kind: State['kind']
  /** With `anyNonce` in the place of the nonce. */
  pieces: Pieces
}

/** Reads what the page is about and draws it; a history is only read and drawn when its turn comes. */
async function drawn(
  services: Services,
  request: FastifyRequest,
  language: Language,
  draw: (state: State) => Pieces,
  gone: AbortSignal,
): Promise<Drawn> {
  const told = (state: State): Drawn => ({ kind: state.kind, pieces: draw(state) })
  const given = givenCode(request)
  if (given.trim() === '') return told({ kind: 'welcome' })
  const parsed = parseCode(given)
  const code = parsed.ok ? parsed.code : given.slice(0, 100)
  try {
    clientLimits(services).lookup(request.ip)
    const meant = parsed.ok ? [] : await services.directory.openForeign(given)
    if (meant.length > 1)
      return told({
        kind: 'several',
        code,
        enterprises: meant.map(({ entry, code }) => ({ name: entry.enterpriseName, code })),
      })
    if (meant[0]) return { kind: 'found', pieces: [], at: addressOf(meant[0].code, request.query) }
    const opened = await openForPublic(services, given, request.ip)
    const page = readPageAsk(request.query)
    const pieces = await readers(services).read(request.ip, gone, reading =>
      reading.document(request.url, opened, language, page, answer => draw({ kind: 'found', answer })),
    )
    return { kind: 'found', pieces }
  } catch (error) {
    if (error instanceof CallerGone) throw error
    if (error instanceof Busy) return told({ kind: 'busy', code })
    if (error instanceof Refusal && error.key === 'code.unknown') return told({ kind: 'unknown', code })
    // Whatever went wrong on our side speaks neither for nor against the goods.
    if (!(error instanceof Refusal)) services.log.error({ err: error, request: request.id }, 'trace page')
    return told({ kind: 'unavailable', code })
  }
}

/** The reader's own check begins with the code in the address: it has to be one of ours. */
function addressOf(code: string, query: unknown): string {
  const language = offered((query as Record<string, unknown>).lang)
  return `/c/${code}${language ? `?lang=${language}` : ''}`
}

const statusOf: Record<State['kind'], number> = {
  found: 200,
  several: 300,
  welcome: 200,
  unknown: 404,
  unavailable: 503,
  busy: 503,
}

function contentSecurity(nonce: string): string {
  return [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `script-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The public page `/c` in all its addresses, drawn on the server, and its files under `/t/`. */
export async function registerTracePages(app: App, services: Services, folder = built): Promise<void> {
  const bundle = await loadBundle(folder)
  if (bundle) {
    await app.register(staticFiles, {
      root: join(folder, 'client'),
      prefix: '/t/',
      wildcard: false,
      index: false,
      decorateReply: false,
      globIgnore: ['.vite/**'],
      setHeaders: keep,
    })
  }
  app.get('/t/log.js', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await logKeysModule(services)),
  )
  const officialHost = new URL(services.settings.publicUrl).host
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (!bundle)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The trace page has not been built yet: run npm run build\n')
    const language = languageOf(request)
    const nonce = randomBytes(18).toString('base64')
    const draw = (state: State) =>
      drawPieces(kept =>
        bundle.render({
          language,
          state,
          nonce: anyNonce,
          assets: bundle.assets,
          url: request.url,
          officialHost,
          kept,
        }),
      )
    let page: Drawn
    try {
      page = await drawn(services, request, language, draw, signalWhenCallerLeaves(reply))
    } catch (error) {
      // Nobody is there to read it.
      if (error instanceof CallerGone) return reply.code(503).send()
      throw error
    }
    if (page.at !== undefined) return reply.redirect(page.at, 303)
    if (page.kind === 'unavailable') reply.header('retry-after', '10')
    if (page.kind === 'busy') reply.header('retry-after', '3')
    const pieces = page.pieces.map(piece => (typeof piece === 'string' ? piece.replaceAll(anyNonce, nonce) : piece))
    const packed = takesGzip(request.headers['accept-encoding'])
    if (packed) reply.header('content-encoding', 'gzip')
    return reply
      .code(statusOf[page.kind])
      .header('content-security-policy', contentSecurity(nonce))
      .header('x-frame-options', 'DENY')
      .header('content-language', language)
      .header('vary', 'accept-language, cookie, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(packed ? gzipOf(pieces) : plainOf(pieces))
  }
  for (const path of ['/c', '/C', '/c/:code', '/C/:code', '/01/*']) app.get(path, page)
}

/** Built files carry a hash in their names and never change; pictures are asked for again after a day. */
function keep(response: { header(name: string, value: string): unknown }, path: string): void {
  response.header(
    'cache-control',
    /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
  )
}
