/** A small log of wood records, signed and provable, for tests of what a reader checks. */
import {
  canonicalize,
  encodeCheckpoint,
  encodeVerifierKey,
  leafHash,
  type RecordProof,
  toBase64,
  toHex,
} from '../src/index.ts'
import { generateSigner, type Signer, signNote } from '../src/node.ts'
import { slowPath, slowProof, slowRoot } from './reference.ts'

export interface Statement {
  type: string
  code: string
  stage: string
  tenant: string
  version: number
  recordedAt: string
  values: { volume: string; species: string }
  files: string[]
}

const STAGES = [
  'forestSurvey',
  'felling',
  'forestInspection',
  'rawMaterialPurchase',
  'processing',
  'factoryEntry',
  'factoryExit',
  'dockInspection',
  'packing',
  'dockEntry',
  'dockExit',
  'exportCustoms',
  'seaShipping',
  'importCustoms',
  'endTransport',
  'secondaryProcessing',
  'productInformation',
  'productSales',
]

/** One statement for each of the 18 stages, with a correction of the second one at the end. */
export const STATEMENTS: Statement[] = [...STAGES, 'felling'].map((stage, i) => ({
  type: 'timbermark/record/v1',
  code: `TEST-CODE-${String(i % STAGES.length).padStart(4, '0')}`,
  stage,
  tenant: i < 9 ? 'Forest test company' : 'Mill test company',
  version: i < STAGES.length ? 1 : 2,
  recordedAt: `2026-03-${String(i + 1).padStart(2, '0')}T08:00:00.000Z`,
  values: { volume: `${i + 1}.250`, species: 'Aucoumea klaineana' },
  files: [toHex(leafHash(new Uint8Array([i])))],
}))

/** As the server's checkpoints have one, so that every check of the tests meets an extension line. */
const extensions = ['timbermark/requests 184']

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

export interface SmallLog {
  signer: Signer
  verifierKey: string
  leaves: string[]
  /** Signed checkpoint of the first `size` leaves. */
  checkpointAt(size?: number): string
  /** What the server answers of leaf `index` in the tree of `size` leaves. */
  recordAt(index: number, size?: number): RecordProof
  /** Consistency proof in base64. */
  proofBetween(size1: number, size2: number): string[]
}

/** A log over these statements; another signer makes another log over the same leaves. */
export function makeLog(
  statements: Statement[] = STATEMENTS,
  signer: Signer = generateSigner('ledger.example/timber'),
  origin: string = signer.key.name,
): SmallLog {
  const leaves = statements.map(canonicalize)
  const entries = leaves.map(bytes)
  return {
    signer,
    verifierKey: encodeVerifierKey(signer.key),
    leaves,
    checkpointAt: (size = leaves.length) =>
      signNote(encodeCheckpoint({ origin, size, root: slowRoot(entries.slice(0, size)), extensions }), [signer]),
    recordAt: (index, size = leaves.length) => {
      const hash = toHex(leafHash(entries[index]!))
      const path = slowPath(index, entries.slice(0, size)).map(toBase64)
      return {
        state: 'logged',
        leaf: leaves[index]!,
        index,
        path,
        traceHash: hash,
        databaseHash: hash,
        compliant: true,
      }
    },
    proofBetween: (size1, size2) => slowProof(size1, entries.slice(0, size2)).map(toBase64),
  }
}

/** Leaf hash of a statement in hexadecimal: what the server recomputes from a row that says this. */
export function hashOf(statement: unknown): string {
  return toHex(leafHash(bytes(canonicalize(statement))))
}
