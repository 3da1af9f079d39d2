import { document } from '@timbermark/contract'
import { documentVersions, nextDocumentVersion } from '@timbermark/contract/calls'
import { rowsInScope } from '../../entity/tenant-rows.ts'
import { editRow, idOf, lockRow } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { loadConsents } from './consent.ts'
import { checkDocumentFacts } from './document-facts.ts'

/**
 * Archives the current version of a document and creates the next one. Records name the version that they relied on.
 * @throws Refusal notFound, invalid
 */
async function makeNextVersion(
  db: Db,
  services: Services,
  actor: Actor,
  body: Row,
): Promise<{ id: number; version: number }> {
  const id = idOf(body.id)
  const before = await lockRow(db, document, actor, id, 'edit')
  // Reports use the code for all versions.
  if ('code' in body && body.code !== before.code)
    throw invalid([{ field: 'code', error: 'unknownField', params: { name: 'code' } }])
  await db.execute(sql`
    insert into document_version (tenant_id, document_id, version, name, file, details, replaced_by)
    select d.tenant_id, d.id, d.version, d.name, d.file,
      to_jsonb(d) - '{id,tenant_id,dept_id,version,name,file}'::text[], ${actor.accountId}
    from document d where d.tenant_id = ${actor.tenantId} and d.id = ${id}`)
  await db.execute(sql`update document set version = version + 1 where tenant_id = ${actor.tenantId} and id = ${id}`)
  await editRow(db, services, document, actor, body, { beforeWrite: checkDocumentFacts })
  return { id, version: Number(before.version) + 1 }
}

/** Loads the versions of a document with their files, and how many records rely on each. @throws Refusal notFound */
async function loadVersions(db: Db, { files }: Services, actor: Actor, id: number) {
  const inScope = rowsInScope(document, actor, 'query')
  const now = await db.maybe<{ version: number; name: string }>(
    sql`select t.version, t.name from document t where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${inScope}`,
  )
  if (!now) throw new Refusal('notFound')
  const counted = await db.query<{ version: number; records: number }>(sql`
    select version, count(distinct record_id)::int as records from stage_record_paper
    where tenant_id = ${actor.tenantId} and document_id = ${id} group by version`)
  const recordsOf = (version: number) => counted.find(one => one.version === version)?.records ?? 0
  const earlier = await db.query<{ version: number; name: string; file: string[]; replacedAt: Date }>(sql`
    select version, name, file, replaced_at as "replacedAt" from document_version
    where tenant_id = ${actor.tenantId} and document_id = ${id} order by version desc`)
  const infos = await files.infos(
    db,
    earlier.flatMap(({ file }) => file),
  )
  const consents = await loadConsents(db, actor, id)
  return {
    version: now.version,
    name: now.name,
    records: recordsOf(now.version),
    consent: consents.get(now.version) ?? null,
    earlier: earlier.map(one => ({
      ...one,
      records: recordsOf(one.version),
      consent: consents.get(one.version) ?? null,
      file: one.file.flatMap(file => infos.get(file) ?? []),
    })),
  }
}

export const versionRoutes: RouteSpec[] = [
  serve(nextDocumentVersion, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, db => makeNextVersion(db, services, actor, body)),
  ),
  serve(documentVersions, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, db => loadVersions(db, services, actor, Number(params.id))),
  ),
]
