import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type {
  Access,
  AnswerOf,
  Audited,
  EnvelopeExtrasOf,
  CallInput,
  Language,
  ParamOf,
  ReadBodyOf,
  ReadQueryOf,
} from '@timbermark/contract'
import { pickLanguage } from '@timbermark/phrases'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import type { z } from 'zod'
import { type Actor, hasPermission } from '../actor.ts'
import { IdempotencyKeys, type KeyedCall, Replay } from './idempotency-keys.ts'
import { type CallScope, runInCall } from '../database/call-scope.ts'
import { databaseRefusal } from '../database/database-refusal.ts'
import { invalid, issuesOf, Refusal, refusalBody } from '../refusal.ts'
import type { Services } from '../services.ts'
import { sendCached } from './cached-answer.ts'
import { isNearby } from './network.ts'
import { RefusalLog } from './refusal-log.ts'
import { drainRefused, endSlowSenders, type SenderLimits, senderLimits } from './slow-senders.ts'
import { troubleOf } from '../unavailable.ts'

export type { Access, AuditKind } from '@timbermark/contract'

export interface Call<Q = unknown, B = unknown, Param extends string = string> {
  services: Services
  /** Present unless the route is public. */
  actor: Actor
  language: Language
  ip: string
  userAgent: string
  requestId: string
  params: Record<Param, string>
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
  /** Aborts when the caller closes the connection. */
  signal: AbortSignal
}

export interface RouteSpec<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api; parameters as `:id(^\\d+$)`. */
  path: string
  access: Access<string>
  /** One line for the interface docs. */
  summary: string
  query?: Q
  body?: B
  /** Set when the body is a multipart form: the name of the field that carries the file. */
  upload?: string
  /** The text fields sent with the file. Only for the interface docs: the handler reads them itself. */
  form?: z.ZodObject
  /** Schema of `data` in the answer. */
  answer?: z.ZodType
  /** Schema of the keys of the envelope next to `data`. */
  envelopeExtras?: z.ZodType
  /** Schema of one row, when the answer is a list. */
  rows?: z.ZodType
  /** Media types, when the answer is a file. */
  file?: readonly string[]
  /** Prefix of field labels, so that a refusal names the field as the form does. */
  labels?: string
  audit?: Audited
  /** May be called by an account that still has its initial password. */
  whileInitial?: boolean
  /** May be called by an account that has not yet set up the second factor that its role demands. */
  whileFactorless?: boolean
  /** Largest body in bytes; the default is 1 MiB. */
  bodyLimit?: number
  /**
   * The answer is the same for everybody who uses one language: clients may cache it for this many seconds and then
   * revalidate it.
   */
  maxAgeSeconds?: number
  /** A refusal uses its code as the HTTP status too. */
  refusedByStatus?: true
  /** A GET that changes data. */
  changes?: true
  handler: (call: Call<z.output<Q>, z.output<B>>) => Promise<unknown>
}

/** Typed helper: infers query and body from their schemas. */
export function route<Q extends z.ZodType = z.ZodType<undefined>, B extends z.ZodType = z.ZodType<undefined>>(
  spec: RouteSpec<Q, B>,
): RouteSpec {
  return spec as unknown as RouteSpec
}

/** What a handler may return for a wire type `T`: a Date becomes its text, undefined becomes null. */
export type BeforeWire<T> = unknown extends T
  ? T
  : string extends T
    ? T | Date
    : T extends null
      ? null | undefined
      : T extends readonly (infer Item)[]
        ? readonly BeforeWire<Item>[]
        : T extends object
          ? { [Key in keyof T]: BeforeWire<T[Key]> }
          : T

/** What the handler of a declared call returns. */
export type HandlerResult<C> = Promise<HandlerData<C>> | (AnswerOf<C> extends null ? Promise<void> : never)

type HandlerData<C> =
  | FastifyReply
  | (C extends { answer: z.ZodType; envelopeExtras: z.ZodType }
      ? Answer<BeforeWire<AnswerOf<C>>, BeforeWire<EnvelopeExtrasOf<C>>>
      : C extends { answer: z.ZodType }
        ? BeforeWire<AnswerOf<C>>
        : C extends { rows: z.ZodType }
          ? Rows
          : FileAnswer)

/** A call as its handler receives it. */
export type CallOf<C extends CallInput> = Call<ReadQueryOf<C>, ReadBodyOf<C>, ParamOf<C['path']>>

/** Serves a declared call: the declaration types the handler's query, body and answer. */
export function serve<const C extends CallInput>(call: C, handler: (call: CallOf<C>) => HandlerResult<C>): RouteSpec {
  return { ...call, handler: handler as RouteSpec['handler'] }
}

