import { batch, document, permissionOf, type StageKey, stageKeys, stageRecord } from '@timbermark/contract'
import { type DocumentAccount, documentAccount } from '@timbermark/contract/calls'
import { drawFields, paperUnits, stageByKey } from '@timbermark/contract/stages'
import { scopePredicate } from '../../entity/scope.ts'
import { rowsInScope } from '../../entity/tenant-rows.ts'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type BeforeWire, type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { currentTenant, type Sql, sql } from '../../platform/database/sql.ts'
import { drawnIn } from './drawn-quantity.ts'

/** Reports, and batches underway, that a statement names one by one. */
const named = 50

/** Loads the statement of account of a document. @throws Refusal notFound */
async function loadAccount(db: Db, actor: Actor, id: number): Promise<BeforeWire<DocumentAccount>> {
  const { tenantId } = actor
  const covered = await db.maybe<Pick<DocumentAccount, 'coveredVolume' | 'coveredPieces' | 'validUntil'>>(sql`
    select trim_scale(t.covered_volume)::text as "coveredVolume", t.covered_pieces as "coveredPieces", t.valid_until::text as "validUntil"
    from document t where t.tenant_id = ${tenantId} and t.id = ${id} and ${rowsInScope(document, actor, 'query')}`)
  if (!covered) throw new Refusal('notFound')
  const relying = sql`r.tenant_id = ${tenantId} and r.status = 'current' and r.id in (
    select p.record_id from stage_record_paper p where p.tenant_id = ${tenantId} and p.document_id = ${id})`
  const stages = await db.query<{ stage: StageKey; records: number; volume: string; pieces: number }>(sql`
    select r.stage, count(*)::int as records, trim_scale(sum(${drawnIn('volume')}))::text as volume,
      sum(${drawnIn('pieces')})::float8 as pieces
    from stage_record r where ${relying} group by r.stage`)
  return {
    ...covered,
    stages: stages
      .map(one => ({ ...one, draws: paperUnits.filter(unit => drawFields(stageByKey(one.stage))[unit] !== undefined) }))
      .sort((a, b) => stageKeys.indexOf(a.stage) - stageKeys.indexOf(b.stage)),
    newest: hasPermission(actor, permissionOf(stageRecord, 'list')) ? await loadNewest(db, actor, id, relying) : [],
    underway: hasPermission(actor, permissionOf(batch, 'list')) ? await loadUnderway(db, actor, id) : [],
  }
}

const loadNewest = (db: Db, actor: Actor, id: number, relying: Sql) =>
  db.query<BeforeWire<DocumentAccount['newest'][number]>>(sql`
    select r.id as "recordId", r.stage, b.batch_number as "batchNumber", r.happened_at as "happenedAt",
      (select max(p.version) from stage_record_paper p
       where p.tenant_id = ${actor.tenantId} and p.document_id = ${id} and p.record_id = r.id) as version,
      trim_scale(${drawnIn('volume')})::text as volume, (${drawnIn('pieces')})::float8 as pieces
    from stage_record r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
    where ${relying} and ${scopePredicate(actor, permissionOf(stageRecord, 'list'), { alias: 'r', dept: 'dept_id', owner: 'created_by' })}
    order by r.happened_at desc, r.id desc limit ${named}`)

/** The export records `r`, with their batches `b`, of goods that left with a permit and whose import nobody has reported. */
export const permitsUnderway = (documentId: Sql): Sql => sql`
  from stage_record_paper p
  join stage_record r on r.tenant_id = ${currentTenant} and r.id = p.record_id and r.stage = 'exportCustoms' and r.status = 'current'
  join batch b on b.tenant_id = ${currentTenant} and b.id = r.batch_id
  where p.tenant_id = ${currentTenant} and p.document_id = ${documentId} and p.field = 'citesPermit' and not exists (
    select from stage_record i
    where i.tenant_id = ${currentTenant} and i.batch_id = b.id and i.stage = 'importCustoms' and i.status = 'current')`

/** Batches that the reader may see, the longest underway first. */
const loadUnderway = (db: Db, actor: Actor, id: number) =>
  db.query<BeforeWire<DocumentAccount['underway'][number]>>(sql`
    select b.id as "batchId", b.batch_number as "batchNumber", min(r.happened_at) as "exportedAt"
    ${permitsUnderway(sql`${id}::bigint`)}
      and ${scopePredicate(actor, permissionOf(batch, 'list'), { alias: 'b', dept: 'dept_id', owner: 'created_by' })}
    group by b.id, b.batch_number order by 3, b.id limit ${named}`)

export const accountRoutes: RouteSpec[] = [
  serve(documentAccount, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => loadAccount(db, actor, Number(params.id))),
  ),
]
