import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * The own code for a platform code: the one at the same position in the code request that the platform request names.
 * Null when none is named or its codes are not made yet.
 */
export async function ownCodeOf(
  db: Db,
  services: Services,
  tenantId: number,
  requestId: number | null,
  position: number,
): Promise<string | null> {
  if (requestId === null) return null
  const row = await db.maybe<{ request_number: number }>(sql`
    select request_number from code_request
    where tenant_id = ${tenantId} and id = ${requestId} and status in ('completed', 'downloaded')`)
  const entry = row && (await services.directory.find(row.request_number))
  if (!entry || entry.tenantId !== tenantId || position >= entry.count) return null
  return services.directory.codesOf(entry).code(position)
}

/** Path of that code's trace page. */
export async function tracePathOf(...args: Parameters<typeof ownCodeOf>): Promise<string | null> {
  const code = await ownCodeOf(...args)
  return code === null ? null : `/c/${code}`
}
