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
  ScopeDecision,
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
  /** Present whenever the route is not public. */
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
  /** Aborts when the caller has gone. */
  signal: AbortSignal
}

export interface RouteSpec<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api; parameters as `:id(^\\d+$)`. */
  path: string
  access: Access<string>
  /** The data scope of the route, where its path does not say it. */
  scope?: ScopeDecision
  /** One line for the interface docs. */
  summary: string
  query?: Q
  body?: B
  /** Sent as a form: the name of the field that carries the file. */
  upload?: string
  /** What is sent beside the file, as texts of the form; for the interface docs, the handler reads it by itself. */
  form?: z.ZodObject
  /** Schema of `data` in the answer. */
  answer?: z.ZodType
  /** Schema of the keys of the envelope next to `data`. */
  envelopeExtras?: z.ZodType
  /** Schema of one row, where the answer is a list. */
  rows?: z.ZodType
  /** Media types, where the answer is a file. */
  file?: readonly string[]
  /** Prefix of field labels, so that a refusal names the field as the form does. */
  labels?: string
  audit?: Audited
  /** May be called with an initial password. */
  whileInitial?: boolean
  /** May be called by somebody who has yet to set up the second factor that his role demands. */
  whileFactorless?: boolean
  /** Largest body in bytes; 1 MiB unless said otherwise. */
  bodyLimit?: number
  /** The answer is the same for everybody of one language: it may be kept for so many seconds, and is sent again only when it has changed. */
  maxAgeSeconds?: number
  /** A refusal has its code as HTTP status too. */
  refusedByStatus?: true
  /** A GET that changes something all the same. */
  changes?: true
  handler: (call: Call<z.output<Q>, z.output<B>>) => Promise<unknown>
}

/** Typed helper: infers query and body from their schemas. */
export function route<Q extends z.ZodType = z.ZodType<undefined>, B extends z.ZodType = z.ZodType<undefined>>(
  spec: RouteSpec<Q, B>,
): RouteSpec {
  return spec as unknown as RouteSpec
}

/** What a handler may hand back for what travels as `T`: a moment becomes its text, nothing becomes null. */
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

/** What the handler of a declared call hands back. */
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

/** A call as the handler of its declaration gets it. */
export type CallOf<C extends CallInput> = Call<ReadQueryOf<C>, ReadBodyOf<C>, ParamOf<C['path']>>

/** Serves a declared call: the handler gets what the declaration reads and answers what it promises. */
export function serve<const C extends CallInput>(call: C, handler: (call: CallOf<C>) => HandlerResult<C>): RouteSpec {
  return { ...call, handler: handler as RouteSpec['handler'] }
}

/** A list's answer. */
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

/** An answer that is a file, streamed. */
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

/** Keys next to `data` in the envelope (the family's `token`, `user`, `img` ... are answered in both places). */
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

/** Signs the caller in from the request's token; set by areas/system/identity, kept out of the platform's knowledge. */
export type Authenticate = (token: string, call: { ip: string }) => Promise<Actor | undefined>

/**
 * Called before a write of a signed-in user.
 * @returns what to do when the write is refused: a refused save may be sent again at once.
 * @throws Refusal tooFast
 */
export type DoubleSubmitGuard = (actor: Actor, request: FastifyRequest) => Promise<(() => Promise<void>) | undefined>

export interface HttpOptions {
  services: Services
  routes: readonly RouteSpec[]
  authenticate: Authenticate
  /** Refuses a save that was just made; set by areas/system/identity. */
  guardRepeat?: DoubleSubmitGuard
}

export function languageOf(request: FastifyRequest): Language {
  return pickLanguage(request.headers['accept-language'])
}

/** IANA name of the caller's time zone, as the header `x-time-zone` says; UTC when it says none that is known. */
export function timeZoneOf(request: FastifyRequest): string {
  const said = request.headers['x-time-zone']
  if (typeof said !== 'string' || said.length > 64) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: said }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

