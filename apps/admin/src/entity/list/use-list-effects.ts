import type { Page } from '@timbermark/client'
import { useEffect } from 'react'
import type { Row } from '../types.ts'
import { lastPage, type ListState } from './query-state.ts'
import type { EntityTableProps } from './table-props.ts'
import type { useListState } from './use-list-state.ts'

/** Shows the new last page when a delete has emptied the page that was shown. */
export function usePageInRange(
  data: Page<Row> | undefined,
  isPlaceholder: boolean,
  { page, limit }: ListState,
  change: ReturnType<typeof useListState>['change'],
): void {
  const total = data?.total ?? 0
  const isBeyond = data !== undefined && !isPlaceholder && data.rows.length === 0 && total > 0 && page > 1
  const target = lastPage(page, limit, total)
  useEffect(() => {
    if (isBeyond && target !== page) change({ page: target }, { replace: true })
  })
}

/** Removes rows from the selection that a filter or page has hidden: an action on the selection must not affect them. */
export function useVisibleSelection(
  selection: EntityTableProps['selection'],
  rows: readonly Row[] | undefined,
  rowKey: string,
  isPlaceholder: boolean,
): void {
  const keyOfRow = (row: Row) => row[rowKey] as React.Key
  useEffect(() => {
    if (!selection || selection.beyond || isPlaceholder) return
    const visible = (rows ?? []).filter(row => selection.keys.some(key => String(key) === String(keyOfRow(row))))
    if (visible.length < selection.keys.length) selection.onChange(visible.map(keyOfRow), visible)
  })
}
