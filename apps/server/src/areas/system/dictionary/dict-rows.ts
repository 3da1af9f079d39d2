import { dictDataView, dictTypeView, type RowOf } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { readingOf } from '../../../entity/read-rows.ts'
import type { Against } from '../../../entity/rights.ts'
import { sql } from '../../../platform/database/sql.ts'

const defaultTypes = new Set(dictionaries.map(dictionary => dictionary.type))
const defaultEntries = new Set(
  dictionaries.flatMap(dictionary => dictionary.entries.map(entry => `${dictionary.type}\n${entry.value}`)),
)

/** Bootstrap dictionaries and entries: code relies on their keys, so people may rename and disable them, but not remove them. */
export const isDefaultType = (type: string) => defaultTypes.has(type)
export const isDefaultEntry = (type: string, value: string) => defaultEntries.has(`${type}\n${value}`)

/** Bootstrap rows cannot be removed. */
const notRemovableIf = (delivered: boolean): { against: Against } => ({
  against: { remove: delivered ? 'system.dict.delivered' : undefined },
})

type FoundRow<V> = Omit<V, 'delivered' | 'origin'> & { id: number; [column: string]: unknown }
type TypeRow = FoundRow<RowOf<typeof dictTypeView>>
type EntryRow = FoundRow<RowOf<typeof dictDataView>>

/** Dictionaries, with the number of entries. */
export const typesReading = readingOf(dictTypeView, {
  columns: {
    entryCount: sql`(select count(*)::int from dict_data d where d.dict_type = t.dict_type)`,
    origin: 'computedInCode',
    createTime: sql`t.created_at`,
  },
  rules: (row: TypeRow) => notRemovableIf(isDefaultType(row.dictType)),
  toRows: (rows: TypeRow[]) =>
    rows.map(row => {
      const delivered = isDefaultType(row.dictType)
      const origin = delivered ? 'delivered' : 'own'
      return { ...row, delivered, origin } as const
    }),
})

/** Entries of dictionaries. */
export const entriesReading = readingOf(dictDataView, {
  columns: { createTime: sql`t.created_at` },
  search: { dictType: value => sql`t.dict_type = ${value}` },
  rules: (row: EntryRow) => notRemovableIf(isDefaultEntry(row.dictType, row.dictValue)),
  toRows: (rows: EntryRow[]) => rows.map(row => ({ ...row, delivered: isDefaultEntry(row.dictType, row.dictValue) })),
})
