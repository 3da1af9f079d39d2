import type { StageKey } from '@timbermark/contract'

/** A record as it stands: its newest version, and its first, by which readers know it and the ledger names it. */
export interface Spoken {
  id: number
  first: number
}

/** What was reported of one stage for a code, as the database counts it. */
export interface SpokenStage {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** The first records (up to `firstsWanted`) and the last ones (up to `lastsWanted`, newest first). */
  firsts: Spoken[]
  lasts: Spoken[]
}

/** The records of a stage that are shown. */
export interface Run {
  stage: StageKey
  total: number
  firstAt: Date
  lastAt: Date
  /** Records before the first one shown. */
  before: number
  /** The records shown, in the order in which they happened. */
  records: readonly Spoken[]
  /** First version of the shown record after which others are left out; null when none are. */
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
    if (total <= most) return { ...told, records: firsts, gapAfter: null }
    const beginning = firsts.slice(0, Math.ceil(most / 2))
    const end = lasts.slice(0, Math.floor(most / 2)).reverse()
    return { ...told, records: [...beginning, ...end], gapAfter: beginning.at(-1)!.first }
  })
}

function sizeOfStage(stages: readonly SpokenStage[]): number {
  for (let size = mostOfStage; size > leastOfStage; size--) {
    const shown = stages.reduce((sum, { total }) => sum + Math.min(total, size), 0)
    if (shown <= mostShown) return size
  }
  return leastOfStage
}