/** The answer of a list. */
export class Rows {
  readonly rows: unknown[]
  readonly total: number
  readonly estimated: boolean
  constructor(rows: unknown[], total: number, estimated = false) {
    this.rows = rows
    this.total = total
    this.estimated = estimated
  }
}

/** The answer of a file download, streamed. */
export class FileAnswer {
  readonly stream: Readable | Buffer
  readonly type: string
  readonly fileName: string
  readonly headers: Record<string, string>
  readonly status: number
  constructor(
    stream: Readable | Buffer,
    type: string,
    fileName: string,
    headers: Record<string, string> = {},
    status = 200,
  ) {
    this.stream = stream
    this.type = type
    this.fileName = fileName
    this.headers = headers
    this.status = status
  }
}

/** Keys next to `data` in the envelope (`token`, `user`, `img` and similar are answered in both places). */
export class Answer<Data = unknown, Extras = object> {
  readonly data: Data
  readonly extras: Extras
  constructor(data: Data, extras: Extras) {
    this.data = data
    this.extras = extras
  }
}

/** RFC 6266 header that survives quotes, line breaks and any alphabet. */
export function contentDisposition(fileName: string, inline = false): string {
  const safe = fileName.replace(/[\p{Cc}\p{Bidi_Control}"\\/]/gu, '_')
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

export type App = FastifyInstance

/**
 * Authenticates the caller by the request's token. Injected by areas/system/identity, so that the platform does not
 * depend on it.
 */
export type Authenticate = (token: string, call: { ip: string }) => Promise<Actor | undefined>

/**
 * Called before a write of a signed-in user.
 * @returns what to run when the write is refused: a refused save may be sent again at once.
 * @throws Refusal tooFast
 */
export type DoubleSubmitGuard = (actor: Actor, request: FastifyRequest) => Promise<(() => Promise<void>) | undefined>

export interface HttpOptions {
  services: Services
  routes: readonly RouteSpec[]
  authenticate: Authenticate
  /** Refuses a save that was just made. Injected by areas/system/identity. */
  guardDoubleSubmit?: DoubleSubmitGuard
}

export function languageOf(request: FastifyRequest): Language {
  return pickLanguage(request.headers['accept-language'])
}

/** IANA name of the caller's time zone from the header `x-time-zone`; UTC when the header is missing or unknown. */
export function timeZoneOf(request: FastifyRequest): string {
  const header = request.headers['x-time-zone']
  if (typeof header !== 'string' || header.length > 64) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: header }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

/** The server without routes: limits, query form `key[sub]=value`, coded answers for all errors. */
export function createApp(services: Services, limits: SenderLimits = senderLimits): App {
  const hops = services.settings.trustProxy
  const app = fastify({
    logger: false,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: 1024 * 1024,
    requestTimeout: Math.max(limits.uploadMs, limits.headersMs) + limits.windowMs,
    // By default Node checks only every 30 seconds, and ends late requests only then.
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    keepAliveTimeout: 5000,
    // Fastify's own 503 states neither the reason nor when to retry.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: {
      querystringParser: text =>
        qs.parse(text, { depth: 3, parameterLimit: 200, arrayLimit: 100 }) as Record<string, unknown>,
      maxParamLength: 500,
      ignoreTrailingSlash: true,
    },
    // URLs that cannot be parsed or are too long, before routing.
    frameworkErrors: (error, unread, raw) => {
      const [request, reply] = [unread as FastifyRequest, raw as unknown as FastifyReply]
      if (!/^\/api(\/|$)/.test(request.url)) {
        reply.code(404).type('text/plain').send('Not found')
        return
      }
      reply.header('cache-control', 'no-store')
      answerError(services, new Refusal(error.code === 'FST_ERR_BAD_URL' ? 'invalid' : 'notFound'), request, reply)
    },
  })
  app.server.maxRequestsPerSocket = 2000
  endSlowSenders(app, limits, request => ({
    status: 408,
    body: refusalBody(languageOf(request), new Refusal('bodyTooSlow'), request.id),
  }))
  refuseWhileClosing(app)
  if (services.settings.mode === 'production' && hops === false) reportUndeclaredProxy(app, services)
  app.removeContentTypeParser('text/plain')
  // Clients may name JSON and send no body (a DELETE, for example). A route that needs a body validates it itself.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
  app.setErrorHandler((error, request, reply) => {
    drainRefused(request, reply, limits)
    return answerError(services, error, request, reply)
  })
  return app
}

/** After this many seconds, a call that failed by the system's fault may be tried again. */
export const retrySeconds = 2

/**
 * Sends the coded answer of a refusal. Any other error is logged and answered as "unknown system error". An error that
 * is the system's fault is a 503 with the advice to try again.
 */
export function answerError(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { labels, refusedByStatus }: Pick<RouteSpec, 'labels' | 'refusedByStatus'> = {},
): FastifyReply {
  const language = languageOf(request)
  removeFileHeaders(reply)
  const refusal = refusalOf(error)
  if (refusal) {
    if (refusal.key === 'auth.wait' || refusal.key === 'tooMany' || refusal.key === 'tooFast')
      reply.header('retry-after', String(refusal.params.seconds ?? 1))
    const body = refusalBody(language, refusal, request.id, labels)
    return reply.code(refusedByStatus ? body.code : 200).send(body)
  }
  const trouble = troubleOf(error)
  services.log.error({ err: error, request: request.id, url: request.url.split('?')[0] }, 'request failed')
  if (!trouble) return reply.code(500).send(refusalBody(language, new Refusal('unknown'), request.id))
  if (trouble.alarm) services.alarms.raise(trouble.alarm, { place: trouble.place })
  return sendUnavailable(request, reply)
}

/** Headers of a file answer. */
const fileHeaders = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
]

/**
 * Removes the headers of a file whose first byte could not be read: a browser would cache the refusal for as long as
 * the file.
 */
function removeFileHeaders(reply: FastifyReply): void {
  if (!reply.hasHeader('content-disposition')) return
  for (const header of fileHeaders) {
    reply.removeHeader(header)
    reply.raw.removeHeader(header)
  }
}

/** The refusal that an error means, whether it comes from a rule, from reading the request, or from the database. */
function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : (transportRefusal(error) ?? databaseRefusal(error))
}

