import type { Listed } from '@timbermark/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useWordsNow } from '../../shell/index.ts'
import { type ListState, parseListState, listStateParams } from './query-state.ts'

/**
 * State of a list, kept in the address: a reload or a sent link shows the same rows. A search or a turned page is a step
 * to go back from; what the list mends by itself (`replace`) is none.
 */
export function useListState(entity: Listed, prefix = '') {
  const [search, setSearch] = useSearchParams()
  const wordsNow = useWordsNow()
  const state = useMemo(() => parseListState(entity, search, prefix), [entity, search, prefix])
  /** @returns whether it is another list now */
  const change = (part: Partial<ListState>, { replace = false } = {}): boolean => {
    const now = wordsNow()
    const next = listStateParams(entity, { ...parseListState(entity, now, prefix), ...part }, now, prefix)
    const other = next.toString() !== now.toString()
    if (other) setSearch(next, { replace })
    return other
  }
  return { state, change }
}

/** One word of the address, such as the record that is open (`?view=12`). Opening makes a step to go back from. */
export function useAddressParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const wordsNow = useWordsNow()
  const set = (value: string | undefined) => {
    const next = wordsNow()
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: value === undefined })
  }
  return [search.get(name) ?? undefined, set]
}
