import { labelStates } from '@timbermark/contract'
import type { Json } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { rangesAsRows, rowsInRanges } from '../directory/range-facts.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { AlteredRow, SealedBefore, SealingServices } from '../../ledger/sealing/as-sealed.ts'
import { type Fields, toNfc } from '../../ledger/sealing/content.ts'
import type { StoredContent } from '../../ledger/sealing/contents.ts'
import { compareWithLast, type RequestRange, type StateOfCodes } from '../../ledger/sealing/last-on-codes.ts'
import {
  findAlteredInSpans,
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
export async function sealLabelActs(
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  const acts = await loadLabelActs(db, tenantId, ids)
  // Labels are put in use by every first report of their codes; only later acts continue sealed ones.
  const continuing = [...acts.values()].filter(({ verb }) => verb !== 'activate')
  await sealInSpans(db, services, tenantId, {
    kind: 'label',
    rows: ids.map(id => ({ id, ...statementOf(acts.get(id)!) })),
    loadKeys: requests => spansKeys(db, tenantId, requests),
    compare: continuing.length > 0 ? before => findAlteredActs(before, continuing) : null,
  })
}

/** Finds the acts done last on the labels of these acts that are not as they were sealed, and states that they did not lead to. */
async function findAlteredActs(before: SealedBefore, acts: readonly LabelActFacts[]): Promise<AlteredRow[]> {
  const { last, contradicted } = compareWithLast(acts, {
    done: await loadDone(before, acts),
    stored: await loadStored(before, acts),
    isInitial: state => state === labelStates.initial,
  })
  const facts = await loadLabelActs(before.db, before.tenantId, [...new Set(last.map(({ by }) => by))])
  // A delivery is not sealed.
  const sealed = [...facts.values()].filter(({ verb }) => verb !== 'deliver').map(({ id }) => id)
  return [
    ...contradicted.map((rowId): AlteredRow => ({ kind: 'label', rowId })),
    ...(await findAlteredInSpans(before, 'label', sealed, id => statementOf(facts.get(id)!))),
  ]
}

/** The acts on labels of these ranges, the last one first. */
function loadDone({ db, tenantId }: SealedBefore, ranges: readonly RequestRange[]) {
  return db.query<StateOfCodes & { by: number }>(sql`
    select distinct a.id as by, a.request_number as request, lower(a.serials) as "from", upper(a.serials) as "to", a.state
    from ${rangesAsRows(ranges)}
    join label_act a on a.tenant_id = ${tenantId} and a.request_number = g.request and a.serials && g.serials
    order by a.id desc`)
}

/** The stored states of labels of these ranges. */
function loadStored({ db, tenantId }: SealedBefore, ranges: readonly RequestRange[]) {
  return db.query<StateOfCodes>(sql`
    select s.act_id as by, s.request_number as request, greatest(lower(s.serials), lower(g.serials)) as "from",
      least(upper(s.serials), upper(g.serials)) as "to", s.state
    from ${rangesAsRows(ranges)}
    cross join ${rowsInRanges('label_state', tenantId)} s`)
}

/** Computes the digest of a sealed act again from the stored row. */
export const recomputeLabelActDigest = (facts: LabelActFacts, content: StoredContent): Buffer =>
  recomputeSpanDigest(content, statementOf(facts))
