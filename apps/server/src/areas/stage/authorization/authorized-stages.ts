import { isStageKey, stageKeys, type StageKey } from '@timbermark/contract'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { canEnterForOthers } from './scope.ts'
import { isSupplier, loadInvitedStages } from './supplier-invitations.ts'

/**
 * Loads the stages that a user may report now: those with an authorization in force, or all stages with the permission to
 * enter reports for others; of a supplier those that it is invited to.
 */
export async function loadAuthorizedStages(db: Db, actor: Actor): Promise<StageKey[]> {
  if (isSupplier(actor)) return loadInvitedStages(db, actor)
  if (hasPermission(actor, 'stage:record:any') || canEnterForOthers(actor)) return [...stageKeys]
  const rows = await db.query<{ stage: string }>(sql`
    select stage from stage_authorization
    where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and status = '0'`)
  return rows.map(row => row.stage).filter(isStageKey)
}
