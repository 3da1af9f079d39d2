/**
 * Measures the rate of appending leaves to the log on the server, compared with bare SHA-256 over the same leaves in the same
 * run: `node packages/ledger/bench/append.ts`. Appending means leaf hashes, inner nodes, tiles and a signed checkpoint for
 * each group of 1,000 leaves. The aim is at least half the bare rate.
 */
import { hash } from 'node:crypto'
import { canonicalize, emptyEdge, encodeCheckpoint, growTree, rangeRoot } from '../src/index.ts'
import { generateSigner, hashLeaves, hashPairs, sha256, signNote } from '../src/node.ts'

const LEAVES = 20_000
const GROUP = 1000
const ROUNDS = 9

/** A leaf of the size of a stage record. */
function leafText(i: number): string {
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`field${k}`, `value ${k} of record ${i}`]))
  return canonicalize({ type: 'timbermark/record/v1', record: i, values, files: [hash('sha256', String(i))] })
}

const leaves = Array.from({ length: LEAVES }, (_, i) => Buffer.from(leafText(i)))
const signer = generateSigner('bench.example')

const variants: [string, () => void][] = [
  [
    'bare SHA-256, one digest buffer a leaf',
    () => {
      for (const leaf of leaves) hash('sha256', leaf, 'buffer')
    },
  ],
  [
    'bare SHA-256, quickest digest form',
    () => {
      for (const leaf of leaves) hash('sha256', leaf, 'binary')
    },
  ],
  [
    'append to the log, groups of 1,000',
    () => {
      let edge = emptyEdge()
      for (let at = 0; at < LEAVES; at += GROUP) {
        edge = growTree(edge, hashLeaves(leaves.slice(at, at + GROUP)), hashPairs).edge
        const head = {
          origin: signer.key.name,
          size: edge.range.size,
          root: rangeRoot(edge.range, sha256),
          extensions: [],
        }
        signNote(encodeCheckpoint(head), [signer])
      }
    },
  ],
]

// The variants take turns, so that a slow phase of the machine affects all of them.
const times = variants.map((): number[] => [])
for (let round = 0; round <= ROUNDS; round++) {
  for (const [i, [, run]] of variants.entries()) {
    const start = performance.now()
    run()
    if (round > 0) times[i]!.push(performance.now() - start)
  }
}

// The best round is the least disturbed one; the noise shows how much the rounds differ.
const rates = times.map(list => (LEAVES / Math.min(...list)) * 1000)
console.log(
  `${LEAVES} leaves of ${Math.round(leaves.reduce((sum, leaf) => sum + leaf.length, 0) / LEAVES)} bytes, best of ${ROUNDS} rounds`,
)
for (const [i, [name]] of variants.entries()) {
  const noise = (Math.max(...times[i]!) / Math.min(...times[i]!) - 1) * 100
  console.log(
    `${name.padEnd(42)} ${Math.round(rates[i]!).toLocaleString('en').padStart(10)} leaves/s   (noise ${Math.round(noise)}%)`,
  )
}
console.log(
  `append / bare: ${(rates[2]! / rates[0]!).toFixed(2)}, append / quickest bare: ${(rates[2]! / rates[1]!).toFixed(2)} (aim: at least 0.50)`,
)
