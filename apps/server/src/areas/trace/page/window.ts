import type { StageKey } from '@timbermark/contract'
import type { StageHistory } from '@timbermark/contract/trace'

/** A current record: its newest version, and its first one, which identifies it to readers and in the ledger. */
export interface CurrentRecord {
  id: number
  first: number
}

/** The records of one stage for a code, counted by the database. */
export interface StageSummary {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** The first records (up to `firstsWanted`) and the last ones (up to `lastsWanted`, newest first). */
  firsts: CurrentRecord[]
  lasts: CurrentRecord[]
}

/** The shown records of a stage. */
export interface StageWindow {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** Records before the first one shown. */
  before: number
  /** The shown records, in the order in which they happened. */
  records: readonly CurrentRecord[]
  /** First version of the shown record after which records are omitted; null when none are. */
  gapAfter: number | null
}

/** A history of at most this many records is shown in full. */
const maxFullHistory = 60
/** Of a longer history at most this many records are shown, and per stage between the two numbers below. */
const maxWindow = 54
const minPerStage = 3
const maxPerStage = 8

export const firstsWanted = maxFullHistory
export const lastsWanted = maxPerStage / 2

/**
 * Selects the records of a history to show: all of a short one; of a long one the first and the last of each stage, few enough
 * that a page can be rendered, sent, read and proven. All 18 stages fit, however long they are.
 */
export function selectWindows(stages: readonly StageSummary[]): StageWindow[] {
  const total = stages.reduce((sum, stage) => sum + stage.total, 0)
  const limit = total <= maxFullHistory ? maxFullHistory : sizeOfStage(stages)
  return stages.map(({ stage, total, firstAt, lastAt, firsts, lasts }) => {
    const summary = { stage, total, firstAt, lastAt, before: 0 }
    if (total <= limit) return { ...summary, records: firsts, gapAfter: null }
    const oldest = firsts.slice(0, Math.ceil(limit / 2))
    const newest = lasts.slice(0, Math.floor(limit / 2)).reverse()
    return { ...summary, records: [...oldest, ...newest], gapAfter: oldest.at(-1)!.first }
  })
}

function sizeOfStage(stages: readonly StageSummary[]): number {
  for (let size = maxPerStage; size > minPerStage; size--) {
    const count = stages.reduce((sum, { total }) => sum + Math.min(total, size), 0)
    if (count <= maxWindow) return size
  }
  return minPerStage
}

/** The extent of a stage's records, as the answer about a code states it. */
export function historyOf({ stage, total, firstAt, lastAt, before, records, gapAfter }: StageWindow): StageHistory {
  return {
    stage,
    total,
    shown: records.length,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    before,
    gapAfter: gapAfter === null ? null : String(gapAfter),
  }
}
