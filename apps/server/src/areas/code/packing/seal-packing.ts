import type { Json } from '@timbermark/ledger'
import { normaliseRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CodeSpan } from '../../ledger/sealing/blocks.ts'
import { composed, type Fields } from '../../ledger/sealing/content.ts'
import type { KeptContent } from '../../ledger/sealing/contents.ts'
import {
  sealInSpans,
  type SpanCodes,
  spansKeys,
  spansOfCodes,
  spanToday,
  type ToldInSpans,
} from '../../ledger/sealing/spans.ts'
import { isSame, type Place } from './links.ts'

/** Everything that is sealed of a packing, as it stands in the database. */
export interface SealedPacking {
  id: number
  action: string
  happenedAt: Date
  recordedAt: Date
  /** Null when a stage report packed: its record says who reported it, where that can be forgotten. */
  operator: string | null
  reason: string | null
  /** Number that all versions of the stage report share which packed. */
  record: number | null
  /** What its codes are in after it; null when they are in nothing. */
  parent: Place | null
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

/** Today's facts of packings. What of a link came out later is a row of its own: the pieces are put together again. */
export async function loadPackings(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, SealedPacking>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<PackingRow>(sql`
    select p.id, p.action, p.happened_at, p.recorded_at, p.operator, p.reason, p.parent_request, p.parent_serial, p.personal_salt,
      (select coalesce(r.first_id, r.id) from stage_record r where r.tenant_id = p.tenant_id and r.id = p.record_id) as record,
      (select json_agg(json_build_array(l.request_number, lower(l.serials), upper(l.serials))) from code_link l
       where l.tenant_id = p.tenant_id and case p.action when 'unpack' then l.ended_by else l.packing_id end = p.id
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
        spans: spansOfCodes(whole(row.codes ?? [])),
        personalSalt: row.personal_salt,
      },
    ]),
  )
}

function whole(pieces: readonly CodeSpan[]): CodeSpan[] {
  return [...Map.groupBy(pieces, ([request]) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, its]) =>
      normaliseRanges(its.map(([, from, to]) => ({ from, to }))).map(({ from, to }): CodeSpan => [request, from, to]),
    )
}

/** What is told of a packing in the spans of its codes. */
function toldOf({ parent, reason, record, personalSalt, ...facts }: SealedPacking): ToldInSpans {
  const operator: Fields = { operator: facts.operator }
  const nobody: Fields = {}
  return {
    spans: facts.spans,
    statement: ({ request, codes }) => ({
      open: composed({
        kind: 'packing',
        at: facts.recordedAt.toISOString(),
        codes: codes as unknown as Json,
        packing: facts.id,
        action: facts.action,
        happenedAt: facts.happenedAt.toISOString(),
        parent: parent && [parent.request, parent.serial],
      }) as Fields,
      // With who did it always the same four, so that a reader knows how many fields stay closed.
      withheld: { ...(personalSalt ? nobody : operator), request, reason, record },
      personal: personalSalt ? operator : nobody,
    }),
    personalSalt,
  }
}

/** Seals packings in the spans of their codes, in the transaction that makes them. */
export async function sealPackings(db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]): Promise<void> {
  const facts = await loadPackings(db, tenantId, ids)
  const rows = ids.map(id => ({ id, ...toldOf(facts.get(id)!) }))
  await sealInSpans(db, secrets, tenantId, 'packing', rows, requests => spansKeys(db, tenantId, requests))
}

/**
 * Digest of what was sealed of a packing in a span, made again from today's rows; empty when they do not hold the codes any more.
 * @param within what the code is in now, when this is the last packing that concerns it
 */
export function packingToday(facts: SealedPacking, kept: KeptContent, within?: { now: Place | null }): Buffer {
  const { parent } = facts
  const other = within && !(within.now && parent ? isSame(within.now, parent) : within.now === parent)
  return other ? Buffer.alloc(0) : spanToday(kept, toldOf(facts))
}
