import type { Json } from '@timbermark/ledger'
import { normaliseRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { RequestSerials } from '../../ledger/sealing/blocks.ts'
import type { AlteredRow, SealedBefore, SealingServices } from '../../ledger/sealing/as-sealed.ts'
import { compareRows } from '../../ledger/sealing/compare-rows.ts'
import { toNfc, type Fields } from '../../ledger/sealing/content.ts'
import type { StoredContent } from '../../ledger/sealing/contents.ts'
import {
  compareSpans,
  findAlteredInSpans,
  sealInSpans,
  type SpanCodes,
  spansKeys,
  spansOfCodes,
  recomputeSpanDigest,
  type SpanSealedRow,
} from '../../ledger/sealing/spans.ts'
import { codeRange, loadFactsInRanges } from '../directory/range-facts.ts'
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
export const sealPackings = (
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
): Promise<void> =>
  sealLoadedPackings(db, services, tenantId, ids, packings => {
    const continuing = packings.filter(({ action }) => action !== 'pack')
    return continuing.length > 0 ? before => findAlteredPackings(before, continuing) : null
  })

/** Seals packings from before packings were sealed in spans. */
export const sealEarlierPackings = (
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
): Promise<void> => sealLoadedPackings(db, services, tenantId, ids, () => compareSpans('packing', ids))

async function sealLoadedPackings(
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
  compare: (packings: readonly SealedPacking[]) => ReturnType<typeof compareSpans> | null,
): Promise<void> {
  const facts = await loadPackings(db, tenantId, ids)
  const rows = ids.map(id => ({ id, ...statementInSpans(facts.get(id)!) }))
  await sealInSpans(db, services, tenantId, {
    kind: 'packing',
    rows,
    loadKeys: requests => spansKeys(db, tenantId, requests),
    compare: compare([...facts.values()]),
  })
}

/** Finds packings that these unpackings and repackings end and that are not as they were sealed. */
async function findAlteredPackings(before: SealedBefore, packings: readonly SealedPacking[]): Promise<AlteredRow[]> {
  const { db, tenantId } = before
  const ranges = packings.flatMap(({ spans }) =>
    spans.flatMap(({ request, codes }) => codes.map(([from, to]) => codeRange(request, { from, to }))),
  )
  const links = await loadFactsInRanges(db, tenantId, 'code_link', ranges)
  const ended = await db.query<{ id: number }>(sql`
    select distinct packing_id as id from code_link
    where tenant_id = ${tenantId} and id = any(${links.map(({ id }) => id)}) and packing_id is not null`)
  const ids = ended.map(({ id }) => id)
  const facts = await loadPackings(db, tenantId, ids)
  const requests = await db.query<{ id: number }>(sql`
    select id from code_request
    where tenant_id = ${tenantId} and request_number = any(${[...new Set(ranges.map(({ request }) => request))]})`)
  return [
    ...(await findAlteredInSpans(before, 'packing', ids, id => {
      const packing = facts.get(id)
      return packing && statementInSpans(packing)
    })),
    ...(await compareRows(
      'request',
      requests.map(({ id }) => id),
    )(before)),
  ]
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
