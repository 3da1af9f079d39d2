import { dealerUserTypes, ownCases, ownChecks, ownCodes, ownScans, ownStores, type RowOf } from '@timbermark/contract'
import { ownOverview } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { nameIn } from '../../../entity/names.ts'
import { type Reader, readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { placeLabel } from '../../place/places.ts'
import { dealerOf } from './dealer-of.ts'
import { ownStoreRoutes } from './own-stores.ts'
import { loadTerritoryNames } from './territory-names.ts'

const ofDealer = ({ actor }: Reader): Sql => sql`t.dealer_id in ${dealerOf(actor)}`

/** Condition on log entries `t`: the dealer held the code at that time. */
const loggedWhileHeld = (actor: Actor, at: Sql): Sql => sql`exists (
  select from code_assignment c
  where c.tenant_id = ${currentTenant} and c.dealer_id in ${dealerOf(actor)} and c.request_number = t.request_number
    and c.first_serial <= t.serial and c.serials @> t.serial and c.during @> ${at})`

async function codeCondition(
  code: string,
  { services }: Reader,
  conditionOf: (request: number, serial: number) => Sql,
): Promise<Sql> {
  const opened = await services.directory.open(code)
  return opened.known ? conditionOf(opened.entry.requestNumber, opened.serial) : sql`false`
}

interface LoggedCode {
  requestNumber: number
  serial: number
  country: string | null
  province: string | null
  city: string | null
}
type Stored<L extends typeof ownScans | typeof ownChecks | typeof ownCases> = Omit<RowOf<L>, 'code' | 'place'> &
  LoggedCode & { [column: string]: unknown }

const loggedColumns = sql`t.request_number as "requestNumber", t.serial, t.country, t.province, t.city`

/** Gives the code of each row, and its place in the reader's language. */
async function codesAndPlaces(rows: readonly LoggedCode[], { services, language }: Reader) {
  const requests = await services.directory.load(rows.map(({ requestNumber }) => requestNumber))
  return ({ requestNumber, serial, country, province, city }: LoggedCode) => ({
    code: requests.codeAt(requestNumber, serial),
    place: country ? placeLabel({ country, province, city }, language) : null,
  })
}

type StoredRange = Omit<RowOf<typeof ownCodes>, 'firstCode' | 'lastCode'> & {
  request: number
  from: number
  to: number
  [column: string]: unknown
}

const codes = readingOf(ownCodes, {
  table: 'code_assignment',
  where: reader => sql`t.current and ${ofDealer(reader)}`,
  joins: sql`
    join code_request q on q.tenant_id = ${currentTenant} and q.request_number = t.request_number
    join batch b on b.tenant_id = ${currentTenant} and b.id = q.batch_id
    join product p on p.tenant_id = ${currentTenant} and p.id = b.product_id`,
  names: { productName: { alias: sql`p`, key: 'name' } },
  columns: {
    firstCode: 'computedInCode',
    lastCode: 'computedInCode',
    codes: sql`upper(t.serials) - t.first_serial`,
    codeType: sql`q.code_type`,
    productName: sql`p.name`,
    batchNumber: sql`b.batch_number`,
    since: sql`lower(t.during)`,
  },
  more: sql`t.request_number as request, t.first_serial as "from", upper(t.serials) as "to"`,
  search: {
    code: (code, reader) =>
      codeCondition(
        code,
        reader,
        (request, serial) => sql`(t.request_number = ${request} and t.serials @> ${serial}::int)`,
      ),
  },
  toRows: async (rows: StoredRange[], { services }) => {
    const requests = await services.directory.load(rows.map(({ request }) => request))
    return rows.map(({ request, from, to, ...row }) => ({
      ...row,
      firstCode: requests.codeAt(request, from)!,
      lastCode: requests.codeAt(request, to - 1)!,
    }))
  },
})

const product = sql`left join product p on p.tenant_id = ${currentTenant} and p.id = t.product_id`
const ofProduct = { productName: { alias: sql`p`, key: 'name' } } as const
const byCode = {
  code: (code: string, reader: Reader) =>
    codeCondition(code, reader, (request, serial) => sql`(t.request_number = ${request} and t.serial = ${serial})`),
}

const scans = readingOf(ownScans, {
  table: 'scan_log',
  where: ({ actor }) => loggedWhileHeld(actor, sql`t.scanned_at`),
  joins: product,
  searchJoins: sql``,
  names: ofProduct,
  columns: { code: 'computedInCode', place: 'computedInCode', productName: sql`p.name`, scanTime: sql`t.scanned_at` },
  more: loggedColumns,
  search: byCode,
  cursor: true,
  toRows: async (rows: Stored<typeof ownScans>[], reader) => {
    const codeAndPlace = await codesAndPlaces(rows, reader)
    return rows.map(({ requestNumber, serial, country, province, city, ...row }) => ({
      ...row,
      ...codeAndPlace({ requestNumber, serial, country, province, city }),
    }))
  },
})

const checks = readingOf(ownChecks, {
  table: 'check_log',
  where: ({ actor }) => loggedWhileHeld(actor, sql`t.checked_at`),
  joins: product,
  searchJoins: sql``,
  names: ofProduct,
  columns: { code: 'computedInCode', place: 'computedInCode', productName: sql`p.name`, checkTime: sql`t.checked_at` },
  more: loggedColumns,
  search: byCode,
  cursor: true,
  toRows: async (rows: Stored<typeof ownChecks>[], reader) => {
    const codeAndPlace = await codesAndPlaces(rows, reader)
    return rows.map(({ requestNumber, serial, country, province, city, ...row }) => ({
      ...row,
      ...codeAndPlace({ requestNumber, serial, country, province, city }),
    }))
  },
})

const stores = readingOf(ownStores, {
  table: 'store',
  where: reader => sql`t.status = '0' and ${ofDealer(reader)}`,
  // Most stores have no such flag.
  columns: { shown: sql`coalesce(t.shown, false)` },
})

export const ownCaseReading = readingOf(ownCases, {
  table: 'channel_case',
  where: reader => sql`t.status = 'confirmed' and ${ofDealer(reader)}`,
  columns: { code: 'computedInCode', place: 'computedInCode' },
  more: loggedColumns,
  toRows: async (rows: Stored<typeof ownCases>[], reader) => {
    const codeAndPlace = await codesAndPlaces(rows, reader)
    return rows.map(({ requestNumber, serial, country, province, city, ...row }) => ({
      ...row,
      ...codeAndPlace({ requestNumber, serial, country, province, city }),
    }))
  },
})

interface Figures {
  dealer: string | null
  dealerId: number
  codes: number
  ranges: number
  stores: number
  cases: number
}

/** Days of the period; it is compared with as many days before. */
const days = 30

async function visitsOf(db: Db, actor: Actor, log: 'scan' | 'check') {
  const at = log === 'scan' ? sql`t.scanned_at` : sql`t.checked_at`
  const wrong = log === 'scan' ? sql`false` : sql`not t.genuine`
  const now = sql`${at} > now() - make_interval(days => ${days})`
  return db.one<Record<'now' | 'before' | 'wrongNow' | 'wrongBefore', number>>(sql`
    select count(*) filter (where ${now})::int as now, count(*) filter (where not ${now})::int as before,
      count(*) filter (where ${now} and ${wrong})::int as "wrongNow", count(*) filter (where not ${now} and ${wrong})::int as "wrongBefore"
    from ${log === 'scan' ? sql`scan_log` : sql`check_log`} t
    where t.tenant_id = ${actor.tenantId} and ${at} > now() - make_interval(days => ${2 * days}) and ${loggedWhileHeld(actor, at)}`)
}

async function overview({ services, actor, language }: Reader) {
  return services.database.withTenant(actor.tenantId, async db => {
    const figures = await db.maybe<Figures>(sql`
      select o.id as "dealerId", o.name as dealer,
        (select coalesce(sum(upper(c.serials) - c.first_serial), 0)::bigint from code_assignment c where c.tenant_id = ${actor.tenantId}
          and c.dealer_id = o.id and c.current) as codes,
        (select count(*)::int from code_assignment c where c.tenant_id = ${actor.tenantId} and c.dealer_id = o.id and c.current) as ranges,
        (select count(*)::int from store s where s.tenant_id = ${actor.tenantId} and s.dealer_id = o.id and s.status = '0') as stores,
        (select count(*)::int from channel_case k where k.tenant_id = ${actor.tenantId} and k.dealer_id = o.id and k.status = 'confirmed') as cases
      from dealer o where o.tenant_id = ${actor.tenantId} and o.id in ${dealerOf(actor)}`)
    const none = { scans: 0, checks: 0, wrongChecks: 0 }
    if (!figures)
      return {
        dealer: null,
        codes: 0,
        ranges: 0,
        products: [],
        stores: 0,
        cases: 0,
        now: none,
        before: none,
        territories: [],
      }
    const { dealerId, ...counts } = figures
    const goods = await db.query<{ name: string; texts: Parameters<typeof nameIn>[2]; codes: number }>(sql`
      select p.name, p.name_texts as texts, sum(upper(c.serials) - c.first_serial)::bigint as codes
      from code_assignment c
      join code_request q on q.tenant_id = ${actor.tenantId} and q.request_number = c.request_number
      join batch b on b.tenant_id = ${actor.tenantId} and b.id = q.batch_id
      join product p on p.tenant_id = ${actor.tenantId} and p.id = b.product_id
      where c.tenant_id = ${actor.tenantId} and c.dealer_id = ${dealerId} and c.current
      group by p.id, p.name, p.name_texts order by 3 desc, p.id limit 8`)
    const scanned = await visitsOf(db, actor, 'scan')
    const checked = await visitsOf(db, actor, 'check')
    return {
      ...counts,
      products: goods.map(({ name, texts, codes: n }) => ({ name: nameIn(language, name, texts), codes: n })),
      now: { scans: scanned.now, checks: checked.now, wrongChecks: checked.wrongNow },
      before: { scans: scanned.before, checks: checked.before, wrongChecks: checked.wrongBefore },
      territories: await loadTerritoryNames(db, actor.tenantId, dealerId, language),
    }
  })
}

const userTypes = dealerUserTypes

/** Screens for people at a dealer: the dealer's codes, their scans and checks, its stores, and confirmed cases. */
export const dealerOwnRoutes: RouteSpec[] = [
  serve(ownOverview, overview),
  ...viewRoutes(codes, { userTypes, summary: 'Codes that the dealer of this account has now, as ranges' }),
  ...viewRoutes(scans, { userTypes, summary: 'Scans of the codes of this account’s dealer, while he had them' }),
  ...viewRoutes(checks, {
    userTypes,
    summary: 'Checks of the codes of this account’s dealer, while he had them',
    sheet: { cells: { genuine: (value, language) => phrase(language, value ? 'common.yes' : 'common.no') } },
  }),
  ...viewRoutes(stores, { userTypes, summary: 'Stores of this account’s dealer' }),
  ...ownStoreRoutes,
  ...viewRoutes(ownCaseReading, { userTypes, summary: 'Confirmed cases about this account’s dealer or his codes' }),
]
