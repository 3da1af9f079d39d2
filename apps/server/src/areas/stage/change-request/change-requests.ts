import {
  changeRequest,
  changeRequestStates,
  nextState,
  permissionOf,
  type RowOf,
  stageRecord,
  verbOfChange,
} from '@timbermark/contract'
import { changeRule, declineChange, setChangeRule } from '@timbermark/contract/calls'
import { readingOf } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadChangeHours, setChangeHours } from './change-rule.ts'
import { requestChangeRoutes } from './request-change.ts'
import { lockRequests, moveRequest } from './settle.ts'

type ListedRequest = RowOf<typeof changeRequest> & { [column: string]: unknown }

const inScope = (actor: Actor, permission: string): Sql =>
  scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })

/** A request is decided by those who may do to its record what it asks for. */
const mayDecide = (actor: Actor): Sql => sql`
  case t.kind when 'withdrawal' then ${inScope(actor, permissionOf(stageRecord, 'void'))}
    else ${inScope(actor, permissionOf(stageRecord, 'correct'))} end`

const record = sql`
  join stage_record r on r.tenant_id = ${currentTenant} and r.id = t.record_id
  join batch b on b.tenant_id = ${currentTenant} and b.id = r.batch_id`

export const changeRequests = readingOf(changeRequest, {
  table: 'change_request',
  joins: sql`${record}
    left join account who on who.tenant_id = ${currentTenant} and who.id = t.created_by
    left join account decider on decider.tenant_id = ${currentTenant} and decider.id = t.decided_by`,
  searchJoins: record,
  columns: {
    stage: sql`r.stage`,
    batchNumber: sql`b.batch_number`,
    reporter: sql`who.nick_name`,
    decider: sql`decider.nick_name`,
  },
  more: sql`t.record_id as "recordId"`,
  where: ({ actor }, verb) => inScope(actor, permissionOf(changeRequest, verb)),
  order: sql`(t.status <> 'waiting'), t.id desc`,
  rules: ({ kind, status }: ListedRequest) => {
    const permission = permissionOf(stageRecord, verbOfChange[kind])
    return {
      extraVerbs: { agree: permission, decline: permission },
      against: verb => (nextState(changeRequestStates, verb, status) === undefined ? 'absent' : undefined),
    }
  },
})

export const changeRequestRoutes: RouteSpec[] = [
  ...viewRoutes(changeRequests, {
    summary: 'Requests of reporters to withdraw or correct their records, waiting ones first',
  }),
  ...requestChangeRoutes,
  serve(declineChange, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const condition = sql`t.id = ${Number(params.id)} and ${mayDecide(actor)}`
      const [request] = await lockRequests(db, actor.tenantId, condition)
      if (!request) throw new Refusal('notFound')
      await moveRequest(db, actor, request, 'decline', body.remark)
      return null
    }),
  ),
  serve(changeRule, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => ({ hours: await loadChangeHours(db, actor.tenantId) })),
  ),
  serve(setChangeRule, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await setChangeHours(db, actor.tenantId, body.hours)
      return null
    }),
  ),
]
