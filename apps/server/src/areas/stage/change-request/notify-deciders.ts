import { changeRequest, permissionOf } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type MessageFacts, sendMessage } from '../../system/notice/messages.ts'
import { loadRights } from '../../system/rights/rights.ts'

/** More people than this are not sent a message about one request; they find it in the list. */
const maxDeciders = 50

/**
 * Sends a message about a request to the people of the back office who may decide it: who have the permission, and the
 * request in its scope.
 * @param permission of the record's verb that the request asks for
 */
export async function notifyDeciders(
  db: Db,
  { tenantId, accountId }: Actor,
  request: number,
  permission: string,
  facts: MessageFacts,
): Promise<void> {
  const candidates = await db.query<{ id: number; deptId: number | null }>(sql`
    select a.id, a.dept_id as "deptId" from account a
    where a.tenant_id = ${tenantId} and a.status = '0' and a.user_type = 1 and a.id <> ${accountId} and exists (
      select from account_role ar join role r on r.tenant_id = ${tenantId} and r.id = ar.role_id and r.status = '0'
      where ar.tenant_id = ${tenantId} and ar.account_id = a.id and (r.role_key = 'superAdmin' or exists (
        select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.tenant_id = ${tenantId} and rm.role_id = r.id and m.status = '0' and m.perms = ${permission})))
    order by a.id limit ${maxDeciders}`)
  for (const { id, deptId } of candidates) {
    const { superAdmin, grants, permissions } = await loadRights(db, tenantId, id)
    if (!superAdmin && !permissions.has(permissionOf(changeRequest, 'list'))) continue
    const holder = { accountId: id, tenantId, deptId, superAdmin, grants }
    const scope = scopePredicate(holder, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })
    const inScope = await db.maybe(
      sql`select 1 from change_request t where t.tenant_id = ${tenantId} and t.id = ${request} and ${scope}`,
    )
    if (inScope) await sendMessage(db, { tenantId, accountId: id }, 'changeRequested', facts)
  }
}
