import { fromHex, verifyEd25519Purely, verifyWithWebCrypto } from '@timbermark/ledger'
import { checkPartialChain, toBase64Url, verifyIndex } from '@timbermark/ledger/sealed'
import { pause } from './pause.ts'
import { bytesOf, makeSpecimen, specimenReader } from './specimen.ts'
import type { Walk } from './proven.ts'
import { walk } from './walk.ts'

/** After so many rounds a browser has compiled what it is going to. */
const mostRounds = 3

/** The parts of a check; what comes of them is nobody's. */
const parts: readonly (() => unknown)[] = [
  walkSpecimen,
  async () => {
    // A point of the curve, a message and what is no signature of it: the work is that of a good one.
    const point = fromHex('58'.padEnd(64, '66'))
    const none = new Uint8Array(64)
    none.set(point)
    none[32] = 1
    // With a thread of its own to start; where there is none, the work is the script's.
    if ((await verifyWithWebCrypto(point, point, none)) === 'unsupported') verifyEd25519Purely(point, point, none)
  },
  () => {
    const [subject, siblings] = [bytesOf(1), Array.from({ length: 20 }, (_, n) => bytesOf(n))]
    verifyIndex(subject, { siblings, end: { subject, seq: 1, hash: subject } }, subject)
    const name = toBase64Url(subject)
    const entry = `{"content":"${name}","previous":null,"seq":1,"subject":"${name}","type":"timbermark/entry@2"}`
    const { opened, closed } = makeSpecimen().contents[0]!
    checkPartialChain(subject, [{ entry, opened, closed }], () => true)
  },
]

/** Walks a proof that is nobody's; tells how it came out. */
export async function walkSpecimen(): Promise<Walk> {
  return walk([makeSpecimen()], specimenReader)
}

/**
 * Makes a browser ready for a proof that is on its way. Who goes the way through a proof for the first time takes several
 * times as long as who has gone it before, because all of it is compiled as it is met, and every reader comes for the first
 * time. So it is gone beforehand over a proof that is nobody's; what comes of that is told to nobody and kept nowhere. Lets others
 * go first before each part. Never rejects.
 * @param enough asked before each part: has the proof come?
 */
export async function rehearse(enough: () => boolean): Promise<void> {
  for (let done = 0; done < mostRounds * parts.length; done++) {
    await pause()
    if (enough()) return
    try {
      await parts[done % parts.length]!()
    } catch {
      // What the reader's own proof comes to is told by the reader's own walk.
      return
    }
  }
}
