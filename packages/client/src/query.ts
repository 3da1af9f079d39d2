/** A value in a query. A nested object is sent as `key[sub]=value`, an array as one comma-separated list. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[]
  | { [key: string]: QueryValue }
export type Query = Record<string, QueryValue>

// Brackets, as in `params[beginTime]`, stay readable: servers accept them unencoded in a query.
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
 * Writes a query without the question mark. Nested objects become `key[sub]=value`. Null, undefined and empty arrays are
 * omitted at every depth. An empty text stays (`list` drops it, because there it is a cleared filter).
 */
export function serializeQuery(query: Query = {}): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) parts.push(...pairs(name, value))
  return parts.join('&')
}

/** `path?query`, or only the path when the query is empty. */
export function withQuery(path: string, query?: Query): string {
  const text = serializeQuery(query)
  if (!text) return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

export type RangeEnd = string | number | null | undefined

/**
 * Adds a date range to the `params` object of a list's query: `beginTime` and `endTime`, or, with a name such as
 * `createTime`, `beginCreateTime` and `endCreateTime`. A null range removes both. Returns a new query.
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

/** The query without cleared filters: an empty text filters nothing. */
export function dropEmpty(query: Query = {}): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
