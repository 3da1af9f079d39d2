import type { Query } from '@timbermark/client'
import { keyOf, limits, type Listed } from '@timbermark/contract'
import { useEffect, useState } from 'react'
import { useClient } from '../../shell/index.ts'
import type { Row } from '../types.ts'

/** Most rows printed at once. */
export const maxPrintedRows = 1000

/** Reads all rows of a filter, page by page, and prints them once they are drawn. */
export function usePrintAll(entity: Listed, query: Query, path?: string) {
  const client = useClient()
  const [rows, setRows] = useState<readonly Row[]>()
  useEffect(() => {
    if (!rows) return
    const forget = () => setRows(undefined)
    addEventListener('afterprint', forget)
    print()
    return () => removeEventListener('afterprint', forget)
  }, [rows])
  const printAll = async () => {
    const limit = limits.maxPageSize
    const loaded: Row[] = []
    for (let page = 1; loaded.length < maxPrintedRows; page++) {
      const answer = await client.list<Row>(path ?? `/${keyOf(entity)}/list`, { ...query, page, limit })
      loaded.push(...answer.rows)
      if (answer.rows.length < limit) break
    }
    setRows(loaded)
  }
  return { rows, printAll }
}
