import { document } from '@timbermark/contract'
import { entityRoutes } from '../../crud/routes.ts'
import type { EntityHooks } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

/** What a report referred to stays as it was: its hash stands in the record. */
async function assertUnused(db: Db, actor: Actor, id: unknown): Promise<void> {
  if (
    await db.maybe(sql`select 1 from stage_record where tenant_id = ${actor.tenantId} and document_id = ${id} limit 1`)
  )
    throw new Refusal('evidence.inUse')
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, body, before) {
    if (before) await assertUnused(db, actor, before.id)
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
  beforeRemove: (db, actor, row) => assertUnused(db, actor, row.id),
}

/** Certificates and forms. */
export const documentRoutes: RouteSpec[] = entityRoutes(document, hooks)
