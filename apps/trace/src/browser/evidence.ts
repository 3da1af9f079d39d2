import type { SealedProof } from '@timbermark/contract/trace'
import { encodeProofFile, fromBase64 } from '@timbermark/ledger'
import type { ProvenRecord } from '../proof/proven.ts'

/** All that a check was made of, for somebody who wants to repeat it without this page. */
export function evidenceText(code: string, answers: readonly SealedProof[], keys: readonly string[]): string {
  return `${JSON.stringify({ code, keys, answers }, null, 1)}\n`
}

/**
 * The proof of one record as a C2SP tlog-proof file, which tools outside this product read. Its extra data is what the reader
 * may see, a line each: the text of the entry and of the fields that open it; after an empty line the texts of the record's
 * own fields, and `closed` with the digest of each other one.
 * @throws Error when the answer has no inclusion path for the entry
 */
export function recordProofText({ entry, mention, opened, closed }: ProvenRecord, answer: SealedProof): string {
  const given = answer.chains.flatMap(({ entries }) => entries).find(sealed => sealed.entry === entry)
  if (!given?.inclusion) throw new Error('no inclusion path')
  const lines = [entry, ...mention, '', ...opened, ...closed.map(digest => `closed ${digest}`)]
  return encodeProofFile({
    index: given.inclusion.index,
    path: given.inclusion.path.map(fromBase64),
    checkpoint: answer.checkpoint,
    extra: new TextEncoder().encode(lines.map(line => `${line}\n`).join('')),
  })
}

/** Hands a text to the reader as a file. */
export function saveText(text: string, name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
