import { forgetPersonal } from '@timbermark/contract/stage-calls'
import { fileIdOf } from '@timbermark/contract'
import type { Json } from '@timbermark/ledger'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { lockFirstVersion } from '../lock-record.ts'

/**
 * Removes the personal data of a record in all its versions, with its private files. Removes the salt too, so that nobody
 * can confirm a guess of the data. The digests stay, so that the rest of the record remains provable.
 * @throws Refusal notFound
 */
async function forgetPersonalData(db: Db, actor: Actor, id: number): Promise<void> {
  const scope = scopePredicate(actor, 'stage:record:forget', {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  // A concurrent withdrawal copies the personal data of the version before it.
  await lockFirstVersion(db, actor.tenantId, id)
  const record = await db.maybe<{ first: number; report: string }>(
    sql`
      select coalesce(first_id, id) as first, report_id as report from stage_record t
      where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${scope} for update`,
  )
  if (!record) throw new Refusal('notFound')
  const versionFilter = sql`tenant_id = ${actor.tenantId} and (id = ${record.first} or first_id = ${record.first})`
  const versions = await db.query<{ values: Record<string, Json> }>(
    sql`select personal_values as values from stage_record where ${versionFilter}`,
  )
  await db.execute(sql`
    update stage_record
    set operator = '', personal_values = '{}', personal_salt = null,
        flags = coalesce((select jsonb_agg(f.flag || '{"reason": ""}' order by f.n) from jsonb_array_elements(flags) with ordinality f (flag, n)), '[]')
    where ${versionFilter}`)
  const personalFields = [...new Set(versions.flatMap(({ values }) => Object.keys(values)))]
  await db.execute(sql`
    delete from stage_record_paper p using stage_record r
    where p.tenant_id = ${actor.tenantId} and r.tenant_id = ${actor.tenantId} and r.id = p.record_id
      and (r.id = ${record.first} or r.first_id = ${record.first}) and p.field = any(${personalFields})`)
  // What was written about the record may name people; a request without a reason cannot be decided.
  await db.execute(sql`
    update change_request set reason = '', proposed = null, remark = null,
      status = case status when 'waiting' then 'closed' else status end, decided_at = coalesce(decided_at, now())
    where tenant_id = ${actor.tenantId} and record_id in (select id from stage_record where ${versionFilter})`)
  const files = versions.flatMap(({ values }) =>
    Object.values(values).flatMap(value => (Array.isArray(value) ? value.flatMap(item => fileIdOf(item) ?? []) : [])),
  )
  await db.execute(sql`
    delete from file_object
    where tenant_id = ${actor.tenantId} and id = any(${files}) and owner = ${`stage_record/${record.report}`} and not is_public`)
}

export const forgetRoutes: RouteSpec[] = [
  serve(forgetPersonal, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => forgetPersonalData(db, actor, Number(params.id))),
  ),
]
