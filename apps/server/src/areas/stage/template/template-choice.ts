import { chooseStageTemplate } from '@timbermark/contract/calls'
import { type StageKey, stageKeys } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'

/** Joins the enterprise's choice about the platform's template `t`, as `choice`. */
export const choiceJoin = (tenantId: number): Sql => sql`
  left join stage_template_choice choice
    on choice.tenant_id = ${tenantId} and t.tenant_id = ${platformTenant} and choice.name = t.name`

/** The template's order, and whether it is visible (`'0'`). An enterprise cannot show what the platform hides. */
export const chosenOrder = sql`coalesce(choice.order_num, t.order_num)`
export const chosenVisible = sql`case when choice.visible = '1' then '1' else t.visible end`

/** Whether the template is offered. */
export const isOffered = sql`t.status = '0' and ${chosenVisible} = '0' and t.superseded_by is null`

/**
 * Joins the newest version `t` of a template of which `f` is any version. The settings of the newest version (disabled,
 * hidden, certified codes only) apply to all versions; the attributes differ per version.
 */
export const newestJoin = sql`
  join stage_template t on t.tenant_id in (${platformTenant}, ${currentTenant}) and t.tenant_id = f.tenant_id and t.name = f.name and t.superseded_by is null`

/** Loads the stages without an offered template: lists of stages omit them unless they have reports. */
export async function loadHiddenStages(db: Db, tenantId: number): Promise<ReadonlySet<StageKey>> {
  const rows = await db.query<{ stage: StageKey }>(sql`
    select s.stage from unnest(${[...stageKeys]}::text[]) s (stage)
    where not exists (
      select from stage_template t ${choiceJoin(tenantId)}
      where t.tenant_id in (${platformTenant}, ${tenantId}) and t.stage = s.stage and ${isOffered})`)
  return new Set(rows.map(row => row.stage))
}

/** Whether a stage has no offered template. */
export async function isStageHidden(db: Db, tenantId: number, stage: StageKey): Promise<boolean> {
  const offered = await db.maybe(sql`
    select 1 from stage_template t ${choiceJoin(tenantId)}
    where t.tenant_id in (${platformTenant}, ${tenantId}) and t.stage = ${stage} and ${isOffered} limit 1`)
  return offered === undefined
}

/** Loads the stages in the enterprise's order: by the order of the platform's standard template, then by number. */
export async function loadOrderedStages(db: Db, tenantId: number): Promise<StageKey[]> {
  const rows = await db.query<{ stage: StageKey; place: number }>(sql`
    select t.stage, ${chosenOrder} as place from stage_template t ${choiceJoin(tenantId)}
    where t.tenant_id = ${platformTenant} and t.name = t.stage and t.superseded_by is null`)
  const places = new Map(rows.map(row => [row.stage, row.place]))
  const placeOf = (stage: StageKey) => places.get(stage) ?? stageKeys.indexOf(stage) + 1
  return [...stageKeys].sort((a, b) => placeOf(a) - placeOf(b))
}

export const templateChoiceRoutes: RouteSpec[] = [
  serve(chooseStageTemplate, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const template = await db.maybe<{ name: string; visible: string; order_num: number }>(sql`
        select name, visible, order_num from stage_template t
        where t.tenant_id = ${platformTenant} and t.id = ${body.id} and t.superseded_by is null`)
      // The platform edits the template itself instead.
      if (!template || actor.tenantId === platformTenant) throw new Refusal('notFound')
      if (body.visible === template.visible && body.orderNum === template.order_num) {
        await db.execute(
          sql`delete from stage_template_choice where tenant_id = ${actor.tenantId} and name = ${template.name}`,
        )
        return null
      }
      await db.execute(sql`
        insert into stage_template_choice (tenant_id, name, visible, order_num, created_by, updated_by)
        values (${actor.tenantId}, ${template.name}, ${body.visible}, ${body.orderNum}, ${actor.accountId}, ${actor.accountId})
        on conflict on constraint stage_template_choice_key do update
        set visible = excluded.visible, order_num = excluded.order_num, updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
      return null
    }),
  ),
]
