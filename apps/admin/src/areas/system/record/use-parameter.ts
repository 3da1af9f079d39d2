import { useQuery } from '@tanstack/react-query'
import { passwordLength } from '@timbermark/contract'
import { useClient } from '../../../shell/index.ts'

/** Value of a public parameter; undefined until it is known, or when there is none. */
export function useParameter(key: string): string | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['config', key],
    queryFn: async ({ signal }) => {
      const { data, msg } = await client.raw('GET', `/system/config/configKey/${key}`, undefined, { signal })
      // The value is data; older servers of this family put a text answer into msg.
      return typeof data === 'string' ? data : data === undefined ? msg : ''
    },
    staleTime: 60_000,
    retry: false,
    // Whoever reads a parameter has a way to go without it.
    meta: { silent: true },
  })
  return data
}

/**
 * How long a password may be: the specification's lengths, or those of strong passwords while they are demanded.
 * @param kind `given` by an administrator, or chosen by its `own`er.
 */
export function usePasswordLength(kind: 'given' | 'own'): { min: number; max: number } {
  return useParameter('sys.account.strongPassword') === 'false' ? passwordLength[kind] : passwordLength.strong
}
