import {
  type AttributeBody,
  addStageTemplate,
  editStageTemplate,
  removeStageTemplates,
} from '@timbermark/contract/calls'
import {
  type Issue,
  isStageKey,
  type Language,
  stageKeys,
  type RowOf,
  type Stage,
  type StageKey,
  stageTemplate,
  stageTemplates,
  type templateCategories,
} from '@timbermark/contract'
import { attributeLabel, hasPlace, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { canonicalize, type Json } from '@timbermark/ledger'
import { statusBody, switched } from '../../../entity/common-answers.ts'
import { nameFromBody } from '../../../entity/names.ts'
import { readingOf } from '../../../entity/read-rows.ts'
import { noRights, rightsOf } from '../../../entity/rights.ts'
import { allowUndo, switchStatus } from '../../../entity/undo.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { addRow, editRow, idOf, idsOf, lockRow } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, Db, Row } from '../../../platform/database/database.ts'
import { type Call, type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import { equalsByIndex, sql } from '../../../platform/database/sql.ts'
import { choiceJoin, chosenOrder, chosenVisible, templateChoiceRoutes } from './template-choice.ts'

const categoryOf = (stage: StageKey): (typeof templateCategories)[number] => {
  const number = stageKeys.indexOf(stage) + 1
  if (number <= 3) return 'forest'
  if (number <= 7) return 'factory'
  if (number <= 11) return 'port'
  return number <= 14 ? 'customs' : 'endProduct'
}

interface TemplateFacts {
  id: number
  attributes: StageAttribute[]
  optional: boolean
  own: boolean
  delivered: boolean
  superseded: boolean
  used: boolean
}

/**
 * Finds templates that have a record with any of their versions. For the platform's templates the records of every enterprise
 * count; the answer reveals only whether there is one.
 */
async function findUsedTemplates(database: Database, ids: readonly number[]): Promise<Set<number>> {
  const rows = await database.readAcrossTenants<{ id: number }>(
    'templates',
    sql`
      select distinct t.id from stage_template t
      join stage_template v on v.tenant_id = t.tenant_id and v.name = t.name
      where t.id = any(${[...ids]}::bigint[]) and exists (
        select from stage_record r where ${equalsByIndex(sql`r.template_id`, sql`v.id`)})`,
  )
  return new Set(rows.map(row => row.id))
}

async function loadFacts(
  database: Database,
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, TemplateFacts>> {
  const used = await findUsedTemplates(database, ids)
  const rows = await db.query<Omit<TemplateFacts, 'used'>>(sql`
    select id, attributes, optional, tenant_id = ${actor.tenantId} as own, tenant_id = ${platformTenant} and name = stage as delivered,
           superseded_by is not null as superseded
    from stage_template where tenant_id in (${platformTenant}, ${actor.tenantId}) and id = any(${[...ids]})`)
  return new Map(rows.map(row => [row.id, { ...row, used: used.has(row.id) }]))
}

type TemplateRow = Omit<RowOf<typeof stageTemplates>, 'category' | 'owner' | 'attributeCount' | 'own'> & {
  category: (typeof templateCategories)[number] | null
  superseded: boolean
  [column: string]: unknown
}

const reading = readingOf(stageTemplates, {
  joins: ({ tenantId }) => choiceJoin(tenantId),
  columns: { attributeCount: 'computedInCode', owner: 'computedInCode', orderNum: chosenOrder, visible: chosenVisible },
  more: sql`
    t.attributes, t.optional, t.expired_papers as "expiredPapers", t.overdrawn_papers as "overdrawnPapers", t.certified_only as "certifiedOnly",
    t.superseded_by is not null as superseded, t.tenant_id as tenant,
    t.tenant_id = ${platformTenant} and t.name = t.stage as delivered, choice.id is not null as chosen`,
  // An earlier version can be read by its id, because records refer to it.
  where: (_reader, verb) => (verb === 'list' ? sql`t.superseded_by is null` : sql`true`),
  enrich: async (rows: TemplateRow[], { services }) => {
    const used = await findUsedTemplates(
      services.database,
      rows.map(row => row.id),
    )
    return rows.map(row => ({ ...row, used: used.has(row.id) }))
  },
  rights: (rows: TemplateRow[], { actor }) =>
    rows.map(row => {
      if (row.tenant !== actor.tenantId || row.superseded) return noRights()
      const remove = row.delivered ? 'stage.templateDelivered' : row.used ? 'stage.templateUsed' : undefined
      return rightsOf(stageTemplate, actor, row, { against: { remove } })
    }),
  toRows: (rows: TemplateRow[], { actor }) =>
    rows.map(({ superseded: _, tenant, ...row }) => ({
      ...row,
      category: row.category ?? categoryOf(row.stage),
      attributeCount: row.attributes.length,
      own: tenant === actor.tenantId,
      owner: tenant === actor.tenantId ? ('own' as const) : ('platform' as const),
    })),
})

/** Checks attributes and brings them into stored form: a new one gets a key that no version of the template has used. */
async function checkAttributes(
  db: Db,
  actor: Actor,
  attributes: readonly AttributeBody[],
  {
    name,
    stage,
    language,
    before: previous = [],
  }: { name: string; stage: Stage; language: Language; before?: readonly StageAttribute[] },
): Promise<StageAttribute[]> {
  const issues: Issue[] = []
  const before = await db.query<{ key: string; dict: string | null }>(sql`
    select a ->> 'key' as key, a ->> 'dict' as dict from stage_template t cross join lateral jsonb_array_elements(t.attributes) a
    where t.tenant_id = ${actor.tenantId} and t.name = ${name}`)
  const used = new Set([...before.map(row => row.key), ...attributes.flatMap(item => item.key ?? [])])
  const dicts = new Set(
    (
      await db.query<{ dict_type: string }>(
        sql`
          select dict_type from dict_type where dict_type = any(${attributes.flatMap(item => item.dict ?? [])})
            and (status = '0' or dict_type = any(${before.flatMap(row => row.dict ?? [])}))`,
      )
    ).map(row => row.dict_type),
  )
  const keys = new Set<string>()
  let number = 1
  const checked = attributes.map((item, index): StageAttribute => {
    const at = (property: string) => `attributes.${index}.${property}`
    while (item.key === undefined && used.has(`attr${number}`)) number++
    const key = item.key ?? `attr${number++}`
    if (keys.has(key)) issues.push({ field: at('key'), error: 'taken' })
    if (key in Object.prototype) issues.push({ field: at('key'), error: 'pattern' })
    keys.add(key)
    const naming = attributeName(
      item,
      previous.find(one => one.key === key),
      language,
    )
    issues.push(...naming.issues.map(issue => ({ ...issue, field: at(issue.field) })))
    const kind = item.input === 'text' ? (item.kind ?? 'text') : undefined
    if (item.kind && item.input !== 'text') issues.push({ field: at('kind'), error: 'notOneOf' })
    if (!hasPlace(stage, { place: item.place && placeOf(item.place) }))
      issues.push({ field: at('place'), error: 'notOneOf' })
    if (item.unit && kind !== 'number') issues.push({ field: at('unit'), error: 'notOneOf' })
    if (kind === 'choice' && !item.dict) issues.push({ field: at('dict'), error: 'required' })
    if (item.dict && (kind !== 'choice' || !dicts.has(item.dict))) issues.push({ field: at('dict'), error: 'notOneOf' })
    return {
      key,
      ...naming.name,
      input: item.input,
      ...(kind && kind !== 'text' && { kind }),
      ...(item.required && { required: true }),
      ...(item.unit && { unit: item.unit }),
      ...(item.dict && { dict: item.dict }),
      ...(item.personal && { personal: true }),
      ...(item.place && { place: placeOf(item.place) }),
    }
  })
  assertValid(issues)
  return checked
}

/** The name of an attribute after a change, and the issues with it. */
function attributeName(
  { label, labelTexts }: AttributeBody,
  before: StageAttribute | undefined,
  language: Language,
): { name: Pick<StageAttribute, 'label' | 'labelTexts'>; issues: Issue[] } {
  const { now, issues } = nameFromBody('label', attributeLabel, {
    plain: label,
    texts: labelTexts,
    language,
    before: before && { main: before.label, texts: before.labelTexts ?? {} },
  })
  const { main = '', texts = {} } = now ?? {}
  return { name: { label: main, ...(Object.keys(texts).length > 0 && { labelTexts: texts }) }, issues }
}

const placeOf = ({ group, after }: NonNullable<AttributeBody['place']>): StageAttribute['place'] =>
  after === undefined ? { group } : { after, group }

/** Locks an own template in its current version for a change. @throws Refusal stateRefused for an earlier version */
async function lockCurrentVersion(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  db: Db,
  id: number,
  verb: string,
): Promise<{ row: Row; facts: TemplateFacts }> {
  const row = await lockRow(db, stageTemplate, actor, id, verb)
  const facts = (await loadFacts(services.database, db, actor, [id])).get(id)!
  if (facts.superseded) throw new Refusal('stateRefused')
  return { row, facts }
}

/**
 * Inserts the next version of a template. The version before stays, because reports may have been made or begun with it. The
 * new version keeps its owner.
 */
async function insertNextVersion(
  db: Db,
  actor: Actor,
  id: number,
  attributes: StageAttribute[],
): Promise<{ id: number; version: number }> {
  const next = await db.one<{ id: number; version: number }>(sql`
    insert into stage_template (tenant_id, dept_id, stage, name, display_name, display_name_texts, version, attributes,
      order_num, visible, status, optional, expired_papers, overdrawn_papers, certified_only, title_key, category, remark, created_by, updated_by)
    select tenant_id, dept_id, stage, name, display_name, display_name_texts, version + 1, ${JSON.stringify(attributes)}::jsonb,
      order_num, visible, status, optional, expired_papers, overdrawn_papers, certified_only, title_key, category, remark, created_by, ${actor.accountId}
    from stage_template where tenant_id = ${actor.tenantId} and id = ${id} returning id, version`)
  // Hidden, so that no new report starts with it; still enabled, for reports that were started offline.
  await db.execute(
    sql`update stage_template set superseded_by = ${next.id}, visible = '1' where tenant_id = ${actor.tenantId} and id = ${id}`,
  )
  return next
}

const audit = { title: 'stage.template' }
const labels = 'stage.template'
const may = (verb: string) => ({ permission: `stage:template:${verb}` })

// A switch is undone of the newest version alone: an edit meanwhile has left another one.
allowUndo(stageTemplate, {
  beforeWrite: services => async (db, actor, _body, row) => {
    await lockCurrentVersion({ services, actor }, db, Number(row?.id), 'edit')
  },
})

export const templateRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Stage templates: the platform’s and the own ones' }),
  ...templateChoiceRoutes,
  serve(
    addStageTemplate,
    ({
      services,
      actor,
      language,
      body: {
        attributes = [],
        optional = false,
        expiredPapers = 'flag',
        overdrawnPapers = 'refuse',
        certifiedOnly = true,
        ...fields
      },
    }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const id = await addRow(db, services.files, stageTemplate, actor, fields, {}, language)
        const checked = await checkAttributes(db, actor, attributes, {
          name: '',
          stage: stageByKey(fields.stage as StageKey),
          language,
        })
        const category = fields.category ?? (isStageKey(fields.stage) ? categoryOf(fields.stage) : null)
        await db.execute(
          sql`
          update stage_template
          set attributes = ${JSON.stringify(checked)}::jsonb, optional = ${optional}, expired_papers = ${expiredPapers},
            overdrawn_papers = ${overdrawnPapers}, certified_only = ${certifiedOnly}, category = ${category}
          where tenant_id = ${actor.tenantId} and id = ${id}`,
        )
        return { id, version: 1 }
      }),
  ),
  serve(
    editStageTemplate,
    ({
      services,
      actor,
      language,
      body: { attributes, optional, expiredPapers, overdrawnPapers, certifiedOnly, ...fields },
    }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const id = idOf(fields.id)
        const { row, facts } = await lockCurrentVersion({ services, actor }, db, id, 'edit')
        await editRow(db, services, stageTemplate, actor, fields, {}, language)
        if (optional !== undefined)
          await db.execute(
            sql`update stage_template set optional = ${optional} where tenant_id = ${actor.tenantId} and id = ${id}`,
          )
        if (expiredPapers !== undefined)
          await db.execute(
            sql`update stage_template set expired_papers = ${expiredPapers} where tenant_id = ${actor.tenantId} and id = ${id}`,
          )
        if (overdrawnPapers !== undefined)
          await db.execute(
            sql`update stage_template set overdrawn_papers = ${overdrawnPapers} where tenant_id = ${actor.tenantId} and id = ${id}`,
          )
        if (certifiedOnly !== undefined)
          await db.execute(
            sql`update stage_template set certified_only = ${certifiedOnly} where tenant_id = ${actor.tenantId} and id = ${id}`,
          )
        const checked =
          attributes &&
          (await checkAttributes(db, actor, attributes, {
            name: row.name as string,
            stage: stageByKey(row.stage as StageKey),
            language,
            before: facts.attributes,
          }))
        // Also without records: somebody may have the form open or an unsent offline report, whose answers would otherwise be
        // stored under the changed questions.
        if (checked && !haveSameAttributes(checked, facts.attributes)) return insertNextVersion(db, actor, id, checked)
        return { id, version: row.version as number }
      }),
  ),
  route({
    method: 'PUT',
    path: '/stage/template/changeStatus',
    access: may('edit'),
    summary: 'Enables or disables a stage template',
    body: statusBody,
    answer: switched,
    labels,
    audit: { ...audit, kind: 'edit' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { row } = await lockCurrentVersion({ services, actor }, db, body.id, 'edit')
        return switchStatus(db, stageTemplate, actor, row, body)
      }),
  }),
  serve(removeStageTemplates, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = [...new Set(idsOf(params.ids!))].sort((a, b) => a - b)
      for (const id of ids) {
        const { facts } = await lockCurrentVersion({ services, actor }, db, id, 'remove')
        if (facts.delivered) throw new Refusal('stage.templateDelivered')
        if (facts.used) throw new Refusal('stage.templateUsed')
        // Removes the earlier versions too.
        await db.execute(sql`
          delete from stage_template t using stage_template newest
          where t.tenant_id = ${actor.tenantId} and newest.tenant_id = ${actor.tenantId} and newest.id = ${id}
            and t.name = newest.name`)
      }
      return { removed: ids.length }
    }),
  ),
]

/** Compares attributes including their order, but not the order of object keys, which the database does not preserve. */
function haveSameAttributes(a: readonly StageAttribute[], b: readonly StageAttribute[]): boolean {
  const text = (list: readonly StageAttribute[]) => canonicalize(list as unknown as Json)
  return text(a) === text(b)
}
