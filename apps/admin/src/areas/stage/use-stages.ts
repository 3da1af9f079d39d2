import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../shell/index.ts'

/** Stages that the signed-in person may report, with templates, circulations and parameter templates. */
export function useStages() {
  const client = useClient()
  return useQuery({
    queryKey: ['entity', 'stage/record', 'stages'],
    queryFn: ({ signal }) => client.call('GET /stage/authorized', { signal }),
    staleTime: 60_000,
  })
}
