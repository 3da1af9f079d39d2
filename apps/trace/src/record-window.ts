import type { StageHistory } from '@timbermark/contract/trace'
import type { Item } from './types.ts'

/** Which records of a proven item the page shows, and where records of a stage are left out. */
export interface RecordWindow {
  /** Ids of the shown records. */
  recordIds: readonly string[]
  /** By stage: the record after which records are left out. */
  gaps: Readonly<Record<string, string>>
}

/** The window that the server drew: all records in its answer, with its gaps. */
export function initialWindow(item: Item, stated: readonly StageHistory[]): RecordWindow {
  const gaps = stated.flatMap(({ stage, gapAfter }) => (gapAfter === null ? [] : [[stage, gapAfter] as const]))
  return { recordIds: item.stages.map(({ recordId }) => recordId), gaps: Object.fromEntries(gaps) }
}

/** Adds records to the window, as the next ones after the gap of their stage. */
export function widenWindow(window: RecordWindow, stage: string, records: readonly string[]): RecordWindow {
  const last = records.at(-1)
  return {
    recordIds: [...window.recordIds, ...records.filter(record => !window.recordIds.includes(record))],
    gaps: last === undefined ? window.gaps : { ...window.gaps, [stage]: last },
  }
}

/**
 * The part of a proven item that the page shows. Only the total number of records is proven; the number per stage is what the
 * server states, until every record has been opened.
 */
export function applyWindow(item: Item, { recordIds, gaps }: RecordWindow, stated: readonly StageHistory[]): Item {
  const visible = new Set(recordIds)
  const stages = item.stages.filter(({ recordId }) => visible.has(recordId))
  const complete = item.stages.length >= item.records.total
  const histories = item.histories.flatMap((history): StageHistory[] => {
    const records = item.stages.filter(({ stage }) => stage === history.stage)
    const visibleRecords = records.filter(({ recordId }) => visible.has(recordId))
    const statedHistory = complete ? undefined : stated.find(({ stage }) => stage === history.stage)
    const total = Math.max(statedHistory?.total ?? 0, records.length)
    const gapAfter =
      total > visibleRecords.length ? (gaps[history.stage] ?? visibleRecords.at(-1)?.recordId ?? null) : null
    return [{ ...history, ...statedHistory, total, shown: visibleRecords.length, before: 0, gapAfter }]
  })
  return { ...item, stages, records: { total: item.records.total, shown: stages.length }, histories }
}
