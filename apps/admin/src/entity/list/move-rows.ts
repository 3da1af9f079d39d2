import type { Client } from '@timbermark/client'
import { type Listed, type Transition, transitionPath } from '@timbermark/contract'
import type { ReasonInput, Outcomes, TransitionAnswer } from '@timbermark/contract/transition-calls'
import type { Row } from '../types.ts'

/**
 * Makes a transition of rows, with the versions that were read. For a bulk transition a single record is sent the same
 * way, so that both answers look alike.
 * @returns the outcome of each row, or the answer about the only one
 */
export async function moveRows(
  client: Client,
  entity: Listed,
  { verb, bulk, seen }: Transition,
  rows: readonly Row[],
  why: ReasonInput = {},
): Promise<{ outcomes?: Outcomes; answer?: TransitionAnswer }> {
  const versionOf = (row: Row) => (seen === undefined ? undefined : row[seen])
  if (bulk) {
    const outcomes = await client.put<Outcomes>(transitionPath(entity, verb), {
      ids: rows.map(row => row.id),
      ...(seen !== undefined && { seen: rows.map(versionOf) }),
      ...why,
    })
    return { outcomes }
  }
  let answer: TransitionAnswer | undefined
  for (const row of rows)
    answer = await client.put<TransitionAnswer>(transitionPath(entity, verb, row.id), {
      ...why,
      ...(seen !== undefined && { seen: versionOf(row) }),
    })
  return answer ? { answer } : {}
}
