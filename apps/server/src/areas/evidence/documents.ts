import { document } from '@timbermark/contract'
import { readingOf } from '../../entity/read-rows.ts'
import { rightsOf } from '../../entity/rights.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { EntityHooks } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { consentRoutes } from './consent.ts'
import { checkFacts } from './document-facts.ts'
import { type Use, usesOf } from './document-use.ts'
import { versionRoutes } from './document-versions.ts'

/** What a report relied on stays as it was: name and hashes are sealed with the record. @throws Refusal evidence.inUse */
async function assertUnused(db: Db, actor: Actor, paper: Row, which: keyof Use): Promise<void> {
  const id = Number(paper.id)
  if ((await usesOf(db, actor, [id])).get(id)?.[which]) throw new Refusal('evidence.inUse')
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, body, before) {
    // Earlier versions bear the same code.
    if (before) await assertUnused(db, actor, before, 'code' in body && body.code !== before.code ? 'ever' : 'now')
    await checkFacts(db, actor, body, before)
  },
  async beforeRemove(db, actor, row) {
    await assertUnused(db, actor, row, 'ever')
    await db.execute(sql`delete from document_version where tenant_id = ${actor.tenantId} and document_id = ${row.id}`)
  },
}

const reading = readingOf(document, {
  rights: async (rows, { actor }, db) => {
    const uses = await usesOf(
      db,
      actor,
      rows.map(row => row.id),
    )
    return rows.map(row => {
      const { now, ever } = uses.get(row.id) ?? { now: false, ever: false }
      const against = {
        ...(now && { edit: 'evidence.inUse' as const }),
        ...(ever && { remove: 'evidence.inUse' as const }),
      }
      return rightsOf(document, actor, row, { against })
    })
  },
})

/** Certificates and forms. */
export const documentRoutes: RouteSpec[] = [
  ...versionRoutes,
  ...consentRoutes,
  ...viewRoutes(reading),
  ...entityRoutes(document, hooks, ['list', 'query', 'export']),
]
