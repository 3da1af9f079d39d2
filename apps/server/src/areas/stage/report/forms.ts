import {
  batchStates,
  codeLevels,
  type ErrorKey,
  firstOpenStage,
  isOpenTo,
  isStageKey,
  proposedStage,
  type StageKey,
  stagesBefore,
  type StageType,
  textIn,
  type Texts,
  isOneOf,
} from '@timbermark/contract'
import { type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { authorizedStages, documentLookup, stageCode } from '@timbermark/contract/stage-calls'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal, refusalText } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { nameIn, nameOf } from '../../../entity/names.ts'
import { findUncertified } from '../../certification/certified.ts'
import { loadContacts } from '../../certification/contact.ts'
import { mustActivate } from '../../code/label-life/label-rule.ts'
import { loadScannedLabels } from '../../code/label-life/scanned-labels.ts'
import { loadActiveRecalls } from '../../code/directory/recalls-of-codes.ts'
import { type CodeRange, codeRange, findFirstMatch, toCodeRanges } from '../../code/directory/range-facts.ts'
import { circulationName, loadCirculationsInUse } from '../circulation/circulation-rows.ts'
import { findReportedByOther } from '../circulation/partner-reports.ts'
import { loadProgressOfCode } from '../circulation/progress-of-code.ts'
import { replaceMessagingCodes } from '../../wechat/to-own-codes.ts'
import { describeHolders, findBar, placeOf } from '../../code/directory/custody-chain.ts'
import { hasCodes, parseRangeEnds } from '../../code/directory/parse-codes.ts'
import { loadPresets } from '../template/parameters.ts'
import { loadAuthorizedStages } from '../authorization/authorized-stages.ts'
import { findFirstUnreported, loadSkippableStages } from '../circulation/stage-order.ts'
import { choiceJoin, chosenOrder, isStageHidden, isOffered, loadOrderedStages } from '../template/template-choice.ts'
import { loadPaperRest } from './paper-uses.ts'
import { documentsInScope, filterRequestsInScope } from '../authorization/scope.ts'
import { findSupplierBar, isSupplier } from '../authorization/supplier-invitations.ts'

/**
 * Whether a report with this code would be refused because the code is not certified: by the named template, or, before one
 * is chosen, when no offered template accepts findUncertified codes.
 */
async function isCertificationMissing(
  services: Pick<Services, 'database' | 'directory'>,
  db: Db,
  tenantId: number,
  stage: StageKey,
  templateId: string | undefined,
  ranges: readonly CodeRange[],
): Promise<boolean> {
  // An offline phone may name an earlier version of the template.
  const isNamed =
    templateId === undefined
      ? sql`true`
      : sql`exists (
          select from stage_template f where f.tenant_id in (${platformTenant}, ${tenantId})
            and f.tenant_id = t.tenant_id and f.name = t.name and f.id = ${templateId}::bigint)`
  const { demanded } = await db.one<{ demanded: boolean | null }>(sql`
    select bool_and(t.certified_only) as demanded from stage_template t ${choiceJoin(tenantId)}
    where t.tenant_id in (${platformTenant}, ${tenantId}) and t.stage = ${stage} and ${isOffered} and ${isNamed}`)
  return demanded === true && (await findUncertified(services, db, tenantId, ranges)).length > 0
}

/** Why labels in a state cannot be named by a report. */
const labelRefusals = {
  notInUse: 'code.labelNotInUse',
  inUse: null,
  spoiled: 'code.labelSpoiled',
  lost: 'code.labelLost',
} as const satisfies Record<string, ErrorKey | null>

