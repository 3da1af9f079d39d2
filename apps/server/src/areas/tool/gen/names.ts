import * as contract from '@timbermark/contract'
import { columnOf, type EntityInput, entities, keyOf, tableOf, views } from '@timbermark/contract'

/** Reserved words of TypeScript: not allowed as names of constants. */
const languageWords = new Set(
  (
    'arguments as async await boolean break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for from function get if implements import in instanceof interface let new null of package private ' +
    'protected public return satisfies set static super switch this throw true try type typeof undefined var void while with yield'
  ).split(' '),
)

/** Words that PostgreSQL accepts as column names only in quotes (a test compares with the database's own list). */
export const sqlWords: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column ' +
    'concurrently constraint create cross current_catalog current_date current_role current_schema current_time ' +
    'current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from ' +
    'full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime ' +
    'localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right ' +
    'select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using ' +
    'variadic verbose when where window with'
  ).split(' '),
)

/** Names that every row, list or table uses; not allowed for fields. */
const reservedNames = new Set(
  (
    'id ids can why search cursor after tenantId deptId createdBy createdAt updatedBy updatedAt createBy createTime updateBy updateTime ' +
    'delFlag pageNum pageSize orderBy orderByColumn isAsc params beginTime endTime params'
  ).split(' '),
)

/** Verbs of every list: phrases and addresses of these names exist already. */
const verbs = new Set(
  'list query add edit remove export import options status importTemplate importData changeStatus'.split(' '),
)

export const keyPattern = /^[a-z][a-zA-Z0-9]{0,39}$/
export const entityPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Longest names, with room for suffixes of the migration: `_texts`, `_key`, the renamed table. */
const longestColumn = 50
const longestTable = 30

/** Whether a field may have this name. `status` is a standard field, the other verbs are not. */
export function isFieldName(key: string): boolean {
  return (
    keyPattern.test(key) &&
    !reservedNames.has(key) &&
    !(key in Object.prototype) &&
    (key === 'status' || !verbs.has(key)) &&
    !/Texts$|^(begin|end)[A-Z]/.test(key) &&
    columnOf(key).length <= longestColumn
  )
}

export const tableNameOf = (entity: string): string => entity.replaceAll('-', '_')

export function isEntityName(entity: string): boolean {
  return (
    entityPattern.test(entity) &&
    tableNameOf(entity).length <= longestTable &&
    !verbs.has(entity) &&
    // `constructor`, and `to-string`, whose constant is `toString`: every object has them.
    !(camel(entity.split('-')) in Object.prototype)
  )
}

/** Tables of declared entities, and further tables of the product. */
const declaredTables = new Set((entities as readonly EntityInput[]).map(tableOf))
const declaredKeys = new Set([...entities, ...views].map(keyOf))

/** Whether it is the table of a declared entity. */
export const isDeclaredTable = (table: string): boolean => declaredTables.has(table)

/** Whether the product already uses this name. */
export const isTaken = (area: string, entity: string): boolean =>
  declaredKeys.has(`${area}/${entity}`) || declaredTables.has(tableNameOf(entity))

const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')

/** Words of an identifier in any case style, in Latin letters and digits. */
export function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

/** Name of the constant that declares the entity: no reserved word, no export of the contract. */
export function constantOf(entity: string): string {
  const name = camel(entity.split('-'))
  return languageWords.has(name) || name in contract || name in globalThis ? `${name}Entity` : name
}

/** A free field name for a column. */
export function proposedKey(column: string, used: ReadonlySet<string>, number: number): string {
  const plain = camel(wordsOf(column)).replace(/^[0-9]+/, '')
  const name = plain.slice(0, 40)
  const first = name === '' ? name : name[0]!.toLowerCase() + name.slice(1)
  for (const candidate of [first, `${first.slice(0, 35)}Field`])
    if (isFieldName(candidate) && !used.has(candidate)) return candidate
  let n = number
  while (used.has(`field${n}`)) n++
  return `field${n}`
}

/** An entity's name for a table. */
export function proposedEntity(table: string): string {
  const name = wordsOf(table)
    .join('-')
    .replace(/^[0-9-]+/, '')
    .slice(0, longestTable)
    .replace(/-+$/, '')
  return isEntityName(name) ? name : 'record'
}

/** A SQL identifier: quoted if it is a reserved word. */
export const sqlName = (identifier: string): string => (sqlWords.has(identifier) ? `"${identifier}"` : identifier)
