import type { Db } from '../../../platform/database/database.ts'
import { identifier, type Sql, sql } from '../../../platform/database/sql.ts'
import { loadSteps, statementOf } from '../../certification/step-facts.ts'
import { loadPackings } from '../../code/packing/seal-packing.ts'
import type { CheckSection } from '../../ledger/log/check-section.ts'
import { contentsOfRows, type SealedKind, type StoredContent } from '../../ledger/sealing/contents.ts'
import type { EarlierTable } from '../../ledger/sealing/earlier-rows.ts'
import type { SpanCodes, SpanKind } from '../../ledger/sealing/spans.ts'

/** Rows per block that are only compared. */
const rowsPerBlock = 2000

type EnterpriseTable =
  | 'stage_record'
  | 'code_request'
  | 'certification'
  | 'code_link'
  | 'product'
  | 'batch'
  | 'label_act'
  | 'label_state'
  | 'custody_handover'

/** Goes through the rows of a table of enterprises by its key. @param wrong a condition on row `t` */
const rowSection = (
  table: EnterpriseTable,
  fault: 'subjectUnlogged' | 'subjectChanged',
  { place, wrong }: { place: Sql; wrong: Sql },
): CheckSection => ({
  name: table,
  table,
  async check(db, from, { fault: report }) {
    const after = (from as { tenantId: number; id: number } | undefined) ?? { tenantId: 0, id: 0 }
    const rows = await db.query<{ tenantId: number; id: number; place: string; wrong: boolean }>(sql`
      select t.tenant_id as "tenantId", t.id, ${place} as place, coalesce(${wrong}, false) as wrong from ${identifier(table)} t
      where (t.tenant_id, t.id) > (${after.tenantId}, ${after.id}) order by t.tenant_id, t.id limit ${rowsPerBlock}`)
    for (const row of rows) if (row.wrong) report(fault, row.place, row.tenantId)
    const { tenantId, id } = rows.at(-1) ?? after
    return { next: { tenantId, id }, ended: rows.length < rowsPerBlock, items: rows.length }
  },
})

const unsealed = (kind: SealedKind) => sql`not exists (
  select from sealed_content c where c.tenant_id = t.tenant_id and c.kind = ${kind} and c.row_id = t.id)`

/** Rows per block whose spans are compared. */
const spanRowsPerBlock = 500

/**
 * Every packing or step of certification is sealed in every span of its codes, unless an upgrade named it and a job has not come to
 * it yet. A row that somebody wrote without the server is in none.
 */
const spanSection = (
  table: EarlierTable,
  kind: SpanKind,
  loadSpans: (db: Db, tenantId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly SpanCodes[]>>,
): CheckSection => ({
  name: table,
  table,
  async check(db, from, { fault }) {
    const after = (from as { tenantId: number; id: number } | undefined) ?? { tenantId: 0, id: 0 }
    const rows = await db.query<{ tenantId: number; id: number; waits: boolean }>(sql`
      select t.tenant_id as "tenantId", t.id, exists (
        select from earlier_row m where m.tenant_id = t.tenant_id and m.table_name = ${table} and m.ids @> t.id) as waits
      from ${identifier(table)} t
      where (t.tenant_id, t.id) > (${after.tenantId}, ${after.id}) order by t.tenant_id, t.id limit ${spanRowsPerBlock}`)
    for (const [tenantId, ofTenant] of Map.groupBy(rows, row => row.tenantId)) {
      const ids = ofTenant.filter(({ waits }) => !waits).map(({ id }) => id)
      const spans = await loadSpans(db, tenantId, ids)
      const contents = await contentsOfRows(db, tenantId, kind, ids)
      const sealed = new Set(contents.map(sealedSpan))
      for (const id of ids) {
        const rowSpans = spans.get(id) ?? []
        const isSealed =
          rowSpans.length > 0 && rowSpans.every(span => sealed.has(spanName(id, span.request, span.codes)))
        if (!isSealed) fault('subjectUnlogged', `${kind}/${id}`, tenantId)
      }
    }
    const { tenantId, id } = rows.at(-1) ?? after
    return { next: { tenantId, id }, ended: rows.length < spanRowsPerBlock, items: rows.length }
  },
})

/** A span of a row, by the first code. Whether its content is right is another check. */
const spanName = (row: number, request: number, [first]: readonly (readonly [number, number])[]) =>
  `${row}/${request}/${first?.[0]}`

function sealedSpan({ rowId, open, withheld }: StoredContent): string {
  const { codes } = JSON.parse(open) as { codes: [number, number][] }
  return spanName(rowId, (JSON.parse(withheld) as { request: number }).request, codes)
}

/** Everything that must be sealed is sealed: every record, packing, step of certification, and request with finished codes. */
export const unsealedRows: readonly CheckSection[] = [
  rowSection('stage_record', 'subjectUnlogged', { place: sql`'record/' || t.id`, wrong: unsealed('record') }),
  spanSection('packing', 'packing', async (db, tenantId, ids) => {
    const packings = await loadPackings(db, tenantId, ids)
    return new Map([...packings].map(([id, { spans }]) => [id, spans]))
  }),
  spanSection('certification_step', 'certification', async (db, tenantId, ids) => {
    const steps = await loadSteps(db, tenantId, ids)
    return new Map([...steps].map(([id, step]) => [id, statementOf(step).spans]))
  }),
  ...(['product', 'batch'] as const).map(table =>
    rowSection(table, 'subjectUnlogged', {
      place: sql`${table}::text || '/' || t.id`,
      wrong: sql`t.subject is not null and ${unsealed(table)}`,
    }),
  ),
  rowSection('label_act', 'subjectUnlogged', {
    place: sql`'label/' || t.id`,
    wrong: sql`t.verb <> 'deliver' and ${unsealed('label')}`,
  }),
  rowSection('custody_handover', 'subjectUnlogged', {
    place: sql`'custody/' || t.id`,
    wrong: unsealed('custody'),
  }),
  rowSection('code_request', 'subjectUnlogged', {
    place: sql`'request/' || t.id`,
    wrong: sql`t.status in ('completed', 'downloaded') and ${unsealed('request')}`,
  }),
]

/** The certification of codes equals their last step, and code links equal their last packing. */
export const inconsistentRows: readonly CheckSection[] = [
  rowSection('certification', 'subjectChanged', {
    place: sql`'certification/' || t.step_id`,
    wrong: sql`(not exists (
      select from certification_step s
      where s.tenant_id = t.tenant_id and s.id = t.step_id and s.request_number = t.request_number and s.serials @> t.serials
        and s.state = t.state and s.certifier_tenant_id is not distinct from t.certifier_tenant_id)
    or exists (
      select from certification_step l
      where l.tenant_id = t.tenant_id and l.request_number = t.request_number and l.serials && t.serials and l.id > t.step_id))`,
  }),
  rowSection('label_state', 'subjectChanged', {
    place: sql`'label/' || t.act_id`,
    wrong: sql`t.act_id is not null and (not exists (
      select from label_act a
      where a.tenant_id = t.tenant_id and a.id = t.act_id and a.request_number = t.request_number and a.serials @> t.serials
        and a.state = t.state)
    or exists (
      select from label_act l
      where l.tenant_id = t.tenant_id and l.request_number = t.request_number and l.serials && t.serials and l.id > t.act_id))`,
  }),
  rowSection('code_link', 'subjectChanged', {
    place: sql`'packing/' || t.packing_id`,
    wrong: sql`t.packing_id is not null and t.current = (t.ended_by is not null)`,
  }),
]
