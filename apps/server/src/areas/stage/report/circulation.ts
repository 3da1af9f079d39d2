import { batchStates, type CirculationStep, type StageKey, stageKeys, stagesBefore } from '@timbermark/contract'
import { sumsFor } from '@timbermark/contract/plausible'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { calledIn, readCirculation } from '../circulation/circulation-rows.ts'
import type { Report } from '@timbermark/contract/stage-calls'
import type { ReportContext } from '../report-context.ts'

const field = 'circulationId'

/** What a batch goes by. */
export interface Followed {
  id: number
  steps: readonly CirculationStep[]
  /** The batch has it from this report on. */
  begins: boolean
}

/**
 * Holds a batch until what is said of it is written: nobody changes meanwhile what that is judged by. Of those that take volumes or
 * pieces, which are summed over its records, one waits for another, so that of two neither overlooks the other.
 * @param begun whether it has a first report
 */
export const heldFor = (stage: StageKey, begun: boolean): Sql =>
  begun && sumsFor(stage).length === 0 ? sql`for key share` : sql`for no key update`

/**
 * The circulation that the report names, as the batch goes by it: the steps of its first report, or those that stand now
 * while there is none. The row is kept until the report is written, so that of two first reports one decides, and nobody
 * changes what this one is judged by.
 * @throws Refusal stage.batchInactive, invalid
 */
export async function checkCirculation(
  { db, actor, stage, body }: ReportContext<Report>,
  { id, begun }: { id: number; begun: boolean },
): Promise<Followed> {
  const batch = await db.one<{ status: string; circulation: number | null; steps: CirculationStep[] | null }>(sql`
    select status, circulation_id as circulation, circulation_steps as steps from batch
    where tenant_id = ${actor.tenantId} and id = ${id} ${heldFor(stage.key, begun)}`)
  if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('stage.batchInactive')
  const named = await readCirculation(db, actor.tenantId, body.circulationId)
  if (!named) throw invalid([{ field, error: 'referenceMissing' }])
  if (batch.circulation === null && !named.used) throw invalid([{ field, error: 'referenceDisabled' }])
  if (batch.circulation !== null && batch.circulation !== named.id) {
    const own = await readCirculation(db, actor.tenantId, batch.circulation)
    const name = own ? calledIn(own) : String(batch.circulation)
    throw invalid([{ field, error: 'stage.circulationOther', params: { name } }])
  }
  const steps = batch.steps ?? named.steps
  if (!stagesBefore(steps, stage.key, new Set(stageKeys)))
    throw invalid([
      { field, error: 'stage.circulationLacks', params: { name: calledIn(named), stage: `stage.${stage.key}` } },
    ])
  return { id: named.id, steps, begins: batch.steps === null }
}

/** With its first report a batch takes the circulation, and keeps its steps as they stand. */
export async function beginCirculation(
  { db, actor }: ReportContext,
  batchId: number,
  { id, steps, begins }: Followed,
): Promise<void> {
  if (!begins) return
  await db.execute(sql`
    update batch set circulation_id = ${id}, circulation_steps = ${JSON.stringify(steps)}::jsonb
    where tenant_id = ${actor.tenantId} and id = ${batchId}`)
}
