import { findPrintedCode } from './later-holders.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import { parseCode, readCodes } from '@timbermark/codes'
import type { Language } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runReading } from '../../../platform/database/call-scope.ts'
import type { App } from '../../../platform/http/http.ts'
import { chosenLanguage, readerLanguage } from '../../../platform/http/reader-language.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { Busy } from '../../../platform/concurrency/admission-gate.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'
import { openForPublic } from '../limits/open-code.ts'
import { logKeysModule } from '../proof/log-keys.ts'
import { parsePageRequest } from './page-query.ts'
import { builtFolder, logKeysPath } from './page-scripts.ts'
import { drawPieces, gzipOf, type Pieces, plainOf, takesGzip } from './page-parts.ts'
import { pageAdmission } from './page-admission.ts'
import { CallerGone, signalWhenCallerLeaves } from '../../../platform/concurrency/abortable.ts'

/** State of the page (apps/trace: TraceState). */
type State =
  | { kind: 'found'; answer: TraceAnswer }
  | { kind: 'unknown'; code: string; why: UnknownReason; group?: number }
  | { kind: 'several'; code: string; enterprises: { name: string; code: string }[] }
  | { kind: 'unavailable'; code: string }
  | { kind: 'busy'; code: string }
  | { kind: 'welcome' }

/** No code at all, one with a typing error in a group, or none that was ever issued. */
type UnknownReason = 'unread' | 'mistyped' | 'neverIssued'

interface Assets {
  scripts: string[]
  styles: string[]
}

/** Exports of the built server bundle of apps/trace, as far as they are used here. */
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
 * Placeholder for the nonce in a document that several readers share; each reader gets a nonce of their own instead. It is
 * random, so that no text of a user can contain it.
 */
const anyNonce = randomBytes(18).toString('base64url')

/** The stand-alone verifier (apps/trace/vite.verifier.config.ts). */
const verifierName = 'timbermark-verifier.html'

async function loadBundle(folder: string): Promise<{ render: Bundle['render']; assets: Assets } | undefined> {
  const file = join(folder, 'server/server.js')
  const manifest = join(folder, 'client/.vite/manifest.json')
  if (!existsSync(file) || !existsSync(manifest)) return undefined
  const bundle = (await import(pathToFileURL(file).href)) as Bundle
  return { render: bundle.render, assets: bundle.assetsOf(JSON.parse(await readFile(manifest, 'utf8'))) }
}

/**
 * The text that contains the code, empty on the start page: what follows `/c/` or `?code=` when it is a code or nothing else is
 * there, else all of the address, in which `readCodes` finds what links and apps have put around the code.
 */
