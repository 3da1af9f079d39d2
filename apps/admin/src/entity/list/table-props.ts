import type { Query } from '@timbermark/client'
import type { Listed } from '@timbermark/contract'
import type { ReactNode } from 'react'
import type { AnyAction } from '../actions/action-button.tsx'
import type { Row } from '../types.ts'

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
  actions?: (row: R) => readonly AnyAction[]
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
