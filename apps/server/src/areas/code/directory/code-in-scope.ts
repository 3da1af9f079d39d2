import type { Permission } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Call } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { KnownCode } from './range-facts.ts'

/** Any of these permissions is enough to open a code. */
const openingPermissions: readonly Permission[] = ['code:qr:query', 'code:qr:list']

/** Whether a code of the actor's enterprise may be opened: its request is in scope. */
export async function isCodeInScope(db: Db, actor: Actor, { entry }: KnownCode): Promise<boolean> {
  const [query, list] = openingPermissions.map(right =>
    scopePredicate(actor, right, { alias: 'r', dept: 'dept_id', owner: 'created_by' }),
  )
  const row = await db.maybe(sql`
    select 1 from code_request r
    where r.tenant_id = ${actor.tenantId} and r.id = ${entry.requestId} and (${query!} or ${list!})`)
  return row !== undefined
}

/**
 * Opens a code of the caller's enterprise whose request is in the caller's scope.
 * @throws Refusal code.unknown for any other text; notFound when its request is out of scope
 */
export async function openCodeInScope(
  db: Db,
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  text: string,
): Promise<KnownCode> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  if (!opened.known || opened.entry.tenantId !== actor.tenantId) throw new Refusal('code.unknown')
  if (!(await isCodeInScope(db, actor, opened))) throw new Refusal('notFound')
  return opened
}
