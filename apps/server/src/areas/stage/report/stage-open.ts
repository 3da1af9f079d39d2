import { firstOpenStage, isOpenTo, type Language, type StageKey, type StageType } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { KnownCode } from '../../code/directory/range-facts.ts'
import { requestIdsOf } from './codes.ts'
import { type CodeRefusal, refuseCodes } from '../../code/directory/refuse-codes.ts'
import { readOnce, type ReportContext } from '../report-context.ts'

/** Parameters of the phrase `stage.notOpen`, except the code. */
export function closedStageParams(
  language: Language,
  stage: StageKey,
  type: StageType,
): Record<string, string | number> {
  const first = firstOpenStage[type]
  return {
    stage: phrase(language, `stage.${stage}`),
    first: phrase(language, `stage.${first}`),
    n: stageByKey(first).order,
  }
}

/** Where the goods were when the codes of these requests were attached, by request id. */
export async function loadStageTypes(
  db: Db,
  tenantId: number,
  requestIds: readonly number[],
): Promise<Map<number, StageType>> {
  const rows = await db.query<{ id: number; type: StageType }>(
    sql`select id, stage_type as type from code_request where tenant_id = ${tenantId} and id = any(${[...new Set(requestIds)]})`,
  )
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/**
 * Codes that were attached in a warehouse, or after the goods left it, have no earlier stages.
 * @param codes at least one code of each request; all codes of a request have the same stage type
 * @throws Refusal stage.notOpen with the codes for which the stage is closed
 */
export async function checkStageOpen(context: ReportContext, codes: readonly KnownCode[]): Promise<void> {
  const { db, actor, stage, language } = context
  const requestIds = requestIdsOf(codes)
  const types = await readOnce(context, ['stageTypes', ...requestIds], () =>
    loadStageTypes(db, actor.tenantId, requestIds),
  )
  const refused = codes.flatMap(({ code, entry }): CodeRefusal[] => {
    const type = types.get(entry.requestId)
    return type === undefined || isOpenTo(type, stage.key)
      ? []
      : [{ code, error: 'stage.notOpen', params: closedStageParams(language, stage.key, type) }]
  })
  if (refused.length > 0) throw refuseCodes(language, refused)
}
