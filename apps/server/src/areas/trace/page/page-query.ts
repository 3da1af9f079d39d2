import { recordsQuery } from '@timbermark/contract/calls'
import type { z } from 'zod'
import type { PageAsk } from './load.ts'

/** Records that a page has unless the reader asks for more or fewer. */
const usual = 20

export function pageAskOf({ stage, after, limit }: z.output<typeof recordsQuery>): PageAsk {
  return { stage, after: after === undefined ? null : Number(after), limit: limit ?? usual }
}

/** What the address of the page asks for (`?stage=felling&after=17`); nonsense asks for nothing. */
export function readPageAsk(query: unknown): PageAsk | undefined {
  const { stage, after } = query as Record<string, unknown>
  const read = recordsQuery.safeParse({ stage, ...(after === undefined ? {} : { after }) })
  return read.success ? pageAskOf(read.data) : undefined
}
