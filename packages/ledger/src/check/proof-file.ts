import { leafHash } from '../merkle/hash.ts'
import { verifyInclusion } from '../merkle/verify.ts'
import { parseProofFile } from '../proof-file.ts'
import { openCheckpoint } from './checkpoint.ts'

/**
 * Checks a `.tlog-proof` file (C2SP tlog-proof) for an entry, offline: `match` when the log signed a checkpoint that includes
 * the entry, `mismatch` when the file does not prove that, `unknown` when it cannot be parsed. Never rejects.
 * @param entry bytes of the entry, as they were hashed
 * @param text content of the file
 * @param verifierKey `name+id+base64`
 * @param origin name of the log, by default the name of the key
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
