import { type LabelState, labelStates } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type CodeRange, rangesAsRows, rowsInRanges } from '../directory/range-facts.ts'

/** Consecutive labels in the same state. */
export interface LabelRange {
  /** Id of their row; null for labels in no row. */
  row: number | null
  request: number
  /** First serial; `to` is the serial after the last. */
  from: number
  to: number
  state: LabelState
  /** What spoiled or lost labels were before. */
  was: LabelState | null
}

/** Loads the state of the labels of these ranges, in code order; labels in no row were only made. */
export async function loadLabelRanges(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<LabelRange[]> {
  const stored = await db.query<LabelRange>(sql`
    select s.id as row, s.request_number as request, greatest(lower(s.serials), lower(g.serials)) as "from",
      least(upper(s.serials), upper(g.serials)) as "to", s.state, s.was
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges('label_state', tenantId)} s`)
  const byRequest = Map.groupBy(stored, ({ request }) => request)
  const others = ranges.flatMap(({ request, from, to }) =>
    subtractRanges([{ from, to }], byRequest.get(request) ?? []).map(
      (range): LabelRange => ({ row: null, request, ...range, state: labelStates.initial, was: null }),
    ),
  )
  return [...stored, ...others].sort((a, b) => a.request - b.request || a.from - b.from)
}

/** A range of labels after an act. */
export interface MovedLabels extends Pick<LabelRange, 'request' | 'from' | 'to' | 'state' | 'was'> {
  /** Id of the act. */
  act: number
}

/**
 * Replaces the stored ranges of moved labels. The parts of earlier rows that the act does not touch stay as they are.
 * @param before the pieces that the act moved
 */
export async function replaceLabelRanges(
  db: Db,
  tenantId: number,
  { before, moved, at }: { before: readonly LabelRange[]; moved: readonly MovedLabels[]; at: Date },
): Promise<void> {
  const rows = [...new Set(before.flatMap(({ row }) => row ?? []))]
  const replaced = await db.query<LabelRange & { act: number | null; since: Date }>(sql`
    delete from label_state where tenant_id = ${tenantId} and id = any(${rows})
    returning id as row, request_number as request, lower(serials) as "from", upper(serials) as "to", state, was, act_id as act, since`)
  const untouched = replaced.flatMap(row =>
    subtractRanges(
      [row],
      before.filter(piece => piece.row === row.row),
    ).map(range => ({ ...row, ...range })),
  )
  await insertRows(
    db,
    'label_state',
    [
      ...untouched,
      ...moved.filter(({ state }) => state !== labelStates.initial).map(range => ({ ...range, since: at })),
    ].map(({ request, from, to, state, was, act, since }) => ({
      tenant_id: tenantId,
      request_number: request,
      serials: `[${from},${to})`,
      state,
      was,
      act_id: act,
      since,
    })),
  )
}
