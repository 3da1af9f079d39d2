import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../../platform/services.ts'
import { reportDamage, StoredDamage } from './damage.ts'

/** `cache-control` of files of the log that never change. */
export const immutableCache = 'public, max-age=31536000, immutable'

/** Lets scripts of any page read the log's files. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('Not found\n')
}

/** Error handler of the log's files: monitors must neither get nor cache bytes that nobody signed. */
export const sendDamaged =
  (services: Pick<Services, 'log' | 'alarms'>) =>
  (error: Error, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof StoredDamage)) throw error
    reportDamage(services, error)
    return allowAnyOrigin(reply).code(503).header('cache-control', 'no-store').type('text/plain').send('Damaged\n')
  }
