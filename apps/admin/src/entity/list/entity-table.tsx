import type { Query } from '@timbermark/client'
import { keyOf, type Listed, type RowOf } from '@timbermark/contract'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import { emptyHint, entityLabel, fieldLabel } from '../labels.ts'
import { PrintedList } from '../print/printed-list.tsx'
import { usePrinting } from '../print/use-printing.ts'
import { toTree } from '../tree.ts'
import type { Row } from '../types.ts'
import { useRows } from '../use-entity.ts'
import { PlainCell } from '../values/plain-cell.tsx'
import { useListViews } from '../views/use-list-views.ts'
import { ViewMenu } from '../views/view-menu.tsx'
import { selectedTabId, ViewTabs } from '../views/view-tabs.tsx'
import { CardList } from './card-list.tsx'
import type { ColumnPlan } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { EmptyList, LoadingOrFailure } from './list-states.tsx'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { listParams } from './query-state.ts'
import { SearchForm } from './search-form.tsx'
import type { EntityTableProps } from './table-props.ts'
import { usePageInRange, useVisibleSelection } from './use-list-effects.ts'
import { useListState } from './use-list-state.ts'
import { useNarrow } from './use-narrow.ts'
import { usePreferences } from './use-preferences.ts'
import { usePrintAll } from './use-print-all.ts'
import { useTableColumns } from './use-table-columns.ts'
import { useTableKeys } from './use-table-keys.ts'

/** Search, table (cards on a narrow screen) and pager of an entity, drawn from its declaration. */
export function EntityTable<const L extends Listed>(props: EntityTableProps<L, RowOf<L>>) {
  // What a declaration draws knows its row type only at run time.
  return <DeclaredTable {...(props as unknown as EntityTableProps)} />
}

function DeclaredTable(props: EntityTableProps) {
  const { entity, path, query, prefix, rowKey = 'id', toolbar, above, cells, selection, leaveOut, poll, onRows } = props
  const t = useT()
  const { permissions } = useSession()
  const { state, change } = useListState(entity, prefix)
  const stored = usePreferences(entity)
  // A list inside another screen, or with a path of its own, is not one that the server knows by its key.
  const hasViews = path === undefined && prefix === undefined
  const views = useListViews({
    entity,
    enabled: hasViews,
    state,
    change,
    preferences: stored.preferences,
    changePreferences: stored.change,
  })
  const { preferences, changePreferences } = views
  const mayEditView = views.open !== undefined && (!views.open.shared || views.mayShare)
  const panel = useId()
  const isPanel = views.views.length > 0
  const params = useMemo(() => ({ ...listParams(entity, state), ...query }) as Query, [entity, state, query])
  const { data, error, isFetching, isPlaceholderData, refetch } = useRows(entity, params, { path, poll })
  const loadedRows = data?.rows
  const columns = useTableColumns(entity, preferences, leaveOut?.(loadedRows ?? []) ?? [])
  const total = data?.total ?? 0
  usePageInRange(data, isPlaceholderData, state, change)
  useEffect(() => {
    if (loadedRows) onRows?.(loadedRows)
  }, [loadedRows, onRows])
  useVisibleSelection(selection, loadedRows, rowKey, isPlaceholderData)
  const narrow = useNarrow()
  const printing = usePrinting()
  const allRows = usePrintAll(entity, params, path)
  const rows = loadedRows ?? []
  const label = entityLabel(t, entity)
  const section = useTableKeys<HTMLElement>(label)

  const cell = (plan: ColumnPlan, row: Row): ReactNode => {
    const plain = <PlainCell entity={entity} plan={plan} row={row} />
    return cells?.[plan.name]?.(row, plain) ?? plain
  }
  const empty = (
    <EmptyList
      filtered={Object.keys(state.filters).length > 0}
      hint={emptyHint(t, entity, permissions)}
      onReset={() => change({ filters: {}, page: 1 })}
    >
      {props.empty}
    </EmptyList>
  )
  const shared = { rowKey, plans: columns.visible, cell, actions: props.actions, selection, empty }
  const sort = { orderBy: state.orderBy, order: state.order }
  const onSort = (orderBy: string | undefined, order: 'asc' | 'desc' | undefined) =>
    void change({ orderBy, order, page: 1 })
  const cardTitle = columns.visible.some(({ name }) => name === entity.label)
    ? entity.label
    : (columns.visible[0]?.name ?? '')

  return (
    <section ref={section} className="tm-list" aria-label={label} data-entity={keyOf(entity)}>
      <ViewTabs entity={entity} views={views} panel={panel} mayEdit={mayEditView} />
      <div
        className="tm-list-body"
        id={panel}
        {...(isPanel && { role: 'tabpanel', 'aria-labelledby': selectedTabId(panel) })}
      >
        <SearchForm
          entity={entity}
          filters={state.filters}
          folded={preferences.folded ?? true}
          onFold={folded => changePreferences({ folded })}
          onSearch={filters => {
            // Searching for the same again reloads the list.
            if (!change({ filters, page: 1 })) void refetch()
          }}
        />
        <div className="tm-toolbar">
          <div className="tm-toolbar-buttons">{toolbar}</div>
          <ListTools
            columns={columns.arranged.map(({ name, isDefault }) => ({
              name,
              isDefault,
              label: fieldLabel(t, entity, name),
            }))}
            preferences={preferences}
            refreshing={isFetching}
            table={!narrow}
            onRefresh={() => refetch()}
            onPrint={total > 0 ? allRows.printAll : undefined}
            onChange={changePreferences}
          >
            {hasViews && <ViewMenu views={views} mayEdit={mayEditView} />}
          </ListTools>
        </div>
        {above}
        {!data ? (
          <LoadingOrFailure
            error={error}
            onRetry={refetch}
            title={false}
            paragraph={{ rows: 8, width: '100%' }}
            className="tm-list-skeleton"
          />
        ) : narrow ? (
          <CardList
            {...shared}
            rows={rows}
            title={cardTitle}
            labelOf={name => fieldLabel(t, entity, name)}
            sort={{ ...sort, onChange: onSort }}
            busy={isPlaceholderData}
          />
        ) : (
          <DataTable
            {...shared}
            entity={entity}
            label={label}
            lastPinned={columns.lastPinned}
            rows={entity.tree ? toTree(rows) : rows}
            loading={isPlaceholderData}
            sort={sort}
            onSort={onSort}
          />
        )}
        {data && !entity.tree && total > 0 && (
          <Pager page={state.page} limit={state.limit} total={total} estimated={data.estimated} onChange={change} />
        )}
      </div>
      {printing && (
        <PrintedList
          entity={entity}
          plans={columns.visible}
          rows={allRows.rows ?? rows}
          rowKey={rowKey}
          filters={state.filters}
          total={total}
          first={allRows.rows ? 1 : (state.page - 1) * state.limit + 1}
          cell={cell}
        />
      )}
    </section>
  )
}
