import type { Issue } from '@timbermark/contract'
import type { Row } from '../platform/database/database.ts'
import { Answer, type Call, FileAnswer, Rows, type RouteSpec } from '../platform/http/http.ts'
import { assertValid, invalid } from '../platform/refusal.ts'
import { z } from 'zod'
import { servedList, servesList } from './served-lists.ts'
import { idOf } from './write.ts'

/**
 * Existing clients name an id after its object (`userId`, `postId` ...). Rows carry it in addition to `id`, and a body
 * may use either.
 */
export function withId(body: Row, alias: string): Row {
  if (alias === 'id' || !(alias in body)) return body
  const { [alias]: named, ...rest } = body
  if ('id' in rest && String(rest.id) !== String(named)) throw invalid([{ field: alias, error: 'invalid' }])
  return { ...rest, id: named }
}

/**
 * The id of a body, by either name, and the body with `id`.
 * @throws Refusal invalid
 */
export function recordOf(body: Row, alias = 'id'): { id: number; body: Row } {
  const normalized = withId(body, alias)
  return { id: idOf(normalized.id, alias), body: normalized }
}

function named(value: unknown, alias: string): unknown {
  if (value instanceof Rows)
    return new Rows(value.rows.map(row => named(row, alias)) as unknown[], value.total, value.estimated)
  if (value instanceof FileAnswer || value instanceof Answer) return value
  if (value && typeof value === 'object' && !Array.isArray(value) && 'id' in value)
    return { [alias]: value.id, ...value }
  return value
}

/** The standard routes of an entity with the alias of its id in addition to `id`. */
export function aliased(routes: readonly RouteSpec[], alias: string): RouteSpec[] {
  const plain = (value: unknown) => (value && typeof value === 'object' ? withId(value as Row, alias) : value)
  const withAlias = (spec: RouteSpec): RouteSpec => ({
    ...spec,
    ...(spec.answer instanceof z.ZodObject && 'id' in spec.answer.shape
      ? { answer: spec.answer.extend({ [alias]: spec.answer.shape.id }) }
      : {}),
    // This body is strict about its fields: the alias is replaced first.
    ...(spec.body && spec.path.endsWith('/changeStatus') ? { body: z.preprocess(plain, spec.body) } : {}),
    handler: async call => {
      return named(await spec.handler({ ...(call as Call), body: plain(call.body) }), alias)
    },
  })
  return routes.map(spec => servesList(withAlias(spec), servedList(spec)))
}

/** `[1, 2]`, `"1,2"`, one number, or nothing. @throws Refusal invalid for anything else, or more than 1000 */
export function idList(value: unknown, field: string): number[] {
  if (value === undefined || value === null || value === '') return []
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  if (parts.length > 1000) throw invalid([{ field, error: 'tooManyItems', params: { max: 1000 } }])
  const ids = parts.map(part => (typeof part === 'string' && /^\d{1,15}$/.test(part.trim()) ? Number(part) : part))
  if (!ids.every(id => Number.isSafeInteger(id) && (id as number) > 0))
    throw invalid([{ field, error: 'referenceMissing' }])
  return [...new Set(ids as number[])]
}

/** `"3,1,2"` and `"10,20,30"` as id to order. @throws Refusal invalid */
export function sortOrder(body: Row, names: { ids: string; orders: string }): Map<number, number> {
  assertValid(unknownFields(body, [names.ids, names.orders]))
  const orders = body[names.orders]
  const list = idList(body[names.ids], names.ids)
  const numbers = (Array.isArray(orders) ? orders : String(orders ?? '').split(',')).map(Number)
  if (list.length === 0) throw invalid([{ field: names.ids, error: 'required' }])
  if (
    numbers.length !== list.length ||
    !numbers.every(number => Number.isInteger(number) && number >= 0 && number <= 9999)
  )
    throw invalid([{ field: names.orders, error: 'notInteger' }])
  return new Map(list.map((id, index) => [id, numbers[index]!]))
}

/** Fields that a call does not know. */
export function unknownFields(body: Row, known: readonly string[]): Issue[] {
  return Object.keys(body)
    .filter(field => !known.includes(field))
    .map(field => ({ field, error: 'unknownField', params: { name: field } }))
}

/** `"0"` or `"1"`. */
export function flagIssue(body: Row, field: string, required = false): Issue[] {
  const value = body[field]
  if (value === undefined || value === null || value === '') return required ? [{ field, error: 'required' }] : []
  return value === '0' || value === '1' ? [] : [{ field, error: 'notOneOf' }]
}

/** First of a query value that may be repeated; an empty value is undefined. */
export function firstQueryValue(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one.trim() !== '' ? one.trim() : undefined
}
