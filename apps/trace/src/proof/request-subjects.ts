import type { SealedProof } from '@timbermark/contract/trace'
import {
  fromBase64Url,
  parseRequestKey,
  plainRequestSubject,
  type RequestKey,
  requestText,
  verifyRequestSubject,
} from '@timbermark/ledger/sealed'
import { pause } from './pause.ts'

/** What the answers and the request key say of requests. */
export interface RequestSubjects {
  /** The only subject that a request can have; undefined when the answers do not prove it. @throws RangeError for an impossible number */
  of(number: number): Uint8Array | undefined
  /** Whether the log began with the key, so that nothing in it is older than the key. */
  beganWithKey: boolean
}

/** Parts of a visit repeat the same proofs: what was verified once is found again by its texts. */
const known = new Map<string, Uint8Array | null>()
const maxKnown = 100

/**
 * Verifies the proofs that subjects of requests follow from their numbers. Where a number has several, each must be valid. Each takes
 * some milliseconds, so the page gets a turn before it.
 * @param requestKey that came with the script @throws FormatError when it is invalid
 */
export async function verifyRequestSubjects(
  answers: readonly { requests?: SealedProof['requests'] | undefined }[],
  requestKey: string,
): Promise<RequestSubjects> {
  const key = parseRequestKey(requestKey)
  const subjects = new Map<number, Uint8Array | null>()
  for (const { number, proof } of answers.flatMap(({ requests }) => requests ?? [])) {
    const name = `${requestKey} ${number} ${proof}`
    if (!known.has(name)) {
      await pause()
      if (known.size >= maxKnown) known.clear()
      known.set(name, verify(key, number, proof))
    }
    subjects.set(number, subjects.get(number) === null ? null : (known.get(name) ?? null))
  }
  return {
    of(number) {
      // Throws for what cannot be a number of a request.
      requestText(number)
      return (number < key.from ? plainRequestSubject(number) : subjects.get(number)) ?? undefined
    },
    beganWithKey: key.from === 1,
  }
}

function verify(key: RequestKey, number: number, proof: string): Uint8Array | null {
  try {
    return verifyRequestSubject(key, number, fromBase64Url(proof))
  } catch {
    // Not base64url, or no number of a request.
    return null
  }
}
