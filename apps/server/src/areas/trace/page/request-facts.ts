import type { DirectoryEntry } from '../../code/directory/code-directory.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What the codes of a request belong to. */
export interface RequestFacts {
  productId: number | null
  batchId: number | null
}

/** A batch may be given another product while it is drafted. */
const freshMs = 60_000

const known = new WeakMap<DirectoryEntry, { at: number; facts: Promise<RequestFacts> }>()

/** Product and batch of a request, from memory: the directory makes new entries whenever a request has changed. */
export function requestFacts(database: Database, entry: DirectoryEntry): Promise<RequestFacts> {
  const kept = known.get(entry)
  if (kept && Date.now() - kept.at < freshMs) return kept.facts
  const facts = database
    .withTenant(entry.tenantId, db =>
      db.maybe<RequestFacts>(
        sql`
          select b.product_id as "productId", b.id as "batchId" from code_request r
          join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
          where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`,
      ),
    )
    .then(row => row ?? { productId: null, batchId: null })
  known.set(entry, { at: Date.now(), facts })
  facts.catch(() => known.delete(entry))
  return facts
}
