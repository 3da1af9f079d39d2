import type { Translate } from '@timbermark/client'
import type { TableColumnType } from 'antd'
import { type Action, RowActions } from '../actions/action-button.tsx'
import type { ColumnPlan } from './columns.ts'
import { leastWidth } from './text-width.ts'

/**
 * How every list lays out its columns: each as wide as what stands in it, narrower down to its least width where there is no
 * room, sideways scrolling only after that. Heights come from the chosen density (styles/list.css).
 */
export const tableLook = { tableLayout: 'auto', scroll: { x: '100%' }, sticky: true, pagination: false } as const

/** Px that a cell's edges take, the mark of the order beside a heading, and what bold letters are wider. */
const edges = 20
const sorter = 18
const bold = 1.25

/** Heading of a column, and the least width at which it stands in two lines and its values can be read. */
export function headingOf(
  title: string,
  { width, sortable = false }: Pick<ColumnPlan, 'width'> & { sortable?: boolean },
) {
  const heading = Math.ceil(leastWidth(title, 140) * bold) + edges + (sortable ? sorter : 0)
  return { title, minWidth: Math.max(width, heading) }
}

/** The column of verbs, always in sight at the end. It never grows beyond 160 px (styles/list.css). */
export function actionsColumn<R>(t: Translate, actions: (row: R) => readonly Action[]): TableColumnType<R> {
  return {
    key: '$actions',
    title: t('common.operation'),
    className: 'tm-actions-cell',
    fixed: 'end',
    // Narrower than anything: the column takes what its verbs need and no part of the room that is left over.
    width: 1,
    minWidth: 92,
    render: (_: unknown, row: R) => <RowActions actions={actions(row)} place="cell" />,
  }
}
