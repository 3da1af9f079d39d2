import type { Json } from '@timbermark/ledger'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Manifest } from './manifest.ts'

/** What the ledger says of a code request that is finished. */
export function manifestStatement(
  request: { enterprise: string; request: number; batch: string },
  { count, sha256 }: Manifest,
): Json {
  return { type: 'timbermark/code-request@1', ...request, count, sha256 }
}

/** The same, from the rows as they are today, by id of the request. */
export async function loadManifests(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, Json>> {
  const rows = await db.query<{
    id: number
    request: number
    batch: string
    enterprise: string
    count: number
    sha256: string
  }>(sql`
    select r.id, r.request_number as request, b.batch_number as batch, e.identification as enterprise, r.count, r.manifest_sha256 as sha256
    from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join enterprise e on e.id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and r.manifest_leaf is not null`)
  return new Map(rows.map(({ id, count, sha256, ...request }) => [id, manifestStatement(request, { count, sha256 })]))
}
