import { checkHistory } from '@timbermark/ledger'
import type { Head } from './head.ts'

/**
 * Whether a head continues the heads seen before. Under the same log name, a consistency proof from one of them is needed; a
 * later name continues an earlier one by the break that the log itself declares.
 * @param previous head of an earlier visit, from which the consistency proof was requested
 * @param visitHeads heads of this visit
 */
export async function isContinuation(
  head: Head,
  { previous, visitHeads }: { previous: Head | undefined; visitHeads: readonly Head[] },
  proof: readonly string[] | null,
): Promise<boolean> {
  let isProven = false
  let hasGrown = false
  for (const earlier of [...(previous ? [previous] : []), ...visitHeads]) {
    if (head.keyIndex < earlier.keyIndex) return false
    if (head.keyIndex > earlier.keyIndex) continue
    const verdict = await checkHistory({
      seen: earlier.signed,
      current: head.signed,
      proof: [...(proof ?? [])],
      verifierKey: head.verifierKey,
    })
    if (verdict === 'fork' || verdict === 'older' || verdict === 'unreadable' || verdict === 'otherLog') return false
    if (verdict === 'unproven') hasGrown = true
    else isProven = true
  }
  const isProofExpected = previous?.keyIndex === head.keyIndex || proof !== null
  return isProven || !hasGrown || !isProofExpected
}
