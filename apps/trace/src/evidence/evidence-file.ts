import type { SealedProof } from '@timbermark/contract/trace'
import { listOf, members, moment, nullOr, oneOf, optional, text, type TypeOf } from '../proof/shape.ts'
import type { ProvenFile } from '../proof/proven-files.ts'

/** Type of an evidence file; a changed form gets another number. */
const evidenceType = 'timbermark/evidence@1'

/** Most bytes of an evidence file. A larger one is refused before it is read. */
export const maxEvidenceBytes = 50_000_000

/** All that a page proved about a code, for anybody who repeats the check without the page. */
export interface Evidence {
  code: string
  answers: readonly SealedProof[]
  /** Verifier keys that the page trusted. Those who check the file need them from another source. */
  keys: readonly string[]
  /** The key of request numbers that it trusted. */
  requestKey: string
  witnessKeys: readonly string[]
  /** The head that the browser had seen before; undefined on a first visit. */
  previousHead: string | undefined
  /** Promises that the log broke: each signed, beside the signed head of an answer that lacks its entry. */
  promises: readonly string[]
  /** Pictures, papers and other files of the item, by the hashes that were sealed. */
  files: readonly ProvenFile[]
  savedAt: Date
}

/** Writes an evidence file (docs/trace-answer.md). */
export function formatEvidence({
  code,
  answers,
  keys,
  requestKey,
  witnessKeys,
  previousHead,
  promises,
  files,
  savedAt,
}: Evidence): string {
  const file = {
    type: evidenceType,
    code,
    savedAt: savedAt.toISOString(),
    keys,
    requestKey,
    witnessKeys,
    previousHead: previousHead ?? null,
    promises,
    files,
    answers,
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

const evidenceFile = members({
  type: oneOf([evidenceType]),
  code: text,
  savedAt: moment,
  keys: listOf(text),
  // Files from before there was one have none.
  requestKey: optional(text),
  witnessKeys: listOf(text),
  previousHead: nullOr(text),
  promises: listOf(text),
  // The walk checks the form of each.
  answers: (value): value is SealedProof[] => Array.isArray(value) && value.length > 0,
})

/** What a checker takes from an evidence file; nothing of it is trusted. `files` is listed anew from what the walk proves. */
export type EvidenceFile = TypeOf<typeof evidenceFile>

/** Parses an evidence file; undefined for anything else, such as one that was cut off. */
export function parseEvidence(written: string): EvidenceFile | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return evidenceFile(value) ? value : undefined
  } catch {
    return undefined
  }
}
