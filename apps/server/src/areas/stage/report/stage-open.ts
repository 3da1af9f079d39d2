import { firstOpenStage, isOpenTo, type Language, type StageKey, type StageType } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { phrase } from '@timbermark/phrases/all'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { KnownCode } from '../../code/directory/range-facts.ts'
import { type CodeRefusal, refuseCodes } from '../../code/directory/refuse-codes.ts'
import type { ReportContext } from '../report-context.ts'

/** What the sentence of `stage.notOpen` names beside the code. */
export function saidClosed(language: Language, stage: StageKey, type: StageType): Record<string, string | number> {
  const first = firstOpenStage[type]
  return {
    stage: phrase(language, `stage.${stage}`),
    first: phrase(language, `stage.${first}`),
    n: stageByKey(first).order,
  }
}

/** Where the goods were when these requests' codes were put on them, by request. */
export async function stageTypesOf(
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
 * Codes that were put on goods in a warehouse, or on goods that left it, have no history before that.
 * @param codes of each request at least one: what a code is, its whole request is
 * @throws Refusal stage.notOpen with the codes that the stage is closed to
 */
export async function checkOpen(
  { db, actor, stage, language }: ReportContext,
  codes: readonly KnownCode[],
): Promise<void> {
  const types = await stageTypesOf(
    db,
    actor.tenantId,
    codes.map(({ entry }) => entry.requestId),
  )
  const refused = codes.flatMap(({ code, entry }): CodeRefusal[] => {
    const type = types.get(entry.requestId)
    return type === undefined || isOpenTo(type, stage.key)
      ? []
      : [{ code, error: 'stage.notOpen', params: saidClosed(language, stage.key, type) }]
  })
  if (refused.length > 0) throw refuseCodes(language, refused)
}
