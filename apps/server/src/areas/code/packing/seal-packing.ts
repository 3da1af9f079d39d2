import type { Json } from '@timbermark/ledger'
import { normaliseRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { RequestSerials } from '../../ledger/sealing/blocks.ts'
import { toNfc, type Fields } from '../../ledger/sealing/content.ts'
import type { StoredContent } from '../../ledger/sealing/contents.ts'
import {
  sealInSpans,
  type SpanCodes,
  spansKeys,
  spansOfCodes,
  recomputeSpanDigest,
  type SpanSealedRow,
} from '../../ledger/sealing/spans.ts'
import { isSameCode, type CodeRef } from './links.ts'

/** Everything that is sealed of a packing, as currently stored. */
export interface SealedPacking {
  id: number
  action: string
  happenedAt: Date
  recordedAt: Date
  /** Null when a stage report packed: its record has the operator, so that personal data is removed in one place. */
  operator: string | null
  reason: string | null
  /** Id of the first version of the stage record that packed. */
  record: number | null
  /** The parent of its codes afterwards; null when they are unpacked. */
  parent: CodeRef | null
  spans: SpanCodes[]
  /** Null where there is no operator. */
  personalSalt: Buffer | null
}

interface PackingRow {
  id: number
  action: string
  happened_at: Date
  recorded_at: Date
  operator: string | null
  reason: string | null
  record: number | null
  parent_request: number | null
  parent_serial: number | null
  personal_salt: Buffer | null
  codes: [number, number, number][] | null
}

/** Loads the current facts of packings. Later unpackings split links into rows; their pieces are merged again. */
export async function loadPackings(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, SealedPacking>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<PackingRow>(sql`
    select p.id, p.action, p.happened_at, p.recorded_at, p.operator, p.reason, p.parent_request, p.parent_serial, p.personal_salt,
      (select coalesce(r.first_id, r.id) from stage_record r where r.tenant_id = ${tenantId} and r.id = p.record_id) as record,
      (select json_agg(json_build_array(l.request_number, lower(l.serials), upper(l.serials))) from code_link l
       where l.tenant_id = ${tenantId} and case p.action when 'unpack' then l.ended_by else l.packing_id end = p.id
         and (p.action = 'unpack' or (l.parent_request, l.parent_serial) = (p.parent_request, p.parent_serial))) as codes
    from packing p where p.tenant_id = ${tenantId} and p.id = any(${[...ids]})`)
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        action: row.action,
        happenedAt: row.happened_at,
        recordedAt: row.recorded_at,
        operator: row.operator,
        reason: row.reason,
        record: row.record,
        parent:
          row.action === 'unpack' || row.parent_request === null
            ? null
            : { request: row.parent_request, serial: row.parent_serial! },
        spans: spansOfCodes(mergePieces(row.codes ?? [])),
        personalSalt: row.personal_salt,
      },
    ]),
  )
}

function mergePieces(pieces: readonly RequestSerials[]): RequestSerials[] {
  return [...Map.groupBy(pieces, ([request]) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, its]) =>
      normaliseRanges(its.map(([, from, to]) => ({ from, to }))).map(
        ({ from, to }): RequestSerials => [request, from, to],
      ),
    )
}

/** The statement about a packing in the spans of its codes. */
function statementInSpans({ parent, reason, record, personalSalt, ...facts }: SealedPacking): SpanSealedRow {
  const operator: Fields = { operator: facts.operator }
  const nobody: Fields = {}
  return {
    spans: facts.spans,
    statement: ({ request, codes }) => ({
      open: toNfc({
        kind: 'packing',
        at: facts.recordedAt.toISOString(),
        codes: codes as unknown as Json,
        packing: facts.id,
        action: facts.action,
        happenedAt: facts.happenedAt.toISOString(),
        parent: parent && [parent.request, parent.serial],
      }) as Fields,
      // Always four closed fields together with the operator, so that readers know how many stay closed.
      withheld: { ...(personalSalt ? nobody : operator), request, reason, record },
      personal: personalSalt ? operator : nobody,
    }),
    personalSalt,
  }
}

/** Seals packings in the spans of their codes, in the transaction that inserts them. */
export async function sealPackings(db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]): Promise<void> {
  const facts = await loadPackings(db, tenantId, ids)
  const rows = ids.map(id => ({ id, ...statementInSpans(facts.get(id)!) }))
  await sealInSpans(db, secrets, tenantId, {
    kind: 'packing',
    rows,
    loadKeys: requests => spansKeys(db, tenantId, requests),
  })
}

/**
 * Rebuilds the digest of a packing in a span from today's rows; empty when the rows do not contain the codes any more.
 * @param parentNow what the code is in now, when this is the last packing that concerns it
 */
export function rebuildPackingDigest(
  facts: SealedPacking,
  sealed: StoredContent,
  parentNow?: { now: CodeRef | null },
): Buffer {
  const { parent } = facts
  const isMoved = parentNow && !(parentNow.now && parent ? isSameCode(parentNow.now, parent) : parentNow.now === parent)
  return isMoved ? Buffer.alloc(0) : recomputeSpanDigest(sealed, statementInSpans(facts))
}
