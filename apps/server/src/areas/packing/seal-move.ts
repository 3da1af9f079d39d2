import { canonicalize, type Json } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { blockSubject } from '@timbermark/ledger/sealed'
import { normaliseRanges } from '@timbermark/codes'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueEntries } from '../ledger/queue.ts'
import { type Block, blocksOf, type CodeSpan } from '../seal/blocks.ts'
import { composed, digestNow, type Fields, fieldsText, personalDigests, type Statement } from '../seal/content.ts'
import { keepContents, type KeptContent } from '../seal/contents.ts'
import { blocksKeys } from '../seal/subjects.ts'
import type { Place } from './links.ts'

/** Everything that is sealed of a packing without a stage report, as it stands in the database. */
export interface MoveFacts {
  id: number
  action: string
  happenedAt: Date
  recordedAt: Date
  operator: string
  reason: string | null
  /** What its codes are in after it; null when they are in nothing. */
  parent: Place | null
  codes: CodeSpan[]
  personalSalt: Buffer
}

interface MoveRow {
  id: number
  action: string
  happened_at: Date
  recorded_at: Date
  operator: string
  reason: string | null
  parent_request: number | null
  parent_serial: number | null
  personal_salt: Buffer
  codes: [number, number, number][] | null
}

/** Today's facts of packings. What of a link came out later is a row of its own: the pieces are put together again. */
export async function loadMoves(db: Db, tenantId: number, ids: readonly number[]): Promise<Map<number, MoveFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<MoveRow>(sql`
    select p.id, p.action, p.happened_at, p.recorded_at, p.operator, p.reason, p.parent_request, p.parent_serial, p.personal_salt,
      (select json_agg(json_build_array(l.request_number, lower(l.serials), upper(l.serials))) from code_link l
       where l.tenant_id = p.tenant_id and case p.action when 'unpack' then l.ended_by else l.packing_id end = p.id
         and (p.action = 'unpack' or (l.parent_request, l.parent_serial) = (p.parent_request, p.parent_serial))) as codes
    from packing p where p.tenant_id = ${tenantId} and p.id = any(${[...ids]}) and p.record_id is null`)
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
        parent:
          row.action === 'unpack' || row.parent_request === null
            ? null
            : { request: row.parent_request, serial: row.parent_serial! },
        codes: wholeSpans(row.codes ?? []),
        personalSalt: row.personal_salt,
      },
    ]),
  )
}

function wholeSpans(pieces: readonly CodeSpan[]): CodeSpan[] {
  return [...Map.groupBy(pieces, ([request]) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, its]) =>
      normaliseRanges(its.map(([, from, to]) => ({ from, to }))).map(({ from, to }): CodeSpan => [request, from, to]),
    )
}

/** What an entry in the chain of a block says of a packing. @param codes of that block */
function moveStatement(facts: MoveFacts, codes: Block['codes']): Statement {
  const { parent, reason } = facts
  return {
    open: composed({
      kind: 'move',
      at: facts.recordedAt.toISOString(),
      action: facts.action,
      happenedAt: facts.happenedAt.toISOString(),
      codes: codes as unknown as Json,
      parent: parent && [parent.request, parent.serial],
    }) as Fields,
    withheld: { packing: facts.id, ...(reason ? { reason } : {}) },
    personal: { operator: facts.operator },
  }
}

/** Seals a packing in the chain of every block that one of its codes stands in (docs/sealed-fields.md). In its transaction. */
export async function sealMove(db: Db, secrets: Secrets, tenantId: number, id: number): Promise<void> {
  const facts = (await loadMoves(db, tenantId, [id])).get(id)!
  const blocks = blocksOf(facts.codes)
  const contents = await keepContents(
    db,
    tenantId,
    blocks.map(({ codes }) => ({
      kind: 'move',
      rowId: id,
      statement: moveStatement(facts, codes),
      personalSecret: facts.personalSalt,
    })),
  )
  const keys = await blocksKeys(db, tenantId, [...new Set(blocks.map(({ request }) => request))])
  await queueEntries(
    db,
    secrets,
    tenantId,
    blocks.map(({ request, block }, n) => ({
      subject: blockSubject(keys.get(request)!, block, sha256),
      content: contents[n]!,
    })),
  )
}

/** Digest of what was sealed of a packing in a block, made again from today's rows. @param codes of that block today */
export function moveToday(facts: MoveFacts, kept: KeptContent, codes: Block['codes']): Buffer {
  const { open, withheld, personal } = moveStatement(facts, codes)
  return digestNow(kept, {
    open: fieldsText(open),
    withheld: fieldsText(withheld),
    personal: canonicalize(personalDigests(personal, facts.personalSalt)),
  })
}

/** Packings that a code was ever in, or came out by: those without a stage report. */
export async function movesOf(db: Db, tenantId: number, places: readonly Place[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct p.id from unnest(${places.map(({ request }) => request)}::int[], ${places.map(({ serial }) => serial)}::int[]) as g (request, serial)
    join code_link l on l.tenant_id = ${tenantId} and l.request_number = g.request and l.first_serial <= g.serial and upper(l.serials) > g.serial
    join packing p on p.tenant_id = l.tenant_id and p.id in (l.packing_id, l.ended_by) and p.record_id is null`)
  return rows.map(({ id }) => id)
}
