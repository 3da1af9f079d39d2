import { dictDataView, dictTypeView, type RowOf } from '@timbermark/contract'
import { deliveredText } from '../../crud/delivered-text.ts'
import { readingOf } from '../../crud/reading.ts'
import type { Against } from '../../crud/rights.ts'
import { translated } from '../../crud/words.ts'
import { sql } from '../../platform/database/sql.ts'
import { isDeliveredEntry, isDeliveredType } from './dict-texts.ts'

export const typeName = deliveredText({ table: 'dict_type', field: 'dictName', key: 'title_key', phrases: 'dict.' })
export const entryLabel = deliveredText({ table: 'dict_data', field: 'dictLabel', key: 'label_key', phrases: 'dict.' })

/** What was delivered stays. */
const keptIf = (delivered: boolean): { against: Against } => ({
  against: { remove: delivered ? 'system.dict.delivered' : undefined },
})

/** A row as it is found: in the words that were written, with the key of those that were delivered. */
type Keyed<V> = Omit<V, 'delivered' | 'origin'> & { id: number; textKey: string | null; [column: string]: unknown }
type TypeRow = Keyed<RowOf<typeof dictTypeView>>
type EntryRow = Keyed<RowOf<typeof dictDataView>>

/** Dictionaries: delivered names in the reader's language, with the number of entries. */
export const types = readingOf(dictTypeView, {
  columns: {
    entryCount: sql`(select count(*)::int from dict_data d where d.dict_type = t.dict_type)`,
    origin: 'made',
    createTime: sql`t.created_at`,
  },
  more: typeName.column,
  search: { dictName: typeName.search },
  rules: (row: TypeRow) => keptIf(isDeliveredType(row.dictType)),
  shown: (rows: TypeRow[], { language }) =>
    rows.map(({ textKey, ...row }) => {
      const delivered = isDeliveredType(row.dictType)
      const origin = delivered ? 'delivered' : 'own'
      return { ...row, dictName: translated(language, textKey, row.dictName), delivered, origin } as const
    }),
})

/** Entries, labels in the reader's language. */
export const entries = readingOf(dictDataView, {
  columns: { createTime: sql`t.created_at` },
  more: entryLabel.column,
  search: { dictType: given => sql`t.dict_type = ${given}`, dictLabel: entryLabel.search },
  rules: (row: EntryRow) => keptIf(isDeliveredEntry(row.dictType, row.dictValue)),
  shown: (rows: EntryRow[], { language }) =>
    rows.map(({ textKey, ...row }) => ({
      ...row,
      dictLabel: translated(language, textKey, row.dictLabel),
      delivered: isDeliveredEntry(row.dictType, row.dictValue),
    })),
})
