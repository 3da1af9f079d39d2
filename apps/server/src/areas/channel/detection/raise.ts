import type { CaseKind } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notifyAdministrators } from '../../system/notice/messages.ts'
import type { MetCode } from './load-sightings.ts'

/** After a case was dismissed the same thing is left alone for so long. */
const quietDays = 90

/** An entry of a log that speaks for a case. */
export interface Evidence extends MetCode {
  log: 'scan' | 'check'
  entry: number
  at: Date
  weight: number
}

export interface Raised {
  kind: CaseKind
  /** What it is about: the same has one standing case. */
  subject: string
  code: MetCode
  dealerId: number | null
  place: { country: string; province: string | null; city: string | null } | null
  confidence: number
}

interface Standing {
  id: number
  status: string
  quiet: boolean
  closedAt: Date | null
}

/** The case of a subject: the standing one, else the one that was dismissed last. */
export async function caseOf(db: Db, tenantId: number, kind: CaseKind, subject: string): Promise<Standing | undefined> {
  return db.maybe<Standing>(sql`
    select id, status, status = 'dismissed' and closed_at > now() - make_interval(days => ${quietDays}) as quiet, closed_at as "closedAt"
    from channel_case where tenant_id = ${tenantId} and kind = ${kind} and subject = ${subject}
    order by status = 'dismissed', closed_at desc nulls first limit 1 for update`)
}

async function open(db: Db, raised: Raised, evidence: readonly Evidence[]): Promise<number> {
  const { kind, subject, code, dealerId, place, confidence } = raised
  const times = evidence.map(({ at }) => at.getTime())
  const { id } = await db.one<{ id: number }>(sql`
    insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, dealer_id, country, province, city,
      codes, visits, confidence, first_at, last_at)
    select q.tenant_id, q.dept_id, q.created_by, ${kind}, ${subject}, ${code.requestNumber}::int, ${code.serial}::int, ${dealerId}::bigint,
      ${place?.country ?? null}, ${place?.province ?? null}, ${place?.city ?? null}, 1, 1, ${confidence}::smallint,
      ${new Date(Math.min(...times))}::timestamptz, ${new Date(Math.max(...times))}::timestamptz
    from code_request q where q.tenant_id = ${code.tenantId} and q.request_number = ${code.requestNumber}
    returning id`)
  // Who has not read yet that there are cases need not be told of each.
  const told = await db.maybe(
    sql`select 1 from message where tenant_id = ${code.tenantId} and kind = 'caseRaised' and read_at is null limit 1`,
  )
  if (!told) await notifyAdministrators(db, code.tenantId, 'caseRaised', {})
  return id
}

/**
 * Notes what speaks for a case: it is opened, or what is standing grows; what was dismissed lately stays quiet. Twice the same
 * entry of a log counts once.
 */
export async function raise(db: Db, raised: Raised, all: readonly Evidence[]): Promise<void> {
  const { tenantId } = raised.code
  const known = await caseOf(db, tenantId, raised.kind, raised.subject)
  if (known?.quiet) return
  const standing = known && known.status !== 'dismissed' ? known.id : undefined
  // What had been dismissed together with an earlier case is no news.
  const evidence = standing === undefined && known?.closedAt ? all.filter(({ at }) => at > known.closedAt!) : all
  if (evidence.length === 0) return
  const id = standing ?? (await open(db, raised, evidence))
  const added = await db.execute(sql`
    insert into case_visit (tenant_id, case_id, log, entry, at, request_number, serial, weight)
    select ${tenantId}::bigint, ${id}::bigint, * from unnest(
      ${evidence.map(({ log }) => log)}::text[], ${evidence.map(({ entry }) => entry)}::bigint[], ${evidence.map(({ at }) => at)}::timestamptz[],
      ${evidence.map(({ requestNumber }) => requestNumber)}::int[], ${evidence.map(({ serial }) => serial)}::int[], ${evidence.map(({ weight }) => weight)}::real[])
    on conflict (tenant_id, case_id, log, entry) do nothing`)
  if (added > 0)
    await db.execute(sql`
      update channel_case c set visits = v.visits, codes = v.codes, first_at = v.first_at, last_at = v.last_at,
        confidence = greatest(c.confidence, ${raised.confidence}::smallint)
      from (select count(*)::int as visits, count(distinct (request_number, serial))::int as codes, min(at) as first_at, max(at) as last_at
            from case_visit where tenant_id = ${tenantId} and case_id = ${id}) v
      where c.tenant_id = ${tenantId} and c.id = ${id}`)
}
