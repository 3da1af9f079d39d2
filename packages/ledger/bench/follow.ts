/**
 * Measures the rate at which a monitor reads a log of 200,000 sealed entries over 50,000 subjects, compared with bare SHA-256
 * over the same bytes in the same run: `node packages/ledger/bench/follow.ts`. Following means everything that a monitor does
 * for each entry: form, number, hash of the previous entry, tree, tiles, index. The aim is 20,000 entries a second on one core.
 */
import { hash } from 'node:crypto'
import {
  encodeVerifierKey,
  encodeBundle,
  encodeCheckpoint,
  emptyEdge,
  growTree,
  leafHash,
  rangeRoot,
} from '../src/index.ts'
import { followLog, LogHistory, SubjectIndex } from '../src/monitor.ts'
import { generateSigner, hashLeaves, hashPairs, sha256, signNote } from '../src/node.ts'
import { encodeEntry, encodeIndexLine } from '../src/sealed.ts'

const ENTRIES = 200_000
const SUBJECTS = 50_000
const ROUNDS = 3

const signer = generateSigner('bench.example')
const subjects = new SubjectIndex(sha256)
const entries: Uint8Array[] = []
for (let n = 0; n < ENTRIES; n++) {
  const subject = sha256(Buffer.from(`subject ${(n * 7919) % SUBJECTS}`))
  const before = subjects.newest(subject)
  const previous = before ? new Uint8Array(before.hash) : null
  const entry = { subject, seq: (before?.seq ?? 0) + 1, previous, content: sha256(Buffer.from(`content ${n}`)) }
  const text = new Uint8Array(Buffer.from(encodeEntry(entry)))
  subjects.enter({ ...entry, hash: leafHash(text, sha256) })
  entries.push(text)
}
const bundles = Array.from({ length: Math.ceil(ENTRIES / 256) }, (_, n) =>
  encodeBundle(entries.slice(n * 256, n * 256 + 256)),
)
const { range } = growTree(emptyEdge(), hashLeaves(entries), hashPairs).edge
const extensions = [encodeIndexLine(subjects.root())]
const head = { origin: signer.key.name, size: ENTRIES, root: rangeRoot(range, sha256), extensions }
const checkpoint = signNote(encodeCheckpoint(head), [signer])
const hashing = { hash: sha256, pairs: hashPairs }

async function follow(): Promise<void> {
  const { findings } = await followLog({
    files: {
      checkpoint: async () => checkpoint,
      breaks: async () => null,
      bundle: async index => bundles[index]!,
      tiles: () => Promise.reject(new Error('no tile should be requested')),
    },
    known: { keys: [encodeVerifierKey(signer.key)], head: null, history: new LogHistory(hashing) },
    hashing,
  })
  if (findings.length > 0) throw new Error(findings[0]!.text)
}

const variants: [string, () => void | Promise<void>][] = [
  [
    'bare SHA-256',
    () => {
      for (const entry of entries) hash('sha256', entry, 'buffer')
    },
  ],
  ['following', follow],
]
const best = variants.map(() => Number.POSITIVE_INFINITY)
for (let round = 0; round < ROUNDS; round++)
  for (const [n, [, run]] of variants.entries()) {
    const start = performance.now()
    await run()
    best[n] = Math.min(best[n]!, performance.now() - start)
  }

const size = Math.round(entries.reduce((sum, entry) => sum + entry.length, 0) / ENTRIES)
console.log(`${ENTRIES} entries of ${size} bytes over ${SUBJECTS} subjects, best of ${ROUNDS} rounds`)
for (const [n, [name]] of variants.entries())
  console.log(
    `${name.padEnd(14)} ${Math.round((ENTRIES / best[n]!) * 1000)
      .toLocaleString('en')
      .padStart(10)} entries/s`,
  )
console.log(`following / bare: ${(best[0]! / best[1]!).toFixed(3)} (aim: 20,000 entries/s)`)
