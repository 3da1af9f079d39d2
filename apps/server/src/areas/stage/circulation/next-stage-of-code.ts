import { type Language, type StageKey, stagesBefore } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { type Circulation, circulationIn } from './circulation-rows.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type KnownCode, rangesOf } from '../../code/directory/range-facts.ts'
import { firstUnpassed, firstUnreported, skippableStages } from './stage-order.ts'

/** By which circulation the batch of a code goes, and what has to be reported before a stage of it. */
export async function placeOf(
  db: Db,
  tenantId: number,
  batchId: number,
  stage: StageKey | undefined,
  language: Language,
  code: KnownCode,
): Promise<{ circulation: { id: number; name: string } | null; first: StageKey | null }> {
  const found = await db.maybe<Omit<Circulation, 'used'>>(sql`
    select c.id, c.name, c.name_texts as texts, c.title_key, coalesce(b.circulation_steps, c.steps) as steps
    from batch b join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  if (!found) return { circulation: null, first: null }
  const circulation = { id: found.id, name: circulationIn(language, found) }
  if (!stage) return { circulation, first: null }
  const before = stagesBefore(found.steps, stage, await skippableStages(db, tenantId)) ?? []
  const unreported = await firstUnreported(db, tenantId, batchId, before)
  if (unreported) return { circulation, first: unreported }
  for (const one of before.filter(key => stageByKey(key).reach === 'codes'))
    if (await firstUnpassed(db, tenantId, rangesOf([code]), one)) return { circulation, first: one }
  return { circulation, first: null }
}
