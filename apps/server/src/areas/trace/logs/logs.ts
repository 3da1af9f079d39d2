import { checkLog, type Language, type Listed, permissionOf, type RowOf, scanLog } from '@timbermark/contract'
import { checkMap, scanMap } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { type Reader, type ReadVerb, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { securityShown } from '../../code/directory/security-code-scope.ts'
import type { Services } from '../../../platform/services.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { likePattern, type Sql, sql } from '../../../platform/database/sql.ts'
import { citiesCalled, cityName } from '../../place/city-names.ts'
import { countryName } from '../../place/places.ts'
import { provinceName } from '../../place/province-names.ts'
import { logMapOf } from './log-map.ts'
import { loggedInReach } from './log-scope.ts'

/** Only the serial is stored: the value of the code is made again. */
type Stored<Log extends typeof scanLog | typeof checkLog> = Omit<RowOf<Log>, 'code'> & { [column: string]: unknown }

const product = sql`left join product p on p.tenant_id = t.tenant_id and p.id = t.product_id`
const goods = {
  code: 'computedInCode',
  productName: sql`p.name`,
  longitude: sql`t.longitude::float8`,
  latitude: sql`t.latitude::float8`,
} as const
const names = { productName: { alias: sql`p`, key: 'name' } } as const
const ofCode = sql`t.request_number as "requestNumber", t.serial, t.product_id as "productId"`

/** A code of another enterprise finds nothing, like one that does not exist: rows are those of the own one. */
async function codeFilter(given: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, given)
  return opened.known
    ? sql`(t.request_number = ${opened.entry.requestNumber} and t.serial = ${opened.serial})`
    : sql`false`
}

/**
 * Entries of the codes whose request the reader reaches, as he reaches the codes themselves. Who reaches all pays nothing
 * for it.
 */
const ofReachedRequests =
  (log: Listed) =>
  ({ actor }: Reader, verb: ReadVerb): Sql =>
    loggedInReach(actor, permissionOf(log, verb))

/** Cities are kept by their Chinese names, and found by those that a reader of another language sees. */
function cityFilter(given: string): Sql {
  const called = citiesCalled(given).map(chinese => `${chinese}%`)
  return sql`(t.city ilike ${likePattern(given)} or t.city like any(${called}::text[]))`
}

/** Where somebody was, as the reader writes it. */
function placed<Entry extends { province: string | null; city: string | null }>(
  rows: Entry[],
  { language }: Reader,
): Entry[] {
  if (language === 'zh') return rows
  return rows.map(row => ({
    ...row,
    province: row.province && provinceName(row.province, language),
    city: row.city && cityName(row.city, language),
  }))
}

const search = {
  code: codeFilter,
  city: cityFilter,
  productId: (given: string) => sql`t.product_id = ${parseWholeNumber('productId', given)}`,
}

function codeOf({ directory }: Services, row: { requestNumber: number; serial: number }): string | null {
  const entry = directory.get(row.requestNumber)
  return entry ? directory.codesOf(entry).code(row.serial) : null
}

const scans = readingOf(scanLog, {
  table: 'scan_log',
  where: ofReachedRequests(scanLog),
  joins: product,
  searchJoins: sql``,
  names,
  columns: { ...goods, scanTime: sql`t.scanned_at` },
  more: sql`${ofCode}, t.device`,
  search,
  cursor: true,
  toRows: (rows: Stored<typeof scanLog>[], reader) =>
    placed(rows, reader).map(row => ({ ...row, code: codeOf(reader.services, row) })),
})

/**
 * What a reader sees of the code that was typed: the right one in full for those who may see such codes anyway, otherwise
 * its first and last character.
 */
function securityCode({ services }: Reader, row: Stored<typeof checkLog>, shown: ReadonlySet<number>): string | null {
  const entry = services.directory.get(row.requestNumber)
  if (!row.genuine || !entry || entry.foreign || !shown.has(row.requestNumber)) return row.given as string | null
  return services.directory.codesOf(entry).security(row.serial, entry.codeRule, entry.securityLength)
}

const checks = readingOf(checkLog, {
  table: 'check_log',
  where: ofReachedRequests(checkLog),
  joins: product,
  searchJoins: sql``,
  names,
  columns: { ...goods, securityCode: 'computedInCode', checkTime: sql`t.checked_at` },
  more: sql`${ofCode}, t.given_hint as given`,
  search,
  cursor: true,
  toRows: async (rows: Stored<typeof checkLog>[], reader, db) => {
    const shown = await securityShown(
      db,
      reader.actor,
      rows.map(row => row.requestNumber),
    )
    return placed(rows, reader).map(row => {
      const { given: _, ...rest } = row
      return { ...rest, code: codeOf(reader.services, row), securityCode: securityCode(reader, row, shown) }
    })
  },
})

const cells = {
  country: (value: unknown, language: Language) =>
    typeof value === 'string' ? countryName(value, language) : (value ?? null),
}

export const traceLogRoutes: RouteSpec[] = [
  serve(scanMap, call => logMapOf(scans, call, call.query, { at: sql`t.scanned_at`, wrong: sql`false` })),
  serve(checkMap, call => logMapOf(checks, call, call.query, { at: sql`t.checked_at`, wrong: sql`not t.genuine` })),
  ...viewRoutes(scans, {
    summary: 'Scans of the own codes, newest first; `after` pages by key',
    sheet: { cells },
  }),
  ...viewRoutes(checks, {
    summary: 'Anti-counterfeit checks of the own codes, newest first; `after` pages by key',
    sheet: { cells: { ...cells, genuine: (value, language) => phrase(language, value ? 'common.yes' : 'common.no') } },
  }),
]