/** The system is at fault, not the caller; the caller may soon try again. */
function sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(retrySeconds))
    .send(refusalBody(languageOf(request), new Refusal('unavailable'), request.id))
}

/** A server that shuts down finishes what is in progress. New requests on open connections must go to another process. */
function refuseWhileClosing(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (closing) sendUnavailable(request, reply.header('connection', 'close'))
    else done()
  })
}

/** A request forwarded from a nearby address comes from one's own proxy. The same header from a stranger means nothing. */
function reportUndeclaredProxy(app: App, { alarms, log }: Services): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': listed, forwarded } = request.headers
    if ((listed || forwarded) && !alarms.isRaised('proxyUndeclared') && isNearby(request.ip)) {
      alarms.raise('proxyUndeclared')
      log.warn('Requests come through a proxy, and TRUST_PROXY is not set: all callers look like one')
    }
    done()
  })
}

function transportRefusal(error: unknown): Refusal | undefined {
  const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('bodyTooLarge')
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  )
    return new Refusal('bodyNotJson')
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal('bodyNotJson')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'FST_ERR_VALIDATION') return new Refusal('invalid')
  return undefined
}

/** Registers declared routes below /api. */
export function registerRoutes(app: App, { services, routes, authenticate, guardDoubleSubmit: guardRepeat }: HttpOptions): void {
  const keys = new IdempotencyKeys(services)
  const refusals = new RefusalLog(services.log)
  const run = async (spec: RouteSpec, scope: CallScope, request: FastifyRequest, reply: FastifyReply) => {
    const started = performance.now()
    const language = languageOf(request)
    let actor: Actor | undefined
    let body: unknown
    let release: (() => Promise<void>) | undefined
    let keyed: KeyedCall | undefined
    try {
      reply.header('cache-control', 'no-store')
      actor = await authenticateCaller(spec, request, authenticate)
      if (actor) authorize(spec, actor)
      const gone = new AbortController()
      reply.raw.on('close', () => {
        if (!reply.raw.writableEnded) gone.abort()
      })
      const query = spec.query ? parse(spec.query, request.query) : undefined
      body = spec.body ? parse(spec.body, request.body ?? {}) : undefined
      const call: Call = {
        services,
        actor: actor as Actor,
        language,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
        params: request.params as Record<string, string>,
        query,
        body,
        request,
        reply,
        signal: gone.signal,
      }
      if (actor) keyed = keys.of(actor, request)
      // The content of an upload is known only after it has been read.
      if (keyed && !request.isMultipart?.()) await keyed.begin(JSON.stringify(request.body ?? null))
      if (actor && guardRepeat) release = await guardRepeat(actor, request)
      Object.assign(scope, keyed?.scope())
      const result = await spec.handler(call)
      if (services.settings.mode === 'test' && !reply.sent) assertAnswer(spec, result)
      delete scope.beforeCommit
      if (spec.audit && actor) void services.audit.record(spec, call, Math.round(performance.now() - started))
      if (spec.maxAgeSeconds !== undefined) return sendCached(request, reply, toEnvelope(result), spec.maxAgeSeconds)
      if (!keyed) return answer(reply, result)
      const text = reply.sent || result instanceof FileAnswer ? undefined : JSON.stringify(toEnvelope(result))
      await keyed.storeAnswer(text)
      return text === undefined ? answer(reply, result) : sendText(reply, text)
    } catch (thrown) {
      delete scope.beforeCommit
      const error = keyed ? await keyed.resolveFailure(thrown).catch(() => thrown) : thrown
      if (error instanceof Replay) return sendReplay(reply, error)
      await release?.().catch(() => {})
      refusals.record(refusalOf(error), { actor, request })
      if (spec.audit && actor) {
        const failed = refusalOf(error)?.key ?? (troubleOf(error) ? 'unavailable' : 'unknown')
        void services.audit.record(
          spec,
          { actor, ip: request.ip, requestId: request.id, request, body } as Call,
          Math.round(performance.now() - started),
          failed,
        )
      }
      return answerError(services, error, request, reply, spec)
    }
  }
  for (const spec of routes) {
    app.route({
      method: spec.method,
      url: `/api${spec.path}`,
      ...(spec.bodyLimit ? { bodyLimit: spec.bodyLimit } : {}),
      handler: (request, reply) => {
        const scope: CallScope = {}
        return runInCall(scope, () => run(spec, scope, request, reply))
      },
    })
  }
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}

