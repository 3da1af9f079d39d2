import { document } from '@timbermark/contract'
import { entityRoutes } from '../../crud/routes.ts'
import type { EntityHooks } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * What a report referred to stays as it was, as its own paper or among its values: name and hashes are sealed with the record.
 * The second reads all records of the enterprise; papers are changed seldom.
 */
async function assertUnused(db: Db, actor: Actor, paper: Row): Promise<void> {
  const used = await db.maybe(sql`
    select 1 from stage_record
    where tenant_id = ${actor.tenantId}
      and (document_id = ${paper.id} or jsonb_path_exists(public_values, '$.* ? (@ == $code)', jsonb_build_object('code', ${paper.code}::text))) limit 1`)
  if (used) throw new Refusal('evidence.inUse')
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, body, before) {
    if (before) await assertUnused(db, actor, before)
    const code = typeof body.code === 'string' ? body.code.trim() : undefined
    if (code === undefined || code === before?.code) return
    // One series of codes; the refusal speaks of what is being saved.
    const taken = await db.maybe(
      sql`select 1 from document where tenant_id = ${actor.tenantId} and code = ${code} and id is distinct from ${before?.id ?? null}`,
    )
    if (!taken) return
    const error =
      (body.type ?? before?.type) === 'certificate' ? 'evidence.fileCodeTaken' : 'evidence.documentCodeTaken'
    throw new Refusal(error, {}, { issues: [{ field: 'code', error }] })
  },
  beforeRemove: (db, actor, row) => assertUnused(db, actor, row),
}

/** Certificates and forms. */
export const documentRoutes: RouteSpec[] = entityRoutes(document, hooks)
