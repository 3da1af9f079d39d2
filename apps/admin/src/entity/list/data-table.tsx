import type { Listed } from '@timbermark/contract'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import type { AnyAction } from '../actions/action-button.tsx'
import { fieldLabel } from '../labels.ts'
import type { Row } from '../types.ts'
import type { ColumnPlan } from './columns.ts'
import type { ListState } from './query-state.ts'
import { actionsColumn, headingOf, tableLook } from './table-parts.tsx'
import type { EntityTableProps } from './table-props.ts'

interface DataTableProps {
  entity: Listed
  label: string
  rowKey: string
  plans: readonly ColumnPlan[]
  /** Index of the last column that stays visible when the table is scrolled sideways; -1 for none. */
  lastPinned: number
  rows: Row[]
  loading: boolean
  sort: Pick<ListState, 'orderBy' | 'order'>
  onSort: (orderBy: string | undefined, order: ListState['order']) => void
  selection?: EntityTableProps['selection']
  actions?: (row: Row) => readonly AnyAction[]
  cell: (plan: ColumnPlan, row: Row) => ReactNode
  empty: ReactNode
}

const orders = { ascend: 'asc', descend: 'desc' } as const
const sortOrders = { asc: 'ascend', desc: 'descend' } as const

/** The table of a list on a wide screen. */
export function DataTable({
  entity,
  label,
  rowKey,
  plans,
  lastPinned,
  rows,
  loading,
  sort,
  onSort,
  selection,
  actions,
  cell,
  empty,
}: DataTableProps) {
  const t = useT()
  const columns: TableColumnsType<Row> = plans.map((plan, index) => ({
    key: plan.name,
    ...headingOf(fieldLabel(t, entity, plan.name), plan),
    align: plan.align,
    fixed: index <= lastPinned ? 'start' : undefined,
    sorter: plan.sortable,
    sortOrder: plan.name === sort.orderBy && sort.order ? sortOrders[sort.order] : null,
    render: (_: unknown, row: Row) => cell(plan, row),
  }))
  return (
    <Table<Row>
      className="tm-table"
      aria-label={label}
      rowKey={rowKey}
      // Without rows there are no actions, and the heading would be beyond the edge.
      columns={actions && rows.length > 0 ? [...columns, actionsColumn(t, actions)] : columns}
      dataSource={rows}
      loading={loading}
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
      locale={{ emptyText: empty }}
      onChange={(_pages, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        const order = sorter.order ? orders[sorter.order] : undefined
        onSort(order && String(sorter.columnKey), order)
      }}
    />
  )
}
