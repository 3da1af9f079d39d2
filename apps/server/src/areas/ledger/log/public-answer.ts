import type { FastifyReply } from 'fastify'

/** How long others may keep a file of the log that never changes. */
export const forEver = 'public, max-age=31536000, immutable'

/** The log's files may be read by scripts of any page. */
export function open(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

export function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('Not found\n')
}
