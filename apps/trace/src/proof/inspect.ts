import type { ProofAnswer, ProofRecord } from '@timbermark/contract/trace'
import { checkRecord, openCheckpoint, type RecordSteps, type RecordVerdict } from '@timbermark/ledger'
import type { ShownRecord } from './shown.ts'

export type StepState = 'ok' | 'failed' | 'waiting' | 'skipped'
export type StepKey = 'leaf' | 'inclusion' | 'checkpoint' | 'database' | 'page'

export interface RecordInspection {
  proof: ProofRecord
  verdict: RecordVerdict['verdict']
  /** Hash of the leaf as this browser computed it; null when the leaf could not be read. */
  leafHash: string | null
  steps: { key: StepKey; state: StepState }[]
  /** Keys of values that the page shows and the record does not say. */
  differences: string[]
  /** Signed checkpoint that its path leads to. */
  checkpoint: string
  /** Does it stand on the page? */
  shown: boolean
}

export interface Inspection {
  /** `unavailable` says that something could not be read or checked: neither for nor against the item. */
  verdict: 'match' | 'mismatch' | 'pending' | 'unavailable' | 'empty'
  records: RecordInspection[]
  /** How many records speak of the code, checked or not. */
  total: number
  origin: string
  verifierKey: string
  checkpoint: string
  /** Leaves of the log; null when the checkpoint cannot be read. */
  size: number | null
  anchored: boolean
}

/**
 * Checks everything about the records of a page without trusting the server: fingerprints, inclusion paths, the
 * checkpoint's signature, and that the page shows what was recorded.
 */
export async function inspect(
  answers: ProofAnswer | readonly [ProofAnswer, ...ProofAnswer[]],
  shown: readonly ShownRecord[],
): Promise<Inspection> {
  const proofs = 'records' in answers ? [answers] : answers
  const last = proofs.at(-1)!
  const inspected = await Promise.all(proofs.map(proof => inspectAnswer(proof, shown)))
  // A record that was answered twice is judged by the newer answer.
  const records = [...new Map(inspected.flat().map(record => [record.proof.recordId, record])).values()]
  const proven = new Set(records.map(record => record.proof.recordId))
  const { checkpoint } = await openCheckpoint(last.checkpoint, last.log.verifierKey, last.log.origin)
  return {
    verdict: overall(
      records,
      shown.some(record => !proven.has(record.recordId)),
    ),
    records,
    total: Math.max(records.length, last.total),
    origin: last.log.origin,
    verifierKey: last.log.verifierKey,
    checkpoint: last.checkpoint,
    size: checkpoint?.size ?? null,
    anchored: records.some(({ proof }) => proof.anchor !== null),
  }
}

async function inspectAnswer(proof: ProofAnswer, shown: readonly ShownRecord[]): Promise<RecordInspection[]> {
  const checkpoint = await openCheckpoint(proof.checkpoint, proof.log.verifierKey, proof.log.origin)
  return Promise.all(
    proof.records.map(async record => {
      const page = shown.find(item => item.recordId === record.recordId)
      const newer = page !== undefined && versionOf(record.leaf) > page.version
      const expected = page && !newer ? expectedOf(page, record.leaf) : undefined
      const checked = await checkRecord(record, {
        checkpoint,
        verifierKey: proof.log.verifierKey,
        origin: proof.log.origin,
        expected,
      })
      return { ...describe(record, checked, page, newer), checkpoint: proof.checkpoint, shown: page !== undefined }
    }),
  )
}

/** Shown with a stage, but recorded beside its values: the codes, the position and the time of arrival. */
const besideValues: readonly string[] = ['qrCode', 'parentCode', 'coordinates', 'chainTime']

/** A public page may show a place rounded: so far apart (degrees, about two kilometres) two positions are one place. */
const samePlaceDegrees = 0.02

/**
 * What the leaf has to say, if the page is right. Moments and positions may be spelled differently on the two sides:
 * where they mean the same, the leaf's own spelling is expected.
 */
