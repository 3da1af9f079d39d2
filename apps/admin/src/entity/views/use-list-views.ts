import { can } from '@timbermark/client'
import { keyOf, type Listed, limits } from '@timbermark/contract'
import type { ListView, ListViewSettings } from '@timbermark/contract/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useClient, useSession } from '../../shell/index.ts'
import { planColumns } from '../list/columns.ts'
import type { Preferences } from '../list/preferences.ts'
import type { ListState } from '../list/query-state.ts'
import { columnsToPreferences, openSettings, settingsOf, type ViewColumns, visibleColumns } from './saved-settings.ts'

interface ListViewsInput {
  entity: Listed
  /** Whether this list has saved views. */
  enabled: boolean
  state: ListState
  change: (part: Partial<ListState>, options?: { replace?: boolean }) => boolean
  /** The reader's own column settings, stored in the browser: those of the list without a view. */
  preferences: Preferences
  changePreferences: (part: Partial<Preferences>) => void
}

const sharePermission = 'system:list-view:share'

/**
 * The saved views of a list. The address holds the open view and its filters and order; its columns take the place of the
 * reader's own column settings, which stay as they are. Changes of an open view count until another is opened, unless
 * they are saved.
 */
export function useListViews({ entity, enabled, state, change, preferences, changePreferences }: ListViewsInput) {
  const client = useClient()
  const queries = useQueryClient()
  const { permissions } = useSession()
  const key = keyOf(entity)
  const queryKey = ['list-view', key]
  const { data: views = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('GET /system/list-view', { query: { list: key }, signal }),
    enabled,
    // Others seldom change views, and every list asks for its own.
    staleTime: 60_000,
    // A list without its views is still the list.
    meta: { silent: true },
  })
  const plans = useMemo(() => planColumns(entity, permissions), [entity, permissions])
  const open = views.find(({ id }) => id === state.view)
  const opened = useMemo(
    () => open && openSettings(entity, permissions, plans, open.settings),
    [entity, permissions, plans, open],
  )
  const openKey = open ? `${open.id}:${open.version}` : ''
  const [edited, setEdited] = useState<{ of: string; columns: ViewColumns }>()
  const columns = opened
    ? edited?.of === openKey
      ? edited.columns
      : columnsToPreferences(opened.columns, plans)
    : preferences
  const settings = settingsOf(entity, state, visibleColumns(columns, plans))
  const isChanged =
    opened !== undefined &&
    JSON.stringify(settings) !== JSON.stringify(settingsOf(entity, opened.state, opened.columns))

  const show = (view: ListView, replace = false) => {
    const { filters, orderBy, order, limit } = openSettings(entity, permissions, plans, view.settings).state
    setEdited(undefined)
    change({ filters, orderBy, order, limit, page: 1, view: view.id }, { replace })
  }
  const start = views.find(view => view.start)
  const showAll = () =>
    void change({
      filters: {},
      orderBy: undefined,
      order: undefined,
      limit: limits.pageSize,
      page: 1,
      view: start ? 'none' : undefined,
    })
  // The list opens with the start view when its address asks for nothing else.
  const isPlain =
    state.view === undefined && Object.keys(state.filters).length === 0 && !state.orderBy && state.page === 1
  useEffect(() => {
    if (start && isPlain) show(start, true)
  })

  const refresh = () => queries.invalidateQueries({ queryKey })
  return {
    views,
    open,
    dropped: opened?.dropped ?? [],
    isChanged,
    settings,
    preferences: { ...preferences, ...columns },
    changePreferences: ({ folded, ...part }: Partial<Preferences>) => {
      if (folded !== undefined) changePreferences({ folded })
      if (Object.keys(part).length === 0) return
      if (open) setEdited({ of: openKey, columns: { ...columns, ...part } })
      else changePreferences(part)
    },
    mayShare: can(permissions, [sharePermission]),
    show,
    showAll,
    refresh,
    async add(name: string, shared: boolean, settings: ListViewSettings) {
      const { id } = await client.call('POST /system/list-view', { body: { list: key, name, shared, settings } })
      await refresh()
      setEdited(undefined)
      change({ view: id })
    },
    async edit({ id, version }: ListView, part: { name?: string; settings?: ListViewSettings }) {
      try {
        await client.call('PUT /system/list-view', { body: { id, seen: version, ...part } })
      } finally {
        await refresh()
      }
    },
    async remove({ id }: ListView) {
      await client.call('DELETE /system/list-view/:id', { params: { id } })
      await refresh()
      if (state.view === id) showAll()
    },
    async startWith(view: ListView | undefined) {
      await client.call('PUT /system/list-view/start', { body: { list: key, view: view?.id ?? null } })
      await refresh()
    },
  }
}

export type ListViews = ReturnType<typeof useListViews>
