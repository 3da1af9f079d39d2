/** Proves what later holders of the goods reported: each from its own code, to which a sealed handover leads. */
import type { SealedProof } from '@timbermark/contract/trace'
import { isCodeOf, type ProvenHandover } from '../proof/custody.ts'
import type { ProvenItem, WalkFault, WalkResult } from '../proof/proven.ts'
import { type FetchGrowth, sizeOf } from './growth.ts'

/** A holder to whom the goods were provably handed over. */
export interface LaterHolder {
  code: string
  /** When custody passed. */
  since: string
  /** What its records prove; null when they could not be fetched. */
  walk: WalkResult | null
}

export interface LaterHolders {
  holders: readonly LaterHolder[]
  faults: readonly { fault: WalkFault; about: string }[]
}

/** Goods change hands less often. */
const mostHolders = 20

/**
 * Fetches the proof of a later holder's code and the proof that its log is the one of the item.
 * @param head the item's head, already verified
 */
export async function fetchContinuing(
  fetchProof: (code: string) => Promise<SealedProof>,
  fetchGrowth: FetchGrowth,
  code: string,
  head: string,
): Promise<SealedProof> {
  const answer = await fetchProof(code)
  const [known, size] = [sizeOf(head), sizeOf(answer.checkpoint)]
  if (!known || !size) return answer
  return { ...answer, consistency: await fetchGrowth(Math.min(known, size), size) }
}

/**
 * Follows the goods from holder to holder.
 * @param stated codes of the later holders as the platform states them; each must be the one that the sealed handover names
 * @param prove fetches and walks the proof of a code; rejects when there is none
 */
export async function proveLaterHolders(
  { handover, pending }: Pick<ProvenItem, 'handover' | 'pending'>,
  stated: readonly string[],
  prove: (code: string) => Promise<WalkResult>,
): Promise<LaterHolders> {
  const holders: LaterHolder[] = []
  const fail = (fault: WalkFault): LaterHolders => ({ holders, faults: [{ fault, about: 'custody' }] })
  let next: ProvenHandover | null = handover
  let waits = pending
  for (let n = 0; n < mostHolders; n++) {
    const code = stated[n]
    if (!next)
      return code === undefined || waits.some(({ of }) => of === 'custody') ? { holders, faults: [] } : fail('binding')
    if (code === undefined) return fail('missing')
    if (!isCodeOf(next, code)) return fail('binding')
    const walk: WalkResult | null = await prove(code).catch(() => null)
    holders.push({ code, since: next.at, walk })
    if (!walk?.item) break
    next = walk.item.handover
    waits = walk.item.pending
  }
  return { holders, faults: [] }
}

/** The result of a check with what became of the goods afterwards: it is proven only if all of it is. */
export function withLaterHolders(result: WalkResult, { holders, faults }: LaterHolders): WalkResult {
  const contradicted = holders.flatMap(({ walk }) => (walk?.outcome === 'suspicious' ? walk.faults : []))
  const isWhole = holders.every(({ walk }) => walk?.outcome === 'proven')
  const items = holders.flatMap(({ walk }) => walk?.item ?? [])
  const recalls = items.flatMap(({ answer }) => answer.recalls)
  const isRecalled = recalls.some(({ lifted }) => !lifted)
  const { item } = result
  return {
    ...result,
    outcome:
      contradicted.length + faults.length > 0
        ? 'suspicious'
        : result.outcome === 'proven' && !isWhole
          ? 'waiting'
          : result.outcome,
    faults: [...result.faults, ...contradicted, ...faults],
    item: item && {
      ...item,
      answer: {
        ...item.answer,
        status: isRecalled ? 'recalled' : item.answer.status,
        recalls: [...item.answer.recalls, ...recalls],
      },
      pending: [...item.pending, ...items.flatMap(({ pending }) => pending)],
    },
  }
}
