import type { Listed } from '@timbermark/contract'
import type { RouteSpec } from '../platform/http/http.ts'
import type { ListQuery } from './list-query.ts'
import type { Reader } from './read-rows.ts'

/** A list as a route serves it. */
export interface ServedList {
  listed: Listed
  /** Checks a search and an order as the route does, without reading a row. @throws Refusal invalid */
  check: (reader: Reader, query: ListQuery) => Promise<unknown>
}

const byRoute = new WeakMap<RouteSpec, ServedList>()

/** Says that the route serves the list. @returns the route */
export function servesList(route: RouteSpec, list: ServedList | undefined): RouteSpec {
  if (list) byRoute.set(route, list)
  return route
}

/** The list that a route serves; undefined for any other route. */
export const servedList = (route: RouteSpec): ServedList | undefined => byRoute.get(route)
