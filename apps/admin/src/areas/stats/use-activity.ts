import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useClient, useSession } from '../../shell/index.ts'

/** The activity of the last days; disabled for people who may list neither scans nor checks. */
export function useActivity(days: number) {
  const client = useClient()
  const { can } = useSession()
  return useQuery({
    queryKey: ['stats', 'activity', days],
    queryFn: ({ signal }) => client.call('GET /stats/activity', { query: { days }, signal }),
    enabled: can('trace:scan-log:list') || can('trace:check-log:list'),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
}
