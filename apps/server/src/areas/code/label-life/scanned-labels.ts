import type { ScannedLabel } from '@timbermark/contract/stage-calls'
import type { Db } from '../../../platform/database/database.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { codeAt } from '../directory/parse-codes.ts'
import type { CodeRange } from '../directory/range-facts.ts'
import { currentLabelQuery, type LabelRow } from './current-label.ts'
import { type LabelRange, loadLabelRanges } from './label-ranges.ts'

/** What comes first: labels that cannot be named any more, then those that are not in use yet. */
const order = ['lost', 'spoiled', 'notInUse', 'inUse'] as const
const scannedState = ({ state }: LabelRange): (typeof order)[number] =>
  state === 'made' || state === 'delivered' ? 'notInUse' : state

/**
 * The state of scanned labels, for the person who has them in hand: of several states the most serious one, with the
 * first label that has it and how many do.
 */
export async function loadScannedLabels(
  services: Services,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<BeforeWire<ScannedLabel>> {
  const pieces = await loadLabelRanges(db, tenantId, ranges)
  const state = order.find(one => pieces.some(piece => scannedState(piece) === one))!
  const alike = pieces.filter(piece => scannedState(piece) === state)
  const [{ request, from }] = alike as [LabelRange]
  const row = await db.maybe<Pick<LabelRow, 'since' | 'reason'>>(
    sql`select l.since, l.reason from (${currentLabelQuery({ tenantId, requestNumber: request, serial: from })}) l`,
  )
  const isOut = state === 'lost' || state === 'spoiled'
  return {
    state,
    code: await codeAt(services, request, from),
    codes: alike.reduce((sum, piece) => sum + piece.to - piece.from, 0),
    since: isOut && row ? new Date(row.since) : null,
    reason: isOut ? (row?.reason ?? null) : null,
  }
}
