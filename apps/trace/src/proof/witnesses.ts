import { checkHistory, parseNote, parseWitnessKey, readCosignatures, type VerifierKey } from '@timbermark/ledger'
import { isPlausiblySeen } from '@timbermark/ledger/sealed'
import type { SealedProof } from '@timbermark/contract/trace'
import { type Head, openHead } from './head.ts'
import type { SeenByWitness, TrustedInput } from './proven.ts'

/**
 * The witnesses that saw the log as it leads to this head: those that signed the head, and those that signed an earlier head
 * which it provably extends. Only keys that came with the script count, and only times at which the head can have been seen. Never
 * rejects.
 */
export async function verifyWitnesses(
  head: Head,
  { witnessed }: Pick<SealedProof, 'witnessed'>,
  { keys, witnessKeys = [] }: Pick<TrustedInput, 'keys' | 'witnessKeys'>,
): Promise<SeenByWitness[]> {
  const trusted = parseWitnessKeys(witnessKeys)
  const seen = new Map<string, SeenByWitness>()
  const add = async ({ signed, time: signedAt, checkpoint: { size } }: Head) => {
    for (const { name, time } of await readCosignatures(parseNote(signed), trusted))
      if (!seen.has(name) && isPlausiblySeen(signedAt === null ? null : new Date(signedAt), time))
        seen.set(name, { name, size, at: new Date(time * 1000).toISOString() })
  }
  try {
    await add(head)
    const earlier = witnessed && (await openHead(witnessed.checkpoint, { keys }))
    if (earlier && !('fault' in earlier) && (await isExtended(earlier, head, witnessed.consistency))) await add(earlier)
  } catch {
    // What cannot be read was seen by nobody.
  }
  return [...seen.values()]
}

async function isExtended(earlier: Head, head: Head, proof: readonly string[]): Promise<boolean> {
  const { verifierKey } = head
  const verdict = await checkHistory({ seen: earlier.signed, current: head.signed, proof: [...proof], verifierKey })
  return verdict === 'same' || verdict === 'extends'
}

/** An invalid key is ignored: it proves nothing and contradicts nothing. */
function parseWitnessKeys(keys: readonly string[]): VerifierKey[] {
  return keys.flatMap(key => {
    try {
      return [parseWitnessKey(key)]
    } catch {
      return []
    }
  })
}
