import { queryKeys } from '@timbermark/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient, useSession } from '../../shell/index.ts'
import { canLookUp } from '../actions/permissions.ts'
import type { Option } from '../types.ts'

/** The value as it was when it last stood still for `milliseconds`. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/**
 * Which of the last answer's entries may be offered. While what is typed has not been searched, an Enter, which scanners
 * send right after their text, would choose an entry that nobody asked for: then there are none. With nothing typed the
 * chosen ones stay, for their names.
 * @param current what was found is for what is typed
 */
export const offeredOptions = <T>(
  results: readonly T[],
  search: string,
  current: boolean,
  isChosen: (entry: T) => boolean,
): T[] => results.filter(entry => current || (search === '' && isChosen(entry)))

/**
 * Entries of a reference select: those that match the search, and the chosen ones whether they match or not. None while
 * what is typed has not been searched.
 * @param entity key of the referenced entity.
 * @param path call that answers them, when it is not the entity's own.
 */
export function useOptions(entity: string, search: string, chosen: readonly (number | string)[], path?: string) {
  const client = useClient()
  const { permissions } = useSession()
  // Another call has rights of its own, which are those of the screen that names it.
  const canSearch = path !== undefined || canLookUp(entity, permissions)
  const at = path ?? `/${entity}/options`
  const settled = useDebounced(search)
  const searched = useQuery<Option[]>({
    queryKey: [...queryKeys.options(entity), at, { search: settled }],
    queryFn: ({ signal }) => client.get<Option[]>(at, { search: settled || undefined }, { signal }),
    enabled: canSearch,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // Whoever found nothing to choose comes back from where he made one.
    refetchOnWindowFocus: query => (query.state.data?.length === 0 ? 'always' : false),
  })
  const missing = chosen.filter(id => !searched.data?.some(option => String(option.id) === String(id)))
  const named = useQuery<Option[]>({
    queryKey: [...queryKeys.options(entity), at, { ids: missing.join(',') }],
    queryFn: ({ signal }) => client.get<Option[]>(at, { ids: missing.join(',') }, { signal }),
    enabled: searched.data !== undefined && missing.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const extra = (named.data ?? []).filter(option => missing.some(id => String(id) === String(option.id)))
  const current = search === settled && !searched.isPlaceholderData
  const isChosen = ({ id }: Option) => chosen.some(other => String(other) === String(id))
  return {
    /** What matches what is typed; nothing while that has not been searched. */
    results: current ? searched.data : undefined,
    options: offeredOptions([...(searched.data ?? []), ...extra], search, current, isChosen),
    loading: canSearch && (searched.isFetching || !current),
    error: searched.error,
    /** The reader may not look such records up: nothing was asked. */
    forbidden: !canSearch,
    /** There is no such record at all. */
    isEmpty: current && search === '' && searched.data?.length === 0,
    refetch: () => void searched.refetch(),
  }
}
