import type { Permission } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Call } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { KnownCode } from './range-facts.ts'

/** Any of them opens a code: whoever packs need not see the requests that codes come from. */
const opening: readonly Permission[] = ['code:qr:query', 'code:qr:list']

/**
 * Reads a code of the caller's enterprise whose request is in his reach, as people and scanners give it.
 * @throws Refusal code.unknown for every other text; notFound when its request is out of reach
 */
export async function ownCodeInReach(
  db: Db,
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  text: string,
): Promise<KnownCode> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  if (!opened.known || opened.entry.tenantId !== actor.tenantId) throw new Refusal('code.unknown')
  const [query, list] = opening.map(right =>
    scopePredicate(actor, right, { alias: 'r', dept: 'dept_id', owner: 'created_by' }),
  )
  const reached = await db.maybe(sql`
    select 1 from code_request r
    where r.tenant_id = ${actor.tenantId} and r.id = ${opened.entry.requestId} and (${query!} or ${list!})`)
  if (!reached) throw new Refusal('notFound')
  return opened
}
