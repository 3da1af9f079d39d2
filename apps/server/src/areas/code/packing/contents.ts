import type { PackingContents, PackingGroup } from '@timbermark/contract/calls'
import { packingContents, packingHistory } from '@timbermark/contract/calls'
import { pageOf } from '../../../entity/list-query.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import type { KnownCode } from '../directory/range-facts.ts'
import type { LoadedRequests } from '../directory/code-directory.ts'
import { openOwnCode } from '../directory/parse-codes.ts'
import type { CodeRef } from './links.ts'
import { assertRequestsInScope } from '../directory/codes-in-scope.ts'
import { maxDepth, loadParents } from './parents.ts'

/** The most non-empty packages that the answer lists for one range of packages. */
const maxFilledPackages = 200

/** Codes of one request inside a parent: packed directly (`child` null, with the link), or inside the direct child `child`. */
interface ContentRow {
  link: number
  child: number | null
  request: number
  n: number
  first: number
  beyond: number
  since: Date
  operator: string | null
}

/**
 * Loads everything inside a code at any depth, in one statement. Ranges stay ranges, so the cost depends on the number of
 * links, not of codes. The lateral joins use the index even before the planner has statistics.
 */
async function loadContents(db: Db, tenantId: number, { request, serial }: CodeRef): Promise<ContentRow[]> {
  return db.query<ContentRow>(sql`
    with recursive inside (link, child, request_number, first, beyond, depth) as (
      select l.id, null::int, l.request_number, l.first_serial, upper(l.serials), 1 from code_link l
      where l.tenant_id = ${tenantId} and l.current and l.parent_request = ${request} and l.parent_serial = ${serial}
      union all
      select i.link, coalesce(i.child, l.parent_serial), l.request_number, l.first_serial, upper(l.serials), i.depth + 1
      from inside i cross join lateral (
        select * from code_link c
        where c.tenant_id = ${tenantId} and c.current and c.parent_request = i.request_number
          and c.parent_serial >= i.first and c.parent_serial < i.beyond
        offset 0) l
      where i.depth < ${maxDepth}),
    summed as (
      select link, child, request_number, sum(beyond - first)::int as n from inside group by link, child, request_number)
    select s.link, s.child, s.request_number as request, s.n, l.first_serial as first, upper(l.serials) as beyond,
      coalesce(p.happened_at, l.created_at) as since, coalesce(p.operator, r.operator) as operator
    from summed s
    left join code_link l on s.child is null and l.tenant_id = ${tenantId} and l.id = s.link
    left join packing p on p.tenant_id = ${tenantId} and p.id = l.packing_id
    left join stage_record r on r.tenant_id = ${tenantId} and r.id = p.record_id
    order by s.link, s.child nulls first`)
}

/** Counts codes by type, the highest type first. */
function countByType(requests: LoadedRequests, rows: readonly ContentRow[]): PackingContents['counts'] {
  const byType = Map.groupBy(rows, ({ request }) => requests.get(request)!.codeType)
  return (['container', 'package', 'item'] as const).flatMap(codeType => {
    const its = byType.get(codeType)
    return its ? [{ codeType, count: its.reduce((sum, { n }) => sum + n, 0) }] : []
  })
}

function toGroup(requests: LoadedRequests, rows: readonly ContentRow[]): BeforeWire<PackingGroup> {
  const { request, first, beyond, since, operator } = rows[0]!
  const deeper = rows.filter(({ child }) => child !== null)
  const filled = [...Map.groupBy(deeper, ({ child }) => child!)]
  return {
    first: requests.codeAt(request, first)!,
    last: requests.codeAt(request, beyond - 1)!,
    codeType: requests.get(request)!.codeType,
    count: beyond - first,
    since,
    operator,
    counts: countByType(requests, deeper),
    filled: filled
      .slice(0, maxFilledPackages)
      .map(([serial, its]) => ({ code: requests.codeAt(request, serial)!, counts: countByType(requests, its) })),
    filledTotal: filled.length,
  }
}

