import { columnOf, type Listed, languages, textsKeyOf } from '@timbermark/contract'
import { foundPerList } from '@timbermark/contract/calls'
import { searchKey } from '@timbermark/contract/reading'
import type { Database } from '../platform/database/database.ts'
import { allOf, currentTenant, identifier, join, raw, Sql, sql } from '../platform/database/sql.ts'
import { isNaming } from './names.ts'
import {
  fieldConditions,
  joinsFor,
  type Reader,
  type Reading,
  scopeConditions,
  tableNameOf,
  visibleFields,
} from './read-rows.ts'

/** Records of one list that a search has found, the best first. */
export interface FoundRecords {
  reading: Reading
  ids: number[]
  /** Whether the list has more of them. */
  more: boolean
  /** The field by which the list finds the best one. */
  field: string
}

/** The newest records are compared one by one: what is common is found among them, and the index is asked for what is rare. */
const newestCompared = 120
/** Most records of a list that are ranked, besides the newest. */
const ranked = 60
/** Parts that the index is asked for, spread over the text: words that everybody has and one that nobody has may be in any order. */
const askedParts = 5
/** Most records with these parts that are compared with the text: the parts may be in another order. */
const mostCompared = 1000
/** A longer text is in no name. */
const longestName = 200

/** Characters of no alphabet, such as Chinese, of which one or two are a word. */
const firstOfNoAlphabet = '\u2e80'

/**
 * The parts by which the index finds a text, as `search_grams` stores them; none for a text that is too short to be searched: one
 * letter or digit.
 */
export function partsOf(text: string): string[] {
  const characters = [...searchKey(text)]
  if (characters.length === 2) return [`:${characters.join('')}`]
  if (characters.length < 2) return characters.filter(one => one >= firstOfNoAlphabet).map(one => `:${one}`)
  const parts = characters.slice(2).map((last, n) => `:${characters[n]}${characters[n + 1]}${last}`)
  const last = Math.min(askedParts, parts.length) - 1
  const spread = Array.from({ length: last + 1 }, (_, n) => parts[Math.round((n * (parts.length - 1)) / (last || 1))]!)
  return [...new Set(spread)]
}

/** The stored texts of a field: a name in languages has several. */
function textsOf(listed: Listed, key: string): Sql[] {
  const column = sql`t.${identifier(columnOf(key))}`
  if (!isNaming(listed.fields[key])) return [column]
  const texts = sql`t.${identifier(columnOf(textsKeyOf(key)))}`
  // Written as in the index, without parameters.
  return [column, ...languages.map(language => sql`${texts} ->> ${raw(`'${language}'`)}`)]
}

/** The indexed expression of a list; `apps/server/test/search` compares it with the index. */
export const indexedParts = (listed: Listed): Sql =>
  sql`search_grams(t.tenant_id, array[${join(listed.globalSearch!.by.flatMap(key => textsOf(listed, key)))}])`

/** With the tenant as a value: across tenants a statement has none of its own. */
const forTenant = (statement: Sql, tenantId: number): Sql =>
  new Sql(
    statement.strings,
    statement.values.map(value => (value === currentTenant ? tenantId : value)),
  )

interface Candidate {
  list: number
  id: number
  /** For each compared field, in the order of the declaration, its texts. */
  texts: (string | null)[]
}

