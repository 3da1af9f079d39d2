import { checkHistory } from '@timbermark/ledger'
import type { Head } from './head.ts'

/**
 * Is a head a continuation of those that were seen before? Of the same name of the log its growth has to be proven from one
 * of them; under a later name the log's own declared break is what leads over.
 * @param before heads that the reader has seen, whether in an earlier visit or in this one
 * @param asked whether the proof of its growth was asked for
 */
export async function continues(
  head: Head,
  before: readonly Head[],
  proof: readonly string[] | null,
  asked: boolean,
): Promise<boolean> {
  let proven = false
  let grown = false
  for (const seen of before) {
    if (head.age < seen.age) return false
    if (head.age > seen.age) continue
    const verdict = await checkHistory({
      seen: seen.signed,
      current: head.signed,
      proof: [...(proof ?? [])],
      verifierKey: head.verifierKey,
    })
    if (verdict === 'fork' || verdict === 'older' || verdict === 'unreadable') return false
    if (verdict === 'unproven') grown = true
    else proven = true
  }
  return proven || !grown || !(asked || proof !== null)
}
