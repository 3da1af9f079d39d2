import type { Language } from '@timbermark/contract'
import { translated } from '@timbermark/phrases/all'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** A value chosen of a dictionary. */
export interface Chosen {
  dict: string
  value: string
}

/** Labels by value, by dictionary. */
export type DictionaryWords = Map<string, Map<string, string>>

/** Those of the chosen values that are no entry in use, of a dictionary in use. */
export async function notInUse<C extends Chosen>(db: Db, chosen: readonly C[]): Promise<C[]> {
  if (chosen.length === 0) return []
  const entries = await db.query<Chosen>(sql`
    select d.dict_type as dict, d.dict_value as value from dict_data d
    join dict_type t on t.dict_type = d.dict_type and t.status = '0'
    where d.status = '0' and d.dict_type = any(${chosen.map(item => item.dict)}) and d.dict_value = any(${chosen.map(item => item.value)})`)
  return chosen.filter(({ dict, value }) => !entries.some(entry => entry.dict === dict && entry.value === value))
}

/**
 * Labels in a language, entries out of use included: what was chosen once keeps its word.
 * @param values only of these values, where a page shows few of a long dictionary.
 */
export async function wordsOfDictionaries(
  db: Db,
  dicts: readonly string[],
  language: Language,
  values?: readonly string[],
): Promise<DictionaryWords> {
  const words: DictionaryWords = new Map(dicts.map(dict => [dict, new Map()]))
  if (dicts.length === 0) return words
  const among = values ? sql`and dict_value = any(${[...new Set(values)]})` : sql``
  const rows = await db.query<Chosen & { label: string; key: string | null }>(sql`
    select dict_type as dict, dict_value as value, dict_label as label, label_key as key from dict_data
    where dict_type = any(${[...words.keys()]}) ${among} order by dict_sort, id`)
  for (const row of rows) words.get(row.dict)?.set(row.value, translated(language, row.key, row.label))
  return words
}

/** Labels of one dictionary's values. */
export async function dictionaryWords(db: Db, dict: string, language: Language): Promise<Map<string, string>> {
  return (await wordsOfDictionaries(db, [dict], language)).get(dict) ?? new Map()
}
