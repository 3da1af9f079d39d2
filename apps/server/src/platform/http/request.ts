import type { Language } from '@timbermark/contract'
import { pickLanguage } from '@timbermark/phrases'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusalOfIssues } from '../refusal.ts'

export function languageOf(request: FastifyRequest): Language {
  return pickLanguage(request.headers['accept-language'])
}

/** IANA name of the caller's time zone from the header `x-time-zone`; UTC when the header is missing or unknown. */
export function timeZoneOf(request: FastifyRequest): string {
  const header = request.headers['x-time-zone']
  if (typeof header !== 'string' || header.length > 64) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: header }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/**
 * Parses a value by its schema.
 * @throws Refusal invalid
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw refusalOfIssues(parsed.error)
  return parsed.data
}
