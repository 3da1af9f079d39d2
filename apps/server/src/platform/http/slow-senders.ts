import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long a client may take to send a request. */
export interface SenderLimits {
  /** Until the headers have arrived. */
  headersMs: number
  /** A body must make progress in each window of this length, */
  windowMs: number
  /** by this many bytes per second: a photo over a weak network does, a connection that is only held open does not. */
  bytesPerSecond: number
  /** Until a body that is not an upload has arrived. */
  bodyMs: number
  /** Until an upload has arrived. */
  uploadMs: number
  /** This many bytes of a refused body are still read. */
  drainBytes: number
  /** How often these limits are checked. */
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

interface PendingBody {
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
 * Ends requests whose body does not arrive. One timer checks all of them, so that a request whose body arrives at once
 * costs nothing.
 * @param answer sent before the connection is closed, when nothing has been answered yet
 */
export function endSlowSenders(
  app: FastifyInstance,
  limits: SenderLimits,
  answer: (request: FastifyRequest) => { status: number; body: object },
): void {
  const pending = new Set<PendingBody>()
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && typeof request.raw.socket?.bytesRead === 'number') {
      const now = performance.now()
      const { bytesRead } = request.raw.socket
      pending.add({ request, reply, since: now, windowSince: now, bytesFrom: bytesRead, bytesAt: bytesRead })
    }
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const one of pending) {
      const { raw } = one.request
      if (raw.complete || raw.destroyed) pending.delete(one)
      else if (isTooSlow(one, limits, now) || isTooMuch(one, limits)) {
        pending.delete(one)
        endRequest(one, answer)
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
 * Reads on a refused body, within limits, instead of closing before its end. The system resets a connection that is
 * closed with unread bytes, and a client that sends everything before it reads (as proxies do) loses the answer.
 */
export function drainRefused({ raw }: FastifyRequest, reply: FastifyReply, { drainBytes }: SenderLimits): void {
  if (raw.complete || reply.getHeader('connection') !== 'close') return
  if (Number(raw.headers['content-length'] ?? 0) > drainBytes) return
  reply.removeHeader('connection')
  raw.resume()
}

/** Has it been answered, while its body goes on without end? */
function isTooMuch({ request, reply, bytesFrom }: PendingBody, { drainBytes }: SenderLimits): boolean {
  return reply.sent && request.raw.socket.bytesRead - bytesFrom > drainBytes
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isTooSlow(one: PendingBody, limits: SenderLimits, now: number): boolean {
  const { raw } = one.request
  const isUpload = raw.headers['content-type']?.startsWith('multipart/') === true
  if (now - one.since > (isUpload ? limits.uploadMs : limits.bodyMs)) return true
  const { bytesRead } = raw.socket
  const length = now - one.windowSince
  if (length < limits.windowMs) return false
  // While nobody reads, the sender is not the one who waits.
  const reading = raw.readableFlowing === true
  const slow = reading && bytesRead - one.bytesAt < (limits.bytesPerSecond * length) / 1000
  one.windowSince = now
  one.bytesAt = bytesRead
  return slow
}

function endRequest(
  { request, reply }: PendingBody,
  answer: (request: FastifyRequest) => { status: number; body: object },
): void {
  const close = () => setTimeout(() => request.raw.destroy(), closeMs).unref()
  if (reply.sent || reply.raw.headersSent) {
    request.raw.destroy()
    return
  }
  const { status, body } = answer(request)
  const text = JSON.stringify(body)
  // Code that still waits for the body must not answer after this.
  reply.hijack()
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  })
  reply.raw.end(text, close)
}
