import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseRefusal } from '../database/database-refusal.ts'
import { Refusal } from '../refusal.ts'
import { refusalBody } from '../refusal-body.ts'
import type { Services } from '../services.ts'
import { troubleOf } from '../unavailable.ts'
import type { RouteSpec } from './route.ts'
import { languageOf } from './request.ts'

/** After this many seconds, a call that failed by the system's fault may be tried again. */
export const retrySeconds = 2

/**
 * Sends the coded answer of a refusal. Any other error is logged and answered as "unknown system error". An error that
 * is the system's fault is a 503 with the advice to try again.
 */
export function answerError(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { labels, refusedByStatus }: Pick<RouteSpec, 'labels' | 'refusedByStatus'> = {},
): FastifyReply {
  const language = languageOf(request)
  removeFileHeaders(reply)
  const refusal = refusalOf(error)
  if (refusal) {
    if (refusal.key === 'auth.wait' || refusal.key === 'tooMany' || refusal.key === 'tooFast')
      reply.header('retry-after', String(refusal.params.seconds ?? 1))
    const body = refusalBody(language, refusal, request.id, labels)
    return reply.code(refusedByStatus ? body.code : 200).send(body)
  }
  const trouble = troubleOf(error)
  services.log.error({ err: error, request: request.id, url: request.url.split('?')[0] }, 'request failed')
  if (!trouble) return reply.code(500).send(refusalBody(language, new Refusal('unknown'), request.id))
  if (trouble.alarm) services.alarms.raise(trouble.alarm, { place: trouble.place })
  return sendUnavailable(request, reply)
}

/** Headers of a file answer. */
const fileHeaders = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
]

/**
 * Removes the headers of a file whose first byte could not be read: a browser would cache the refusal for as long as
 * the file.
 */
function removeFileHeaders(reply: FastifyReply): void {
  if (!reply.hasHeader('content-disposition')) return
  for (const header of fileHeaders) {
    reply.removeHeader(header)
    reply.raw.removeHeader(header)
  }
}

/** The refusal that an error means, whether it comes from a rule, from reading the request, or from the database. */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : (transportRefusal(error) ?? databaseRefusal(error))
}

/** The system is at fault, not the caller; the caller may soon try again. */
export function sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(retrySeconds))
    .send(refusalBody(languageOf(request), new Refusal('unavailable'), request.id))
}

function transportRefusal(error: unknown): Refusal | undefined {
  const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('bodyTooLarge')
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  )
    return new Refusal('bodyNotJson')
  if (error instanceof SyntaxError && statusCode === 400) return new Refusal('bodyNotJson')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'FST_ERR_VALIDATION') return new Refusal('invalid')
  return undefined
}
