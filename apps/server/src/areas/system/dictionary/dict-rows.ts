import { dictDataView, dictTypeView, type RowOf } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import type { Against } from '../../../entity/rights.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isDeliveredEntry, isDeliveredType } from './dict-texts.ts'

/** What was delivered stays. */
const keptIf = (delivered: boolean): { against: Against } => ({
  against: { remove: delivered ? 'system.dict.delivered' : undefined },
})

type Found<V> = Omit<V, 'delivered' | 'origin'> & { id: number; [column: string]: unknown }
type TypeRow = Found<RowOf<typeof dictTypeView>>
type EntryRow = Found<RowOf<typeof dictDataView>>

/** Dictionaries, with the number of entries. */
export const types = readingOf(dictTypeView, {
  columns: {
    entryCount: sql`(select count(*)::int from dict_data d where d.dict_type = t.dict_type)`,
    origin: 'computedInCode',
    createTime: sql`t.created_at`,
  },
  rules: (row: TypeRow) => keptIf(isDeliveredType(row.dictType)),
  toRows: (rows: TypeRow[]) =>
    rows.map(row => {
      const delivered = isDeliveredType(row.dictType)
      const origin = delivered ? 'delivered' : 'own'
      return { ...row, delivered, origin } as const
    }),
})

/** Their entries. */
export const entries = readingOf(dictDataView, {
  columns: { createTime: sql`t.created_at` },
  search: { dictType: given => sql`t.dict_type = ${given}` },
  rules: (row: EntryRow) => keptIf(isDeliveredEntry(row.dictType, row.dictValue)),
  toRows: (rows: EntryRow[]) => rows.map(row => ({ ...row, delivered: isDeliveredEntry(row.dictType, row.dictValue) })),
})
