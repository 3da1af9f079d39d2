import type { Client } from '@timbermark/client'
import { type Listed, type Transition, transitionPath } from '@timbermark/contract'
import type { ReasonInput, Outcomes } from '@timbermark/contract/transition-calls'
import type { Row } from '../types.ts'

/**
 * Makes a transition of rows, with the versions that were read. For a bulk transition a single record is sent the same
 * way, so that both answers look alike.
 * @returns the outcome of each row, or undefined when the call's answer is about the only one
 */
export async function moveRows(
  client: Client,
  entity: Listed,
  { verb, bulk, seen }: Transition,
  rows: readonly Row[],
  why: ReasonInput = {},
): Promise<Outcomes | undefined> {
  const versionOf = (row: Row) => (seen === undefined ? undefined : row[seen])
  if (bulk)
    return client.put<Outcomes>(transitionPath(entity, verb), {
      ids: rows.map(row => row.id),
      ...(seen !== undefined && { seen: rows.map(versionOf) }),
      ...why,
    })
  for (const row of rows)
    await client.put(transitionPath(entity, verb, row.id), {
      ...why,
      ...(seen !== undefined && { seen: versionOf(row) }),
    })
  return undefined
}
