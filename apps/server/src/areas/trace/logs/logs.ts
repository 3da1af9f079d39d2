import { checkLog, type Language, type Listed, permissionOf, type RowOf, scanLog } from '@timbermark/contract'
import { checkMap, scanMap } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { type Reader, type ReadVerb, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { findRequestsWithVisibleSecurity } from '../../code/directory/security-code-scope.ts'
import type { LoadedRequests } from '../../code/directory/code-directory.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { currentTenant, likePattern, type Sql, sql } from '../../../platform/database/sql.ts'
import { findCitiesByLatinName, cityName } from '../../place/city-names.ts'
import { countryName } from '../../place/places.ts'
import { provinceName } from '../../place/province-names.ts'
import { logMapOf } from './log-map.ts'
import { logEntriesInScope } from './log-scope.ts'

/** A stored row. It contains only the serial; the code is computed from it. */
type LogRow<Log extends typeof scanLog | typeof checkLog> = Omit<RowOf<Log>, 'code'> & { [column: string]: unknown }

const product = sql`left join product p on p.tenant_id = ${currentTenant} and p.id = t.product_id`
const sharedColumns = {
  code: 'computedInCode',
  productName: sql`p.name`,
  longitude: sql`t.longitude::float8`,
  latitude: sql`t.latitude::float8`,
} as const
const names = { productName: { alias: sql`p`, key: 'name' } } as const
const ofCode = sql`t.request_number as "requestNumber", t.serial, t.product_id as "productId"`

/** A code of another enterprise finds nothing, like one that does not exist: lists contain only the own enterprise's rows. */
async function codeFilter(text: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  return opened.known
    ? sql`(t.request_number = ${opened.entry.requestNumber} and t.serial = ${opened.serial})`
    : sql`false`
}

/**
 * Entries of codes whose request is in the reader's data scope, as for the codes themselves. A reader whose scope is
 * everything pays no cost for it.
 */
const requestsInScope =
  (log: Listed) =>
  ({ actor }: Reader, verb: ReadVerb): Sql =>
    logEntriesInScope(actor, permissionOf(log, verb))

/** Cities are stored by their Chinese names, and can be searched by their names in other languages. */
function cityFilter(text: string): Sql {
  const chineseNames = findCitiesByLatinName(text).map(chinese => `${chinese}%`)
  return sql`(t.city ilike ${likePattern(text)} or t.city like any(${chineseNames}::text[]))`
}

/** Translates the place of each entry to the reader's language. */
function localizePlaces<Entry extends { province: string | null; city: string | null }>(
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
  productId: (text: string) => sql`t.product_id = ${parseWholeNumber('productId', text)}`,
}

/** Loads the requests of entries. */
const requestsOf = ({ services }: Reader, rows: readonly { requestNumber: unknown }[]): Promise<LoadedRequests> =>
  services.directory.load(rows.map(({ requestNumber }) => requestNumber as number))

const scans = readingOf(scanLog, {
  table: 'scan_log',
  where: requestsInScope(scanLog),
  joins: product,
  searchJoins: sql``,
  names,
  columns: { ...sharedColumns, scanTime: sql`t.scanned_at` },
  more: sql`${ofCode}, t.device`,
  search,
  cursor: true,
  toRows: async (rows: LogRow<typeof scanLog>[], reader) => {
    const requests = await requestsOf(reader, rows)
    return localizePlaces(rows, reader).map(row => ({ ...row, code: requests.codeAt(row.requestNumber, row.serial) }))
  },
})

/**
 * The typed security code as a reader sees it: the correct code in full for readers who may see security codes, otherwise
 * its first and last character.
 */
function securityCode(
  { services }: Reader,
  row: LogRow<typeof checkLog>,
  { requests, visibleRequests }: { requests: LoadedRequests; visibleRequests: ReadonlySet<number> },
): string | null {
  const entry = requests.get(row.requestNumber)
  if (!row.genuine || !entry || entry.foreign || !visibleRequests.has(row.requestNumber))
    return row.hint as string | null
  return services.directory.codesOf(entry).security(row.serial, entry.codeRule, entry.securityLength)
}

const checks = readingOf(checkLog, {
  table: 'check_log',
  where: requestsInScope(checkLog),
  joins: product,
  searchJoins: sql``,
  names,
  columns: { ...sharedColumns, securityCode: 'computedInCode', checkTime: sql`t.checked_at` },
  more: sql`${ofCode}, t.given_hint as hint`,
  search,
  cursor: true,
  toRows: async (rows: LogRow<typeof checkLog>[], reader, db) => {
    const visibleRequests = await findRequestsWithVisibleSecurity(
      db,
      reader.actor,
      rows.map(row => row.requestNumber),
    )
    const requests = await requestsOf(reader, rows)
    return localizePlaces(rows, reader).map(row => {
      const { hint: _, ...rest } = row
      return {
        ...rest,
        code: requests.codeAt(row.requestNumber, row.serial),
        securityCode: securityCode(reader, row, { requests, visibleRequests }),
      }
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
