import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { askAgainMs } from './report-page.tsx'
import type { About } from './report-page-props.ts'

/** Figures of a screen as they are asked for: kept while others come, asked for again while days are still counted. */
export function useReport<Data extends About>(
  screen: string,
  asked: readonly unknown[],
  allowed: boolean,
  ask: (signal: AbortSignal) => Promise<Data>,
): UseQueryResult<Data> {
  return useQuery<Data>({
    queryKey: ['stats', screen, ...asked],
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.waiting ? askAgainMs : false),
    enabled: allowed,
    meta: { silent: true },
  })
}
