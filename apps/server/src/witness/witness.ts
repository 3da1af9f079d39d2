import {
  type Checkpoint,
  emptyRoot,
  encodeNote,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type SignedNote,
  verifyConsistency,
} from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import { parseSubmission, type Submission } from './submission.ts'
import type { WitnessFolder } from './witness-folder.ts'

/** Answer to a submission: status, body and type of HTTP. */
export interface WitnessReply {
  status: 200 | 400 | 403 | 404 | 409 | 422 | 503
  body: string
  type?: 'text/x.tlog.size'
}

/** Most submissions of one log that wait for each other. */
const mostWaiting = 32

interface Submitted extends Submission {
  note: SignedNote
  head: Checkpoint
}

export interface WitnessOptions {
  folder: WitnessFolder
  /** Finds the key of a log of an unknown name, to be trusted from then on; undefined for a log that is not signed for. */
  findKey?: (origin: string) => Promise<string | undefined>
  /** Seconds since 1970. */
  now?: () => number
}

/**
 * A witness (C2SP tlog-witness): signs a head of a log that it knows when the proof shows that it continues the head that it signed
 * before. A head is stored before it is signed, so that whatever interrupts the process, no two heads of one size with different
 * roots are ever signed.
 */
export class Witness {
  readonly #folder: WitnessFolder
  readonly #findKey: NonNullable<WitnessOptions['findKey']>
  readonly #now: () => number
  /** The last submission of each log, with the number of those that are not answered: they are judged one after the other. */
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

  constructor({ folder, findKey = async () => undefined, now = () => Math.floor(Date.now() / 1000) }: WitnessOptions) {
    this.#folder = folder
    this.#findKey = findKey
    this.#now = now
  }

  /** Answers the body of a call of `add-checkpoint`. */
  async answer(body: string): Promise<WitnessReply> {
    const submitted = parseSubmitted(body)
    if (!submitted) return refuse(400, 'this is no submission of a checkpoint')
    const { origin, size } = submitted.head
    const key = this.#folder.logKey(origin) ?? (await this.#findKey(origin))
    if (key === undefined) return refuse(404, 'this log is not known here')
    if (verifyNoteSync(submitted.note, [parseVerifierKey(key)]) !== 'verified')
      return refuse(403, 'the key of this log did not sign the checkpoint')
    if (submitted.old > size) return refuse(400, 'the old size is larger than the checkpoint')
    return this.#inTurn(origin, () => this.#judge(submitted))
  }

  async #inTurn(origin: string, work: () => Promise<WitnessReply>): Promise<WitnessReply> {
    const queue = this.#queues.get(origin) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= mostWaiting) return refuse(503, 'too many submissions wait')
    const result = queue.last.then(work)
    this.#queues.set(origin, { last: result.catch(() => {}), waiting: queue.waiting + 1 })
    try {
      return await result
    } finally {
      const { last, waiting } = this.#queues.get(origin)!
      if (waiting > 1) this.#queues.set(origin, { last, waiting: waiting - 1 })
      else this.#queues.delete(origin)
    }
  }

  async #judge({ old, proof, checkpoint, note, head }: Submitted): Promise<WitnessReply> {
    const { origin, size, root } = head
    const stored = await this.#folder.head(origin)
    const known = stored === undefined ? { size: 0, root: emptyRoot() } : parseCheckpoint(parseNote(stored).text)
    if (old !== known.size) return { status: 409, body: `${known.size}\n`, type: 'text/x.tlog.size' }
    const isSame = Buffer.compare(root, known.root) === 0
    if (size === known.size && !isSame) return refuse(409, 'another checkpoint of this size was signed')
    // Every log continues the empty one, and from there the standard sends no proof.
    const isContinued = old === 0 ? proof.length === 0 : verifyConsistency(old, size, known.root, root, proof)
    if (!isContinued) return refuse(422, 'the proof does not lead from the old size to this checkpoint')
    if (size !== known.size || stored === undefined) await this.#folder.storeHead(origin, checkpoint)
    const { text } = note
    const signed = encodeNote({ text, signatures: [this.#folder.cosigner.cosign(text, this.#now())] })
    return { status: 200, body: signed.slice(text.length + 1) }
  }
}

const refuse = (status: WitnessReply['status'], reason: string): WitnessReply => ({ status, body: `${reason}\n` })

function parseSubmitted(body: string): Submitted | undefined {
  const submission = parseSubmission(body)
  if (!submission) return undefined
  try {
    const note = parseNote(submission.checkpoint)
    return { ...submission, note, head: parseCheckpoint(note.text) }
  } catch {
    return undefined
  }
}
