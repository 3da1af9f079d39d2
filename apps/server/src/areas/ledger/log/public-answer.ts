import type { FastifyReply } from 'fastify'
import type { Services } from '../../../platform/services.ts'
import type { TilesDamaged } from './tile-trees.ts'

/** `cache-control` of files of the log that never change. */
export const immutableCache = 'public, max-age=31536000, immutable'

/** Lets scripts of any page read the log's files. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('Not found\n')
}

/** Readers and monitors must neither get nor cache what follows from tiles that nobody signed. */
export function sendDamaged(
  { log, alarms }: Pick<Services, 'log' | 'alarms'>,
  reply: FastifyReply,
  error: TilesDamaged,
): FastifyReply {
  log.fatal(error.message)
  alarms.raise('ledgerFaults', { found: 1 })
  return allowAnyOrigin(reply).code(503).header('cache-control', 'no-store').type('text/plain').send('Damaged\n')
}
