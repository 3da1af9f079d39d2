import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'

/** Reloads every list that shows the certification of codes. */
export function useRefreshCodes(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const lists = ['certification/authorization', 'certification/review', 'code/qr'] as const
    await Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: queryKeys.entity(key) })))
  }
}
