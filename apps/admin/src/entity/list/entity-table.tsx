import type { Query } from '@timbermark/client'
import { keyOf, type Listed, type RowOf } from '@timbermark/contract'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import type { Action } from '../actions/action-button.tsx'
import { CardList } from './card-list.tsx'
import { type ColumnPlan, planColumns } from './columns.ts'
import { emptyHint, entityLabel, fieldLabel } from '../labels.ts'
import { LoadingOrFailure, EmptyList } from './list-states.tsx'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { arrange } from './preferences.ts'
import { PlainCell } from '../values/plain-cell.tsx'
import { PrintedList } from '../print/printed-list.tsx'
import { usePrinting } from '../print/use-printing.ts'
import { lastPage, listParams } from './query-state.ts'
import { SearchForm } from './search-form.tsx'
import { actionsColumn, headingOf, tableLook } from './table-parts.tsx'
import { toTree } from '../tree.ts'
import type { Row } from '../types.ts'
import { useRows } from '../use-entity.ts'
import { useListState } from './use-list-state.ts'
import { useNarrow } from './use-narrow.ts'
import { usePreferences } from './use-preferences.ts'
import { usePrintAll } from './use-print-all.ts'
import { useTableKeys } from './use-table-keys.ts'

/** Draws one cell instead of the declaration; `plain` is what the declaration would draw. */
export type Cell<R = Row> = (row: R, plain: ReactNode) => ReactNode

export interface EntityTableProps<L extends Listed = Listed, R = Row> {
  entity: L
  /** Path below /api; the entity's own list by default. */
  path?: string
  /** Fixed part of the query, for example whose codes to list. */
  query?: Query
  /** Prefix of the query parameters in the address, for a page with two lists. */
  prefix?: string
  /** Field that identifies a row. */
  rowKey?: string
  /** Actions of a row, the most used first. */
  actions?: (row: R) => readonly Action[]
  /** Buttons above the list, left. */
  toolbar?: ReactNode
  /** Content between the buttons and the rows, about all rows of the filter. */
  above?: ReactNode
  cells?: { [field: string]: Cell<R> }
  /** Selected rows; without it there are no check boxes. Rows that are no longer shown leave the selection. */
  selection?: {
    keys: readonly React.Key[]
    onChange: (keys: React.Key[], rows: R[]) => void
    /** The selection includes rows that are not shown, and the screen says so. */
    beyond?: true
  }
  /** Columns to omit because they would have the same value in all of these rows. */
  leaveOut?: (rows: readonly R[]) => readonly string[]
  /** Milliseconds until the list is read again, or false. */
  poll?: (rows: readonly R[]) => number | false
  /** What an empty list offers. */
  empty?: ReactNode
  /** Called with the rows shown, for a selection that goes beyond them. */
  onRows?: (rows: readonly R[]) => void
}

/** Search, table (cards on a narrow screen) and pager of an entity, drawn from its declaration. */
export function EntityTable<const L extends Listed>(props: EntityTableProps<L, RowOf<L>>) {
  // What a declaration draws knows its row type only at run time.
  return <DeclaredTable {...(props as unknown as EntityTableProps)} />
}

