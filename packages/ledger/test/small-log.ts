/** A small signed log of wood records with its proofs, for tests of the reader's checks. */
import { stageKeys } from '@timbermark/contract/stage-keys'
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

/** One statement for each of the 18 stages, then a correction of the second one. */
export const STATEMENTS: Statement[] = [...stageKeys, 'felling'].map((stage, i) => ({
  type: 'timbermark/record/v1',
  code: `TEST-CODE-${String(i % stageKeys.length).padStart(4, '0')}`,
  stage,
  tenant: i < 9 ? 'Forest test company' : 'Mill test company',
  version: i < stageKeys.length ? 1 : 2,
  recordedAt: `2026-03-${String(i + 1).padStart(2, '0')}T08:00:00.000Z`,
  values: { volume: `${i + 1}.250`, species: 'Aucoumea klaineana' },
  files: [toHex(leafHash(new Uint8Array([i])))],
}))

/** The server's checkpoints have an extension line, so every test uses one too. */
const extensions = ['timbermark/requests 184']

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

export interface SmallLog {
  signer: Signer
  verifierKey: string
  leaves: string[]
  /** Signed checkpoint of the first `size` leaves. */
  checkpointAt(size?: number): string
  /** The server's answer about leaf `index` in the tree of `size` leaves. */
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

/** Leaf hash of a statement, hexadecimal, as the server recomputes it from a database row with this content. */
export function hashOf(statement: unknown): string {
  return toHex(leafHash(bytes(canonicalize(statement))))
}