/** Selects the records of one list that may be meant, with the texts to rank them by. */
function candidatesOf(reading: Reading, place: number, reader: Reader, text: string): Sql | undefined {
  const { listed } = reading
  const { actor } = reader
  const { tenantId } = actor
  const visible = new Set(visibleFields(listed, actor))
  const keys = listed.globalSearch!.by.filter(key => visible.has(key))
  if (keys.length === 0) return undefined
  const matches = keys.flatMap(key => fieldConditions(reading, key, listed.fields[key]!, { [key]: text }))
  const inTenant = sql`t.tenant_id = ${tenantId}`
  const scope = [inTenant, ...scopeConditions(reading, reader, 'list')]
  const isMeant = sql`(${join(matches, ' or ')})`
  const has = (parts: readonly string[]) =>
    sql`${indexedParts(listed)} @> search_parts(${tenantId}::bigint, ${[...parts]}::text[])`
  const columns = sql`t.id, array[${join(keys.flatMap(key => textsOf(listed, key)))}] as texts`
  const joins = joinsFor(reading, actor, reading.source.searchJoins)
  /** Rows in scope, the first ones as the rest of a statement says. */
  const rows = (rest: Sql, more: readonly Sql[] = []) =>
    sql`(select t.* from ${tableNameOf(reading)} t where ${allOf([...scope, ...more])} ${rest}) t ${joins}`
  const newest = sql`
    (select t.* from (select * from ${tableNameOf(reading)} where tenant_id = ${tenantId} order by id desc limit ${newestCompared}) t
    where ${allOf(scope)}) t ${joins}`
  const same = `=${[...searchKey(text)].slice(0, 100).join('')}`
  const rowsOf = (source: string) => sql`select ${place}::int as list, id, texts from ${raw(source)}`
  return sql`(
    with newest as materialized (select ${columns} from ${newest} where ${isMeant} order by t.id desc limit ${ranked}),
      same as materialized (select ${columns} from ${rows(sql`limit ${foundPerList}`, [has([same])])}),
      others as materialized (
        select ${columns} from ${rows(sql`limit ${mostCompared}`, [sql`(select count(*) from newest) <= ${foundPerList}`, has(partsOf(text))])}
        where ${isMeant} limit ${ranked})
    ${join([rowsOf('same'), rowsOf('newest'), rowsOf('others')], ' union all ')})`
}

/** How well a text matches: 0 is the same, 4 are initials. */
function distance(wanted: string, text: string | null): number {
  if (text === null) return 9
  const key = searchKey(text)
  if (key === wanted) return 0
  if (key.startsWith(wanted)) return 1
  if (key.includes(` ${wanted}`)) return 2
  return key.includes(wanted) ? 3 : 4
}

/** The compared field of each text of a candidate. */
const fieldsOfTexts = (listed: Listed, keys: readonly string[]) =>
  keys.flatMap(key => textsOf(listed, key).map(() => key))

function rank(reading: Reading, reader: Reader, wanted: string, candidates: readonly Candidate[]): FoundRecords {
  const { listed } = reading
  const visible = new Set(visibleFields(listed, reader.actor))
  const fields = fieldsOfTexts(
    listed,
    listed.globalSearch!.by.filter(key => visible.has(key)),
  )
  const best = [...new Map(candidates.map(candidate => [candidate.id, candidate])).values()].map(({ id, texts }) => {
    const distances = texts.map(text => distance(wanted, text))
    const least = Math.min(...distances)
    return { id, least, field: fields[distances.indexOf(least)]! }
  })
  best.sort((a, b) => a.least - b.least || b.id - a.id)
  return {
    reading,
    ids: best.slice(0, foundPerList).map(({ id }) => id),
    more: best.length > foundPerList,
    field: best[0]!.field,
  }
}

/**
 * Finds records of several lists by a text, the best first, without reading the others. The reader must be allowed to list them;
 * their data scope is that of the list. Ids come from the worker's role, because row security lets no index compare parts of
 * texts: the records are then read in the tenant.
 */
export async function findRecords(
  database: Database,
  readings: readonly Reading[],
  reader: Reader,
  text: string,
): Promise<FoundRecords[]> {
  if (text.length > longestName || partsOf(text).length === 0) return []
  const { tenantId } = reader.actor
  const selections = readings.flatMap((reading, place) => candidatesOf(reading, place, reader, text) ?? [])
  if (selections.length === 0) return []
  const statement = forTenant(join(selections, ' union all '), tenantId)
  const candidates = await database.readAcrossTenants<Candidate>('search', statement, { replica: true })
  const byList = Map.groupBy(candidates, ({ list }) => list)
  return readings.flatMap((reading, place) => {
    const ofList = byList.get(place)
    return ofList ? [rank(reading, reader, searchKey(text), ofList)] : []
  })
}
