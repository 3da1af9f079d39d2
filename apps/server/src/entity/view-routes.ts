import { keyOf, type Listed, type Operation, permissionOf, phraseOf } from '@timbermark/contract'
import { z } from 'zod'
import { type RouteSpec, route } from '../platform/http/http.ts'
import { workbook } from './common-answers.ts'
import { exportAnswer, type SheetOptions } from './export.ts'
import { type ListQuery, listQueryOf } from './list-query.ts'
import { checkListQuery, type Reading } from './read-rows.ts'
import { rowSchemaOf } from './row-schema.ts'
import { servesList } from './served-lists.ts'
import { answerAll, withReadScope, answerPage, answerOne } from './answers.ts'

export interface ViewOptions {
  /** Operations whose routes the area writes itself. */
  except?: readonly Operation[]
  sheet?: SheetOptions
  /** Types of users who may read it; staff by default. */
  userTypes?: readonly number[]
  /** The list has no pages: it is answered as `data` too, where existing clients expect departments and menus. */
  unpaged?: boolean
  /** One line for the interface docs, in place of the key. */
  summary?: string
}

const readingsByRoute = new WeakMap<RouteSpec, Reading>()

/** The declared list that a route answers; undefined for any other route. */
export const readingOfRoute = (route: RouteSpec): Reading | undefined => readingsByRoute.get(route)

/** List, one row and export of a declared view (or of an entity that is its own view), as declared. */
export function viewRoutes(
  reading: Reading<Listed>,
  { except = [], sheet, summary, userTypes, unpaged = false }: ViewOptions = {},
): RouteSpec[] {
  const { listed } = reading
  const key = keyOf(listed)
  const base = `/${key}`
  const labels = phraseOf(listed)
  const has = (operation: Operation) => listed.operations.includes(operation) && !except.includes(operation)
  const permission = (verb: string) => ({
    permission: permissionOf(listed, verb),
    ...(userTypes && { userTypes }),
  })
  const query = listQueryOf(listed, Object.keys(reading.source.search ?? {}))
  const row = rowSchemaOf(listed)
  const routes: RouteSpec[] = []
  if (has('list')) {
    const list = route({
      method: 'GET',
      path: `${base}/list`,
      access: permission('list'),
      summary: summary ?? `List of ${key}`,
      query,
      labels,
      ...(unpaged
        ? { answer: row.array(), envelopeExtras: z.object({ rows: row.array(), total: z.int() }) }
        : { rows: row }),
      handler: call =>
        withReadScope<unknown>(reading, call, db =>
          (unpaged ? answerAll : answerPage)(db, reading, call, call.query as ListQuery),
        ),
    })
    readingsByRoute.set(list, reading)
    routes.push(servesList(list, { listed, check: (reader, search) => checkListQuery(reading, reader, search) }))
  }
  if (has('query'))
    routes.push(
      route({
        method: 'GET',
        path: `${base}/:id(^\\d+$)`,
        access: permission('query'),
        summary: `One of: ${summary ?? key}`,
        answer: row,
        labels,
        handler: call => withReadScope(reading, call, db => answerOne(db, reading, call, Number(call.params.id))),
      }),
    )
  if (has('export'))
    routes.push(
      route({
        method: 'GET',
        path: `${base}/export`,
        access: permission('export'),
        summary: `Export of ${summary ?? key} (xlsx)`,
        file: workbook,
        query,
        labels,
        audit: { title: labels, kind: 'export' },
        handler: call => exportAnswer(call, reading, sheet),
      }),
    )
  return routes
}
