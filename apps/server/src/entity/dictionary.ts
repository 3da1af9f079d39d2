import { type Language, languages, type Texts } from '@timbermark/contract'
import type { Words } from '@timbermark/contract/trace'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { nameIn, nameOf } from './names.ts'

/** A chosen value of a dictionary. */
export interface Chosen {
  dict: string
  value: string
}

/** Labels by dictionary and value. */
export type DictionaryWords = Map<string, Map<string, string>>

/** The chosen values that are not an entry in use of a dictionary in use. */
export async function notInUse<C extends Chosen>(db: Db, chosen: readonly C[]): Promise<C[]> {
  if (chosen.length === 0) return []
  const entries = await db.query<Chosen>(sql`
    select d.dict_type as dict, d.dict_value as value from dict_data d
    join dict_type t on t.dict_type = d.dict_type and t.status = '0'
    where d.status = '0' and d.dict_type = any(${chosen.map(item => item.dict)}) and d.dict_value = any(${chosen.map(item => item.value)})`)
  return chosen.filter(({ dict, value }) => !entries.some(entry => entry.dict === dict && entry.value === value))
}

interface Word extends Chosen {
  /** As it was written, by language too, and the phrase of the bootstrap label. */
  label: string
  texts: Texts
  key: string | null
}

/** Entries of dictionaries, including disabled ones: a value chosen earlier keeps its label. */
async function readWords(db: Db, dicts: readonly string[], values?: readonly string[]): Promise<Word[]> {
  if (dicts.length === 0) return []
  const among = values ? sql`and dict_value = any(${[...new Set(values)]})` : sql``
  return db.query<Word>(sql`
    select dict_type as dict, dict_value as value, dict_label as label, dict_label_texts as texts, label_key as key from dict_data
    where dict_type = any(${[...new Set(dicts)]}) ${among} order by dict_sort, id`)
}

/**
 * Labels in a language.
 * @param values only of these values, when a page shows few of a long dictionary
 */
export async function wordsOfDictionaries(
  db: Db,
  dicts: readonly string[],
  language: Language,
  values?: readonly string[],
): Promise<DictionaryWords> {
  const words: DictionaryWords = new Map(dicts.map(dict => [dict, new Map()]))
  for (const row of await readWords(db, dicts, values))
    words.get(row.dict)?.set(row.value, nameIn(language, row.label, row.texts, row.key))
  return words
}

/** Labels of chosen values in every language that has one, by dictionary and value. */
export async function wordsInAllLanguages(db: Db, chosen: readonly Chosen[]): Promise<Map<string, Map<string, Words>>> {
  const rows = await readWords(
    db,
    chosen.map(({ dict }) => dict),
    chosen.map(({ value }) => value),
  )
  const words = new Map<string, Map<string, Words>>()
  for (const { dict, value, label, texts, key } of rows) {
    const ofDict = words.get(dict) ?? new Map<string, Words>()
    words.set(dict, ofDict.set(value, wordsOfName(label, nameOf(label, texts, key).texts)))
  }
  return words
}

/** A name as it is sealed: by language when its language is known, otherwise as it was written. */
export function wordsOfName(main: string, texts: Texts): Words {
  const known = languages.flatMap(language => texts[language] ?? [])
  if (known.length === 0) return main
  // A main text of unknown language is used in the languages that have no text.
  return known.includes(main) || known.length === languages.length ? texts : { ...texts, und: main }
}

/** Labels of one dictionary's values. */
export async function dictionaryWords(db: Db, dict: string, language: Language): Promise<Map<string, string>> {
  return (await wordsOfDictionaries(db, [dict], language)).get(dict) ?? new Map()
}

/** A text in every language. */
export function inAllLanguages(word: (language: Language) => string): Record<Language, string> {
  return Object.fromEntries(languages.map(language => [language, word(language)])) as Record<Language, string>
}