export const formRoutes: RouteSpec[] = [
  serve(authorizedStages, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const authorized = await loadAuthorizedStages(db, actor)
      const templates = await db.query<{
        id: number
        stage: string
        name: string
        display_name: string
        texts: Texts
        title_key: string | null
        version: number
        attributes: StageAttribute[]
        earlier: number[]
      }>(sql`
          select t.id, t.stage, t.name, t.display_name, t.display_name_texts as texts, t.title_key, t.version, t.attributes,
                 (select coalesce(jsonb_agg(e.id order by e.version), '[]') from stage_template e
                  where e.tenant_id in (${platformTenant}, ${actor.tenantId})
                    and e.tenant_id = t.tenant_id and e.name = t.name and e.id <> t.id) as earlier
          from stage_template t ${choiceJoin(actor.tenantId)}
          where t.tenant_id in (${platformTenant}, ${actor.tenantId}) and ${isOffered} and t.stage = any(${authorized})
          order by (t.tenant_id = ${platformTenant}), ${chosenOrder}, t.id`)
      const circulations = await loadCirculationsInUse(db, actor.tenantId)
      const skippable = await loadSkippableStages(db, actor.tenantId)
      const presets = await loadPresets(db, actor.tenantId, language)
      return (await loadOrderedStages(db, actor.tenantId))
        .filter(stage => authorized.includes(stage) && templates.some(template => template.stage === stage))
        .map(stage => ({
          stage,
          order: stageByKey(stage).order,
          templates: templates
            .filter(template => template.stage === stage)
            .map(template => ({
              id: template.id,
              name: nameIn(language, template.display_name, template.texts, template.title_key),
              nameTexts: nameOf(template.display_name, template.texts, template.title_key).texts,
              version: template.version,
              attributes: template.attributes,
              earlier: template.earlier,
            })),
          circulations: circulations.flatMap(item => {
            const before = stagesBefore(item.steps, stage, skippable)
            return before ? [{ id: item.id, name: circulationName(language, item), before }] : []
          }),
          parameters: presets.get(stage) ?? [],
        }))
    }),
  ),
  serve(stageCode, async ({ services, actor, params, query, language }) => {
    const scanned = [params.code ?? '', ...(query.last === undefined ? [] : [query.last])]
    const [code, end] = await services.database.withTenant(actor.tenantId, db =>
      replaceMessagingCodes(db, services, actor.tenantId, scanned),
    )
    const stageKey = isStageKey(query.stage) ? query.stage : undefined
    const opened = await services.directory.openFor(actor.tenantId, code!, stageKey)
    const unknown = { code: opened.code, known: false, refusal: 'stage.foreignCode' satisfies ErrorKey }
    const mistyped = opened.known ? undefined : await services.directory.findMistyped(code!)
    // A near miss of another enterprise's code is told as any other.
    if (mistyped?.tenantId === actor.tenantId) return { ...unknown, refusal: 'stage.mistypedCode' satisfies ErrorKey }
    if (opened.known && opened.entry.tenantId !== actor.tenantId && hasCodes(opened.entry)) {
      const [ask] = await describeHolders(services, language, [placeOf(opened)])
      return { ...unknown, refusal: 'custody.heldByOther' satisfies ErrorKey, ...(ask ? { ask } : {}) }
    }
    if (!opened.known || opened.entry.tenantId !== actor.tenantId) return unknown
    const last = end === undefined ? opened : (await parseRangeEnds(services, actor, code!, end, stageKey)).last
    const ranges = [codeRange(opened.entry.requestNumber, { from: opened.serial, to: last.serial + 1 })]
    const level = codeLevels[opened.entry.codeType]
    return services.database.withTenant(actor.tenantId, async db => {
      if (isSupplier(actor)) {
        // Before anything is told of goods that the supplier is not invited to.
        const bar = await findSupplierBar({ services, db, actor }, ranges, {})
        if (bar) return { ...unknown, refusal: bar.key, refusalText: refusalText(language, bar.key, bar.params) }
      } else if ((await filterRequestsInScope(db, actor, [opened.entry.requestId])).size === 0) return unknown
      const codeFacts = await db.one<{
        batch_id: number
        batch_number: string
        product_name: string
        texts: Texts
        status: string
        species: string
        stage_type: StageType
        update_stage: StageKey
      }>(sql`
          select b.id as batch_id, b.batch_number, p.name as product_name, p.name_texts as texts, b.status,
                 r.species, r.stage_type, r.update_stage from code_request r
          join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
          join product p on p.tenant_id = ${actor.tenantId} and p.id = b.product_id
          where r.tenant_id = ${actor.tenantId} and r.id = ${opened.entry.requestId}`)
      const stage = stageKey && stageByKey(stageKey)
      const { batch_id: batchId } = codeFacts
      const isReported = async (key: StageKey) =>
        ((await findFirstMatch(db, actor.tenantId, 'stage_record_code', ranges, sql`f.stage = ${key}`)) ??
          (await findReportedByOther(services, { tenantId: actor.tenantId, batchId, ranges }, key))) !== undefined
      const reported = stage !== undefined && (await isReported(stage.key))
      const proposed = proposedStage(codeFacts.stage_type, codeFacts.update_stage)
      const proposedReported = async () => {
        if (await isReported(proposed)) return 'code'
        const holds = stageByKey(proposed).reach === 'batch'
        return holds && !(await findFirstUnreported(db, actor.tenantId, codeFacts.batch_id, [proposed]))
          ? 'batch'
          : null
      }
      const progress = await loadProgressOfCode({ services, db }, actor.tenantId, opened, {
        batchId: codeFacts.batch_id,
        stage: stage?.key,
        language,
      })
      const label = await loadScannedLabels(services, db, actor.tenantId, ranges)
      const recalls = await loadActiveRecalls(services, db, actor.tenantId, codeFacts.batch_id, ranges)
      const isRefusedByLabel = async () =>
        label.state === 'notInUse' ? mustActivate(db, actor.tenantId) : label.state !== 'inUse'
      const closed = stage !== undefined && !isOpenTo(codeFacts.stage_type, stage.key)
      const barred =
        (isSupplier(actor) && stage
          ? await findSupplierBar({ services, db, actor }, ranges, { stage: stage.key })
          : undefined) ?? (await findBar({ services, db, actor }, ranges, stage?.key))
      let refusal: ErrorKey | null = null
      if (opened.entry.status !== 'completed' && opened.entry.status !== 'downloaded') refusal = 'stage.foreignCode'
      else if (stage && !stage.levels.includes(level)) refusal = 'stage.levelTooHigh'
      else if (stage && (await isStageHidden(db, actor.tenantId, stage.key))) refusal = 'stage.hidden'
      else if (closed) refusal = 'stage.notOpen'
      else if (barred) refusal = barred.key
      else if (await isRefusedByLabel()) refusal = labelRefusals[label.state]
      else if (
        stage &&
        (await isCertificationMissing(services, db, actor.tenantId, stage.key, query.templateId, ranges))
      )
        refusal = 'stage.notCertified'
      else if (recalls.some(({ reports }) => reports === 'refuse')) refusal = 'stage.recalled'
      else if (reported) refusal = 'stage.alreadyLinked'
      else if (!isOneOf(batchStates.editable, codeFacts.status)) refusal = 'stage.batchInactive'
      else if (progress.first) refusal = 'stage.tooEarly'
      const { requestNumber } = opened.entry
      const ask =
        refusal === 'stage.notCertified'
          ? (await loadContacts(db, actor.tenantId, language, toCodeRanges([opened])))(requestNumber, opened.serial)
          : undefined
      return {
        code: opened.code,
        known: true,
        ...(end !== undefined && { last: last.code, count: last.serial - opened.serial + 1 }),
        level,
        codeType: opened.entry.codeType,
        batchNumber: codeFacts.batch_number,
        productName: nameIn(language, codeFacts.product_name, codeFacts.texts),
        species: codeFacts.species,
        alreadyReported: reported,
        proposed,
        proposedReported: await proposedReported(),
        ...progress,
        first: closed ? firstOpenStage[codeFacts.stage_type] : progress.first,
        label,
        recalled: recalls[0] ? textIn(language, recalls[0].reason, recalls[0].reasonTexts) : null,
        refusal,
        ...(ask ? { ask } : {}),
        ...(barred && { refusalText: refusalText(language, barred.key, barred.params) }),
      }
    })
  }),
  serve(documentLookup, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{
        id: number
        code: string
        name: string
        type: string
        validFrom: string | null
        validUntil: string | null
      }>(sql`
        select t.id, t.code, t.name, t.type, t.valid_from::text as "validFrom", t.valid_until::text as "validUntil"
        from document t
        where t.tenant_id = ${actor.tenantId} and t.code = ${query.code} and cardinality(t.file) > 0
          and ${documentsInScope(actor)}`)
      if (!row) throw new Refusal('stage.documentMissing')
      const { id, ...document } = row
      if (query.stage === undefined) return document
      return { ...document, left: await loadPaperRest(db, { tenantId: actor.tenantId, stage: query.stage }, id) }
    }),
  ),
]
