import { batchStates, codeLevels, type ErrorKey, isStageKey, stageKeys } from '@timbermark/contract'
import { type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { authorizedStages, documentLookup, stageCode } from '@timbermark/contract/stage-calls'
import { may } from '../../platform/actor.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { translated } from '../dictionary/dictionaries.ts'
import { presetsOf } from './parameters.ts'

export const formRoutes: RouteSpec[] = [
  serve(authorizedStages, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const authorized = may(actor, 'stage:record:any')
        ? [...stageKeys]
        : (
            await db.query<{ stage: string }>(
              sql`
                select stage from stage_authorization
                where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and status = '0'`,
            )
          ).map(row => row.stage)
      const templates = await db.query<{
        id: number
        stage: string
        name: string
        display_name: string
        title_key: string | null
        version: number
        attributes: StageAttribute[]
      }>(sql`
          select id, stage, name, display_name, title_key, version, attributes from stage_template
          where tenant_id in (${platformTenant}, ${actor.tenantId}) and status = '0' and visible = '0' and stage = any(${authorized})
          order by (tenant_id = ${platformTenant}), order_num, id`)
      const circulations = await db.query<{ id: number; name: string; title_key: string | null; stages: string[] }>(
        sql`
          select id, name, title_key, stages from circulation
          where tenant_id in (${platformTenant}, ${actor.tenantId}) and status = '0'
          order by (tenant_id = ${platformTenant}), id`,
      )
      const presets = await presetsOf(db, actor.tenantId)
      return stageKeys
        .filter(stage => authorized.includes(stage) && templates.some(template => template.stage === stage))
        .map(stage => ({
          stage,
          order: stageByKey(stage).order,
          templates: templates
            .filter(template => template.stage === stage)
            .map(template => ({
              id: template.id,
              name: translated(language, template.title_key, template.display_name),
              version: template.version,
              attributes: template.attributes,
            })),
          circulations: circulations
            .filter(item => item.stages.includes(stage))
            .map(item => ({ id: item.id, name: translated(language, item.title_key, item.name) })),
          parameters: presets.get(stage) ?? [],
        }))
    }),
  ),
  serve(stageCode, async ({ services, actor, params, query }) => {
    const opened = await services.directory.open(params.code ?? '')
    if (!opened.known || opened.entry.tenantId !== actor.tenantId)
      return { code: opened.code, known: false, refusal: 'stage.foreignCode' satisfies ErrorKey }
    const level = codeLevels[opened.entry.codeType]
    return services.database.withTenant(actor.tenantId, async db => {
      const about = await db.one<{ batch_number: string; product_name: string; status: string }>(sql`
          select b.batch_number, p.name as product_name, b.status from code_request r
          join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
          join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
          where r.tenant_id = ${actor.tenantId} and r.id = ${opened.entry.requestId}`)
      const stage = isStageKey(query.stage) ? stageByKey(query.stage) : undefined
      const reported = stage
        ? await db.maybe(
            sql`
              select 1 from stage_record_code
              where tenant_id = ${actor.tenantId} and current and stage = ${stage.key} and request_number = ${opened.entry.requestNumber} and serials @> ${opened.serial}::int`,
          )
        : undefined
      let refusal: ErrorKey | null = null
      if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded') refusal = 'stage.foreignCode'
      else if (stage && !stage.levels.includes(level)) refusal = 'stage.levelTooHigh'
      else if (reported) refusal = 'stage.alreadyLinked'
      else if (!(batchStates.editable as readonly string[]).includes(about.status)) refusal = 'stage.batchInactive'
      return {
        code: opened.code,
        known: true,
        level,
        codeType: opened.entry.codeType,
        batchNumber: about.batch_number,
        productName: about.product_name,
        alreadyReported: Boolean(reported),
        refusal,
      }
    })
  }),
  serve(documentLookup, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{ code: string; name: string; type: string }>(
        sql`select code, name, type from document where tenant_id = ${actor.tenantId} and code = ${query.code} and cardinality(file) > 0`,
      )
      if (!row) throw new Refusal('stage.documentMissing')
      return row
    }),
  ),
]
