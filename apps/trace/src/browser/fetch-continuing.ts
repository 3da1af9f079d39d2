import type { SealedProof } from '@timbermark/contract/trace'
import { type FetchGrowth, sizeOf } from './growth.ts'

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