/** The server without routes: limits, query form `key[sub]=value`, coded answers for everything that goes wrong. */
export function createApp(services: Services, limits: SenderLimits = senderLimits): App {
  const hops = services.settings.trustProxy
  const app = fastify({
    logger: false,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: 1024 * 1024,
    requestTimeout: Math.max(limits.uploadMs, limits.headersMs) + limits.windowMs,
    // Node looks every half minute unless it is told otherwise, and ends what is late only then.
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    keepAliveTimeout: 5000,
    // Its own answer says neither what is wrong nor when to come back.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: {
      querystringParser: text =>
        qs.parse(text, { depth: 3, parameterLimit: 200, arrayLimit: 100 }) as Record<string, unknown>,
      maxParamLength: 500,
      ignoreTrailingSlash: true,
    },
    // Addresses that cannot be read or are too long, before any route is looked up for them.
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
  if (services.settings.mode === 'production' && hops === false) tellOfUndeclaredProxy(app, services)
  app.removeContentTypeParser('text/plain')
  // Clients that name JSON but send nothing (a DELETE, say) send nothing: what a route needs, it asks for itself.
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

/** After this many seconds a call may be tried again that failed by the system's fault. */
export const retrySeconds = 2

/**
 * Sends the coded answer of a refusal, or hides what broke behind "unknown system error" and logs it.
 * What the system is to blame for is a 503 with the advice to try again.
 */
export function answerError(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { labels, refusedByStatus }: Pick<RouteSpec, 'labels' | 'refusedByStatus'> = {},
): FastifyReply {
  const language = languageOf(request)
  forgetFile(reply)
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

/** What the answer to a call says of a file. */
const ofFiles = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
]

/** Of a file whose first byte could not be read: a browser would keep the refusal for as long as the file. */
function forgetFile(reply: FastifyReply): void {
  if (!reply.hasHeader('content-disposition')) return
  for (const header of ofFiles) {
    reply.removeHeader(header)
    reply.raw.removeHeader(header)
  }
}

/** What the call is refused for, whoever found it: a rule, the reading of the request, or the database. */
function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : (transportRefusal(error) ?? databaseRefusal(error))
}

/** The system, not the caller, is at fault; it may be tried again soon. */
function sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(retrySeconds))
    .send(refusalBody(languageOf(request), new Refusal('unavailable'), request.id))
}

/** A server that ends answers what is under way; what comes on open connections meanwhile is for another process. */
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

/** What forwards requests from nearby is a proxy of one's own; a stranger's header is only that. */
function tellOfUndeclaredProxy(app: App, { alarms, log }: Services): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': listed, forwarded } = request.headers
    if ((listed || forwarded) && !alarms.stands('proxyUndeclared') && isNearby(request.ip)) {
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
export function registerRoutes(app: App, { services, routes, authenticate, guardRepeat }: HttpOptions): void {
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
      actor = await callerOf(spec, request, authenticate)
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
      // What an upload is, is known when it has been read.
      if (keyed && !request.isMultipart?.()) await keyed.begin(JSON.stringify(request.body ?? null))
      if (actor && guardRepeat) release = await guardRepeat(actor, request)
      Object.assign(scope, keyed?.scope())
      const result = await spec.handler(call)
      if (services.settings.mode === 'test' && !reply.sent) assertAnswer(spec, result)
      delete scope.beforeCommit
      if (spec.audit && actor) void services.audit.record(spec, call, Math.round(performance.now() - started))
      if (spec.maxAgeSeconds !== undefined) return sendCached(request, reply, envelopeOf(result), spec.maxAgeSeconds)
      if (!keyed) return answer(reply, result)
      const text = reply.sent || result instanceof FileAnswer ? undefined : JSON.stringify(envelopeOf(result))
      await keyed.answered(text)
      return text === undefined ? answer(reply, result) : sendText(reply, text)
    } catch (thrown) {
      delete scope.beforeCommit
      const error = keyed ? await keyed.failed(thrown).catch(() => thrown) : thrown
      if (error instanceof Replay) return sendAgain(reply, error)
      await release?.().catch(() => {})
      refusals.tell(refusalOf(error), { actor, request })
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

/** The first answer of a call that was made before; when it was lost, that the call was done. */
function sendAgain(reply: FastifyReply, { body }: Replay): FastifyReply {
  reply.header('idempotency-replayed', body === undefined ? 'answer-lost' : 'true')
  return sendText(reply, body ?? JSON.stringify(envelopeOf(undefined)))
}

/** Permissions of which one is enough; none where anybody of the right kind may call. */
export function permissionsOf(access: Access<string>): readonly string[] {
  if (typeof access === 'string') return []
  if ('permission' in access) return [access.permission]
  return 'anyOf' in access ? access.anyOf : []
}

/** Who calls; nobody is asked at a public door. @throws Refusal unauthenticated */
async function callerOf(
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

/** A value as its shape reads it. @throws Refusal invalid */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw invalid(issuesOf(parsed.error))
  return parsed.data
}

/** What is promised is kept: the tests answer nothing that its declaration does not say. @throws Error */
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
  return reply.send(envelopeOf(result))
}

function envelopeOf(result: unknown): object {
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
