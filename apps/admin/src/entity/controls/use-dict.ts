import { queryKeys } from '@timbermark/client'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../shell/index.ts'

/** One value of a dictionary, with its label in the user's language. */
export interface DictItem {
  dictLabel: string
  dictValue: string
  /** Echo style: default, primary, success, info, warning, danger. */
  listClass?: string | null
  /** Style attributes: a class name. */
  cssClass?: string | null
  isDefault?: string | boolean
  status?: string
}

const quarterHour = 15 * 60 * 1000

/** The values of a dictionary. All fields that use it share one request. */
export function useDict(type: string | undefined) {
  const client = useClient()
  return useQuery<DictItem[]>({
    queryKey: queryKeys.dict(type ?? ''),
    // Not ended with its screen, which may come again at once: the answer serves all fields that use the dictionary.
    queryFn: () => client.call('GET /system/dict/data/type/:type', { params: { type: type ?? '' } }),
    enabled: type !== undefined,
    staleTime: quarterHour,
  })
}
