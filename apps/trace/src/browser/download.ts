import { encodeProofFile, fromBase64 } from '@timbermark/ledger'
import type { Inspection } from '../proof/inspect.ts'

/**
 * The proof of one record as a C2SP tlog-proof file, which tools outside this product read; the recorded text rides
 * along as extra data, so that the file is all one needs.
 */
export function proofText({ proof }: Inspection['records'][number], checkpoint: string): string {
  return encodeProofFile({
    index: proof.index ?? -1,
    path: proof.path.map(fromBase64),
    checkpoint,
    extra: new TextEncoder().encode(proof.leaf),
  })
}

export function saveProof(record: Inspection['records'][number]): void {
  const address = URL.createObjectURL(new Blob([proofText(record, record.checkpoint)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${record.proof.stage}-${record.proof.recordId}.tlog-proof`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
