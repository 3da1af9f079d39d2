import { document } from '@timbermark/contract'
import { type PaperConsent, setPaperConsent } from '@timbermark/contract/calls'
import { rowsInScope } from '../../entity/tenant-rows.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../platform/http/http.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'

type Consent = BeforeWire<PaperConsent>

/** Loads the consents that buyers may open a document, by version; a missing version never had one. */
export async function loadConsents(db: Db, actor: Actor, id: number): Promise<Map<number, Consent>> {
  const rows = await db.query<Consent & { version: number }>(sql`
    select version, given_at as "givenAt", ended_at as "endedAt" from document_consent
    where tenant_id = ${actor.tenantId} and document_id = ${id}`)
  return new Map(rows.map(({ version, givenAt, endedAt }) => [version, { givenAt, endedAt }]))
}

/** Gives or ends the consent that buyers open a version of a document. Giving it twice keeps the first time. @throws Refusal notFound */
async function setConsent(db: Db, actor: Actor, id: number, { version, open }: { version: number; open: boolean }) {
  const isStored = await db.maybe(sql`
    select 1 from document t
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${rowsInScope(document, actor, 'edit')} and (
      t.version = ${version} or exists (
        select from document_version v where v.tenant_id = ${actor.tenantId} and v.document_id = t.id and v.version = ${version}))
    for share of t`)
  if (!isStored) throw new Refusal('notFound')
  if (open)
    await db.execute(sql`
      insert into document_consent (tenant_id, document_id, version, given_by)
      values (${actor.tenantId}, ${id}, ${version}, ${actor.accountId})
      on conflict on constraint document_consent_version do update
        set given_at = excluded.given_at, given_by = excluded.given_by, ended_at = null, ended_by = null
        where document_consent.ended_at is not null`)
  else
    await db.execute(sql`
      update document_consent set ended_at = now(), ended_by = ${actor.accountId}
      where tenant_id = ${actor.tenantId} and document_id = ${id} and version = ${version} and ended_at is null`)
  return (await loadConsents(db, actor, id)).get(version) ?? null
}

export const consentRoutes: RouteSpec[] = [
  serve(setPaperConsent, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, db => setConsent(db, actor, Number(params.id), body)),
  ),
]
