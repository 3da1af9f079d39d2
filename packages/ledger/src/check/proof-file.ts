import { leafHash } from '../merkle/hash.ts'
import { verifyInclusion } from '../merkle/verify.ts'
import { parseProofFile } from '../proof-file.ts'
import { openCheckpoint } from './checkpoint.ts'

/**
 * Checks a `.tlog-proof` file for a leaf entry, offline: `match` when the log signed a checkpoint that includes the entry,
 * `mismatch` when the file says otherwise, `unknown` when it cannot be read. Never rejects.
 */
export async function checkProofFile(
  entry: Uint8Array,
  text: string,
  verifierKey: string,
  origin?: string,
): Promise<'match' | 'mismatch' | 'unknown'> {
  try {
    const { index, path, checkpoint } = parseProofFile(text)
    const opened = await openCheckpoint(checkpoint, verifierKey, origin)
    if (opened.step.outcome === 'unreadable' || !opened.checkpoint) return 'unknown'
    const { size, root } = opened.checkpoint
    const included = verifyInclusion(index, size, leafHash(entry), path, root)
    return included && opened.step.outcome === 'pass' ? 'match' : 'mismatch'
  } catch {
    return 'unknown'
  }
}
