/** A value of a query: nested objects travel as `key[sub]=value`, an array as one comma list. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[]
  | { [key: string]: QueryValue }
export type Query = Record<string, QueryValue>

// The brackets of `params[beginTime]` stay readable: a query may carry them as they are.
const encodeName = (name: string) => encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')

function* pairs(name: string, value: QueryValue): Generator<string> {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    if (value.length > 0) yield `${encodeName(name)}=${encodeURIComponent(value.join(','))}`
  } else if (typeof value === 'object') {
    for (const [sub, inner] of Object.entries(value as Record<string, QueryValue>))
      yield* pairs(`${name}[${sub}]`, inner)
  } else {
    yield `${encodeName(name)}=${encodeURIComponent(String(value))}`
  }
}

/**
 * Writes a query without the question mark. Nested objects become `key[sub]=value`; null and undefined are left out at
 * every depth, an empty array too; an empty text stays (`list` drops it, because it is an emptied filter there).
 */
export function serializeQuery(query: Query = {}): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) parts.push(...pairs(name, value))
  return parts.join('&')
}

/** `path?query`, or the path alone when nothing is left of the query. */
export function withQuery(path: string, query?: Query): string {
  const text = serializeQuery(query)
  if (!text) return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

export type RangeEnd = string | number | null | undefined

/**
 * Adds a date range to a list's query, inside its `params` object: `beginTime` and `endTime`, or with a name such as
 * `createTime` `beginCreateTime` and `endCreateTime`. A cleared range removes the two again. Returns a new query.
 */
export function addDateRange<Q extends Query>(
  query: Q,
  range: readonly [RangeEnd, RangeEnd] | null | undefined,
  name?: string,
): Q & Query {
  const suffix = name ? name[0]!.toUpperCase() + name.slice(1) : 'Time'
  const params = { ...((query.params ?? {}) as Query), [`begin${suffix}`]: range?.[0], [`end${suffix}`]: range?.[1] }
  return { ...query, params }
}

/** Without the filters that a person emptied again: an empty text filters nothing. */
export function dropEmpty(query: Query = {}): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
