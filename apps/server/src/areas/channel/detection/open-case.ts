import type { CaseKind } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notifyAdministrators } from '../../system/notice/messages.ts'
import type { SightedCode } from './load-sightings.ts'

/** A dismissed subject opens no new case for so many days. */
const quietAfterDismissalDays = 90

/** A log entry that is evidence for a case. */
export interface Evidence extends SightedCode {
  log: 'scan' | 'check'
  entry: number
  at: Date
  weight: number
}

export interface CaseDraft {
  kind: CaseKind
  /** What the case is about; one active case per subject. */
  subject: string
  code: SightedCode
  dealerId: number | null
  place: { country: string; province: string | null; city: string | null } | null
  confidence: number
}

interface StoredCase {
  id: number
  status: string
  quiet: boolean
  closedAt: Date | null
}

/** The case of a subject: the active one, else the one dismissed last. */
export async function findCase(
  db: Db,
  tenantId: number,
  kind: CaseKind,
  subject: string,
): Promise<StoredCase | undefined> {
  return db.maybe<StoredCase>(sql`
    select id, status, status = 'dismissed' and closed_at between now() - make_interval(days => ${quietAfterDismissalDays}) and now() as quiet, closed_at as "closedAt"
    from channel_case where tenant_id = ${tenantId} and kind = ${kind} and subject = ${subject}
    order by status = 'dismissed', closed_at desc nulls first limit 1 for update`)
}

async function insertCase(db: Db, raised: CaseDraft, evidence: readonly Evidence[]): Promise<number> {
  const { kind, subject, code, dealerId, place, confidence } = raised
  const times = evidence.map(({ at }) => at.getTime())
  const request = await db.one<{ dept: number | null; by: number | null }>(sql`
    select dept_id as dept, created_by as by from code_request
    where tenant_id = ${code.tenantId} and request_number = ${code.requestNumber}`)
  const { id } = await db.one<{ id: number }>(sql`
    insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, dealer_id, country, province, city,
      codes, visits, confidence, first_at, last_at)
    values (${code.tenantId}, ${request.dept}, ${request.by}, ${kind}, ${subject}, ${code.requestNumber}, ${code.serial}, ${dealerId},
      ${place?.country ?? null}, ${place?.province ?? null}, ${place?.city ?? null}, 1, 1, ${confidence},
      ${new Date(Math.min(...times))}, ${new Date(Math.max(...times))})
    returning id`)
  // No further message while an earlier one is unread.
  const unreadMessage = await db.maybe(
    sql`select 1 from message where tenant_id = ${code.tenantId} and kind = 'caseRaised' and read_at is null limit 1`,
  )
  if (!unreadMessage) await notifyAdministrators(db, code.tenantId, 'caseRaised', {})
  return id
}

/**
 * Records evidence: opens a case or extends the active one; a recently dismissed subject stays quiet. The same log entry counts once.
 */
export async function openOrExtendCase(db: Db, raised: CaseDraft, all: readonly Evidence[]): Promise<void> {
  const { tenantId } = raised.code
  const existing = await findCase(db, tenantId, raised.kind, raised.subject)
  if (existing?.quiet) return
  const activeCaseId = existing && existing.status !== 'dismissed' ? existing.id : undefined
  // Evidence from before the dismissal does not count again.
  const evidence =
    activeCaseId === undefined && existing?.closedAt ? all.filter(({ at }) => at > existing.closedAt!) : all
  if (evidence.length === 0) return
  const id = activeCaseId ?? (await insertCase(db, raised, evidence))
  const added = await insertRows(
    db,
    'case_visit',
    evidence.map(({ log, entry, at, requestNumber, serial, weight }) => ({
      tenant_id: tenantId,
      case_id: id,
      log,
      entry,
      at,
      request_number: requestNumber,
      serial,
      weight,
    })),
    sql`on conflict (tenant_id, case_id, log, entry) do nothing returning entry`,
  )
  if (added.length > 0)
    await db.execute(sql`
      update channel_case c set visits = v.visits, codes = v.codes, first_at = v.first_at, last_at = v.last_at,
        confidence = greatest(c.confidence, ${raised.confidence}::smallint)
      from (select count(*)::int as visits, count(distinct (request_number, serial))::int as codes, min(at) as first_at, max(at) as last_at
            from case_visit where tenant_id = ${tenantId} and case_id = ${id}) v
      where c.tenant_id = ${tenantId} and c.id = ${id}`)
}