/** The stored first answer of a call; when it was lost, only that the call was done. */
function sendReplay(reply: FastifyReply, { body }: Replay): FastifyReply {
  reply.header('idempotency-replayed', body === undefined ? 'answer-lost' : 'true')
  return sendText(reply, body ?? JSON.stringify(toEnvelope(undefined)))
}

/** Permissions of which one is enough; none when every user of the right type may call. */
export function permissionsOf(access: Access<string>): readonly string[] {
  if (typeof access === 'string') return []
  if ('permission' in access) return [access.permission]
  return 'anyOf' in access ? access.anyOf : []
}

/**
 * The caller; public routes do not authenticate.
 * @throws Refusal unauthenticated
 */
async function authenticateCaller(
  spec: RouteSpec,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Actor | undefined> {
  if (spec.access === 'public') return undefined
  const token = bearer(request)
  const actor = token ? await authenticate(token, { ip: request.ip }) : undefined
  if (!actor) throw new Refusal('unauthenticated')
  return actor
}

/** @throws Refusal auth.initialPassword, auth.secondFactorDemanded, forbidden */
function authorize(spec: RouteSpec, actor: Actor): void {
  if (actor.mustChangePassword && !spec.whileInitial) throw new Refusal('auth.initialPassword')
  if (actor.mustSetUpFactor && !spec.whileInitial && !spec.whileFactorless)
    throw new Refusal('auth.secondFactorDemanded')
  if (spec.access === 'signedIn' || spec.access === 'public') return
  const userTypes = spec.access.userTypes ?? [1]
  if (!userTypes.includes(actor.userType)) throw new Refusal('forbidden')
  const free = !('permission' in spec.access || 'anyOf' in spec.access)
  if (!free && !permissionsOf(spec.access).some(permission => hasPermission(actor, permission)))
    throw new Refusal('forbidden')
}

/**
 * Parses a value by its schema.
 * @throws Refusal invalid
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw invalid(issuesOf(parsed.error))
  return parsed.data
}

/**
 * In test mode only: checks that an answer matches its declaration.
 * @throws Error when it does not
 */
function assertAnswer(spec: RouteSpec, result: unknown): void {
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    const checked = schema?.safeParse(JSON.parse(JSON.stringify(value ?? null)))
    if (checked?.error)
      throw new Error(`${spec.method} ${spec.path} does not answer what it declares: ${checked.error.message}`)
  }
  const { data, extras } = result instanceof Answer ? result : { data: result, extras: undefined }
  check(spec.answer, data)
  check(spec.envelopeExtras, extras)
  check(spec.rows?.array(), result instanceof Rows ? result.rows : undefined)
}

function answer(reply: FastifyReply, result: unknown): FastifyReply {
  if (reply.sent) return reply
  if (result instanceof FileAnswer) {
    reply.code(result.status)
    for (const [header, value] of Object.entries(result.headers)) reply.header(header, value)
    if (!reply.hasHeader('content-disposition'))
      reply.header('content-disposition', contentDisposition(result.fileName))
    return reply.header('x-content-type-options', 'nosniff').type(result.type).send(result.stream)
  }
  return reply.send(toEnvelope(result))
}

function toEnvelope(result: unknown): object {
  if (result instanceof Rows) {
    return {
      code: 200,
      msg: 'ok',
      rows: result.rows,
      total: result.total,
      ...(result.estimated ? { estimated: true } : {}),
    }
  }
  if (result instanceof Answer) return { code: 200, msg: 'ok', ...result.extras, data: result.data }
  return { code: 200, msg: 'ok', data: result ?? null }
}
