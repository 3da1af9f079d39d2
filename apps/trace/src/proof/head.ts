import { type Checkpoint, openCheckpoint, parseNote, parseWitnessKey, readCosignatures } from '@timbermark/ledger'
import { findIndexRoot } from '@timbermark/ledger/sealed'
import type { Known, WalkFault } from './proven.ts'

/** A checkpoint that a key of the log signed. */
export interface Head {
  signed: string
  checkpoint: Checkpoint
  /** Root of the index of subjects. */
  index: Uint8Array
  verifierKey: string
  /** Place of that key among those that are known: the log has gone on under a later one since. */
  age: number
  /** Names of those who signed it too, by keys that are known. */
  witnesses: readonly string[]
}

/** The head, or why it is none, with the leaves that it speaks of when it can be read. */
export type OpenedHead = Head | { fault: WalkFault; size: number | null }

/** Opens a signed checkpoint by the keys that came with the script, whatever the answer says of its log. Never rejects. */
export async function openHead(
  signed: string,
  { keys, witnessKeys = [] }: Pick<Known, 'keys' | 'witnessKeys'>,
): Promise<OpenedHead> {
  let size: number | null = null
  let forged = false
  for (const [age, verifierKey] of keys.entries()) {
    const { step, checkpoint } = await openCheckpoint(signed, verifierKey)
    size = checkpoint?.size ?? size
    if (step.outcome === 'fail' && step.reason !== 'unknownKey') forged = true
    if (step.outcome !== 'pass' || !checkpoint) continue
    const index = findIndexRoot(checkpoint.extensions)
    if (!index) return { fault: 'checkpoint', size }
    return { signed, checkpoint, index, verifierKey, age, witnesses: await witnessesOf(signed, witnessKeys) }
  }
  if (size === null) return { fault: 'unreadable', size }
  return { fault: forged ? 'checkpoint' : 'key', size }
}

/** A key that is no witness's is nobody's word, and speaks against nothing. */
async function witnessesOf(signed: string, keys: readonly string[]): Promise<string[]> {
  const witnesses = keys.flatMap(key => {
    try {
      return [parseWitnessKey(key)]
    } catch {
      return []
    }
  })
  return (await readCosignatures(parseNote(signed), witnesses)).map(({ name }) => name)
}
