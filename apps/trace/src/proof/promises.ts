import type { SealedProof } from '@timbermark/contract/trace'
import { isPromisedBy, parsePromiseNote, PROMISED_WITHIN_MS, type PromiseNote } from '@timbermark/ledger/sealed'
import type { Head } from './head.ts'

/** Most promises of one answer whose signatures are verified, so that an answer cannot freeze the browser; others count as not given. */
const maxVerified = 32

/** The promises of an answer that the log made, by their text. */
export type GivenPromises = ReadonlyMap<string, PromiseNote>

/** Each part of a visit is walked again when another part arrives; its signatures are verified once. */
const openedPromises = new WeakMap<SealedProof, GivenPromises>()

/**
 * Verifies the promises in an answer. Only the key of its head counts: a promise under a former name of the log could be
 * excused at once by the break that ended that name.
 */
export async function openPromises(
  answer: SealedProof,
  head: Head | null,
  keys: readonly string[],
): Promise<GivenPromises> {
  const known = openedPromises.get(answer)
  if (known) return known
  const key = head?.verifierKey ?? keys.at(-1) ?? ''
  const notes = answer.chains.flatMap(({ waiting }) => waiting.flatMap(({ promise }) => promise ?? []))
  const opened = new Map<string, PromiseNote>()
  for (const note of [...new Set(notes)].slice(0, maxVerified)) {
    const promise = parsePromiseNote(note)
    if (promise && (await isPromisedBy(promise, key))) opened.set(note, promise)
  }
  openedPromises.set(answer, opened)
  return opened
}

/** Whether a promise was due when a head was signed, milliseconds since 1970. Both times are signed. */
export const isDue = ({ at }: PromiseNote, headTime: number): boolean => headTime - at.getTime() > PROMISED_WITHIN_MS
