import {
  type AnyEntity,
  entities,
  keyOf,
  type Listed,
  listedByKey,
  permissionOf,
  platformPermissions,
  type ScopeDecision,
  views,
} from '@timbermark/contract'
import { exampleOf } from '../../src/areas/tool/examples.ts'
import { type Schema, Schemas } from '../../src/areas/tool/schemas.ts'
import { permissionsOf, type RouteSpec } from '../../src/platform/http/http.ts'
import { rowMakers } from './scope-rows.ts'

/** Permissions that only the platform operator's accounts can hold: no data scope applies to their rows. */
const platformOnly = platformPermissions()

/** Every declared list. A view replaces the entity of the same key. */
export const lists: readonly Listed[] = [
  ...new Map(
    [...(entities as readonly Listed[]), ...(views as readonly Listed[])].map(listed => [keyOf(listed), listed]),
  ).values(),
]

/** The stored entity whose rows a list shows. */
export function storedEntityOf(key: string): AnyEntity | undefined {
  const listed = listedByKey(key) as { of?: AnyEntity } | undefined
  return listed?.of ?? (entities as readonly AnyEntity[]).find(entity => keyOf(entity) === key)
}

/** Why no data scope limits the rows of a list. Undefined: it does, or nothing is declared. */
function unscopedReasonOf(listed: Listed): string | undefined {
  if (keyOf(listed) in rowMakers) return undefined
  if (listed.unscoped) return listed.unscoped
  const stored = storedEntityOf(keyOf(listed))
  if (stored?.tenancy === 'platform' && !stored.scoped) return 'shared by all enterprises'
  const permissions = listed.operations.map(operation => permissionOf(listed, operation))
  return permissions.every(permission => platformOnly.has(permission)) ? 'for the platform operator only' : undefined
}

const unscopedReasons = new Map(
  lists.flatMap(listed => {
    const reason = unscopedReasonOf(listed)
    return reason === undefined ? [] : [[keyOf(listed), reason] as const]
  }),
)

/** Lists that the walk reads with every data scope. */
export const scopedLists: readonly Listed[] = lists.filter(
  listed =>
    !unscopedReasons.has(keyOf(listed)) && (keyOf(listed) in rowMakers || storedEntityOf(keyOf(listed))?.scoped),
)

/** Keys of lists of which nothing says whether a data scope limits their rows. */
export const undecidedLists = lists
  .filter(listed => !unscopedReasons.has(keyOf(listed)) && !scopedLists.includes(listed))
  .map(keyOf)

export const nameOf = (route: Pick<RouteSpec, 'method' | 'path'>) => `${route.method} ${route.path}`

/** Is the route behind a permission that users of an enterprise can hold? Only such routes need a decision. */
export const needsDecision = (route: RouteSpec) =>
  permissionsOf(route.access).some(permission => !platformOnly.has(permission))

/** What a route does with rows of a scoped list. `adds`: it names no stored row. */
export type RouteDecision = ScopeDecision | { adds: string }

const longestFirst = lists.map(keyOf).sort((a, b) => b.length - a.length)

/** What the address of a plain route says, the same for all entities and views. */
function decisionOfPath({ method, path }: RouteSpec): { list: string; decision: RouteDecision } | undefined {
  const list = longestFirst.find(key => path === `/${key}` || path.startsWith(`/${key}/`))
  if (list === undefined) return undefined
  const key = list as `${string}/${string}`
  const rest = path.slice(list.length + 1).replace(/\(\^.*?\$\)/g, '')
  const call = `${method} ${rest}`
  if (/^\/:ids?(\/|$)/.test(rest) || ['PUT ', 'PUT /changeStatus', 'PUT /several'].includes(call))
    return { list, decision: { row: key } }
  if (['GET /list', 'GET /export', 'GET /options'].includes(call)) return { list, decision: { rows: key } }
  if (['POST ', 'GET /importTemplate', 'POST /importData'].includes(call)) return { list, decision: { adds: list } }
  return undefined
}

/** The declared decision of a route, or the one that its path says. Undefined when there is none. */
export function decisionOf(route: RouteSpec): RouteDecision | undefined {
  if (route.scope) return route.scope
  const derived = decisionOfPath(route)
  if (!derived) return undefined
  const reason = unscopedReasons.get(derived.list)
  return reason === undefined || 'adds' in derived.decision ? derived.decision : { none: reason }
}

/** Tells what to declare, and where, for a route without a decision. */
export const decisionMissing = (route: RouteSpec) =>
  `${nameOf(route)} has no data scope decision. Add \`scope\` next to \`access\` in its declaration (defineCall in ` +
  'packages/contract/src, or route in apps/server/src/areas): ' +
  "`scope: { row: '<area>/<list>' }` when id or ids name a row of that list (with `key: '<name>'` when another field does), " +
  "`{ rows: '<area>/<list>' }` when it answers choices of that list, `{ like: 'GET /…' }` for the same rows as another call, " +
  "`{ tested: '<what>', in: 'apps/server/test/…' }` when a test of its own checks it, `{ none: '<reason>' }` when it touches no such row."

/** Tells what to declare, and where, for a list without a decision. */
export const listUndecided = (key: string) =>
  `${key} does not say whether a data scope limits its rows. Add \`scoped: true\` to the entity (its table has dept_id and created_by), ` +
  "or `unscoped: '<reason>'` to the entity or view in packages/contract/src; a scoped list that is no entity's needs a line in " +
  '`rowMakers` of apps/server/test/conformance/scope-rows.ts.'

export interface WalkRequest {
  path: string
  body?: Record<string, unknown>
}

const schemas = new Schemas('en', new Map())
const schemaOf = (shape: NonNullable<RouteSpec['body']>): Schema => schemas.of(shape, 'input', undefined)
const leastOf = (schema: Schema) =>
  exampleOf(schema, '', { named: schemas.named, least: true }) as Record<string, unknown>
const has = (schema: Schema | undefined, name: string) => name in (schema?.properties ?? {})

/**
 * A request that asks for the row with this id: the least example of the query's and the body's schema, with the id where the
 * decision says.
 * @throws Error when nothing of the request can hold the id
 */
export function requestFor(route: RouteSpec, { key }: { key?: string }, id: number): WalkRequest {
  const path = route.path.replace(/:(\w+)(\(\^.*?\$\))?/g, (_, name: string) => (/^ids?$/.test(name) ? `${id}` : '1'))
  const querySchema = route.query && schemaOf(route.query)
  const bodySchema = route.body && schemaOf(route.body)
  const query = { ...(querySchema && leastOf(querySchema)) }
  const body = bodySchema && { ...leastOf(bodySchema) }
  if (key !== undefined || !/:ids?\b/.test(route.path)) {
    const names = key === undefined ? ['id', 'ids'] : [key]
    const inQuery = names.find(name => has(querySchema, name))
    const inBody = names.find(name => has(bodySchema, name) || (body && name in body))
    if (inQuery !== undefined) query[inQuery] = id
    else if (body && inBody !== undefined) {
      const isList = Array.isArray(body[inBody]) || bodySchema?.properties?.[inBody]?.type === 'array'
      body[inBody] = isList ? [id] : id
    } else
      throw new Error(
        `${nameOf(route)} names its row neither in the path nor by ${key ?? 'id or ids'} in its query or body. ` +
          "Declare the field's name: `scope: { row: '<area>/<list>', key: '<name>' }`.",
      )
  }
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return { path: search ? `${path}?${search}` : path, ...(body && { body }) }
}
