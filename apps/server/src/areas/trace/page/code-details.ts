import type { Language } from '@timbermark/contract'
import type {
  SealedTransfer,
  TraceCertification,
  TraceLabel,
  TraceStore,
  TraceWarning,
} from '@timbermark/contract/trace'
import { queryTogether } from '../../../platform/database/query-together.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type CurrentCertification, currentCertificationQuery } from '../../certification/step-facts.ts'
import { codeStepIds, loadCodeCertification } from '../../certification/public-steps.ts'
import { currentLabelQuery, type LabelRow, toTraceLabel } from '../../code/label-life/current-label.ts'
import { transfersQuery } from '../../ledger/sealing/batch-transfers.ts'
import { type RecallRow, recallQuery } from '../../code/directory/recalls-of-codes.ts'
import { type PublicCaseKind, warningOf, warningRows } from '../../channel/detection/warnings.ts'
import { isActive, type KnownCode } from '../limits/open-code.ts'
import { type StoreRow, storeOf, storeRows } from './sold-at.ts'

/** Public facts about a single code, besides its item and records. */
interface CodeDetails {
  certification: TraceCertification
  /** Warnings of clone detection. */
  warnings: TraceWarning[]
  recalls: RecallRow[]
  /** Wood of other batches. */
  transfers: SealedTransfer[]
  stores: TraceStore[]
  label: TraceLabel
}

/** A recall as parsed from JSON. */
type RecallText = Omit<RecallRow, 'since' | 'liftedAt'> & { since: string; liftedAt: string | null }

/** Loads the facts about a single code. A code that is not active shows neither stores nor warnings. */
export async function loadCodeDetails(
  db: Db,
  opened: KnownCode,
  batchId: number,
  language: Language,
): Promise<CodeDetails> {
  const { serial } = opened
  const { tenantId, requestNumber } = opened.entry
  const code = { tenantId, requestNumber, serial }
  const rows = await queryTogether<{
    steps: { id: number }
    standing: CurrentCertification
    warnings: { kind: PublicCaseKind }
    recalls: RecallText
    transfers: SealedTransfer
    stores: StoreRow
    label: LabelRow
  }>(db, {
    steps: codeStepIds(tenantId, requestNumber, serial),
    standing: currentCertificationQuery(tenantId, requestNumber, serial),
    warnings: warningRows(code),
    recalls: recallQuery(tenantId, { batchId, requestNumber, serial }),
    transfers: transfersQuery(tenantId, [batchId]),
    stores: storeRows(code),
    label: currentLabelQuery(code),
  })
  const active = isActive(opened)
  return {
    certification: await loadCodeCertification(db, tenantId, rows.standing[0], rows.steps),
    warnings: active ? rows.warnings.map(warningOf) : [],
    label: toTraceLabel(rows.label[0]),
    recalls: rows.recalls.map(({ since, liftedAt, ...recall }) => ({
      ...recall,
      since: new Date(since),
      liftedAt: liftedAt === null ? null : new Date(liftedAt),
    })),
    transfers: rows.transfers.map(row => ({ ...row, at: new Date(row.at).toISOString() })),
    stores: active ? rows.stores.map(store => storeOf(store, language)) : [],
  }
}
