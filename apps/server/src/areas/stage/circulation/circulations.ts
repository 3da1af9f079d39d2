import {
  addCirculation,
  circulationOptions,
  editCirculation,
  removeCirculations,
  switchCirculation,
} from '@timbermark/contract/calls'
import { type CirculationStep, type Issue, type RowOf, stageCirculation, stageCirculations } from '@timbermark/contract'
import { nameAt, nameContains } from '../../../entity/names.ts'
import { readingOf } from '../../../entity/read-rows.ts'
import { noRights, rightsOf } from '../../../entity/rights.ts'
import { allowUndo, switchStatus } from '../../../entity/undo.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { addRow, editRow, idOf, idsOf, lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { isPlatform, platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { allOf, equalsByIndex, type Sql, sql } from '../../../platform/database/sql.ts'
import { type Circulation, circulationName } from './circulation-rows.ts'

type CirculationRow = Omit<
  RowOf<typeof stageCirculations>,
  'owner' | 'stepCount' | 'requiredCount' | 'batchCount' | 'own'
> & {
  [column: string]: unknown
}

async function countBatches(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; n: number }>(sql`
    select circulation_id as id, count(*)::int as n from batch
    where tenant_id = ${tenantId} and circulation_id = any(${[...ids]}::bigint[]) group by circulation_id`)
  return new Map(rows.map(row => [row.id, row.n]))
}

/** Finds circulations that rows refer to: rows of the enterprise, or of every tenant when the caller is the platform. */
async function findUsedCirculations(
  database: Database,
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const namedIds = (refers: Sql) => sql`
    select u.id from unnest(${[...ids]}::bigint[]) u (id)
    where exists (select from batch b where ${refers})
       or exists (select from category b where ${refers})
       or exists (select from stage_record b where ${refers})`
  const named = equalsByIndex(sql`b.circulation_id`, sql`u.id`)
  const rows = isPlatform(actor)
    ? await database.readAcrossTenants<{ id: number }>('templates', namedIds(named))
    : // The equation as well, or the index would be read from the first enterprise on.
      await db.query<{ id: number }>(
        namedIds(sql`b.tenant_id = ${actor.tenantId} and b.circulation_id = u.id and ${named}`),
      )
  return new Set(rows.map(row => row.id))
}

const reading = readingOf(stageCirculations, {
  columns: {
    stepCount: 'computedInCode',
    requiredCount: 'computedInCode',
    owner: 'computedInCode',
    batchCount: 'computedInCode',
  },
  more: sql`
    t.steps, t.tenant_id as tenant, t.delivered_key is not null as delivered`,
  enrich: async (rows: CirculationRow[], { actor, services }, db) => {
    const ids = rows.map(row => row.id)
    const used = await findUsedCirculations(services.database, db, actor, ids)
    const counts = await countBatches(db, actor.tenantId, ids)
    return rows.map(row => ({ ...row, used: used.has(row.id), batches: counts.get(row.id) ?? 0 }))
  },
  rights: (rows: (CirculationRow & { used: boolean; batches: number })[], { actor }) =>
    rows.map(row => {
      if (row.tenant !== actor.tenantId) return noRights()
      const remove = row.delivered
        ? ('stage.circulationDelivered' as const)
        : row.used
          ? ('stage.circulationUsed' as const)
          : undefined
      return rightsOf(stageCirculation, actor, row, { against: { remove } })
    }),
  toRows: (rows: (CirculationRow & { used: boolean; batches: number })[], { actor }) =>
    rows.map(({ tenant, used: _, batches, ...row }) => ({
      ...row,
      stepCount: row.steps.length,
      requiredCount: row.steps.filter(step => step.required).length,
      batchCount: batches,
      own: tenant === actor.tenantId,
      owner: tenant === actor.tenantId ? ('own' as const) : ('platform' as const),
    })),
})

/** Checks that each stage occurs once, and drops empty members. @throws Refusal invalid */
function checkSteps(steps: readonly CirculationStep[]): CirculationStep[] {
  const seen = new Set<string>()
  const issues: Issue[] = []
  const checked = steps.map(({ stage, required, days, responsible }, index) => {
    if (seen.has(stage)) issues.push({ field: `steps.${index}.stage`, error: 'stage.stepTwice' })
    seen.add(stage)
    return { stage, required, ...(days !== undefined && { days }), ...(responsible && { responsible }) }
  })
  assertValid(issues)
  return checked
}

async function writeSteps(db: Db, actor: Actor, id: number, steps: readonly CirculationStep[]): Promise<void> {
  await db.execute(sql`
    update circulation set steps = ${JSON.stringify(steps)}::jsonb where tenant_id = ${actor.tenantId} and id = ${id}`)
}

allowUndo(stageCirculation)

export const circulationRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Circulations: the platform’s and the own ones' }),
  serve(circulationOptions, ({ services, actor, query, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const place = nameAt(sql`t`, 'name', stageCirculation.fields.name)
      const rows = await db.query<Pick<Circulation, 'id' | 'name' | 'texts' | 'title_key'> & { disabled: boolean }>(sql`
        select t.id, t.name, t.name_texts as texts, t.title_key, t.status <> '0' as disabled from circulation t
        where ${allOf([
          sql`t.tenant_id in (${platformTenant}, ${actor.tenantId})`,
          ...(query.search ? [nameContains(place, query.search, stageCirculation.fields.name.delivered.phrases)] : []),
          ...(query.ids ? [sql`t.id = any(${idsOf(query.ids)})`] : []),
        ])}
        order by (t.tenant_id = ${platformTenant}), t.id limit 50`)
      return rows.map(row => ({ id: row.id, label: circulationName(language, row), disabled: row.disabled }))
    }),
  ),
  serve(addCirculation, ({ services, actor, language, body: { steps, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = await addRow(db, services.files, stageCirculation, actor, fields, {}, language)
      if (!steps) throw invalid([{ field: 'steps', error: 'required' }])
      await writeSteps(db, actor, id, checkSteps(steps))
      return { id }
    }),
  ),
  serve(editCirculation, ({ services, actor, language, body: { steps, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = idOf(fields.id)
      await editRow(db, services, stageCirculation, actor, fields, {}, language)
      if (steps) await writeSteps(db, actor, id, checkSteps(steps))
      return null
    }),
  ),
  serve(switchCirculation, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await lockRow(db, stageCirculation, actor, body.id, 'edit')
      return switchStatus(db, stageCirculation, actor, row, body)
    }),
  ),
  serve(removeCirculations, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = [...idsOf(params.ids!)].sort((a, b) => a - b)
      for (const id of ids) {
        await lockRow(db, stageCirculation, actor, id, 'remove')
        const { delivered } = await db.one<{ delivered: boolean }>(
          sql`select delivered_key is not null as delivered from circulation where tenant_id = ${actor.tenantId} and id = ${id}`,
        )
        if (delivered) throw new Refusal('stage.circulationDelivered')
        if ((await findUsedCirculations(services.database, db, actor, [id])).has(id))
          throw new Refusal('stage.circulationUsed')
        await db.execute(sql`delete from circulation where tenant_id = ${actor.tenantId} and id = ${id}`)
      }
      return { removed: ids.length }
    }),
  ),
]
