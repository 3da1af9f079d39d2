import { assignment, permissionOf, type RowOf } from '@timbermark/contract'
import { assignCodes, assignmentsOfCode, takeFromDealers } from '@timbermark/contract/calls'
import { type Reader, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { openOwnCode } from '../../code/directory/parse-codes.ts'
import { assertRequestsInScope } from '../../code/directory/codes-in-scope.ts'
import { assignToDealer, withdrawFromDealers } from './assign.ts'

/** Only serials are stored; the codes' values are derived. */
type Stored = Omit<RowOf<typeof assignment>, 'firstCode'> & {
  first: [number, number] | null
  [column: string]: unknown
}

const inScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(assignment, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

/** Ranges that an assignment created or ended. */
const facts = sql`c.tenant_id = ${currentTenant} and case t.action when 'withdraw' then c.ended_by else c.assignment_id end = t.id`

/** A code of another enterprise finds nothing, like an unknown code. */
async function codeFilter(code: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, code)
  if (!opened.known) return sql`false`
  return sql`exists (
    select from code_assignment c where c.tenant_id = ${currentTenant} and t.id in (c.assignment_id, c.ended_by)
      and c.request_number = ${opened.entry.requestNumber} and c.first_serial <= ${opened.serial} and upper(c.serials) > ${opened.serial})`
}

const reading = readingOf(assignment, {
  table: 'assignment',
  where: ({ actor }, verb) => inScope(actor, verb),
  joins: sql`
    left join dealer d on d.tenant_id = ${currentTenant} and d.id = t.dealer_id
    left join account creator on creator.tenant_id = ${currentTenant} and creator.id = t.created_by`,
  searchJoins: sql``,
  columns: {
    dealerName: sql`d.name`,
    byName: sql`creator.nick_name`,
    firstCode: 'computedInCode',
    codes: sql`t.code_count`,
    held: sql`coalesce((
      select sum(upper(c.serials) - c.first_serial) from code_assignment c
      where c.tenant_id = ${currentTenant} and c.assignment_id = t.id and c.current), 0)::int`,
  },
  more: sql`
    t.dealer_id as "dealerId", creator.user_name as "createBy",
    (select json_build_array(c.request_number, c.first_serial) from code_assignment c where ${facts} order by c.request_number,
      c.first_serial limit 1) as first`,
  search: { code: codeFilter, dealerId: value => sql`t.dealer_id = ${parseWholeNumber('dealerId', value)}` },
  toRows: async (rows: Stored[], { services }) => {
    const requests = await services.directory.load(rows.flatMap(({ first }) => first?.[0] ?? []))
    return rows.map(({ first, ...row }) => ({ ...row, firstCode: first && requests.codeAt(...first) }))
  },
})

interface PeriodRow {
  dealer: string
  since: Date
  until: Date | null
  assigned_by: string | null
  ended_by: string | null
  reason: string | null
}

export const assignmentRoutes: RouteSpec[] = [
  serve(assignCodes, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, db => assignToDealer({ services, db, actor, language }, body)),
  ),
  serve(takeFromDealers, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, db =>
      withdrawFromDealers({ services, db, actor, language }, body, inScope(actor, 'withdraw')),
    ),
  ),
  serve(assignmentsOfCode, async ({ services, actor, params }) => {
    const opened = await openOwnCode(services, actor, params.code ?? '').catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('code.unknown') : error
    })
    const { requestNumber } = opened.entry
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'channel:assignment:query', [requestNumber], () => opened.code)
      const rows = await db.query<PeriodRow>(sql`
        select d.name as dealer, lower(c.during) as since, upper(c.during) as until, giver.nick_name as assigned_by,
          ender.nick_name as ended_by, coalesce(e.reason, a.reason) as reason
        from code_assignment c
        join dealer d on d.tenant_id = ${actor.tenantId} and d.id = c.dealer_id
        join assignment a on a.tenant_id = ${actor.tenantId} and a.id = c.assignment_id
        left join assignment e on e.tenant_id = ${actor.tenantId} and e.id = c.ended_by
        left join account giver on giver.tenant_id = ${actor.tenantId} and giver.id = a.created_by
        left join account ender on ender.tenant_id = ${actor.tenantId} and ender.id = e.created_by
        where c.tenant_id = ${actor.tenantId} and c.request_number = ${requestNumber}
          and c.first_serial <= ${opened.serial} and upper(c.serials) > ${opened.serial} and not isempty(c.during)
        order by c.current desc, c.id desc`)
      return rows.map(row => ({
        dealerName: row.dealer,
        since: row.since,
        until: row.until,
        assignedBy: row.assigned_by,
        endedBy: row.ended_by,
        reason: row.reason,
      }))
    })
  }),
  ...viewRoutes(reading, { summary: 'Assignments: who gave which codes to which dealer, or took them back, and when' }),
]
