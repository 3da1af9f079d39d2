import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../shell/index.ts'
import type { LabelNode } from '../tree/label-tree.ts'

/** Catalogues, screens and buttons as a tree, for choosing. */
export function useMenuTree() {
  const client = useClient()
  return useQuery<LabelNode[]>({
    queryKey: ['entity', 'system/menu', 'treeselect'],
    queryFn: ({ signal }) => client.get<LabelNode[]>('/system/menu/treeselect', undefined, { signal }),
  })
}
