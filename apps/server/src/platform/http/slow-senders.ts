import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long somebody may take to send a request. */
export interface SenderLimits {
  /** Until the headers are there. */
  headersMs: number
  /** A body must make progress in each window of this length … */
  windowMs: number
  /** … of so many bytes a second: a photo from a weak network does, a connection that is only held does not. */
  bytesPerSecond: number
  /** Until a body is there that is not an upload. */
  bodyMs: number
  /** Until an upload is there. */
  uploadMs: number
  /** Of a body that was refused so much is still read. */
  drainBytes: number
  /** How often all of this is looked at. */
  checkMs: number
}

export const senderLimits: SenderLimits = {
  headersMs: 10_000,
  windowMs: 30_000,
  bytesPerSecond: 2000,
  bodyMs: 120_000,
  uploadMs: 600_000,
  drainBytes: 64 * 1024 * 1024,
  checkMs: 1000,
}

interface Watched {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  windowSince: number
  bytesFrom: number
  bytesAt: number
}

/** An answer needs a moment to arrive before its connection is closed. */
const closeMs = 1000

/**
 * Ends requests whose body does not come. Looked at all together, so that a request whose body comes at once costs nothing.
 * @param answer told before the connection is closed, where nothing has been answered yet
 */
export function endSlowSenders(
  app: FastifyInstance,
  limits: SenderLimits,
  answer: (request: FastifyRequest) => { status: number; body: object },
): void {
  const watched = new Set<Watched>()
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && typeof request.raw.socket?.bytesRead === 'number') {
      const now = performance.now()
      const { bytesRead } = request.raw.socket
      watched.add({ request, reply, since: now, windowSince: now, bytesFrom: bytesRead, bytesAt: bytesRead })
    }
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const one of watched) {
      const { raw } = one.request
      if (raw.complete || raw.destroyed) watched.delete(one)
      else if (isTooSlow(one, limits, now) || isTooMuch(one, limits)) {
        watched.delete(one)
        end(one, answer)
      }
    }
  }, limits.checkMs)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/**
 * Reads on a body that was refused, within limits, in place of closing before its end: the system resets a connection that is closed
 * with bytes unread, and whoever sends all before reading, as proxies do, loses the answer.
 */
export function drainRefused({ raw }: FastifyRequest, reply: FastifyReply, { drainBytes }: SenderLimits): void {
  if (raw.complete || reply.getHeader('connection') !== 'close') return
  if (Number(raw.headers['content-length'] ?? 0) > drainBytes) return
  reply.removeHeader('connection')
  raw.resume()
}

/** Is it answered, and does its body go on without end? */
function isTooMuch({ request, reply, bytesFrom }: Watched, { drainBytes }: SenderLimits): boolean {
  return reply.sent && request.raw.socket.bytesRead - bytesFrom > drainBytes
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isTooSlow(one: Watched, limits: SenderLimits, now: number): boolean {
  const { raw } = one.request
  const isUpload = raw.headers['content-type']?.startsWith('multipart/') === true
  if (now - one.since > (isUpload ? limits.uploadMs : limits.bodyMs)) return true
  const { bytesRead } = raw.socket
  const length = now - one.windowSince
  if (length < limits.windowMs) return false
  // While nobody reads, it is not the sender who waits.
  const reading = raw.readableFlowing === true
  const slow = reading && bytesRead - one.bytesAt < (limits.bytesPerSecond * length) / 1000
  one.windowSince = now
  one.bytesAt = bytesRead
  return slow
}

function end({ request, reply }: Watched, answer: (request: FastifyRequest) => { status: number; body: object }): void {
  const close = () => setTimeout(() => request.raw.destroy(), closeMs).unref()
  if (reply.sent || reply.raw.headersSent) {
    request.raw.destroy()
    return
  }
  const { status, body } = answer(request)
  const text = JSON.stringify(body)
  // Whoever is still waiting for the body must not answer after this.
  reply.hijack()
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  })
  reply.raw.end(text, close)
}
