import { type Language, type StageKey, stepsAfterHandover } from '@timbermark/contract'
import { type Circulation, circulationName } from './circulation-rows.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type KnownCode, toCodeRanges } from '../../code/directory/range-facts.ts'
import type { Services } from '../../../platform/services.ts'
import { findMissingAtHolder, findMissingStage } from './partner-reports.ts'
import { beginsAfterHandover, isReceivedBatch } from './stage-order.ts'

/** The circulation of the batch of a code, and the first stage that must be reported before the given one. */
export async function loadProgressOfCode(
  { services, db }: { services: Services; db: Db },
  tenantId: number,
  code: KnownCode,
  { batchId, stage, language }: { batchId: number; stage: StageKey | undefined; language: Language },
): Promise<{ circulation: { id: number; name: string } | null; first: StageKey | null }> {
  const batch = await db.maybe<Omit<Circulation, 'used'> & { received: string[]; isReceived: boolean }>(sql`
    select c.id, c.name, c.name_texts as texts, c.title_key, coalesce(b.circulation_steps, c.steps) as steps,
      b.received_stages as received, ${isReceivedBatch(tenantId)} as "isReceived"
    from batch b join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  if (!batch) return { circulation: null, first: null }
  const circulation = { id: batch.id, name: circulationName(language, batch) }
  if (!stage) return { circulation, first: null }
  const isTakenUp = await beginsAfterHandover(db, tenantId, batchId, batch.isReceived)
  const steps = isTakenUp ? stepsAfterHandover(batch.steps, [...batch.received, stage]) : batch.steps
  const ranges = toCodeRanges([code])
  const missing = code.entry.invited
    ? await findMissingAtHolder(services, tenantId, ranges, stage)
    : await findMissingStage({ services, db }, { tenantId, batchId, ranges }, steps, stage)
  return { circulation, first: missing?.first ?? null }
}
