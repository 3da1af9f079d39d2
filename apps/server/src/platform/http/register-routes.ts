import { publicBodyLimit } from '@timbermark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import { IdempotencyKeys, type KeyedCall, Replay } from './idempotency-keys.ts'
import { type CallScope, runInCall, runOutsideEffect } from '../database/call-scope.ts'
import { parsePosition } from '../database/log-position.ts'
import type { Services } from '../services.ts'
import { sendCached } from './cached-answer.ts'
import { RefusalLog } from './refusal-log.ts'
import { troubleOf } from '../unavailable.ts'
import type { Call, RouteSpec } from './route.ts'
import { Rows, FileAnswer, Answer, sendText, sendReplay, sendAnswer, toEnvelope } from './answers.ts'
import type { App } from './create-app.ts'
import { type Authenticate, authenticateCaller, authorize } from './access.ts'
import { languageOf, parse } from './request.ts'
import { answerError, refusalOf } from './answer-error.ts'

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

/** Registers declared routes below /api. */
export function registerRoutes(app: App, options: HttpOptions): void {
  const { services, routes } = options
  const runner: RouteRunner = {
    ...options,
    keys: new IdempotencyKeys(services),
    refusals: new RefusalLog(services.log),
  }
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  for (const spec of routes) {
    const bodyLimit = spec.bodyLimit ?? (spec.access === 'public' ? publicBodyLimit : undefined)
    app.route({
      method: spec.method,
      url: `/api${spec.path}`,
      ...(bodyLimit ? { bodyLimit } : {}),
      // Before the body is read: a stranger cannot make the server parse a large one.
      onRequest: async (request, reply) => {
        const context: RequestContext = { runner, spec, scope: {}, request, reply, startedAt: performance.now() }
        contexts.set(request, context)
        return runInCall(context.scope, () => admitCaller(context))
      },
      handler: (request, reply) => {
        const context = contexts.get(request) as RequestContext
        context.reply = reply
        return runInCall(context.scope, () => runRoute(context))
      },
    })
  }
}

interface RouteRunner extends HttpOptions {
  keys: IdempotencyKeys
  refusals: RefusalLog
}

/** A request with what is known of it so far, for the answer to a failure at any step. */
interface RequestContext {
  runner: RouteRunner
  spec: RouteSpec
  scope: CallScope
  request: FastifyRequest
  reply: FastifyReply
  startedAt: number
  actor?: Actor | undefined
  body?: unknown
  keyed?: KeyedCall | undefined
  /** Lets a refused save be sent again at once. */
  release?: (() => Promise<void>) | undefined
}

/** Authenticates and authorizes the caller. @returns the reply when it refused them */
async function admitCaller(context: RequestContext): Promise<FastifyReply | undefined> {
  const { runner, spec, request, reply } = context
  reply.header('cache-control', 'no-store')
  try {
    const actor = await authenticateCaller(spec, request, runner.authenticate)
    context.actor = actor
    if (actor) authorize(spec, actor)
    return undefined
  } catch (error) {
    return answerFailure(context, error)
  }
}

async function runRoute(context: RequestContext): Promise<FastifyReply> {
  const { spec, scope } = context
  try {
    const call = await beginCall(context)
    Object.assign(scope, context.keyed?.scope())
    const result = await spec.handler(call)
    return await answerResult(context, call, result)
  } catch (error) {
    delete scope.beforeCommit
    return answerFailure(context, error)
  }
}

/** Parses the request of an admitted caller. @throws Refusal, and Replay for a call that was made before */
async function beginCall(context: RequestContext): Promise<Call> {
  const { runner, spec, request, reply, actor } = context
  const { services, guardDoubleSubmit, keys } = runner
  if (mayReadReplica(spec))
    context.scope.replica = { after: actor?.walPosition ? parsePosition(actor.walPosition) : undefined }
  const gone = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  const query = spec.query ? parse(spec.query, request.query) : undefined
  context.body = spec.body ? parse(spec.body, request.body ?? {}) : undefined
  if (actor) context.keyed = keys.of(actor, request)
  // The content of an upload is known only after it has been read.
  if (context.keyed && !request.isMultipart?.()) await context.keyed.begin(JSON.stringify(request.body ?? null))
  if (actor && guardDoubleSubmit) context.release = await guardDoubleSubmit(actor, request)
  return {
    services,
    actor: actor as Actor,
    language: languageOf(request),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    params: request.params as Record<string, string>,
    query,
    body: context.body,
    request,
    reply,
    signal: gone.signal,
  }
}

/** May the replica answer what this call reads? */
function mayReadReplica({ method, changes, access, reads }: RouteSpec): boolean {
  if (method !== 'GET' || changes) return false
  return (reads ?? (access === 'public' ? 'primary' : 'replica')) === 'replica'
}

/** Before a call that may have written is answered: the caller's next one must find it. */
async function noteWrite({ runner, spec, actor }: RequestContext): Promise<void> {
  if (!actor || (spec.method === 'GET' && !spec.changes)) return
  const { sessions, log, database } = runner.services
  await runOutsideEffect(() => sessions.noteWrite(actor)).catch(error => {
    log.warn({ err: error }, 'the write of a session was not noted; the primary answers for a while')
    database.restReplica()
  })
}

async function answerResult(context: RequestContext, call: Call, result: unknown): Promise<FastifyReply> {
  const { spec, scope, request, reply, startedAt, actor, keyed } = context
  const { services } = context.runner
  if (services.settings.mode === 'test' && !reply.sent) assertAnswer(spec, result)
  delete scope.beforeCommit
  await noteWrite(context)
  if (spec.audit && actor) void services.audit.record(spec, call, Math.round(performance.now() - startedAt))
  if (spec.maxAgeSeconds !== undefined) return sendCached(request, reply, toEnvelope(result), spec.maxAgeSeconds)
  if (!keyed) return sendAnswer(reply, result)
  const text = reply.sent || result instanceof FileAnswer ? undefined : JSON.stringify(toEnvelope(result))
  await keyed.storeAnswer(text)
  return text === undefined ? sendAnswer(reply, result) : sendText(reply, text)
}

async function answerFailure(context: RequestContext, thrown: unknown): Promise<FastifyReply> {
  const { spec, request, reply, startedAt, actor, body, keyed, release } = context
  const { services, refusals } = context.runner
  const error = keyed ? await keyed.resolveFailure(thrown).catch(() => thrown) : thrown
  // A call of several transactions may fail after the first.
  await noteWrite(context)
  if (error instanceof Replay) return sendReplay(reply, error)
  await release?.().catch(() => {})
  const refusal = refusalOf(error)
  refusals.record(refusal, { actor, request })
  if (spec.audit && actor) {
    const failed = refusal?.key ?? (troubleOf(error) ? 'unavailable' : 'unknown')
    const call = { actor, ip: request.ip, requestId: request.id, request, body }
    void services.audit.record(spec, call, Math.round(performance.now() - startedAt), failed)
  }
  return answerError(services, error, request, reply, spec)
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
