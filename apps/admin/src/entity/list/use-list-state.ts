import type { Listed } from '@timbermark/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentQuery } from '../../shell/index.ts'
import { type ListState, parseListState, listStateParams } from './query-state.ts'

/**
 * State of a list, stored in the address: a reload or a shared link shows the same rows. A search or another page adds
 * a history entry; corrections by the list itself (`replace`) do not.
 */
export function useListState(entity: Listed, prefix = '') {
  const [search, setSearch] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const state = useMemo(() => parseListState(entity, search, prefix), [entity, search, prefix])
  /** @returns whether the state has changed */
  const change = (part: Partial<ListState>, { replace = false } = {}): boolean => {
    const now = currentQuery()
    const next = listStateParams(entity, { ...parseListState(entity, now, prefix), ...part }, now, prefix)
    const other = next.toString() !== now.toString()
    if (other) setSearch(next, { replace })
    return other
  }
  return { state, change }
}

/** One query parameter of the address, such as the open record (`?view=12`). Setting it adds a history entry. */
export function useAddressParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const set = (value: string | undefined) => {
    const next = currentQuery()
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: value === undefined })
  }
  return [search.get(name) ?? undefined, set]
}
