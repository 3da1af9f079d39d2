import { changeRequest } from '@timbermark/contract'
import { useRefresh } from '../../../entity/use-entity.ts'

/** A change request that the office agrees to by voiding or correcting the record. */
export interface AgreedRequest {
  id: number
  reason: string
}

/** Reads the requests anew after one was settled. */
export const useRefreshRequests = () => useRefresh(changeRequest)
