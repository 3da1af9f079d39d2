import { FormatError, fromBase64, HASH_SIZE } from '@timbermark/ledger'

/** What a log sends to a witness (C2SP tlog-witness, add-checkpoint). */
export interface Submission {
  /** Size of the head that the log believes to be the witness's newest one. */
  old: number
  /** Consistency proof from there. */
  proof: Uint8Array[]
  /** Signed note of the head. */
  checkpoint: string
}

/** Most lines of a proof, as the standard allows. */
const mostLines = 63

/** Parses the body of the call; undefined when it is malformed. */
export function parseSubmission(body: string): Submission | undefined {
  const split = body.indexOf('\n\n')
  const [first, ...lines] = body.slice(0, Math.max(split, 0)).split('\n')
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first ?? '')?.[1]
  if (old === undefined || !Number.isSafeInteger(Number(old)) || lines.length > mostLines) return undefined
  try {
    const proof = lines.map(fromBase64)
    if (proof.some(({ length }) => length !== HASH_SIZE)) return undefined
    return { old: Number(old), proof, checkpoint: body.slice(split + 2) }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
