import type { StageKey } from '@timbermark/contract'

/** What was reported of one stage for a code, as the database counts it. */
export interface SpokenStage {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** Ids of the first records (up to `firstsWanted`) and of the last ones (up to `lastsWanted`, newest first). */
  firsts: number[]
  lasts: number[]
}

/** The records of a stage that are shown. */
export interface Run {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** Records before the first one shown. */
  before: number
  /** Ids of the records shown, in the order in which they happened. */
  ids: number[]
  /** Shown record after which others are left out; null when none are. */
  gapAfter: number | null
}

/** A history of at most this many records is shown whole. */
const mostWhole = 60
/** A window of a longer one shows at most so many records, and of each stage between these two numbers. */
const mostShown = 54
const leastOfStage = 3
const mostOfStage = 8

export const firstsWanted = mostWhole
export const lastsWanted = mostOfStage / 2

/**
 * Which records of a history are shown: all of a short one; of a long one the first and the last of each stage, as many as
 * keep the whole within what a page can be drawn, sent, read and proven with. 18 stages fit whatever is in them.
 */
export function windowOf(stages: readonly SpokenStage[]): Run[] {
  const total = stages.reduce((sum, stage) => sum + stage.total, 0)
  const most = total <= mostWhole ? mostWhole : sizeOfStage(stages)
  return stages.map(({ stage, total, firstAt, lastAt, firsts, lasts }) => {
    const told = { stage, total, firstAt, lastAt, before: 0 }
    if (total <= most) return { ...told, ids: firsts, gapAfter: null }
    const beginning = firsts.slice(0, Math.ceil(most / 2))
    const end = lasts.slice(0, Math.floor(most / 2)).reverse()
    return { ...told, ids: [...beginning, ...end], gapAfter: beginning.at(-1)! }
  })
}

function sizeOfStage(stages: readonly SpokenStage[]): number {
  for (let size = mostOfStage; size > leastOfStage; size--) {
    const shown = stages.reduce((sum, { total }) => sum + Math.min(total, size), 0)
    if (shown <= mostShown) return size
  }
  return leastOfStage
}
