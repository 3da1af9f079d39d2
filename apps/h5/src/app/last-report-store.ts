import { isStageKey, type StageKey } from '@timbermark/contract'
import { storeCached, type AnswerCache, readCached } from '../platform/answer-cache.ts'
import { type LastReport, addRecentStage } from '../report/last-report.ts'

const nameOf = (stage: StageKey) => `last/${stage}`
const recentStagesName = 'last'

/** What this person's last report of a stage leaves for the next; undefined when there was none on this phone. */
export async function readLastReport(cache: AnswerCache, stage: StageKey): Promise<LastReport | undefined> {
  return (await readCached<LastReport>(cache, nameOf(stage)).catch(() => undefined))?.data
}

/** The stages that this person reported last on this phone, the latest first. */
export async function readRecentStages(cache: AnswerCache): Promise<StageKey[]> {
  const kept = await readCached<string[]>(cache, recentStagesName).catch(() => undefined)
  return (kept?.data ?? []).filter(isStageKey)
}

/** Keeps what a report leaves for the next. What cannot be kept is only not offered. */
export async function storeLastReport(cache: AnswerCache, stage: StageKey, last: LastReport): Promise<void> {
  await storeCached(cache, nameOf(stage), last).catch(() => {})
  await storeCached(cache, recentStagesName, addRecentStage(await readRecentStages(cache), stage)).catch(() => {})
}
