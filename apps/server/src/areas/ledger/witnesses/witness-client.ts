import { encodeNote, parseNote, readCosignatures, toBase64, type VerifierKey } from '@timbermark/ledger'
import { readBodyWithin, abortAfter } from '../../../platform/http/response-limits.ts'
import { errorMessage } from '../../../platform/error-facts.ts'

/** A witness that does not answer within this time is asked again later. */
const patienceMs = 10_000
/** Even many signature lines are far smaller. */
const maxBytes = 65_536

/** A head, with the proof that it extends the head that the witness signed before. */
export interface Submission {
  /** Size of the previous head; 0 for a witness without one. */
  old: number
  /** Consistency proof between the two; empty when `old` is 0. */
  proof: readonly Uint8Array[]
  /** Signed note of the head. */
  checkpoint: string
}

/** Answer of a witness: its signature line (without newline) with its time, or the size of its own head when that is not `old`. */
export type WitnessAnswer =
  | { outcome: 'signed'; line: string; time: number }
  | { outcome: 'conflict'; size: number | undefined }

/** A witness is unreachable or refused; the message says why. */
export class WitnessFailed extends Error {}

/** Body of the call `add-checkpoint` (C2SP tlog-witness). */
function bodyOf({ old, proof, checkpoint }: Submission): string {
  return `old ${old}\n${proof.map(hash => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`
}

/**
 * Asks a witness to sign a head (C2SP tlog-witness, add-checkpoint).
 * @param address the witness's submission prefix, without a trailing slash
 * @throws WitnessFailed
 */
export async function addCheckpoint(
  address: string,
  key: VerifierKey,
  submission: Submission,
  signal?: AbortSignal,
): Promise<WitnessAnswer> {
  let response: Response
  let body: string
  try {
    response = await fetch(`${address}/add-checkpoint`, {
      method: 'POST',
      body: bodyOf(submission),
      redirect: 'error',
      signal: abortAfter(patienceMs, signal),
    })
    body = (await readBodyWithin(response, maxBytes)).toString('utf8')
  } catch (error) {
    throw new WitnessFailed(`it cannot be reached: ${errorMessage(error)}`, { cause: error })
  }
  if (response.status === 200) return signatureIn(body, key, submission.checkpoint)
  if (response.status === 409) return { outcome: 'conflict', size: sizeIn(response, body) }
  throw new WitnessFailed(refusals[response.status] ?? `it answered ${response.status}`)
}

const refusals: Readonly<Record<number, string>> = {
  400: 'it does not understand what it was sent (400)',
  403: "it does not trust this log's key (403)",
  404: 'it does not know this log (404)',
  422: 'it does not accept the proof that the log only grew (422)',
}

/** Ignores signature lines of other keys, as the standard requires. */
async function signatureIn(body: string, key: VerifierKey, checkpoint: string): Promise<WitnessAnswer> {
  const { text } = parseNote(checkpoint)
  let signed: Awaited<ReturnType<typeof readCosignatures>>
  try {
    signed = await readCosignatures(parseNote(`${text}\n${body}`), [key])
  } catch (error) {
    throw new WitnessFailed(`its answer is no list of signatures: ${errorMessage(error)}`)
  }
  const [cosignature] = signed
  if (!cosignature) throw new WitnessFailed('its answer holds no signature of its key under this head')
  const line = encodeNote({ text, signatures: [cosignature.signature] }).slice(text.length + 1, -1)
  return { outcome: 'signed', line, time: cosignature.time }
}

function sizeIn(response: Response, body: string): number | undefined {
  const type = response.headers.get('content-type')?.split(';')[0]
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(body)?.[1]
  return type === 'text/x.tlog.size' && size !== undefined && Number.isSafeInteger(Number(size))
    ? Number(size)
    : undefined
}
