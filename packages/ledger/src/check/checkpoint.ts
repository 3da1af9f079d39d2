import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { parseVerifierKey } from '../note/key.ts'
import { parseNote } from '../note/note.ts'
import { verifyNote } from '../note/verify.ts'

/**
 * Outcome of one step of a check.
 * - `pass`: checked and correct;
 * - `fail`: the data is readable and wrong;
 * - `unreadable`: the data cannot be parsed, so nothing is known: neither genuine nor fake;
 * - `skipped`: not requested, or the result of another step is missing.
 */
export type StepOutcome = 'pass' | 'fail' | 'unreadable' | 'skipped'

/** A step with the reason for its failure and, where several are possible, the places that fail. */
export interface Step<Reason extends string = string> {
  outcome: StepOutcome
  reason?: Reason
  places?: string[]
}

export type CheckpointReason = 'badKey' | 'badCheckpoint' | 'unknownKey' | 'badSignature' | 'wrongOrigin' | 'internal'

/** Result of `openCheckpoint`. `checkpoint` is null when it could not be parsed. Trust it only after a pass. */
export interface OpenedCheckpoint {
  step: Step<CheckpointReason>
  checkpoint: Checkpoint | null
}

/** The results of `openCheckpoint`. A server answer of the same shape has not been checked, so it must not pass as one. */
const openedCheckpoints = /* @__PURE__ */ new WeakSet<OpenedCheckpoint>()

/** True for a result of `openCheckpoint`, false for any other object of the same shape. */
export function isOpened(value: unknown): value is OpenedCheckpoint {
  return openedCheckpoints.has(value as OpenedCheckpoint)
}

/**
 * Parses a signed checkpoint (C2SP tlog-checkpoint) and checks that the key signed it and that it belongs to the log named
 * `origin`, by default the name of the key. Never rejects.
 * @param verifierKey `name+id+base64`
 */
export async function openCheckpoint(signed: string, verifierKey: string, origin?: string): Promise<OpenedCheckpoint> {
  const opened = await open(signed, verifierKey, origin)
  openedCheckpoints.add(opened)
  return opened
}

async function open(signed: string, verifierKey: string, origin?: string): Promise<OpenedCheckpoint> {
  let reason: CheckpointReason = 'badKey'
  let checkpoint: Checkpoint | null = null
  try {
    const key = parseVerifierKey(verifierKey)
    reason = 'badCheckpoint'
    const note = parseNote(signed)
    checkpoint = parseCheckpoint(note.text)
    reason = 'internal'
    const outcome = await verifyNote(note, [key])
    if (outcome !== 'verified') return { step: { outcome: 'fail', reason: outcome }, checkpoint }
    if (checkpoint.origin !== (origin ?? key.name))
      return { step: { outcome: 'fail', reason: 'wrongOrigin' }, checkpoint }
    return { step: { outcome: 'pass' }, checkpoint }
  } catch {
    return { step: { outcome: 'unreadable', reason }, checkpoint }
  }
}
