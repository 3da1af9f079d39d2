import type { StageHistory } from '@timbermark/contract/trace'
import type { Item } from './types.ts'

/** Which records of a proven item stand on the page, and where others of their stage are left out. */
export interface Window {
  /** Numbers of records. */
  shown: readonly string[]
  /** By stage: the record after which others are left out. */
  gaps: Readonly<Record<string, string>>
}

/** The window as the server drew it: all that it answered, with its gaps. */
export function firstWindow(item: Item, stated: readonly StageHistory[]): Window {
  const gaps = stated.flatMap(({ stage, gapAfter }) => (gapAfter === null ? [] : [[stage, gapAfter] as const]))
  return { shown: item.stages.map(({ recordId }) => recordId), gaps: Object.fromEntries(gaps) }
}

/** Records that stand on the page from now on, as the next ones after the gap of their stage. */
export function widened(window: Window, stage: string, records: readonly string[]): Window {
  const last = records.at(-1)
  return {
    shown: [...window.shown, ...records.filter(record => !window.shown.includes(record))],
    gaps: last === undefined ? window.gaps : { ...window.gaps, [stage]: last },
  }
}

/**
 * The part of a proven item that stands on the page. How many records there are is proven of the whole alone; of one stage
 * it is what the server states, until every record has been opened.
 */
export function windowed(item: Item, { shown, gaps }: Window, stated: readonly StageHistory[]): Item {
  const known = new Set(shown)
  const stages = item.stages.filter(({ recordId }) => known.has(recordId))
  const complete = item.stages.length >= item.records.total
  const histories = item.histories.flatMap((history): StageHistory[] => {
    const its = item.stages.filter(({ stage }) => stage === history.stage)
    const drawn = its.filter(({ recordId }) => known.has(recordId))
    const told = complete ? undefined : stated.find(({ stage }) => stage === history.stage)
    const total = Math.max(told?.total ?? 0, its.length)
    const gapAfter = total > drawn.length ? (gaps[history.stage] ?? drawn.at(-1)?.recordId ?? null) : null
    return [{ ...history, ...told, total, shown: drawn.length, before: 0, gapAfter }]
  })
  return { ...item, stages, records: { total: item.records.total, shown: stages.length }, histories }
}
