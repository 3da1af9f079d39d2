import type { StageKey } from '@timbermark/contract'
import { drawnByReport, type PaperFacts, type PaperQuantity, type Point } from '@timbermark/contract/plausible'
import { drawFields, type PaperUnit, stageByKey } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { drawnIn } from '../../evidence/drawn-quantity.ts'
import type { ReportContext } from '../report-context.ts'
import { computeReportTimes } from './clock.ts'
import { positionOf } from './position-of.ts'
import type { ReliedDocument } from './relied-documents.ts'
import type { TotalChange } from './totals.ts'

/** Days after which a total is counted from the records again, so that no error in it lasts. */
const recountDays = 1

/** The newest uses of a permit that a report is compared with. */
const comparedUses = 20

/** Permits for one journey across a border: they cannot be in two places. */
const isTravelPermit = ({ field }: Pick<PaperFacts, 'field'>) => field === 'citesPermit'

interface Scene {
  tenantId: number
  stage: StageKey
}

/** What a record draws, as columns; `r` is the record. */
const drawnColumns = sql`${drawnIn('volume')} as volume, ${drawnIn('pieces')} as pieces`

/** Whether reports of a stage draw anything on papers. */
const drawsAnything = (stage: StageKey): boolean => Object.keys(drawFields(stageByKey(stage))).length > 0

/**
 * Loads what reports of a stage draw on papers that limit a quantity, and where permits were used. Their totals stay locked until
 * the transaction ends: of two reports at once one gets the rest of a permit.
 * @param replacesRecord id of a record that does not count; 0 for none
 * @returns by id of the document
 */
export async function lockPaperUses(
  db: Db,
  { tenantId, stage, replacesRecord }: Scene & { replacesRecord: number },
  documents: readonly ReliedDocument[],
): Promise<Map<number, Pick<PaperFacts, 'drawn' | 'uses'>>> {
  const counted = documents.filter(one => Object.keys(one.covers).length > 0 || isTravelPermit(one))
  // In the order of their ids: a common lock order avoids deadlocks.
  const ids = [...new Set(counted.map(({ id }) => id))].sort((a, b) => a - b)
  if (ids.length === 0 || !drawsAnything(stage)) return new Map()
  const drawn = await lockTotals(db, { tenantId, stage, replacesRecord }, ids)
  const permits = [...new Set(counted.filter(isTravelPermit).map(({ id }) => id))]
  const uses = permits.length === 0 ? [] : await loadUses(db, { tenantId, stage, replacesRecord }, permits)
  return new Map(
    ids.map(id => [
      id,
      {
        drawn: drawn.get(id) ?? {},
        uses: uses
          .filter(({ documentId }) => documentId === id)
          .map(({ at, longitude, latitude }) => ({ at: at.getTime(), position: [longitude, latitude] as const })),
      },
    ]),
  )
}

async function loadUses(
  db: Db,
  { tenantId, stage, replacesRecord }: Scene & { replacesRecord: number },
  permits: readonly number[],
) {
  return db.query<{ documentId: number; at: Date; longitude: number; latitude: number }>(sql`
    select d.id as "documentId", u.at, u.longitude, u.latitude
    from unnest(${[...permits]}::bigint[]) d (id)
    cross join lateral (
      select r.happened_at as at, r.longitude::float8 as longitude, r.latitude::float8 as latitude
      from stage_record_paper p join stage_record r on r.tenant_id = ${tenantId} and r.id = p.record_id
      where p.tenant_id = ${tenantId} and p.document_id = d.id and p.field = 'citesPermit'
        and r.stage = ${stage} and r.status = 'current' and r.id <> ${replacesRecord} and r.longitude is not null
      order by r.id desc limit ${comparedUses}) u`)
}

