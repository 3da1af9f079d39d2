import type { FastifyInstance } from 'fastify'

const closing = new WeakSet<object>()

/** Has this server begun to close? It still answers; `/readyz` reports it, so that a proxy that asks sends nothing new. */
export const isClosing = (app: FastifyInstance): boolean => closing.has(app.server)

/**
 * A server that closes goes on answering: the requests in progress, those that still come on open connections, and new
 * ones, each with `connection: close`, so that the caller's next request goes elsewhere. Only then does it stop
 * listening. By that time a proxy has no idle connection left on which a request could cross with the end.
 * @param drainMs how long it answers in this way: more than the time after which a proxy closes idle connections
 */
export function drainWhileClosing(app: FastifyInstance, drainMs: number): void {
  app.addHook('preClose', async () => {
    closing.add(app.server)
    if (app.server.listening && drainMs > 0) await new Promise(done => setTimeout(done, drainMs))
  })
  // The framework does so for requests that begin while it closes; this also reaches those that began before.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing(app)) reply.header('connection', 'close')
    done(null, payload)
  })
}
