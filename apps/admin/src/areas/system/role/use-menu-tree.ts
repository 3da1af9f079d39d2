import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../shell/index.ts'

/** Catalogues, screens and buttons as a tree to choose from. */
export function useMenuTree() {
  const client = useClient()
  return useQuery({
    queryKey: ['entity', 'system/menu', 'treeselect'],
    queryFn: ({ signal }) => client.call('GET /system/menu/treeselect', { signal }),
  })
}