export function expectedOf(page: ShownRecord, leafText: string): { [member: string]: unknown } {
  const leaf = leafOf(leafText)
  const values = typeof leaf.values === 'object' && leaf.values !== null ? leaf.values : {}
  const expected: { [member: string]: unknown } = {
    stage: page.stage,
    version: page.version,
    values: Object.fromEntries(
      page.values
        .filter(({ key }) => !besideValues.includes(key) || key in values)
        .map(({ key, value }) => [key, value]),
    ),
  }
  for (const member of ['happenedAt', 'recordedAt'] as const) {
    const shown = page[member]
    if (shown !== null) expected[member] = sameMoment(shown, leaf[member]) ? leaf[member] : shown
  }
  if (page.position) expected.position = samePlace(page.position, leaf.position) ? leaf.position : page.position
  return expected
}

function sameMoment(shown: string, recorded: unknown): boolean {
  return typeof recorded === 'string' && Date.parse(shown) === Date.parse(recorded)
}

function samePlace(shown: readonly [number, number], recorded: unknown): boolean {
  if (!Array.isArray(recorded) || recorded.length !== 2) return false
  return shown.every((degrees, i) => Math.abs(degrees - Number(recorded[i])) <= samePlaceDegrees)
}

function leafOf(text: string): Record<string, unknown> {
  try {
    const leaf: unknown = JSON.parse(text)
    return typeof leaf === 'object' && leaf !== null ? (leaf as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function versionOf(leafText: string): number {
  return Number(leafOf(leafText).version) || 0
}

function describe(
  proof: ProofRecord,
  checked: RecordVerdict,
  page: ShownRecord | undefined,
  newer: boolean,
): Omit<RecordInspection, 'checkpoint' | 'shown'> {
  const { steps } = checked
  const altered = page?.altered ?? []
  const differences = [...(steps.expected.places ?? []).map(place => place.replace(/^values\./, '')), ...altered]
  const state = altered.length > 0 ? 'failed' : stateOf(steps.expected, false)
  // A correction that arrived after the page was drawn is no contradiction; the page is merely older than the proof.
  const verdict =
    altered.length > 0 ? 'mismatch' : newer && checked.verdict !== 'mismatch' ? 'unknown' : checked.verdict
  const queued = proof.state === 'queued'
  return {
    proof,
    verdict,
    leafHash: checked.leafHash,
    steps: [
      { key: 'leaf', state: worse(stateOf(steps.leaf, false), stateOf(steps.trace, false)) },
      { key: 'inclusion', state: stateOf(steps.inclusion, queued) },
      { key: 'checkpoint', state: stateOf(steps.checkpoint, false) },
      { key: 'database', state: stateOf(steps.database, false) },
      // What does not stand on the page cannot differ there.
      ...(page ? [{ key: 'page', state } as const] : []),
    ],
    differences: [...new Set(differences)],
  }
}

function stateOf(step: RecordSteps[keyof RecordSteps], queued: boolean): StepState {
  if (step.outcome === 'pass') return 'ok'
  if (step.outcome === 'fail') return 'failed'
  return queued ? 'waiting' : 'skipped'
}

function worse(a: StepState, b: StepState): StepState {
  const order: StepState[] = ['failed', 'skipped', 'waiting', 'ok']
  return order.indexOf(a) < order.indexOf(b) ? a : b
}

/** Evidence beats ignorance, ignorance beats trust: a record that the proof leaves out is never counted as sound. */
function overall(records: RecordInspection[], missing: boolean): Inspection['verdict'] {
  const verdicts = records.map(record => record.verdict)
  if (verdicts.includes('mismatch')) return 'mismatch'
  if (missing || verdicts.includes('unknown')) return 'unavailable'
  if (verdicts.includes('queued')) return 'pending'
  return verdicts.length === 0 ? 'empty' : 'match'
}
