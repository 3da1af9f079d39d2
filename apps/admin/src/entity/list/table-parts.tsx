import type { Translate } from '@timbermark/client'
import type { TableColumnType } from 'antd'
import { type AnyAction, RowActions } from '../actions/action-button.tsx'
import type { ColumnPlan } from './columns.ts'
import { leastWidth } from './text-width.ts'

/**
 * Column layout of every list: each column is as wide as its content, shrinks to its minimum width where there is no
 * room, and only then the table scrolls sideways. Heights come from the chosen density (styles/list.css).
 */
export const tableLook = { tableLayout: 'auto', scroll: { x: '100%' }, sticky: true, pagination: false } as const

/** Widths in px: the padding of a cell, and the sort icon next to a heading. `bold` is the factor of bold letters. */
const edges = 20
const sorter = 18
const bold = 1.25

/** Heading of a column, and the minimum width at which it takes two lines and its values are readable. */
export function headingOf(
  title: string,
  { width, sortable = false }: Pick<ColumnPlan, 'width'> & { sortable?: boolean },
) {
  const heading = Math.ceil(leastWidth(title, 140) * bold) + edges + (sortable ? sorter : 0)
  return { title, minWidth: Math.max(width, heading) }
}

/** The column of actions, always visible at the end. It never grows beyond 160 px (styles/list.css). */
export function actionsColumn<R>(t: Translate, actions: (row: R) => readonly AnyAction[]): TableColumnType<R> {
  return {
    key: '$actions',
    title: t('common.operation'),
    className: 'tm-actions-cell',
    fixed: 'end',
    // The smallest width: the column takes what its actions need and none of the spare room.
    width: 1,
    minWidth: 92,
    render: (_: unknown, row: R) => <RowActions actions={actions(row)} place="cell" />,
  }
}
