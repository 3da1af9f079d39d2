import type { DirectoryEntry } from '../../code/directory/code-directory.ts'
import { runOnPrimary } from '../../../platform/database/call-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Product and batch of a request's codes. */
export interface RequestFacts {
  productId: number | null
  batchId: number | null
}

/** The product of a batch may change while the batch is a draft. */
const cacheMs = 60_000

const factsByEntry = new WeakMap<DirectoryEntry, { at: number; facts: Promise<RequestFacts> }>()

/** Product and batch of a request, cached: the directory creates a new entry whenever a request changes. */
export function requestFacts(database: Database, entry: DirectoryEntry): Promise<RequestFacts> {
  const cached = factsByEntry.get(entry)
  if (cached && performance.now() - cached.at < cacheMs) return cached.facts
  const facts = runOnPrimary(() =>
    database.withTenant(entry.tenantId, db =>
      db.maybe<RequestFacts>(
        sql`
          select b.product_id as "productId", b.id as "batchId" from code_request r
          join batch b on b.tenant_id = ${entry.tenantId} and b.id = r.batch_id
          where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`,
      ),
    ),
  ).then(row => row ?? { productId: null, batchId: null })
  factsByEntry.set(entry, { at: performance.now(), facts })
  facts.catch(() => factsByEntry.delete(entry))
  return facts
}
