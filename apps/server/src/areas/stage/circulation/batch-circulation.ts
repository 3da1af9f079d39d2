import { setBatchCirculation } from '@timbermark/contract/calls'
import { batch, type CirculationStep, type Issue, findMisplacedStage, type StageKey } from '@timbermark/contract'
import { type BeforeWrite, lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { calledIn, type Circulation, readCirculation } from './circulation-rows.ts'
import { skippableStages } from './stage-order.ts'

const field = 'circulationId'

/** A circulation that a record newly names is there and in use. It stays until the reference is written. */
async function newlyNamed(db: Db, actor: Actor, id: number): Promise<Circulation> {
  // Rows of the platform are not an enterprise's to hold; delivered ones are never removed.
  await db.maybe(sql`select 1 from circulation where tenant_id = ${actor.tenantId} and id = ${id} for key share`)
  const found = await readCirculation(db, actor.tenantId, id)
  if (!found) throw invalid([{ field, error: 'referenceMissing' }])
  if (!found.used) throw invalid([{ field, error: 'referenceDisabled' }])
  return found
}

/** Stages of the batch that have a current record. */
async function reportedStages(db: Db, tenantId: number, batchId: number): Promise<ReadonlySet<StageKey>> {
  const rows = await db.query<{ stage: StageKey }>(sql`
    select distinct stage from stage_record where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'current'`)
  return new Set(rows.map(row => row.stage))
}

/**
 * A batch that has reports changes its circulation only when everything reported keeps its place; it is judged by the
 * steps as they stand now from here on.
 */
async function changeSteps(db: Db, actor: Actor, batchId: number, to: Circulation | undefined): Promise<void> {
  const reported = await reportedStages(db, actor.tenantId, batchId)
  if (reported.size > 0) {
    if (!to) throw invalid([{ field, error: 'required' }])
    assertValid(placeIssues(to, findMisplacedStage(to.steps, reported, await skippableStages(db, actor.tenantId))))
  }
  const steps: readonly CirculationStep[] | null = reported.size > 0 ? to!.steps : null
  await db.execute(sql`
    update batch set circulation_steps = ${steps && JSON.stringify(steps)}::jsonb
    where tenant_id = ${actor.tenantId} and id = ${batchId}`)
}

function placeIssues(to: Circulation, found: ReturnType<typeof findMisplacedStage>): Issue[] {
  if (!found) return []
  const params = { name: calledIn(to), stage: `stage.${found.stage}` }
  return [
    found.wants
      ? { field, error: 'stage.circulationWants', params: { ...params, wants: `stage.${found.wants}` } }
      : { field, error: 'stage.circulationLacks', params },
  ]
}

/** The circulation that batches of a product go by unless another is chosen: that of its category, else the delivered one. */
async function usualCirculation(db: Db, actor: Actor, productId: unknown): Promise<number | null> {
  const row = await db.maybe<{ id: number }>(sql`
    select c.id from circulation c
    where c.tenant_id in (${platformTenant}, ${actor.tenantId}) and c.status = '0'
      and (c.delivered_key = 'full' or c.id = (
        select k.circulation_id from product p
        join category k on k.tenant_id = p.tenant_id and k.id = p.category_id
        where p.tenant_id = ${actor.tenantId} and p.id = ${Number(productId)}))
    order by c.delivered_key = 'full' nulls first limit 1`)
  return row?.id ?? null
}

const chosen = (value: unknown): number | null =>
  value === undefined || value === null || value === '' ? null : Number(value)

/** What a batch may go by. */
export const batchCirculation: BeforeWrite = async (db, actor, body, before) => {
  const given = chosen(body.circulationId)
  if (!before) {
    if (given === null) body.circulationId = await usualCirculation(db, actor, body.productId)
    else await newlyNamed(db, actor, given)
    return
  }
  if (!('circulationId' in body) || given === chosen(before.circulationId)) return
  await changeSteps(db, actor, Number(before.id), given === null ? undefined : await newlyNamed(db, actor, given))
}

/** What a category's batches may go by. */
export const categoryCirculation: BeforeWrite = async (db, actor, body, before) => {
  const given = chosen(body.circulationId)
  if (given !== null && given !== chosen(before?.circulationId)) await newlyNamed(db, actor, given)
}

export const batchCirculationRoutes: RouteSpec[] = [
  serve(setBatchCirculation, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      const row = await lockRow(db, batch, actor, id, 'edit')
      if (!batch.states.editable.some(state => state === row.status)) throw new Refusal('stateRefused')
      const to = await readCirculation(db, actor.tenantId, body.circulationId)
      // The one that it has already may have been disabled since.
      if (!to || body.circulationId !== row.circulationId) await newlyNamed(db, actor, body.circulationId)
      await changeSteps(db, actor, id, to)
      await db.execute(sql`
        update batch set circulation_id = ${body.circulationId}, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${id}`)
      return null
    }),
  ),
]