function DeclaredTable({
  entity,
  path,
  query,
  prefix,
  rowKey = 'id',
  actions,
  toolbar,
  above,
  cells,
  selection,
  leaveOut,
  poll,
  empty,
  onRows,
}: EntityTableProps) {
  const t = useT()
  const narrow = useNarrow()
  const { permissions } = useSession()
  const { state, change } = useListState(entity, prefix)
  const { preferences, change: prefer } = usePreferences(entity)
  const params = useMemo(() => ({ ...listParams(entity, state), ...query }) as Query, [entity, state, query])
  const { data, error, isFetching, isPlaceholderData, refetch } = useRows(entity, params, { path, poll })
  const plans = useMemo(() => planColumns(entity, permissions), [entity, permissions])
  const arranged = arrange(
    plans.map(({ name }) => name),
    preferences,
  ).flatMap(name => plans.find(plan => plan.name === name) ?? [])
  const same = leaveOut?.(data?.rows ?? []) ?? []
  const shown = arranged.filter(({ name }) => !preferences.hidden.includes(name) && !same.includes(name))
  // The name and the picture before it stay visible when the table is scrolled sideways.
  const named = shown.findIndex(({ name }) => name === entity.label)
  const leading = named === 0 || (named === 1 && shown[0]?.field.kind === 'images') ? named : -1
  const filtered = Object.keys(state.filters).length > 0

  // A delete can empty the last page; the new last page is shown then.
  const total = data?.total ?? 0
  const beyond = data !== undefined && !isPlaceholderData && data.rows.length === 0 && total > 0 && state.page > 1
  const target = lastPage(state.page, state.limit, total)
  useEffect(() => {
    if (beyond && target !== state.page) change({ page: target }, { replace: true })
  })

  const cell = (plan: ColumnPlan, row: Row): ReactNode => {
    const plain = <PlainCell entity={entity} plan={plan} row={row} />
    return cells?.[plan.name]?.(row, plain) ?? plain
  }
  const shownRows = data?.rows
  useEffect(() => {
    if (shownRows) onRows?.(shownRows)
  }, [shownRows, onRows])
  // An action on the selection must not affect rows that a filter or page has hidden.
  const keyOfRow = (row: Row) => row[rowKey] as React.Key
  useEffect(() => {
    if (!selection || selection.beyond || isPlaceholderData) return
    const inSight = (shownRows ?? []).filter(row => selection.keys.some(key => String(key) === String(keyOfRow(row))))
    if (inSight.length < selection.keys.length) selection.onChange(inSight.map(keyOfRow), inSight)
  })
  const printing = usePrinting()
  const whole = usePrintAll(entity, params, path)
  const rows = data?.rows ?? []
  const rowsShown: Row[] = entity.tree ? toTree(rows) : rows
  const label = entityLabel(t, entity)
  const section = useTableKeys<HTMLElement>(label)
  const nothing = (
    <EmptyList
      filtered={filtered}
      hint={emptyHint(t, entity, permissions)}
      onReset={() => change({ filters: {}, page: 1 })}
    >
      {empty}
    </EmptyList>
  )

  return (
    <section ref={section} className="tm-list" aria-label={label} data-entity={keyOf(entity)}>
      <SearchForm
        entity={entity}
        filters={state.filters}
        folded={preferences.folded ?? true}
        onFold={folded => prefer({ folded })}
        onSearch={filters => {
          // Searching for the same again reloads the list.
          if (!change({ filters, page: 1 })) void refetch()
        }}
      />
      <div className="tm-toolbar">
        <div className="tm-toolbar-buttons">{toolbar}</div>
        <ListTools
          columns={arranged.map(({ name }) => ({ name, label: fieldLabel(t, entity, name) }))}
          preferences={preferences}
          refreshing={isFetching}
          table={!narrow}
          onRefresh={() => refetch()}
          onPrint={total > 0 ? whole.printAll : undefined}
          onChange={prefer}
        />
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
          rows={rows}
          rowKey={rowKey}
          plans={shown}
          title={shown.some(({ name }) => name === entity.label) ? entity.label : (shown[0]?.name ?? '')}
          labelOf={name => fieldLabel(t, entity, name)}
          cell={cell}
          actions={actions}
          selection={selection}
          sort={{
            orderBy: state.orderBy,
            order: state.order,
            onChange: (orderBy, order) => change({ orderBy, order, page: 1 }),
          }}
          busy={isPlaceholderData}
          empty={nothing}
        />
      ) : (
        <Table<Row>
          className="tm-table"
          aria-label={label}
          rowKey={rowKey}
          columns={tableColumns()}
          dataSource={rowsShown}
          loading={isPlaceholderData}
          {...tableLook}
          expandable={entity.tree ? { defaultExpandAllRows: true } : undefined}
          rowSelection={
            selection && {
              selectedRowKeys: [...selection.keys],
              onChange: selection.onChange,
              columnWidth: 40,
              fixed: true,
              getTitleCheckboxProps: () => ({ 'aria-label': t('entity.selectAll') }),
              getCheckboxProps: row => ({
                'aria-label': t('entity.select', { name: String(row[entity.label] ?? '') }),
              }),
            }
          }
          locale={{ emptyText: nothing }}
          onChange={(_pages, _filters, sorter, { action }) => {
            if (action !== 'sort' || Array.isArray(sorter)) return
            const order = sorter.order === 'ascend' ? 'asc' : sorter.order === 'descend' ? 'desc' : undefined
            change({ orderBy: order && String(sorter.columnKey), order, page: 1 })
          }}
        />
      )}
      {data && !entity.tree && total > 0 && (
        <Pager
          page={state.page}
          limit={state.limit}
          total={total}
          estimated={data.estimated}
          onChange={paging => change(paging)}
        />
      )}
      {printing && (
        <PrintedList
          entity={entity}
          plans={shown}
          rows={whole.rows ?? rows}
          rowKey={rowKey}
          filters={state.filters}
          total={total}
          first={whole.rows ? 1 : (state.page - 1) * state.limit + 1}
          cell={cell}
        />
      )}
    </section>
  )

  function tableColumns(): TableColumnsType<Row> {
    const columns: TableColumnsType<Row> = shown.map((plan, index) => ({
      key: plan.name,
      ...headingOf(fieldLabel(t, entity, plan.name), plan),
      align: plan.align,
      fixed: index <= leading ? 'start' : undefined,
      sorter: plan.sortable,
      sortOrder:
        plan.name === state.orderBy
          ? state.order === 'asc'
            ? 'ascend'
            : state.order === 'desc'
              ? 'descend'
              : null
          : null,
      render: (_: unknown, row: Row) => cell(plan, row),
    }))
    // Without rows there are no actions, and the heading would be beyond the edge.
    return actions && rowsShown.length > 0 ? [...columns, actionsColumn(t, actions)] : columns
  }
}
