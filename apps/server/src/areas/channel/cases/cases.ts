import { channelCase, channelCases, permissionOf, type RowOf } from '@timbermark/contract'
import { assignCase, caseAssignees, caseEvidence, exportEvidence } from '@timbermark/contract/calls'
import { type Reader, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { Lifecycle, type TransitionRule } from '../../../entity/transitions.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { tell } from '../../system/notice/messages.ts'
import { codeAt } from '../../code/packing/parse-codes.ts'
import { placeLabel } from '../../place/places.ts'
import { evidenceOf } from './case-evidence.ts'
import { evidenceSheet } from './case-sheet.ts'

/** Only the serial is stored: the value of the code is made again. */
type Stored = Omit<RowOf<typeof channelCases>, 'code' | 'place'> & {
  requestNumber: number
  serial: number
  country: string | null
  province: string | null
  city: string | null
  [column: string]: unknown
}

async function ofCode(given: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, given)
  if (!opened.known) return sql`false`
  const { requestNumber } = opened.entry
  return sql`(
    (t.request_number = ${requestNumber} and t.serial = ${opened.serial})
    or exists (
      select from case_visit v
      where v.tenant_id = t.tenant_id and v.case_id = t.id and v.request_number = ${requestNumber} and v.serial = ${opened.serial}))`
}

const inScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(channelCase, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

const reading = readingOf(channelCases, {
  where: ({ actor }, verb) => inScope(actor, verb),
  joins: sql`
    left join dealer d on d.tenant_id = t.tenant_id and d.id = t.dealer_id
    left join account who on who.tenant_id = t.tenant_id and who.id = t.assignee_id`,
  searchJoins: sql``,
  columns: {
    code: 'computedInCode',
    place: 'computedInCode',
    dealerName: sql`d.name`,
    assigneeName: sql`who.nick_name`,
  },
  more: sql`
    t.request_number as "requestNumber", t.serial, t.country, t.province, t.city, t.dealer_id as "dealerId", t.assignee_id as "assigneeId"`,
  search: {
    code: ofCode,
    dealerId: given => sql`t.dealer_id = ${parseWholeNumber('dealerId', given)}`,
    assigned: (given, { actor }) =>
      given === 'me' ? sql`t.assignee_id = ${actor.accountId}` : sql`t.assignee_id is null`,
  },
  toRows: (rows: Stored[], { services, language }) =>
    rows.map(({ requestNumber, serial, country, province, city, ...row }) => ({
      ...row,
      code: services.directory.get(requestNumber) ? codeAt(services, requestNumber, serial) : null,
      place: country ? placeLabel({ country, province, city }, language) : null,
      // The column says whose request it concerns, and so who reaches it; nobody made it.
      createBy: null,
    })),
})

/** Whoever closes a case says when, so that what is dismissed stays quiet for a while and not for ever. */
const closes: TransitionRule = {
  async effect(db, actor, { id }, { to }) {
    await db.execute(sql`
      update channel_case set closed_at = case when ${to} = 'open' then null else now() end
      where tenant_id = ${actor.tenantId} and id = ${id}`)
  },
}

/** The same thing has one standing case: of two, the one that was dismissed stays so. */
const standsAlone: TransitionRule = { ...closes, constraints: { channel_case_standing: 'exists' } }

const life = new Lifecycle(channelCase, { confirm: closes, dismiss: closes, reopen: standsAlone })

/** People of the enterprise who can sign in to the back office. */
const assignable = (actor: Actor): Sql => sql`a.tenant_id = ${actor.tenantId} and a.status = '0' and a.user_type = 1`

/** The evidence of a case in the caller's reach. @throws Refusal notFound */
function evidenceFor(
  { services, actor, params, language }: Pick<Call, 'services' | 'actor' | 'params' | 'language'>,
  verb: string,
) {
  return services.database.withTenant(actor.tenantId, async db => {
    const id = Number(params.id)
    const reached = sql`select 1 from channel_case t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${inScope(actor, verb)}`
    if (!(await db.maybe(reached))) throw new Refusal('notFound')
    return evidenceOf(services, db, actor.tenantId, id, language)
  })
}

export const caseRoutes: RouteSpec[] = [
  serve(caseAssignees, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<{ id: number; label: string }>(
        sql`select a.id, a.nick_name || ' · ' || a.user_name as label from account a where ${assignable(actor)} order by a.nick_name, a.id limit 500`,
      ),
    ),
  ),
  serve(assignCase, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await lockRow(db, channelCase, actor, body.caseId, 'assign')
      if (body.accountId !== null) {
        const found = await db.maybe(
          sql`select 1 from account a where ${assignable(actor)} and a.id = ${body.accountId}`,
        )
        if (!found) throw invalid([{ field: 'accountId', error: 'channel.assigneeMissing' }])
      }
      const changed = await db.execute(sql`
        update channel_case set assignee_id = ${body.accountId}, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${row.id} and assignee_id is distinct from ${body.accountId}::bigint`)
      if (changed > 0 && body.accountId !== null && body.accountId !== actor.accountId) {
        const to = { tenantId: actor.tenantId, accountId: body.accountId }
        await tell(db, to, 'caseAssigned', { by: actor.nickName })
      }
      return null
    }),
  ),
  serve(caseEvidence, call => evidenceFor(call, 'query')),
  serve(exportEvidence, async call => evidenceSheet(call, await evidenceFor(call, 'export'))),
  ...life.routes(),
  ...viewRoutes(reading, { summary: 'Cases: what scans and checks say against codes or their dealers' }),
]
