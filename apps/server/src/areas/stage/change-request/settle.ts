import {
  type ChangeKind,
  changeRequestStates,
  type ChangeStatus,
  type ChangeVerb,
  type MessageKind,
  nextState,
  type StageKey,
  verbOfChange,
} from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sendMessage } from '../../system/notice/messages.ts'

export interface LockedRequest {
  id: number
  recordId: number
  kind: ChangeKind
  status: ChangeStatus
  /** Account of the reporter. */
  reporter: number
  stage: StageKey
  batch: string
}

/** Locks the requests (aliased `t`) that the condition selects, in the order of their ids. */
export function lockRequests(db: Db, tenantId: number, condition: Sql): Promise<LockedRequest[]> {
  return db.query<LockedRequest>(sql`
    select t.id, t.record_id as "recordId", t.kind, t.status, t.created_by as reporter, r.stage, b.batch_number as batch
    from change_request t
    join stage_record r on r.tenant_id = ${tenantId} and r.id = t.record_id
    join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    where t.tenant_id = ${tenantId} and ${condition} order by t.id for update of t`)
}

/** What the reporter is sent; who takes a request back knows it. */
const messageOf = {
  agree: 'changeAgreed',
  decline: 'changeDeclined',
  close: 'changeClosed',
  takeBack: undefined,
} as const satisfies Record<ChangeVerb, MessageKind | undefined>

/**
 * Moves a locked request, and tells its reporter.
 * @throws Refusal stage.changeSettled
 */
export async function moveRequest(
  db: Db,
  actor: Actor,
  request: LockedRequest,
  verb: ChangeVerb,
  remark: string | null = null,
): Promise<void> {
  const { tenantId } = actor
  const to = nextState(changeRequestStates, verb, request.status)
  if (to === undefined) throw new Refusal('stage.changeSettled')
  await db.execute(sql`
    update change_request set status = ${to}, remark = ${remark}, decided_by = ${actor.accountId}, decided_at = now()
    where tenant_id = ${tenantId} and id = ${request.id}`)
  const kind = messageOf[verb]
  if (kind === undefined || request.reporter === actor.accountId) return
  const facts = { phrase: `stage.${request.stage}`, batch: request.batch, record: request.recordId }
  await sendMessage(db, { tenantId, accountId: request.reporter }, kind, facts)
}

/**
 * Settles the request about a record whose next version is being written, in its transaction: the office agrees to the one
 * that it names, any other closes. The caller has locked the record, so that no request comes meanwhile.
 * @throws Refusal notFound when the named request asks for something else, stage.changeSettled when it no longer waits
 */
export async function settleRequests(
  db: Db,
  actor: Actor,
  record: number,
  verb: 'void' | 'correct',
  named: number | undefined,
): Promise<void> {
  const ofRecord = sql`t.record_id = ${record} and (t.status = 'waiting' or t.id = ${named ?? null})`
  const requests = await lockRequests(db, actor.tenantId, ofRecord)
  const agreed = requests.find(({ id }) => id === named)
  if (named !== undefined && (!agreed || verbOfChange[agreed.kind] !== verb)) throw new Refusal('notFound')
  for (const request of requests) await moveRequest(db, actor, request, request === agreed ? 'agree' : 'close')
}
