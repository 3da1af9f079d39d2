import {
  batchStates,
  type CirculationStep,
  type StageKey,
  stageKeys,
  stagesBefore,
  stepsAfterHandover,
  isOneOf,
} from '@timbermark/contract'
import { sumsFor } from '@timbermark/contract/plausible'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { beginsAfterHandover, isReceivedBatch } from '../circulation/stage-order.ts'
import { circulationLabel, loadCirculation } from '../circulation/circulation-rows.ts'
import type { Report } from '@timbermark/contract/stage-calls'
import { ownCirculation } from '@timbermark/contract/stages'
import { readOnce, type ReportContext } from '../report-context.ts'

const field = 'circulationId'

/** The circulation that a batch follows. */
export interface BatchCirculation {
  id: number
  steps: readonly CirculationStep[]
  /** The batch takes this circulation with this report. */
  begins: boolean
}

/**
 * The row lock on a batch while a report is checked and written: it keeps the data that the checks use unchanged. Stages whose
 * volumes or pieces are summed over the batch's records lock exclusively, so that two concurrent reports see each other's sums.
 * @param begun whether the batch has a first report
 */
export const batchLockClause = (stage: StageKey, begun: boolean): Sql =>
  begun && sumsFor(stage).length === 0 ? sql`for key share` : sql`for no key update`

/**
 * Loads the circulation that the report names, or that of the batch, with the steps stored at the first report of the batch, or the current steps
 * before the first report. Locks the batch until the report is written, so that only one of two concurrent first reports
 * sets the circulation and the data that the checks use stays unchanged.
 * @throws Refusal stage.batchInactive, invalid
 */
export const checkCirculation = (
  context: ReportContext<Report>,
  batch: { id: number; begun: boolean },
): Promise<BatchCirculation> =>
  readOnce(context, ['circulation', batch.id, context.body.circulationId], () => lockCirculation(context, batch))

async function lockCirculation(
  { db, actor, stage, body }: ReportContext<Report>,
  { id, begun }: { id: number; begun: boolean },
): Promise<BatchCirculation> {
  const batch = await db.one<{
    status: string
    circulation: number | null
    steps: CirculationStep[] | null
    received: string[]
    isReceived: boolean
  }>(sql`
    select status, circulation_id as circulation, circulation_steps as steps, received_stages as received,
      ${isReceivedBatch(actor.tenantId)} as "isReceived"
    from batch b where b.tenant_id = ${actor.tenantId} and b.id = ${id} ${batchLockClause(stage.key, begun)}`)
  if (!isOneOf(batchStates.editable, batch.status)) throw new Refusal('stage.batchInactive')
  const wanted = body.circulationId === ownCirculation ? batch.circulation : body.circulationId
  if (wanted === null) throw invalid([{ field, error: 'required' }])
  const named = await loadCirculation(db, actor.tenantId, wanted)
  if (!named) throw invalid([{ field, error: 'referenceMissing' }])
  if (batch.circulation === null && !named.used) throw invalid([{ field, error: 'referenceDisabled' }])
  if (batch.circulation !== null && batch.circulation !== named.id) {
    const current = await loadCirculation(db, actor.tenantId, batch.circulation)
    const name = current ? circulationLabel(current) : String(batch.circulation)
    throw invalid([{ field, error: 'stage.circulationOther', params: { name } }])
  }
  const isTakenUp = await beginsAfterHandover(db, actor.tenantId, id, batch.isReceived)
  // What earlier holders left out is theirs: the receiver begins with what happens to the goods now.
  const received = isTakenUp ? [...batch.received, stage.key] : batch.received
  const steps =
    isTakenUp || batch.steps === null ? stepsAfterHandover(batch.steps ?? named.steps, received) : batch.steps
  if (!stagesBefore(steps, stage.key, new Set(stageKeys)))
    throw invalid([
      {
        field,
        error: 'stage.circulationLacks',
        params: { name: circulationLabel(named), stage: `stage.${stage.key}` },
      },
    ])
  return { id: named.id, steps, begins: batch.steps === null || isTakenUp }
}

/** Stores the circulation and a copy of its steps in the batch, with the first report. */
export async function storeCirculation(
  { db, actor }: ReportContext,
  batchId: number,
  { id, steps, begins }: BatchCirculation,
): Promise<void> {
  if (!begins) return
  await db.execute(sql`
    update batch set circulation_id = ${id}, circulation_steps = ${JSON.stringify(steps)}::jsonb
    where tenant_id = ${actor.tenantId} and id = ${batchId}`)
}
