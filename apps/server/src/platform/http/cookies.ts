import type { FastifyRequest } from 'fastify'

/** The value of a cookie as it was sent; undefined when the request has none of this name. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
