import { FormatError } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { parseVerifierKey } from '../note/key.ts'
import { encodeNote, parseNote, type SignedNote } from '../note/note.ts'
import { verifyNote } from '../note/verify.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** First line of the text. No log has this name, so that a promise can never be taken for a checkpoint, nor the reverse. */
const TYPE = 'timbermark/promise@1'

/** The longest time between a promise and the first head whose log holds the entry, in milliseconds. */
export const PROMISED_WITHIN_MS = 24 * 3_600_000

/** A promise is far shorter; a longer text is not looked at. */
const MAX_LENGTH = 1_000

/** A log's statement that it accepted an entry, and will have appended it within `PROMISED_WITHIN_MS`. */
export interface EntryPromise {
  /** Name of the log. */
  origin: string
  /** 32 bytes. */
  subject: Uint8Array
  /** Digest of the content, 32 bytes. */
  content: Uint8Array
  /** When it was accepted, to the millisecond. */
  at: Date
}

/** Note text of a promise, to be signed with the key of the log. @throws FormatError for a subject or digest of another length */
export function encodePromise({ origin, subject, content, at }: EntryPromise): string {
  if (subject.length !== HASH_SIZE || content.length !== HASH_SIZE)
    throw new FormatError(`subject and content have ${HASH_SIZE} bytes`)
  return [TYPE, origin, toBase64Url(subject), toBase64Url(content), at.toISOString(), ''].join('\n')
}

/** Parses the note text of a promise. @throws FormatError when it is not exactly what `encodePromise` writes */
export function parsePromise(text: string): EntryPromise {
  const [, origin, subject, content, at, ...rest] = text.split('\n')
  if (!origin || !subject || !content || !at || rest.join('') !== '') throw new FormatError('not a promise')
  const promise = {
    origin,
    subject: fromBase64Url(subject),
    content: fromBase64Url(content),
    at: new Date(at),
  }
  if (Number.isNaN(promise.at.getTime()) || encodePromise(promise) !== text) throw new FormatError('not a promise')
  return promise
}

/** A parsed promise: its signature is only a claim until it is verified. */
export interface PromiseNote extends EntryPromise {
  signed: SignedNote
}

/** Parses a signed promise without verifying it; undefined when it is not exactly a promise with one signature. */
export function parsePromiseNote(note: string): PromiseNote | undefined {
  if (note.length > MAX_LENGTH) return undefined
  try {
    const signed = parseNote(note)
    if (signed.signatures.length !== 1 || encodeNote(signed) !== note) return undefined
    return { ...parsePromise(signed.text), signed }
  } catch {
    return undefined
  }
}

/** Whether the log with this verifier key made the promise. */
export async function isPromisedBy({ origin, signed }: PromiseNote, verifierKey: string): Promise<boolean> {
  try {
    const key = parseVerifierKey(verifierKey)
    return key.name === origin && (await verifyNote(signed, [key])) === 'verified'
  } catch {
    return false
  }
}
