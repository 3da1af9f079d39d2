import { channelCase, channelCases, permissionOf, type RowOf } from '@timbermark/contract'
import { assignCase, assignCases, caseAssignees, caseEvidence, exportEvidence } from '@timbermark/contract/calls'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import { type Reader, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { Lifecycle, type TransitionRule } from '../../../entity/transitions.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import { attemptRow } from '../../../platform/attempt-row.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { sendMessage } from '../../system/notice/messages.ts'
import { usersInScope } from '../../system/rights/scope.ts'
import { placeLabel } from '../../place/places.ts'
import { loadEvidence } from './case-evidence.ts'
import { evidenceSheet } from './case-sheet.ts'

/** Only the serial is stored; the code's value is derived. */
type Stored = Omit<RowOf<typeof channelCases>, 'code' | 'place'> & {
  requestNumber: number
  serial: number
  country: string | null
  province: string | null
  city: string | null
  [column: string]: unknown
}

async function codeFilter(code: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, code)
  if (!opened.known) return sql`false`
  const { requestNumber } = opened.entry
  return sql`(
    (t.request_number = ${requestNumber} and t.serial = ${opened.serial})
    or exists (
      select from case_visit v
      where v.tenant_id = ${currentTenant} and v.case_id = t.id and v.request_number = ${requestNumber} and v.serial = ${opened.serial}))`
}

const inScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(channelCase, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

export const caseReading = readingOf(channelCases, {
  where: ({ actor }, verb) => inScope(actor, verb),
  joins: sql`
    left join dealer d on d.tenant_id = ${currentTenant} and d.id = t.dealer_id
    left join account who on who.tenant_id = ${currentTenant} and who.id = t.assignee_id`,
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
    code: codeFilter,
    dealerId: value => sql`t.dealer_id = ${parseWholeNumber('dealerId', value)}`,
    assigned: (value, { actor }) =>
      value === 'me' ? sql`t.assignee_id = ${actor.accountId}` : sql`t.assignee_id is null`,
  },
  toRows: async (rows: Stored[], { services, language }) => {
    const requests = await services.directory.load(rows.map(({ requestNumber }) => requestNumber))
    return rows.map(({ requestNumber, serial, country, province, city, ...row }) => ({
      ...row,
      code: requests.codeAt(requestNumber, serial),
      place: country ? placeLabel({ country, province, city }, language) : null,
      // The column holds the owner of the code request, which decides the data scope; no user created the case.
      createBy: null,
    }))
  },
})

/** Sets the closing time, so that a dismissed case stays quiet only for a limited time. */
const setClosedAt: TransitionRule = {
  async effect(db, actor, { id }, { to }) {
    await db.execute(sql`
      update channel_case set closed_at = case when ${to} = 'open' then null else now() end
      where tenant_id = ${actor.tenantId} and id = ${id}`)
  },
}

/** A subject has at most one active case: the dismissed one cannot be reopened next to another. */
const refuseSecondOpenCase: TransitionRule = { ...setClosedAt, constraints: { channel_case_standing: 'exists' } }

const lifecycle = new Lifecycle(channelCase, {
  confirm: setClosedAt,
  dismiss: setClosedAt,
  reopen: refuseSecondOpenCase,
})

/** People of the back office in the scope of the right to assign cases, and the caller: a clerk of one department gives to colleagues. */
const assignable = (actor: Actor): Sql => sql`
  t.tenant_id = ${actor.tenantId} and t.status = '0' and t.user_type = 1
  and (t.id = ${actor.accountId} or ${usersInScope(actor, permissionOf(channelCase, 'assign'))})`

/**
 * Gives a case to an account, or to nobody. @returns whether that changed anything
 * @throws Refusal notFound, invalid
 */
async function assign(db: Db, actor: Actor, caseId: number, accountId: number | null): Promise<boolean> {
  const row = await lockRow(db, channelCase, actor, caseId, 'assign')
  if (accountId !== null) {
    // Who has the case already may keep it.
    const assignee = await db.maybe(sql`
      select 1 from account t where t.tenant_id = ${actor.tenantId} and t.id = ${accountId} and (${assignable(actor)}
        or t.id = (select c.assignee_id from channel_case c where c.tenant_id = ${actor.tenantId} and c.id = ${row.id}))`)
    if (!assignee) throw invalid([{ field: 'accountId', error: 'channel.assigneeMissing' }])
  }
  const changed = await db.execute(sql`
    update channel_case set assignee_id = ${accountId}, updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${row.id} and assignee_id is distinct from ${accountId}::bigint`)
  return changed > 0
}

/** Sends the new assignee a message; who assigns to themselves knows it. */
async function tellAssignee(db: Db, actor: Actor, accountId: number | null): Promise<void> {
  if (accountId === null || accountId === actor.accountId) return
  await sendMessage(db, { tenantId: actor.tenantId, accountId }, 'caseAssigned', { by: actor.nickName })
}

/** The evidence of a case in the caller's scope. @throws Refusal notFound */
function loadEvidenceInScope(
  { services, actor, params, language }: Pick<Call, 'services' | 'actor' | 'params' | 'language'>,
  verb: string,
) {
  return services.database.withTenant(actor.tenantId, async db => {
    const id = Number(params.id)
    const caseInScope = sql`select 1 from channel_case t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${inScope(actor, verb)}`
    if (!(await db.maybe(caseInScope))) throw new Refusal('notFound')
    return loadEvidence(services, db, actor.tenantId, id, language)
  })
}

export const caseRoutes: RouteSpec[] = [
  serve(caseAssignees, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<{ id: number; label: string }>(
        sql`select t.id, t.nick_name as label from account t where ${assignable(actor)} order by t.nick_name, t.id limit 500`,
      ),
    ),
  ),
  serve(assignCase, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      if (await assign(db, actor, body.caseId, body.accountId)) await tellAssignee(db, actor, body.accountId)
      return null
    }),
  ),
  serve(assignCases, ({ services, actor, body, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const outcomes = new Map<number, EditOutcomes['results'][number]>()
      let changed = false
      // In the order of their ids, so that two callers who assign the same cases do not deadlock.
      for (const id of [...new Set(body.ids)].sort((a, b) => a - b)) {
        const outcome = await attemptRow(db, { language, labels: 'channel.case' }, id, async () => ({
          id,
          ok: true as const,
          changed: await assign(db, actor, id, body.accountId),
        }))
        if (outcome.ok) changed ||= outcome.changed
        outcomes.set(id, outcome.ok ? { id, ok: true } : outcome)
      }
      if (changed) await tellAssignee(db, actor, body.accountId)
      const results = [...new Set(body.ids)].map(id => outcomes.get(id)!)
      const done = results.filter(({ ok }) => ok).length
      return { done, failed: results.length - done, results }
    }),
  ),
  serve(caseEvidence, call => loadEvidenceInScope(call, 'query')),
  serve(exportEvidence, async call => evidenceSheet(call, await loadEvidenceInScope(call, 'export'))),
  ...lifecycle.routes(),
  ...viewRoutes(caseReading, { summary: 'Cases: what scans and checks say against codes or their dealers' }),
]
