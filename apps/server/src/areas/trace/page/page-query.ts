import { recordsQuery } from '@timbermark/contract/calls'
import type { z } from 'zod'
import type { PageRequest } from './current-records.ts'

/** Records per page without a `limit`. */
const defaultLimit = 20

export function toPageRequest({ stage, after, limit }: z.output<typeof recordsQuery>): PageRequest {
  return { stage, after: after === undefined ? null : Number(after), limit: limit ?? defaultLimit }
}

/** Parses the page's address (`?stage=felling&after=17`); undefined for invalid values. */
export function parsePageRequest(query: unknown): PageRequest | undefined {
  const { stage, after } = query as Record<string, unknown>
  const parsed = recordsQuery.safeParse({ stage, ...(after === undefined ? {} : { after }) })
  return parsed.success ? toPageRequest(parsed.data) : undefined
}
