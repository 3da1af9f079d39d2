import { recordsQuery } from '@timbermark/contract/calls'
import type { z } from 'zod'
import type { PageRequest } from './current-records.ts'

/** Records that a page has unless the reader asks for more or fewer. */
const defaultLimit = 20

export function toPageRequest({ stage, after, limit }: z.output<typeof recordsQuery>): PageRequest {
  return { stage, after: after === undefined ? null : Number(after), limit: limit ?? defaultLimit }
}

/** What the address of the page asks for (`?stage=felling&after=17`); nonsense asks for nothing. */
export function parsePageRequest(query: unknown): PageRequest | undefined {
  const { stage, after } = query as Record<string, unknown>
  const parsed = recordsQuery.safeParse({ stage, ...(after === undefined ? {} : { after }) })
  return parsed.success ? toPageRequest(parsed.data) : undefined
}
