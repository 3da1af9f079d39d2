import { queryKeys } from '@timbermark/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient, useSession } from '../../shell/index.ts'
import { canLookUp } from '../actions/permissions.ts'
import type { Option } from '../types.ts'

/** The value after it has not changed for `milliseconds`. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/**
 * Entries of the last answer that may be offered. While the typed text has not been searched, an Enter (scanners send
 * one right after their text) would choose an entry that nobody meant, so there are none. With nothing typed, the
 * chosen entries stay, for their names.
 * @param current whether the results belong to the typed text
 */
export const offeredOptions = <T>(
  results: readonly T[],
  search: string,
  current: boolean,
  isChosen: (entry: T) => boolean,
): T[] => results.filter(entry => current || (search === '' && isChosen(entry)))

/**
 * Options of a reference select: those that match the search, and the chosen ones whether they match or not. None while
 * the typed text has not been searched.
 * @param entity key of the referenced entity
 * @param path path of the call that answers them; the entity's own by default
 */
export function useOptions(entity: string, search: string, chosen: readonly (number | string)[], path?: string) {
  const client = useClient()
  const { permissions } = useSession()
  // Another call has its own permission, that of the screen that names it.
  const canSearch = path !== undefined || canLookUp(entity, permissions)
  const at = path ?? `/${entity}/options`
  const settled = useDebounced(search)
  const searched = useQuery<Option[]>({
    queryKey: [...queryKeys.options(entity), at, { search: settled }],
    // What was typed may be outdated; the options without a search serve every field, also when the screen comes again.
    queryFn: context =>
      client.get<Option[]>(at, { search: settled || undefined }, settled ? { signal: context.signal } : {}),
    enabled: canSearch,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // A user who found nothing to choose may return from another window, where they added a record.
    refetchOnWindowFocus: query => (query.state.data?.length === 0 ? 'always' : false),
  })
  const missing = chosen.filter(id => !searched.data?.some(option => String(option.id) === String(id)))
  const named = useQuery<Option[]>({
    queryKey: [...queryKeys.options(entity), at, { ids: missing.join(',') }],
    queryFn: () => client.get<Option[]>(at, { ids: missing.join(',') }),
    enabled: searched.data !== undefined && missing.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const extra = (named.data ?? []).filter(option => missing.some(id => String(id) === String(option.id)))
  const current = search === settled && !searched.isPlaceholderData
  const isChosen = ({ id }: Option) => chosen.some(other => String(other) === String(id))
  return {
    /** The results for the typed text; undefined while it has not been searched. */
    results: current ? searched.data : undefined,
    options: offeredOptions([...(searched.data ?? []), ...extra], search, current, isChosen),
    loading: canSearch && (searched.isFetching || !current),
    error: searched.error,
    /** The user lacks the lookup permission; no request was sent. */
    forbidden: !canSearch,
    /** There is no record at all. */
    isEmpty: current && search === '' && searched.data?.length === 0,
    refetch: () => void searched.refetch(),
  }
}