function requestedCode(request: FastifyRequest): string {
  const { code: queryCode } = request.query as Record<string, unknown>
  const path = request.url.split('?')[0]!
  const place = /^\/+c(?:\/+(.*))?$/is.exec(path)
  // GS1 Digital Link (1.2): the code is the serial number (AI 21) after the item number.
  if (!place) return path
  const after = safeDecode(place[1] ?? '').replace(/\/+$/, '')
  if (after !== '') return parseCode(after).ok || readCodes(request.url).codes.length === 0 ? after : request.url
  return typeof queryCode === 'string' ? queryCode : ''
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A page as it is sent; `redirectTo` is the item's address when it was requested by its foreign code. */
interface DrawnPage {
  redirectTo?: string
  kind: State['kind']
  /** Contains `anyNonce` instead of the nonce. */
  pieces: Pieces
}

/** Loads and renders the page; a history is only loaded and rendered once admitted. */
async function drawPage(
  services: Services,
  request: FastifyRequest,
  language: Language,
  draw: (state: State) => Pieces,
  gone: AbortSignal,
): Promise<DrawnPage> {
  const pageOf = (state: State): DrawnPage => ({ kind: state.kind, pieces: draw(state) })
  const text = requestedCode(request)
  if (text.trim() === '') return pageOf({ kind: 'welcome' })
  const parsed = parseCode(text)
  const code = parsed.ok ? parsed.code : text.slice(0, 100)
  try {
    clientLimits(services).lookup(request.ip)
    const isOwn = parsed.ok || (await services.directory.open(text, 'first')).known
    const foreignCodes = isOwn ? [] : await services.directory.openForeign(text)
    if (foreignCodes.length > 1)
      return pageOf({
        kind: 'several',
        code,
        enterprises: foreignCodes.map(({ entry, code }) => ({ name: entry.enterpriseName, code })),
      })
    if (foreignCodes[0])
      return { kind: 'found', pieces: [], redirectTo: addressOf(foreignCodes[0].code, request.query) }
    const opened = await openForPublic(services, text, request.ip)
    // A code that stands for received goods is on no label: the page is that of the printed code.
    const printed = await findPrintedCode(services, opened)
    if (printed !== undefined) return { kind: 'found', pieces: [], redirectTo: addressOf(printed, request.query) }
    // The browser's proof reads the address: what surrounds the code there is left behind.
    const inAddress = parseCode(request.url)
    if (!inAddress.ok || inAddress.code !== opened.code)
      return { kind: 'found', pieces: [], redirectTo: addressOf(opened.code, request.query) }
    const page = parsePageRequest(request.query)
    const pieces = await pageAdmission(services).read(request.ip, gone, reader =>
      reader.document(request.url, opened, language, page, answer => draw({ kind: 'found', answer })),
    )
    return { kind: 'found', pieces }
  } catch (error) {
    if (error instanceof CallerGone) throw error
    if (error instanceof Busy) return pageOf({ kind: 'busy', code })
    if (error instanceof Refusal && error.key === 'code.unknown')
      return pageOf({ kind: 'unknown', ...(await explainUnknown(services, text, code)) })
    // An error of the server says nothing about the item.
    if (!(error instanceof Refusal)) services.log.error({ err: error, request: request.id }, 'trace page')
    return pageOf({ kind: 'unavailable', code })
  }
}

/** Why a code is unknown, and the code itself where the text around it was none of it. */
async function explainUnknown(services: Services, text: string, code: string) {
  const [read] = readCodes(text).codes
  if (!read) {
    const parsed = parseCode(text)
    // Complete, with the request number that no request has.
    const isComplete = !parsed.ok && parsed.reason === 'request'
    return { code, why: isComplete ? ('neverIssued' as const) : ('unread' as const) }
  }
  const mistyped = await services.directory.findMistyped(text)
  return mistyped
    ? { code: read.code, why: 'mistyped' as const, group: mistyped.group }
    : { code: read.code, why: 'neverIssued' as const }
}

/** The browser's proof starts from the code in the address, so that the address must contain the item's own code. */
function addressOf(code: string, query: unknown): string {
  const language = chosenLanguage(query)
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

/** Registers the public page `/c` with all its addresses, rendered on the server, and its files under `/t/`. */
export async function registerTracePages(app: App, services: Services, folder = builtFolder): Promise<void> {
  const bundle = await loadBundle(folder)
  if (bundle) {
    await app.register(staticFiles, {
      root: join(folder, 'client'),
      prefix: '/t/',
      wildcard: false,
      index: false,
      decorateReply: false,
      globIgnore: ['.vite/**'],
      setHeaders: setCacheHeaders,
    })
  }
  const verifier = await readFile(join(folder, 'verifier', verifierName)).catch(() => undefined)
  // A file to keep: people who doubt this site open it without the site.
  app.get(`/t/${verifierName}`, async (_request, reply) => {
    if (!verifier) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-disposition', `attachment; filename="${verifierName}"`)
      .type('text/html; charset=utf-8')
      .send(verifier)
  })
  app.get(logKeysPath, async (_request, reply) =>
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
    const language = readerLanguage(request)
    const nonce = randomBytes(18).toString('base64')
    const draw = (state: State) =>
      drawPieces(renderPart =>
        bundle.render({
          language,
          state,
          nonce: anyNonce,
          assets: bundle.assets,
          url: request.url,
          officialHost,
          kept: renderPart,
        }),
      )
    let page: DrawnPage
    try {
      const gone = signalWhenCallerLeaves(reply)
      page = await runReading(() => drawPage(services, request, language, draw, gone))
    } catch (error) {
      // The client is gone.
      if (error instanceof CallerGone) return reply.code(503).send()
      throw error
    }
    if (page.redirectTo !== undefined) return reply.redirect(page.redirectTo, 303)
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
  for (const path of ['/c', '/C', '/c/*', '/C/*', '//c/*', '//C/*', '/01/*']) app.get(path, page)
}

/** Built files have a hash in their names and never change; other files are revalidated after a day. */
function setCacheHeaders(response: { header(name: string, value: string): unknown }, path: string): void {
  response.header(
    'cache-control',
    /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
  )
}
