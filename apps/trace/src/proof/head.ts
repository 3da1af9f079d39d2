import { type Checkpoint, openCheckpoint, parseVerifierKey, verifyInclusion } from '@timbermark/ledger'
import { findHeadTime, findIndexRoot, parseIndexStatement, statementHash } from '@timbermark/ledger/sealed'
import { parseHashes, sameBytes } from './bytes.ts'
import type { TrustedInput, WalkFault } from './proven.ts'

/** A checkpoint signed by a key of the log. */
export interface Head {
  signed: string
  checkpoint: Checkpoint
  /** Root of the index of subjects. */
  index: Uint8Array
  /** When it was signed, milliseconds since 1970; null for a head from before heads had a time. */
  time: number | null
  verifierKey: string
  /** Index of that key among the known ones. A log that was renamed after a break has a later key. */
  keyIndex: number
}

/** The head, or why it is invalid, with the size it claims when it can be read. */
export type OpenedHead = Head | { fault: WalkFault; size: number | null }

/** Verifies a signed checkpoint with the keys that came with the script; what the answer says about its log is ignored. Never rejects. */
export async function openHead(signed: string, { keys }: Pick<TrustedInput, 'keys'>): Promise<OpenedHead> {
  let size: number | null = null
  let isForged = false
  for (const [keyIndex, verifierKey] of keys.entries()) {
    const { step, checkpoint } = await openCheckpoint(signed, verifierKey)
    size = checkpoint?.size ?? size
    if (step.outcome === 'fail' && step.reason !== 'unknownKey') isForged = true
    if (step.outcome !== 'pass' || !checkpoint) continue
    const index = findIndexRoot(checkpoint.extensions)
    if (!index) return { fault: 'checkpoint', size }
    const time = findHeadTime(checkpoint.extensions)?.getTime() ?? null
    return { signed, checkpoint, index, time, verifierKey, keyIndex }
  }
  if (size === null) return { fault: 'unreadable', size }
  return { fault: isForged ? 'checkpoint' : 'key', size }
}

/**
 * Whether the last entry below the head states the same index and time as the head. Otherwise the log could name a second
 * index for one tree, which neither its consistency nor its witnesses would reveal.
 */
export function isStatedInLog(
  { checkpoint: { size, root }, index, time }: Head,
  statement: { entry: string; path: readonly string[] } | null,
): boolean {
  if (!statement || time === null) return false
  const path = parseHashes(statement.path)
  try {
    const stated = parseIndexStatement(statement.entry)
    return (
      sameBytes(stated.root, index) &&
      stated.at.getTime() === time &&
      !!path &&
      verifyInclusion(size - 1, size, statementHash(statement.entry), path, root)
    )
  } catch {
    return false
  }
}

/** The log name in a verifier key; empty when the key is invalid. */
export function keyName(key: string): string {
  try {
    return parseVerifierKey(key).name
  } catch {
    return ''
  }
}
