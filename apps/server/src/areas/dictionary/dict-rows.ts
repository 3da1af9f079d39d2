import { dictData, dictType, type Language } from '@timbermark/contract'
import type { ListQuery } from '../../crud/list-query.ts'
import { type Against, rightsOf } from '../../crud/rights.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { contains, sql } from '../../platform/database/sql.ts'
import { isDeliveredEntry, isDeliveredType } from './dict-texts.ts'
import { first } from '../../crud/wire.ts'
import { keysContaining, translated } from '../../crud/words.ts'

/** Keys of delivered names, which the engine does not know. */
export async function keysOf(
  db: Db,
  table: 'dict_type' | 'dict_data',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows =
    table === 'dict_type'
      ? await db.query<{ id: number; key: string }>(
          sql`select id, title_key as key from dict_type where id = any(${[...ids]}::bigint[]) and title_key is not null`,
        )
      : await db.query<{ id: number; key: string }>(
          sql`select id, label_key as key from dict_data where id = any(${[...ids]}::bigint[]) and label_key is not null`,
        )
  return new Map(rows.map(row => [row.id, row.key]))
}

/** What was delivered stays. */
const keptIf = (delivered: boolean): Against => ({ remove: delivered ? 'system.dict.delivered' : undefined })

/** Dictionaries as they are answered: delivered names in the reader's language, with the number of entries. */
export async function answerTypes(db: Db, actor: Actor, language: Language, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(row => row.id as number)
  const keys = await keysOf(db, 'dict_type', ids)
  const counts = new Map(
    (
      await db.query<{ type: string; n: number }>(
        sql`select dict_type as type, count(*)::int as n from dict_data where dict_type = any(${rows.map(row => row.dictType)}) group by dict_type`,
      )
    ).map(row => [row.type, row.n]),
  )
  return rows.map(row => {
    const delivered = isDeliveredType(row.dictType as string)
    return {
      ...row,
      dictId: row.id,
      dictName: translated(language, keys.get(row.id as number) ?? null, row.dictName as string),
      delivered,
      entryCount: counts.get(row.dictType as string) ?? 0,
      ...rightsOf(dictType, actor, row, { against: keptIf(delivered) }),
    }
  })
}

/** Entries as they are answered. */
export async function answerEntries(db: Db, actor: Actor, language: Language, rows: readonly Row[]): Promise<Row[]> {
  const keys = await keysOf(
    db,
    'dict_data',
    rows.map(row => row.id as number),
  )
  return rows.map(row => {
    const delivered = isDeliveredEntry(row.dictType as string, row.dictValue as string)
    return {
      ...row,
      dictCode: row.id,
      dictLabel: translated(language, keys.get(row.id as number) ?? null, row.dictLabel as string),
      delivered,
      ...rightsOf(dictData, actor, row, { against: keptIf(delivered) }),
    }
  })
}

/** Entries are also found by the label that the reader sees. */
export function labelCondition(query: ListQuery, language: Language) {
  const label = first(query.dictLabel)
  if (label === undefined) return []
  return [
    sql`(t.dict_label ilike ${contains(label)} or t.label_key = any(${keysContaining(language, 'dict.', label)}))`,
  ]
}

/** Dictionaries are also found by the name that the reader sees. */
export function nameCondition(query: ListQuery, language: Language) {
  const name = first(query.dictName)
  if (name === undefined) return []
  return [sql`(t.dict_name ilike ${contains(name)} or t.title_key = any(${keysContaining(language, 'dict.', name)}))`]
}
