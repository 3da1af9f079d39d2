import { createIdempotencyKey, type Page, type Query, queryKeys } from '@timbermark/client'
import { type Listed, keyOf } from '@timbermark/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../shell/index.ts'
import type { FormValues } from './form/form-values.ts'
import type { Row, RowIn } from './types.ts'

/** One page of an entity's list. The previous page stays visible while the next one loads. */
export function useRows(
  entity: Listed,
  query: Query,
  { path, poll }: { path?: string; poll?: (rows: readonly Row[]) => number | false } = {},
) {
  const client = useClient()
  const at = path ?? `/${keyOf(entity)}/list`
  return useQuery<Page<Row>>({
    queryKey: [...queryKeys.list(keyOf(entity), query), at],
    queryFn: ({ signal }) => client.list<Row>(at, query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: current => poll?.(current.state.data?.rows ?? []) ?? false,
  })
}

/** One record, for the detail and the form. */
export function useRow<const L extends Listed>(
  entity: L,
  id: string | undefined,
  poll?: (row: RowIn<L> | undefined) => number | false,
) {
  const client = useClient()
  return useQuery<RowIn<L>>({
    queryKey: queryKeys.one(keyOf(entity), id ?? ''),
    queryFn: ({ signal }) => client.get<RowIn<L>>(`/${keyOf(entity)}/${id}`, undefined, { signal }),
    enabled: id !== undefined,
    // An opened record always shows its present state.
    staleTime: 0,
    refetchInterval: current => poll?.(current.state.data) ?? false,
  })
}

/** Invalidates everything that was read of an entity. */
export function useRefresh(entity: Listed) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeys.entity(keyOf(entity)) })
}

/** The plain writes of an entity. Each one refreshes what was read of the entity. */
export function useWrites(entity: Listed) {
  const client = useClient()
  const onSuccess = useRefresh(entity)
  const path = `/${keyOf(entity)}`
  const [key] = useState(() => createIdempotencyKey())
  // The caller reports a failure: next to the field, in the dialog, or as a message.
  const meta = { silent: true }
  return {
    save: useMutation({
      mutationFn: (body: FormValues) =>
        'id' in body
          ? client.put(path, body, { headers: key.headers(body) })
          : client.post(path, body, { headers: key.headers(body) }),
      onSuccess: () => {
        key.renew()
        return onSuccess()
      },
      meta,
    }),
    remove: useMutation({
      mutationFn: (ids: readonly (string | number)[]) => client.delete(`${path}/${ids.join(',')}`),
      onSuccess,
      meta,
    }),
    changeStatus: useMutation({
      mutationFn: (change: { id: number; status: string }) => client.put(`${path}/changeStatus`, change),
      onSuccess,
      meta,
    }),
  }
}