/** Loads the contents of a code: one page of its links. */
export async function loadContentsPage(
  services: Services,
  db: Db,
  opened: KnownCode,
  { page, limit }: { page: number; limit: number },
): Promise<BeforeWire<PackingContents>> {
  const { entry, serial } = opened
  const rows = await loadContents(db, entry.tenantId, { request: entry.requestNumber, serial })
  const groups = [...Map.groupBy(rows, ({ link }) => link).values()].sort(
    ([a], [b]) => a!.request - b!.request || a!.first - b!.first,
  )
  const within = await loadParents(db, entry.tenantId, entry.requestNumber, serial)
  const requests = await services.directory.load([
    entry.requestNumber,
    ...[...rows, ...within].map(({ request }) => request),
  ])
  return {
    code: opened.code,
    codeType: entry.codeType,
    within: within.map(place => ({
      code: requests.codeAt(place.request, place.serial)!,
      codeType: requests.get(place.request)!.codeType,
    })),
    counts: countByType(requests, rows),
    groups: groups.slice((page - 1) * limit, page * limit).map(its => toGroup(requests, its)),
    total: groups.length,
  }
}

interface PeriodRow {
  request: number
  serial: number
  since: Date
  packed_by: string | null
  record: number | null
  until: Date | null
  unpacked_by: string | null
  reason: string | null
}

/** Loads the periods in which a code was packed, the last first, by event times, not by the times of recording. */
async function loadPeriods(db: Db, tenantId: number, { request, serial }: CodeRef): Promise<PeriodRow[]> {
  return db.query<PeriodRow>(sql`
    select l.parent_request as request, l.parent_serial as serial, coalesce(p.happened_at, l.created_at) as since,
      coalesce(p.operator, r.operator) as packed_by,
      p.record_id as record, e.happened_at as until, e.operator as unpacked_by, e.reason
    from code_link l
    left join packing p on p.tenant_id = ${tenantId} and p.id = l.packing_id
    left join stage_record r on r.tenant_id = ${tenantId} and r.id = p.record_id
    left join packing e on e.tenant_id = ${tenantId} and e.id = l.ended_by
    where l.tenant_id = ${tenantId} and l.request_number = ${request} and l.first_serial <= ${serial} and upper(l.serials) > ${serial}
    order by l.current desc, e.recorded_at desc, l.id desc`)
}

/** Opens a code of the caller's enterprise. @throws Refusal code.unknown */
async function openReadableCode(call: { services: Services; actor: Parameters<typeof openOwnCode>[1] }, text: string) {
  try {
    return await openOwnCode(call.services, call.actor, text)
  } catch {
    throw new Refusal('code.unknown')
  }
}

export const contentsRoutes: RouteSpec[] = [
  serve(packingContents, async call => {
    const { services, actor, params, query } = call
    const opened = await openReadableCode(call, params.code ?? '')
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'code:packing:query', [opened.entry.requestNumber], () => opened.code)
      return loadContentsPage(services, db, opened, pageOf(query))
    })
  }),
  serve(packingHistory, async call => {
    const { services, actor, params } = call
    const opened = await openReadableCode(call, params.code ?? '')
    const place = { request: opened.entry.requestNumber, serial: opened.serial }
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'code:packing:query', [place.request], () => opened.code)
      const periods = await loadPeriods(db, actor.tenantId, place)
      const requests = await services.directory.load(periods.map(({ request }) => request))
      return periods.map(row => ({
        parentCode: requests.codeAt(row.request, row.serial)!,
        codeType: requests.get(row.request)!.codeType,
        since: row.since,
        packedBy: row.packed_by,
        recordId: row.record,
        until: row.until,
        unpackedBy: row.unpacked_by,
        reason: row.reason,
      }))
    })
  }),
]
