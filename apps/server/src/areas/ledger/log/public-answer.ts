import type { FastifyReply } from 'fastify'

/** `cache-control` of files of the log that never change. */
export const immutableCache = 'public, max-age=31536000, immutable'

/** Lets scripts of any page read the log's files. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('Not found\n')
}
