import { checkHistory } from '@timbermark/ledger'
import type { Head } from './head.ts'

/**
 * Is a head a continuation of those that were seen before? Of the same name of the log its growth has to be proven from one
 * of them; under a later name the log's own declared break is what leads over.
 * @param seen head of an earlier visit, since which the proof of its growth was asked for
 * @param visit heads of this visit
 */
export async function continues(
  head: Head,
  { seen, visit }: { seen: Head | undefined; visit: readonly Head[] },
  proof: readonly string[] | null,
): Promise<boolean> {
  let proven = false
  let grown = false
  for (const before of [...(seen ? [seen] : []), ...visit]) {
    if (head.age < before.age) return false
    if (head.age > before.age) continue
    const verdict = await checkHistory({
      seen: before.signed,
      current: head.signed,
      proof: [...(proof ?? [])],
      verifierKey: head.verifierKey,
    })
    if (verdict === 'fork' || verdict === 'older' || verdict === 'unreadable') return false
    if (verdict === 'unproven') grown = true
    else proven = true
  }
  const asked = seen?.age === head.age || proof !== null
  return proven || !grown || !asked
}
