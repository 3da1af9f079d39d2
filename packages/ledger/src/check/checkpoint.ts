import { type Checkpoint, parseCheckpoint } from '../checkpoint.ts'
import { parseVerifierKey } from '../note/key.ts'
import { parseNote } from '../note/note.ts'
import { verifyNote } from '../note/verify.ts'

/**
 * How one step of a check came out.
 * - `pass`: checked and in order;
 * - `fail`: readable, and it contradicts;
 * - `unreadable`: the data cannot be understood, so nothing is known: neither genuine nor fake;
 * - `skipped`: not asked for, or a step that it needs is missing.
 */
export type StepOutcome = 'pass' | 'fail' | 'unreadable' | 'skipped'

/** A step with the reason of a failure, and the places it concerns where there are several. */
export interface Step<Reason extends string = string> {
  outcome: StepOutcome
  reason?: Reason
  places?: string[]
}

export type CheckpointReason = 'badKey' | 'badCheckpoint' | 'unknownKey' | 'badSignature' | 'wrongOrigin' | 'internal'

/** A checkpoint after its check. `checkpoint` is null when it could not be read; it is trustworthy only after a pass. */
export interface OpenedCheckpoint {
  step: Step<CheckpointReason>
  checkpoint: Checkpoint | null
}

/** What `openCheckpoint` made. An answer of the server that only looks like it has not been checked by anyone. */
const openedCheckpoints = /* @__PURE__ */ new WeakSet<OpenedCheckpoint>()

/** True for what `openCheckpoint` answered, false for anything that was put together elsewhere. */
export function isOpened(value: unknown): value is OpenedCheckpoint {
  return openedCheckpoints.has(value as OpenedCheckpoint)
}

/**
 * Reads a signed checkpoint and checks that the key signed it and that it is of the log named `origin`, by default the
 * name of the key. Never rejects.
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
