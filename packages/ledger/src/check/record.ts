import { equalBytes, fromBase64, isWellFormed, toHex, utf8 } from '../bytes.ts'
import { type Json, parseCanonical } from '../canonical.ts'
import { leafHash } from '../merkle/hash.ts'
import { rootFromInclusion } from '../merkle/verify.ts'
import { type CheckpointReason, isOpened, type OpenedCheckpoint, openCheckpoint, type Step } from './checkpoint.ts'
import { differences } from './expected.ts'

/** What is checked of a record: the part of the trace page's proof record that can be recomputed. */
export interface RecordProof {
  /** `queued` records wait for the log and have no index yet. */
  state: 'logged' | 'queued'
  /** Leaf entry: canonical JSON, exactly the text whose bytes were hashed. */
  leaf: string
  index: number | null
  /** Inclusion path, leaf upward, base64. */
  path: string[]
  /** Leaf hash in the log, hexadecimal. */
  traceHash: string
  /** Leaf hash recomputed by the server from today's database row, hexadecimal. */
  databaseHash: string
  /** The server's own opinion. */
  compliant: boolean
}

export interface RecordCheckOptions {
  /** Signed checkpoint, or one that was opened before: its signature needs only one check for all records of a page. */
  checkpoint: string | OpenedCheckpoint
  /** Verifier key of the log, `name+id+base64`. */
  verifierKey: string
  /** Origin that the checkpoint must name; by default the name of the key. */
  origin?: string
  /**
   * What the page shows of this record, as far as the leaf must say the same: code, stage, tenant, version, values. Without
   * it a good proof of another record would pass for this one's.
   */
  expected?: { [member: string]: unknown }
}

/** The steps of the check, in the order in which they build on each other. */
export interface RecordSteps {
  /** The leaf is canonical JSON of an object. */
  leaf: Step<'badLeaf' | 'notCanonical' | 'notObject'>
  /** The leaf says what is expected; `places` names the members that differ. */
  expected: Step<'differs' | 'badExpected'>
  /** The hash of the leaf is the trace hash. */
  trace: Step<'differs' | 'badHash'>
  /** The hash of the leaf is the database hash, and the server says so too. */
  database: Step<'differs' | 'badHash' | 'flag'>
  /** The checkpoint is signed by the log. */
  checkpoint: Step<CheckpointReason>
  /** The inclusion path leads from the leaf to the checkpoint's root. */
  inclusion: Step<'notIncluded' | 'badPath' | 'queued'>
}

/**
 * - `match`: every step passed;
 * - `mismatch`: at least one step contradicts;
 * - `queued`: nothing contradicts, but the record is not in the log yet;
 * - `unknown`: something could not be read or checked: neither genuine nor fake.
 */
export type Verdict = 'match' | 'mismatch' | 'queued' | 'unknown'

export interface RecordVerdict {
  verdict: Verdict
  steps: RecordSteps
  /** Leaf hash as recomputed here, hexadecimal; null without a leaf. */
  leafHash: string | null
  /** The leaf's content; null when it is not canonical. */
  leaf: Json
}

const pass = { outcome: 'pass' } as const
const skipped = { outcome: 'skipped' } as const

function checkHash(computed: string | null, claimed: unknown): Step<'differs' | 'badHash'> {
  if (computed === null) return skipped
  if (typeof claimed !== 'string' || !/^[0-9a-f]{64}$/i.test(claimed))
    return { outcome: 'unreadable', reason: 'badHash' }
  return claimed.toLowerCase() === computed ? pass : { outcome: 'fail', reason: 'differs' }
}

function checkDatabase(computed: string | null, record: Partial<RecordProof>): RecordSteps['database'] {
  const step = checkHash(computed, record.databaseHash)
  // A server that finds fault with a row in which none can be found contradicts itself.
  return step.outcome === 'pass' && record.compliant !== true ? { outcome: 'fail', reason: 'flag' } : step
}

function checkExpected(leaf: Json, expected: RecordCheckOptions['expected']): RecordSteps['expected'] {
  if (!expected || leaf === null) return skipped
  try {
    const places = differences(expected, leaf)
    return places.length === 0 ? pass : { outcome: 'fail', reason: 'differs', places }
  } catch {
    return { outcome: 'unreadable', reason: 'badExpected' }
  }
}

function checkInclusion(
  hash: Uint8Array | null,
  record: Partial<RecordProof>,
  { checkpoint }: OpenedCheckpoint,
): RecordSteps['inclusion'] {
  if (record.state === 'queued') return { outcome: 'skipped', reason: 'queued' }
  if (!hash || !checkpoint) return skipped
  let path: Uint8Array[]
  try {
    path = (record.path as string[]).map(fromBase64)
  } catch {
    return { outcome: 'unreadable', reason: 'badPath' }
  }
  const root = rootFromInclusion(record.index as number, checkpoint.size, hash, path)
  return root && equalBytes(root, checkpoint.root) ? pass : { outcome: 'fail', reason: 'notIncluded' }
}

function checkLeaf(text: unknown): { hash: Uint8Array | null; leaf: Json; step: RecordSteps['leaf'] } {
  if (typeof text !== 'string' || !isWellFormed(text)) {
    return { hash: null, leaf: null, step: { outcome: 'unreadable', reason: 'badLeaf' } }
  }
  const hash = leafHash(utf8(text))
  try {
    const leaf = parseCanonical(text)
    const isObject = typeof leaf === 'object' && leaf !== null && !Array.isArray(leaf)
    return { hash, leaf, step: isObject ? pass : { outcome: 'fail', reason: 'notObject' } }
  } catch {
    return { hash, leaf: null, step: { outcome: 'fail', reason: 'notCanonical' } }
  }
}

function verdictOf(steps: RecordSteps, queued: boolean): Verdict {
  const { expected, checkpoint, inclusion, ...recordSteps } = steps
  // A log without a first checkpoint is nothing against a record that waits to be logged.
  const needed: Step[] = [...Object.values(recordSteps), ...(queued ? [] : [checkpoint, inclusion])]
  const all: Step[] = Object.values(steps)
  if (all.some(step => step.outcome === 'fail')) return 'mismatch'
  if (expected.outcome === 'unreadable' || needed.some(step => step.outcome !== 'pass')) return 'unknown'
  return queued ? 'queued' : 'match'
}

/**
 * Checks a record with nothing but what is passed in: what the reader's browser runs, so that nobody need trust the server.
 * Answers a verdict and how each step came out. Never rejects, whatever the data.
 */
export async function checkRecord(record: RecordProof, options: RecordCheckOptions): Promise<RecordVerdict> {
  const proof: Partial<RecordProof> = record ?? {}
  const { checkpoint, verifierKey, origin, expected } = options ?? {}
  const opened = isOpened(checkpoint) ? checkpoint : await openCheckpoint(checkpoint, verifierKey, origin)
  const { hash, leaf, step } = checkLeaf(proof.leaf)
  const computed = hash && toHex(hash)
  const steps: RecordSteps = {
    leaf: step,
    expected: checkExpected(leaf, expected),
    trace: checkHash(computed, proof.traceHash),
    database: checkDatabase(computed, proof),
    checkpoint: opened.step,
    inclusion: checkInclusion(hash, proof, opened),
  }
  return { verdict: verdictOf(steps, proof.state === 'queued'), steps, leafHash: computed, leaf }
}
