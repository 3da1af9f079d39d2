import { document, documents } from '@timbermark/contract'
import { readingOf } from '../../entity/read-rows.ts'
import { rightsOf } from '../../entity/rights.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { EntityHooks } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import type { RouteSpec } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { consentRoutes } from './consent.ts'
import { accountRoutes, permitsUnderway } from './document-account.ts'
import { checkDocumentFacts } from './document-facts.ts'
import { type DocumentUse, loadUses } from './document-use.ts'
import { versionRoutes } from './document-versions.ts'

/** A document that a report relied on cannot change: its name and hashes are sealed with the record. @throws Refusal evidence.inUse */
async function assertUnused(db: Db, actor: Actor, before: Row, which: keyof DocumentUse): Promise<void> {
  const id = Number(before.id)
  if ((await loadUses(db, actor, [id])).get(id)?.[which]) throw new Refusal('evidence.inUse')
}

const hooks: EntityHooks = {
  async beforeWrite(db, actor, body, before) {
    // Earlier versions have the same code.
    if (before) await assertUnused(db, actor, before, 'code' in body && body.code !== before.code ? 'ever' : 'now')
    await checkDocumentFacts(db, actor, body, before)
  },
  async beforeRemove(db, actor, row) {
    await assertUnused(db, actor, row, 'ever')
    await db.execute(sql`delete from document_version where tenant_id = ${actor.tenantId} and document_id = ${row.id}`)
  },
}

/** Whether goods were exported with the permit `t` and nobody has reported their import. */
export const hasGoodsUnderway = sql`exists (select ${permitsUnderway(sql`t.id`)})`

export const documentReading = readingOf(documents, {
  search: {
    underway: filter => {
      if (filter !== 'true' && filter !== 'false') throw invalid([{ field: 'underway', error: 'notOneOf' }])
      return filter === 'true' ? hasGoodsUnderway : sql`not ${hasGoodsUnderway}`
    },
  },
  rights: async (rows, { actor }, db) => {
    const uses = await loadUses(
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
  ...accountRoutes,
  ...viewRoutes(documentReading),
  ...entityRoutes(document, hooks, ['list', 'query', 'export']),
]
