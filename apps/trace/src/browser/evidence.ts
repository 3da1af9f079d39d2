import type { SealedProof } from '@timbermark/contract/trace'
import { encodeProofFile, fromBase64 } from '@timbermark/ledger'
import type { RecordProof } from '../proof/proven.ts'

/**
 * The proof of one record as a C2SP tlog-proof file, which tools outside of this product can read. Its extra data is what the
 * reader may see, one item per line: the text of the entry and of the fields that open it, an empty line, the texts of the
 * record's open fields, and `closed` with the digest of each closed field.
 * @throws Error when the answer has no inclusion path for the entry
 */
export function formatRecordProof({ entry, mention, opened, closed }: RecordProof, answer: SealedProof): string {
  const sealed = answer.chains.flatMap(({ entries }) => entries).find(sealed => sealed.entry === entry)
  if (!sealed?.inclusion) throw new Error('no inclusion path')
  const lines = [entry, ...mention, '', ...opened, ...closed.map(digest => `closed ${digest}`)]
  return encodeProofFile({
    index: sealed.inclusion.index,
    path: sealed.inclusion.path.map(fromBase64),
    checkpoint: answer.checkpoint,
    extra: new TextEncoder().encode(lines.map(line => `${line}\n`).join('')),
  })
}

/** Saves a text as a file on the reader's device. */
export function saveText(text: string, name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