/** Counts totals from the current records. The caller holds their rows. */
async function countTotals(db: Db, { tenantId, stage }: Scene, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update document_total t set counted_at = now(), volume = c.volume, pieces = c.pieces
    from (
      select d.id, coalesce(sum(q.volume), 0) as volume, coalesce(sum(q.pieces), 0) as pieces
      from unnest(${[...ids]}::bigint[]) d (id)
      left join lateral (
        select ${drawnColumns} from stage_record r
        where r.tenant_id = ${tenantId} and r.stage = ${stage} and r.status = 'current' and r.id in (
          select p.record_id from stage_record_paper p where p.tenant_id = ${tenantId} and p.document_id = d.id)) q on true
      group by d.id) c
    where t.tenant_id = ${tenantId} and t.document_id = c.id and t.stage = ${stage}`)
}

/** Locks the totals of papers at a stage, and counts those that are missing or a day old from the records. @returns by document */
async function lockTotals(
  db: Db,
  { tenantId, stage, replacesRecord }: Scene & { replacesRecord: number },
  ids: readonly number[],
): Promise<Map<number, PaperQuantity>> {
  const locked = await db.query<{ id: number; isStale: boolean }>(sql`
    insert into document_total as t (tenant_id, document_id, stage)
    values ${join(ids.map(id => sql`(${tenantId}, ${id}, ${stage})`))}
    on conflict (tenant_id, document_id, stage) do update set volume = t.volume
    returning t.document_id as id,
      t.counted_at is null or t.counted_at < now() - make_interval(days => ${recountDays}) as "isStale"`)
  const stale = locked.filter(({ isStale }) => isStale).map(({ id }) => id)
  // A statement of its own: it sees the records of all who held the rows before.
  if (stale.length > 0) await countTotals(db, { tenantId, stage }, stale)
  const rows = await db.query<{ id: number; volume: number; pieces: number }>(sql`
    select t.document_id as id, (t.volume - coalesce(q.volume, 0))::float8 as volume, (t.pieces - coalesce(q.pieces, 0))::float8 as pieces
    from document_total t
    left join lateral (
      select ${drawnColumns} from stage_record r
      where r.tenant_id = ${tenantId} and r.id = ${replacesRecord} and r.stage = ${stage} and r.status = 'current' and exists (
        select from stage_record_paper p
        where p.tenant_id = ${tenantId} and p.document_id = t.document_id and p.record_id = r.id)) q on true
    where t.tenant_id = ${tenantId} and t.stage = ${stage} and t.document_id = any(${[...ids]})`)
  return new Map(rows.map(({ id, volume, pieces }) => [id, { volume, pieces }]))
}

/** What a paper still covers at a stage, cubic metres and pieces; null where it limits nothing, or the stage has no such field. */
export function loadPaperRest(
  db: Db,
  { tenantId, stage }: Scene,
  id: number,
): Promise<{ volume: string | null; pieces: number | null }> {
  const fields = drawFields(stageByKey(stage))
  const rest = (unit: PaperUnit, covered: Sql, drawn: Sql) =>
    fields[unit] === undefined
      ? sql`null::numeric`
      : sql`case when ${covered} is not null then greatest(${covered} - ${drawn}, 0) end`
  return db.one(sql`
    select trim_scale(${rest('volume', sql`d.covered_volume`, sql`coalesce(t.volume, q.volume)`)})::text as volume,
      ${rest('pieces', sql`d.covered_pieces`, sql`coalesce(t.pieces, q.pieces)`)}::float8 as pieces
    from document d
    left join document_total t on t.tenant_id = ${tenantId} and t.document_id = d.id and t.stage = ${stage}
      and t.counted_at is not null
    left join lateral (
      select coalesce(sum(c.volume), 0) as volume, coalesce(sum(c.pieces), 0) as pieces from (
        select ${drawnColumns} from stage_record r
        where t.document_id is null
          and r.tenant_id = ${tenantId} and r.stage = ${stage} and r.status = 'current' and r.id in (
          select p.record_id from stage_record_paper p where p.tenant_id = ${tenantId} and p.document_id = d.id)) c) q on true
    where d.tenant_id = ${tenantId} and d.id = ${id}`)
}

/**
 * Adds what records of a stage draw on their papers to the totals of these, or subtracts it, in the transaction that makes the
 * records current or superseded. A total that nobody has counted stays so: it is counted when it is needed.
 */
export async function changePaperTotals(
  db: Db,
  { tenantId, stage }: Scene,
  changes: readonly TotalChange[],
): Promise<void> {
  if (changes.length === 0 || !drawsAnything(stage)) return
  await db.execute(sql`
    update document_total t set volume = t.volume + c.volume, pieces = t.pieces + c.pieces
    from (
      select p.document_id as id, sum(p.sign * q.volume) as volume, sum(p.sign * q.pieces) as pieces
      from (
        select distinct p.document_id, p.record_id, c.sign
        from (values ${join(changes.map(one => sql`(${one.recordId}::bigint, ${one.sign}::int)`))}) c (id, sign)
        join stage_record_paper p on p.tenant_id = ${tenantId} and p.record_id = c.id) p
      cross join lateral (
        select ${drawnColumns} from stage_record r where r.tenant_id = ${tenantId} and r.id = p.record_id) q
      group by p.document_id) c
    where t.tenant_id = ${tenantId} and t.document_id = c.id and t.stage = ${stage} and t.counted_at is not null`)
}

/** What the reports of a list draw on their papers that are checked and not stored yet. */
export class DrawsOfReports {
  readonly #byPaper = new Map<number, { volume: number; pieces: number; uses: { at: number; position: Point }[] }>()

  count(documents: readonly ReliedDocument[], context: ReportContext, values: Readonly<Record<string, unknown>>): void {
    const { stage, body, recordedAt } = context
    const drawn = drawnByReport({ stage, values })
    const position = positionOf(body.longitude, body.latitude)
    const at = computeReportTimes(body, recordedAt).happenedAt.getTime()
    for (const { id } of new Map(documents.map(document => [document.id, document])).values()) {
      const paper = this.#byPaper.get(id) ?? { volume: 0, pieces: 0, uses: [] }
      paper.volume += drawn.volume ?? 0
      paper.pieces += drawn.pieces ?? 0
      if (position) paper.uses = [...paper.uses.slice(1 - comparedUses), { at, position }]
      this.#byPaper.set(id, paper)
    }
  }

  /** Papers with these draws added to what stored reports draw. */
  addTo<Paper extends PaperFacts>(papers: readonly Paper[]): Paper[] {
    return papers.map(paper => {
      const earlier = 'id' in paper ? this.#byPaper.get(paper.id as number) : undefined
      if (!earlier) return paper
      const { volume = 0, pieces = 0 } = paper.drawn ?? {}
      return {
        ...paper,
        drawn: { volume: volume + earlier.volume, pieces: pieces + earlier.pieces },
        ...(paper.uses && { uses: [...paper.uses, ...earlier.uses] }),
      }
    })
  }
}
