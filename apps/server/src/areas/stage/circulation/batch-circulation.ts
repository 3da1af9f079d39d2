import { setBatchCirculation } from '@timbermark/contract/calls'
import { batch, type Issue, findMisplacedStage, type StageKey, stepsAfterHandover } from '@timbermark/contract'
import { type BeforeWrite, lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { circulationLabel, type Circulation, loadCirculation } from './circulation-rows.ts'
import { loadPartnerStages } from './partner-progress.ts'
import { loadSkippableStages } from './stage-order.ts'

const field = 'circulationId'

interface WriteContext {
  services: Pick<Services, 'database'>
  db: Db
}

/** Locks a newly named circulation until the reference is written; it must exist and be in use. @throws Refusal invalid */
async function lockNamedCirculation(db: Db, actor: Actor, id: number): Promise<Circulation> {
  // An enterprise cannot lock rows of the platform; those that ship with the installation are never removed.
  await db.maybe(sql`select 1 from circulation where tenant_id = ${actor.tenantId} and id = ${id} for key share`)
  const circulation = await loadCirculation(db, actor.tenantId, id)
  if (!circulation) throw invalid([{ field, error: 'referenceMissing' }])
  if (!circulation.used) throw invalid([{ field, error: 'referenceDisabled' }])
  return circulation
}

/** Stages of the batch that have a current record of the enterprise or of an invited partner. */
async function loadReportedStages(
  { services, db }: WriteContext,
  tenantId: number,
  batchId: number,
): Promise<ReadonlySet<StageKey>> {
  const rows = await db.query<{ stage: StageKey }>(sql`
    select distinct stage from stage_record where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'current'`)
  const byPartners = await loadPartnerStages(services.database, db, tenantId, batchId)
  return new Set([...rows, ...byPartners].map(row => row.stage))
}

/**
 * A batch with reports may change its circulation only when every reported stage still has a valid position; from then on
 * the current steps of the new circulation apply.
 */
async function changeBatchSteps(
  context: WriteContext,
  actor: Actor,
  batchId: number,
  to: Circulation | undefined,
): Promise<void> {
  const { db } = context
  const reported = await loadReportedStages(context, actor.tenantId, batchId)
  if (reported.size > 0) {
    if (!to) throw invalid([{ field, error: 'required' }])
    assertValid(placeIssues(to, findMisplacedStage(to.steps, reported, await loadSkippableStages(db, actor.tenantId))))
  }
  const { received } = await db.one<{ received: string[] }>(
    sql`select received_stages as received from batch where tenant_id = ${actor.tenantId} and id = ${batchId}`,
  )
  const isFixed = reported.size > 0 || (received.length > 0 && to !== undefined)
  const steps = isFixed ? stepsAfterHandover(to!.steps, received) : null
  await db.execute(sql`
    update batch set circulation_steps = ${steps && JSON.stringify(steps)}::jsonb
    where tenant_id = ${actor.tenantId} and id = ${batchId}`)
}

function placeIssues(to: Circulation, conflict: ReturnType<typeof findMisplacedStage>): Issue[] {
  if (!conflict) return []
  const params = { name: circulationLabel(to), stage: `stage.${conflict.stage}` }
  return [
    conflict.wants
      ? { field, error: 'stage.circulationWants', params: { ...params, wants: `stage.${conflict.wants}` } }
      : { field, error: 'stage.circulationLacks', params },
  ]
}

/** The default circulation of batches of a product: that of its category, else the full one that ships with the installation. */
export async function findDefaultCirculation(
  db: Db,
  actor: Pick<Actor, 'tenantId'>,
  productId: unknown,
): Promise<number | null> {
  const row = await db.maybe<{ id: number }>(sql`
    select c.id from circulation c
    where c.tenant_id in (${platformTenant}, ${actor.tenantId}) and c.status = '0'
      and (c.delivered_key = 'full' or c.id = (
        select k.circulation_id from product p
        join category k on k.tenant_id = ${actor.tenantId} and k.id = p.category_id
        where p.tenant_id = ${actor.tenantId} and p.id = ${Number(productId)}))
    order by c.delivered_key = 'full' nulls first limit 1`)
  return row?.id ?? null
}

const parseId = (value: unknown): number | null =>
  value === undefined || value === null || value === '' ? null : Number(value)

/** Checks the circulation of a batch before it is written; a new batch without one gets the default. */
export const batchCirculation =
  (services: Pick<Services, 'database'>): BeforeWrite =>
  async (db, actor, body, before) => {
    const circulationId = parseId(body.circulationId)
    if (!before) {
      if (circulationId === null) body.circulationId = await findDefaultCirculation(db, actor, body.productId)
      else await lockNamedCirculation(db, actor, circulationId)
      return
    }
    if (!('circulationId' in body) || circulationId === parseId(before.circulationId)) return
    await changeBatchSteps(
      { services, db },
      actor,
      Number(before.id),
      circulationId === null ? undefined : await lockNamedCirculation(db, actor, circulationId),
    )
  }

/** Checks the circulation of a category before it is written. */
export const categoryCirculation: BeforeWrite = async (db, actor, body, before) => {
  const circulationId = parseId(body.circulationId)
  if (circulationId !== null && circulationId !== parseId(before?.circulationId))
    await lockNamedCirculation(db, actor, circulationId)
}

export const batchCirculationRoutes: RouteSpec[] = [
  serve(setBatchCirculation, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      const row = await lockRow(db, batch, actor, id, 'edit')
      if (!batch.states.editable.some(state => state === row.status)) throw new Refusal('stateRefused')
      const to = await loadCirculation(db, actor.tenantId, body.circulationId)
      // The batch may keep a circulation that was disabled in the meantime.
      if (!to || body.circulationId !== row.circulationId) await lockNamedCirculation(db, actor, body.circulationId)
      await changeBatchSteps({ services, db }, actor, id, to)
      await db.execute(sql`
        update batch set circulation_id = ${body.circulationId}, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${id}`)
      return null
    }),
  ),
]
