import type { Listed } from '@timbermark/contract'
import { useMemo } from 'react'
import { useSession } from '../../shell/index.ts'
import { planColumns } from './columns.ts'
import { arrange, isVisible, type Preferences } from './preferences.ts'

/**
 * Columns of a list: all that the user may see, in their order, and those of them that are visible.
 * @param omitted names of columns to leave out for the present rows
 */
export function useTableColumns(entity: Listed, preferences: Preferences, omitted: readonly string[]) {
  const { permissions } = useSession()
  const plans = useMemo(() => planColumns(entity, permissions), [entity, permissions])
  const arranged = arrange(
    plans.map(({ name }) => name),
    preferences,
  ).flatMap(name => plans.find(plan => plan.name === name) ?? [])
  const visible = arranged.filter(plan => isVisible(plan, preferences) && !omitted.includes(plan.name))
  // The name and the picture before it stay visible when the table is scrolled sideways.
  const named = visible.findIndex(({ name }) => name === entity.label)
  const lastPinned = named === 0 || (named === 1 && visible[0]?.field.kind === 'images') ? named : -1
  return { arranged, visible, lastPinned }
}
