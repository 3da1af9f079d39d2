import type { Language } from '@timbermark/contract'
import type { TraceCertification, TraceStore, TraceWarning } from '@timbermark/contract/trace'
import { queryTogether } from '../../../platform/database/query-together.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Standing, standingRow } from '../../certification/seal-step.ts'
import { certificationOf, stepRows } from '../../certification/public-steps.ts'
import { type RecallRow, recallRows } from '../../code/directory/recalls-of-codes.ts'
import { type ToldKind, warningOf, warningRows } from '../../channel/detection/warnings.ts'
import { isActive, type KnownCode } from '../limits/open-code.ts'
import { type StoreRow, storeOf, storeRows } from './sold-at.ts'

/** What is told of a code itself, beside its goods and records. */
interface AboutCode {
  certification: TraceCertification
  watched: TraceWarning[]
  recalls: RecallRow[]
  stores: TraceStore[]
}

/** A recall as it comes by way of JSON. */
type RecallText = Omit<RecallRow, 'since' | 'liftedAt'> & { since: string; liftedAt: string | null }

/** Reads what is told of a code itself. Of one that was not handed out nobody is told where it is sold, or met. */
export async function aboutCode(db: Db, opened: KnownCode, batchId: number, language: Language): Promise<AboutCode> {
  const { serial } = opened
  const { tenantId, requestNumber } = opened.entry
  const code = { tenantId, requestNumber, serial }
  const found = await queryTogether<{
    steps: { id: number }
    standing: Standing
    warnings: { kind: ToldKind }
    recalls: RecallText
    stores: StoreRow
  }>(db, {
    steps: stepRows(tenantId, requestNumber, serial),
    standing: standingRow(tenantId, requestNumber, serial),
    warnings: warningRows(code),
    recalls: recallRows(tenantId, { batchId, requestNumber, serial }),
    stores: storeRows(code),
  })
  const active = isActive(opened)
  return {
    certification: await certificationOf(db, tenantId, found.standing[0], found.steps),
    watched: active ? found.warnings.map(warningOf) : [],
    recalls: found.recalls.map(({ since, liftedAt, ...recall }) => ({
      ...recall,
      since: new Date(since),
      liftedAt: liftedAt === null ? null : new Date(liftedAt),
    })),
    stores: active ? found.stores.map(store => storeOf(store, language)) : [],
  }
}
