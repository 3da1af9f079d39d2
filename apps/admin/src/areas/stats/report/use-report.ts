import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { pollMs } from './report-page.tsx'
import type { PeriodInfo } from './report-page-props.ts'

/** The figures of a screen: the previous ones are shown while new ones load, and are polled while days are being counted. */
export function useReport<Data extends PeriodInfo>(
  screen: string,
  parameters: readonly unknown[],
  enabled: boolean,
  load: (signal: AbortSignal) => Promise<Data>,
): UseQueryResult<Data> {
  return useQuery<Data>({
    queryKey: ['stats', screen, ...parameters],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.waiting ? pollMs : false),
    enabled: enabled,
    meta: { silent: true },
  })
}
