import { isStageKey, stageKeys, type StageKey } from '@timbermark/contract'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { entersForOthers } from './scope.ts'

/**
 * Stages that somebody may report now: only an authorization that is in force counts, whatever the roles; or the permission
 * to enter what others did.
 */
export async function stagesAuthorized(db: Db, actor: Actor): Promise<StageKey[]> {
  if (hasPermission(actor, 'stage:record:any') || entersForOthers(actor)) return [...stageKeys]
  const rows = await db.query<{ stage: string }>(sql`
    select stage from stage_authorization
    where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and status = '0'`)
  return rows.map(row => row.stage).filter(isStageKey)
}
