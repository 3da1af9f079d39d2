import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { refusalBody } from '../refusal-body.ts'
import type { Services } from '../services.ts'
import { drainWhileClosing } from './drain.ts'
import { isNearby } from './network.ts'
import { parseJsonBody } from './parse-json.ts'
import { checkQuery, parseQuery } from './request-limits.ts'
import { drainRefused, endSlowSenders, type SenderLimits, senderLimits } from './slow-senders.ts'
import { languageOf } from './request.ts'
import { answerError } from './answer-error.ts'

export type App = FastifyInstance

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
    // A server that closes still answers (drain.ts).
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: {
      querystringParser: parseQuery,
      // A code in its place may be an address that gateways have wrapped (`codeText` of the contract).
      maxParamLength: 2048,
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
  drainWhileClosing(app, services.settings.drainMs)
  app.addHook('onRequest', (request, _reply, done) => {
    checkQuery(request.raw.url ?? '')
    done()
  })
  if (services.settings.mode === 'production' && hops === false) reportUndeclaredProxy(app, services)
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, reply) => {
    drainRefused(request, reply, limits)
    return answerError(services, error, request, reply)
  })
  return app
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
