import { verifyEd25519Purely, verifyVrf, verifyWithWebCrypto } from '@timbermark/ledger'
import { checkPartialChain, toBase64Url, verifyIndex } from '@timbermark/ledger/sealed'
import { pause } from './pause.ts'
import { bytesOf, makeSampleProof, sampleInput, samplePoint } from './sample-proof.ts'
import type { WalkResult } from './proven.ts'
import { rehearseWalk } from './walk.ts'

/** After this many rounds a browser has compiled all that it is going to compile. */
const maxRounds = 3

/** The parts of a check; their results are discarded. */
const parts: readonly (() => unknown)[] = [
  walkSampleProof,
  async () => {
    // A public key, a message and an invalid signature: verifying it takes as much work as a valid one.
    const point = samplePoint
    const signature = new Uint8Array(64)
    signature.set(point)
    signature[32] = 1
    // WebCrypto starts a thread of its own; without WebCrypto support the script verifies.
    if ((await verifyWithWebCrypto(point, point, signature)) === 'unsupported')
      verifyEd25519Purely(point, point, signature)
  },
  () => {
    // An invalid proof of a number, which takes as much work as a valid one.
    const proof = new Uint8Array(80).fill(7, 0, 79)
    proof.set(samplePoint)
    verifyVrf(samplePoint, samplePoint, proof)
  },
  () => {
    const [subject, siblings] = [bytesOf(1), Array.from({ length: 20 }, (_, n) => bytesOf(n))]
    verifyIndex(subject, { siblings, end: { subject, seq: 1, hash: subject } }, subject)
    const name = toBase64Url(subject)
    const entry = `{"content":"${name}","previous":null,"seq":1,"subject":"${name}","type":"timbermark/entry@2"}`
    const { opened, closed } = makeSampleProof().contents[0]!
    checkPartialChain(subject, [{ entry, opened, closed }], () => true)
  },
]

/** Rehearses the walk over the sample proof, which has no fault. */
export async function walkSampleProof(): Promise<Pick<WalkResult, 'faults' | 'item'>> {
  return rehearseWalk(makeSampleProof(), sampleInput)
}

/**
 * Warms up the browser while the first proof is being fetched. A first walk takes several times as long as a later one, because
 * the browser compiles each function at its first call, and for most readers every visit is the first. So the code runs over a
 * sample proof beforehand; its result is discarded. Pauses before each part. Never rejects.
 * @param isDone called before each part: has the proof arrived?
 */
export async function warmUp(isDone: () => boolean): Promise<void> {
  for (let round = 0; round < maxRounds * parts.length; round++) {
    await pause()
    if (isDone()) return
    try {
      await parts[round % parts.length]!()
    } catch {
      // A real problem will show in the walk of the real proof.
      return
    }
  }
}
