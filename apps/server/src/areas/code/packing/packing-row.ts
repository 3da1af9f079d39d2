import { randomBytes } from 'node:crypto'
import type { packingActions } from '@timbermark/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CodeRef } from './links.ts'

/** The stored values of one packing. */
export interface PackingFacts {
  action: (typeof packingActions)[number]
  /** Null when the codes came from several parents. */
  parent: CodeRef | null
  count: number
  /** Null for a stage report: its record has the operator. */
  operator: string | null
  at: Date
  recordedAt: Date
  reason: string | null
  /** The record of the stage report that packed. */
  recordId?: number
}

/** Inserts a packing. @returns its id */
export async function insertPacking(db: Db, actor: Actor, facts: PackingFacts): Promise<number> {
  const { action, parent, count, operator, at, recordedAt, reason, recordId } = facts
  const { id } = await db.one<{ id: number }>(sql`
    insert into packing (tenant_id, dept_id, action, parent_request, parent_serial, code_count, operator, happened_at, recorded_at, reason,
      record_id, personal_salt, created_by)
    values (${actor.tenantId}, ${actor.deptId}, ${action}, ${parent?.request ?? null}, ${parent?.serial ?? null}, ${count}, ${operator},
      ${at}, ${recordedAt}, ${reason}, ${recordId ?? null}, ${recordId === undefined ? randomBytes(16) : null}, ${actor.accountId})
    returning id`)
  return id
}
