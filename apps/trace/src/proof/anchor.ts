import type { SealedAnchor } from '@timbermark/contract/trace'
import { fromBase64, verifyConsistency } from '@timbermark/ledger'
import { parseHashes } from './bytes.ts'
import type { Head } from './head.ts'
import { count, listOf, matching, members, moment, nullOr, type Shape, text } from './shape.ts'

const address = matching(/^0x[0-9a-f]{40}$/)
const hash = matching(/^0x[0-9a-f]{64}$/)

const shape: Shape<SealedAnchor> = members({
  chainId: count,
  contract: address,
  sender: address,
  transaction: hash,
  block: count,
  blockHash: hash,
  time: moment,
  size: count,
  root: text,
  consistency: listOf(text),
  explorer: nullOr(matching(/^https?:\/\/[^\s"'<>]{1,300}$/)),
}) as Shape<SealedAnchor>

/**
 * The anchor that comes with an answer, if the head provably extends what it names. That the chain has it is the platform's
 * statement: a browser does not follow the chain. An anchor of another form, or that the head does not extend, is none; it changes
 * no outcome. Never rejects.
 */
export function verifyAnchor(head: Head, value: unknown): SealedAnchor | null {
  if (!shape(value)) return null
  const { size, root } = head.checkpoint
  try {
    const path = parseHashes(value.consistency)
    return path && verifyConsistency(value.size, size, fromBase64(value.root), root, path) ? value : null
  } catch {
    return null
  }
}
