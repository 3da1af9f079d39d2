import type { Client } from '@timbermark/client'
import { type Listed, type Transition, transitionPath } from '@timbermark/contract'
import type { GivenReason, Outcomes } from '@timbermark/contract/transition-calls'

/**
 * Makes a transition. Where it is declared for many, one record is sent the same way, so that both are told alike.
 * @returns what became of each, or undefined when the call answers for the only one.
 */
export async function moveRows(
  client: Client,
  entity: Listed,
  { verb, bulk }: Transition,
  ids: readonly number[],
  why: GivenReason = {},
): Promise<Outcomes | undefined> {
  if (bulk) return client.put<Outcomes>(transitionPath(entity, verb), { ids, ...why })
  for (const id of ids) await client.put(transitionPath(entity, verb, id), why)
  return undefined
}
