import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends an answer that is the same for everybody who uses one language, so that browsers, apps and shared caches may
 * store it and ask by its tag whether it has changed (RFC 9110, sections 8.8.3 and 13.1.2).
 */
export function sendCached(request: FastifyRequest, reply: FastifyReply, body: object, seconds: number): FastifyReply {
  reply.header('vary', 'accept-language')
  return sendCachedText(request, reply.type('application/json; charset=utf-8'), JSON.stringify(body), seconds)
}

/** The same for a text whose type and `vary` header are set. */
export function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  seconds: number,
): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('cache-control', `public, max-age=${seconds}`).header('etag', tag)
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.removeHeader('content-type').code(304).send()
  return reply.send(text)
}

/** Weak tags match too: a cache that compresses the answer weakens its tag. */
function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined || header.length > 1000) return false
  return header.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}
