import type { StageKey } from '@timbermark/contract'

/** A record as it stands: its newest version, and its first, by which readers know it and the ledger names it. */
export interface CurrentRecord {
  id: number
  first: number
}

/** What was reported of one stage for a code, as the database counts it. */
export interface StageSummary {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** The first records (up to `firstsWanted`) and the last ones (up to `lastsWanted`, newest first). */
  firsts: CurrentRecord[]
  lasts: CurrentRecord[]
}

/** The records of a stage that are shown. */
export interface StageWindow {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** Records before the first one shown. */
  before: number
  /** The records shown, in the order in which they happened. */
  records: readonly CurrentRecord[]
  /** First version of the shown record after which others are left out; null when none are. */
  gapAfter: number | null
}

/** A history of at most this many records is shown whole. */
const maxFullHistory = 60
/** A window of a longer one shows at most so many records, and of each stage between these two numbers. */
const maxWindow = 54
const minPerStage = 3
const maxPerStage = 8

export const firstsWanted = maxFullHistory
export const lastsWanted = maxPerStage / 2

/**
 * Which records of a history are shown: all of a short one; of a long one the first and the last of each stage, as many as
 * keep the whole within what a page can be drawn, sent, read and proven with. 18 stages fit whatever is in them.
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
