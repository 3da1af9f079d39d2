import { equalBytes, fromBase64, isWellFormed, toHex, utf8 } from '../bytes.ts'
import { type Json, parseCanonical } from '../canonical.ts'
import { leafHash } from '../merkle/hash.ts'
import { rootFromInclusion } from '../merkle/verify.ts'
import { type CheckpointReason, isOpened, type OpenedCheckpoint, openCheckpoint, type Step } from './checkpoint.ts'
import { differences } from './expected.ts'

/** The data of a record that is checked: the part of the trace page's proof record that can be recomputed. */
export interface RecordProof {
  /** A `queued` record waits to be logged and has no index yet. */
  state: 'logged' | 'queued'
  /** Leaf entry: canonical JSON (RFC 8785), exactly the text whose bytes were hashed. */
  leaf: string
  index: number | null
  /** Inclusion path, from the leaf up, base64. */
  path: string[]
  /** Leaf hash in the log, hexadecimal. */
  traceHash: string
  /** Leaf hash that the server recomputed from the present database row, hexadecimal. */
  databaseHash: string
  /** The server's own verdict. */
  compliant: boolean
}

export interface RecordCheckOptions {
  /** Signed checkpoint, or the result of `openCheckpoint`, so that all records of a page need only one signature check. */
  checkpoint: string | OpenedCheckpoint
  /** Verifier key of the log, `name+id+base64`. */
  verifierKey: string
  /** Origin that the checkpoint must have; by default the name of the key. */
  origin?: string
  /**
   * The members that the leaf must have because the page shows them: code, stage, tenant, version, values. Without them a
   * correct proof of another record would be accepted for this one.
   */
  expected?: { [member: string]: unknown }
}

/** The steps of the check. Later steps depend on earlier ones. */
export interface RecordSteps {
  /** The leaf is canonical JSON of an object. */
  leaf: Step<'badLeaf' | 'notCanonical' | 'notObject'>
  /** The leaf has the expected members; `places` names the members that differ. */
  expected: Step<'differs' | 'badExpected'>
  /** The hash of the leaf equals the trace hash. */
  trace: Step<'differs' | 'badHash'>
  /** The hash of the leaf equals the database hash, and the server's own verdict agrees. */
  database: Step<'differs' | 'badHash' | 'flag'>
  /** The log signed the checkpoint. */
  checkpoint: Step<CheckpointReason>
  /** The inclusion path leads from the leaf to the checkpoint's root. */
  inclusion: Step<'notIncluded' | 'badPath' | 'queued'>
}

/**
 * - `match`: every step passed;
 * - `mismatch`: at least one step failed;
 * - `queued`: no step failed, but the record is not in the log yet;
 * - `unknown`: something could not be parsed or checked: neither genuine nor fake.
 */
export type Verdict = 'match' | 'mismatch' | 'queued' | 'unknown'

export interface RecordVerdict {
  verdict: Verdict
  steps: RecordSteps
  /** Leaf hash as recomputed here, hexadecimal; null without a leaf. */
  leafHash: string | null
  /** The parsed leaf; null when it is not canonical. */
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
  // The server reports a fault although the hashes agree: it contradicts itself.
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
  // A queued record needs neither a checkpoint nor an inclusion path: the log may not have its first checkpoint yet.
  const needed: Step[] = [...Object.values(recordSteps), ...(queued ? [] : [checkpoint, inclusion])]
  const all: Step[] = Object.values(steps)
  if (all.some(step => step.outcome === 'fail')) return 'mismatch'
  if (expected.outcome === 'unreadable' || needed.some(step => step.outcome !== 'pass')) return 'unknown'
  return queued ? 'queued' : 'match'
}

/**
 * Checks a record using only its arguments. The reader's browser runs this, so that nobody needs to trust the server.
 * Returns a verdict and the outcome of each step. Never rejects, whatever the data.
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
