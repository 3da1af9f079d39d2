import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'

/** What is certified of codes has changed: every list that shows it is read again. */
export function useRefreshCodes(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const lists = ['certification/authorization', 'certification/review', 'code/qr'] as const
    await Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: queryKeys.entity(key) })))
  }
}
