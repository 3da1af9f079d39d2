import { addStageParameter, editStageParameter } from '@timbermark/contract/calls'
import {
  type Issue,
  type Language,
  type RowOf,
  type StageKey,
  stageParameter,
  stageParameters,
  type Texts,
} from '@timbermark/contract'
import { checkStageValue, fieldsOf, isAbsent, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { statusBody, switched } from '../../../entity/common-answers.ts'
import { nameIn } from '../../../entity/names.ts'
import { readingOf } from '../../../entity/read-rows.ts'
import { noRights, rightsOf } from '../../../entity/rights.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { switchStatus } from '../../../entity/undo.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { addRow, editRow, idOf, lockRow } from '../../../entity/write.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'

type Values = Record<string, unknown>
/** Images, files and codes belong to one report; all other types can be preset. */
const typesWithoutPreset: readonly string[] = ['images', 'files', 'code']

/** Checks the preset values of a stage like the values of a report, except that none is required. @throws Refusal invalid */
async function checkPresetValues(db: Db, tenantId: number, stage: StageKey, values: Values): Promise<Values> {
  const templates = await db.query<{ attributes: StageAttribute[] }>(
    sql`
      select attributes from stage_template
      where tenant_id in (${platformTenant}, ${tenantId}) and stage = ${stage} and superseded_by is null and status = '0'`,
  )
  const fields = fieldsOf(
    stageByKey(stage),
    templates.flatMap(template => template.attributes),
  )
  const issues: Issue[] = []
  const checked: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key)
    if (!field || typesWithoutPreset.includes(field.type)) {
      issues.push({ field: `values.${key}`, error: 'unknownField', params: { name: key } })
      continue
    }
    if (isAbsent(value)) continue
    const issue = checkStageValue(field, value)
    if (issue) issues.push({ ...issue, field: `values.${key}` })
    checked[key] = value
  }
  assertValid(issues)
  return checked
}

type ParameterRow = Omit<RowOf<typeof stageParameters>, 'own' | 'owner' | 'valueCount'> & { [column: string]: unknown }

const reading = readingOf(stageParameters, {
  columns: { valueCount: 'computedInCode', owner: 'computedInCode' },
  more: sql`t.preset as "values", t.tenant_id as tenant`,
  rights: (rows: ParameterRow[], { actor }) =>
    rows.map(row => (row.tenant === actor.tenantId ? rightsOf(stageParameter, actor, row) : noRights())),
  toRows: (rows: ParameterRow[], { actor }) =>
    rows.map(({ tenant, ...row }) => ({
      ...row,
      valueCount: Object.keys(row.values).length,
      own: tenant === actor.tenantId,
      owner: tenant === actor.tenantId ? ('own' as const) : ('platform' as const),
    })),
})

/** Loads the preset values by stage, the enterprise's own before the platform's. */
export async function loadPresets(
  db: Db,
  tenantId: number,
  language: Language,
): Promise<Map<string, { id: number; name: string; nameTexts: Texts; values: Values }[]>> {
  const rows = await db.query<{ id: number; stage: string; name: string; texts: Texts; preset: Values }>(
    sql`
      select id, stage, name, name_texts as texts, preset from stage_parameter
      where tenant_id in (${platformTenant}, ${tenantId}) and status = '0'
      order by (tenant_id = ${platformTenant}), name, id`,
  )
  return new Map(
    [...Map.groupBy(rows, row => row.stage)].map(([stage, group]) => [
      stage,
      group.map(row => ({
        id: row.id,
        name: nameIn(language, row.name, row.texts),
        nameTexts: row.texts,
        values: row.preset,
      })),
    ]),
  )
}

const audit = { title: 'stage.parameter' }
const labels = 'stage.parameter'
const may = (verb: string) => ({ permission: `stage:parameter:${verb}` })

export const parameterRoutes: RouteSpec[] = [
  ...entityRoutes(stageParameter, {}, ['list', 'query', 'add', 'edit', 'options']),
  ...viewRoutes(reading, { summary: 'Stage parameter templates: the platform’s and the own ones' }),
  serve(addStageParameter, ({ services, actor, language, body: { values = {}, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = await addRow(db, services.files, stageParameter, actor, fields, {}, language)
      const checked = await checkPresetValues(db, actor.tenantId, fields.stage as StageKey, values)
      await db.execute(
        sql`update stage_parameter set preset = ${JSON.stringify(checked)}::jsonb where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
      return { id }
    }),
  ),
  serve(editStageParameter, ({ services, actor, language, body: { values, ...fields } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = idOf(fields.id)
      await editRow(db, services, stageParameter, actor, fields, {}, language)
      if (!values) return
      const checked = await checkPresetValues(
        db,
        actor.tenantId,
        (await loadStage(db, actor.tenantId, id)) as StageKey,
        values,
      )
      await db.execute(
        sql`update stage_parameter set preset = ${JSON.stringify(checked)}::jsonb where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
    }),
  ),
  route({
    method: 'PUT',
    path: '/stage/parameter/changeStatus',
    access: may('edit'),
    summary: 'Enables or disables values that pre-fill a stage',
    body: statusBody,
    answer: switched,
    labels,
    audit: { ...audit, kind: 'edit' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await lockRow(db, stageParameter, actor, body.id, 'edit')
        return switchStatus(db, stageParameter, actor, row, body)
      }),
  }),
]

async function loadStage(db: Db, tenantId: number, id: number): Promise<string> {
  return (
    await db.one<{ stage: string }>(sql`select stage from stage_parameter where tenant_id = ${tenantId} and id = ${id}`)
  ).stage
}
