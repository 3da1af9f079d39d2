import type { Json } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { type Fields, toNfc } from '../../ledger/sealing/content.ts'
import type { StoredContent } from '../../ledger/sealing/contents.ts'
import {
  recomputeSpanDigest,
  sealInSpans,
  type SpanSealedRow,
  spansKeys,
  spansOfCodes,
} from '../../ledger/sealing/spans.ts'

/** The stored facts of an act on labels that are sealed. */
export interface LabelActFacts {
  id: number
  request: number
  /** First serial, and the one after the last. */
  from: number
  to: number
  verb: string
  state: string
  cause: string | null
  reason: string | null
  note: string | null
  operator: string
  recordedAt: Date
  personalSalt: Buffer
}

/** Loads the stored facts of acts by id. */
export async function loadLabelActs(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, LabelActFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<LabelActFacts>(sql`
    select a.id, a.request_number as request, lower(a.serials) as "from", upper(a.serials) as "to", a.verb, a.state, a.cause, a.reason,
      a.note, a.operator, a.recorded_at as "recordedAt", a.personal_salt as "personalSalt"
    from label_act a where a.tenant_id = ${tenantId} and a.id = any(${[...ids]})`)
  return new Map(rows.map(row => [row.id, row]))
}

/** The statement about an act in the spans of its labels. */
const statementOf = (facts: LabelActFacts): SpanSealedRow => ({
  spans: spansOfCodes([[facts.request, facts.from, facts.to]]),
  statement: ({ codes }) => ({
    open: toNfc({
      kind: 'label',
      at: facts.recordedAt.toISOString(),
      codes: codes as unknown as Json,
      act: facts.id,
      verb: facts.verb,
      state: facts.state,
      reason: facts.reason,
    }) as Fields,
    // Always the same four closed fields together with the operator, so that readers know how many stay closed.
    withheld: { request: facts.request, cause: facts.cause, note: facts.note },
    personal: { operator: facts.operator },
  }),
  personalSalt: facts.personalSalt,
})

/** Seals acts in the spans of their labels, in the transaction that stores them. */
export async function sealLabelActs(db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]): Promise<void> {
  const acts = await loadLabelActs(db, tenantId, ids)
  await sealInSpans(db, secrets, tenantId, {
    kind: 'label',
    rows: ids.map(id => ({ id, ...statementOf(acts.get(id)!) })),
    loadKeys: requests => spansKeys(db, tenantId, requests),
  })
}

/** Computes the digest of a sealed act again from the stored row. */
export const recomputeLabelActDigest = (facts: LabelActFacts, content: StoredContent): Buffer =>
  recomputeSpanDigest(content, statementOf(facts))
