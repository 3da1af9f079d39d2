import type { Client } from '@timbermark/client'
import type { ErrorKey } from '@timbermark/contract'

/** What became of one listing of a batch action. */
export interface ItemResult {
  id: number
  ok: boolean
  status?: string
  error?: ErrorKey
  /** The refusal in the reader's language. */
  message?: string
}
export interface BatchResult {
  done: number
  failed: number
  results: ItemResult[]
}

export type BatchVerb = 'approve' | 'reject' | 'putOn' | 'takeOff'

/** Does the same to every listing; each is answered for itself. */
export function runBatch(
  client: Client,
  verb: BatchVerb,
  ids: readonly number[],
  reason?: string,
): Promise<BatchResult> {
  if (verb === 'approve' || verb === 'reject')
    return client.put<BatchResult>('/trade/listing/audit', {
      ids,
      approve: verb === 'approve',
      ...(reason === undefined ? {} : { reason }),
    })
  return client.put<BatchResult>('/trade/listing/shelf', { ids, on: verb === 'putOn' })
}
