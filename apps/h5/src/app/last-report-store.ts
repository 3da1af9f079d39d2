import { isStageKey, type StageKey } from '@timbermark/contract'
import { storeCached, type AnswerCache, readCached } from '../platform/answer-cache.ts'
import { type LastReport, addRecentStage } from '../report/last-report.ts'

const lastReportName = (stage: StageKey) => `last/${stage}`
const recentStagesName = 'last'

/** The values of this person's last report of a stage that the next one can reuse; undefined when there was none on this phone. */
export async function readLastReport(cache: AnswerCache, stage: StageKey): Promise<LastReport | undefined> {
  return (await readCached<LastReport>(cache, lastReportName(stage)).catch(() => undefined))?.data
}

/** The stages that this person reported last on this phone, the latest first. */
export async function readRecentStages(cache: AnswerCache): Promise<StageKey[]> {
  const stored = await readCached<string[]>(cache, recentStagesName).catch(() => undefined)
  return (stored?.data ?? []).filter(isStageKey)
}

const usedSpeciesName = 'used/species'
/** Most species that are listed first. */
const mostUsedSpecies = 6

/** The species that this person reported last on this phone, the latest first. */
export async function readUsedSpecies(cache: AnswerCache): Promise<string[]> {
  return (await readCached<string[]>(cache, usedSpeciesName).catch(() => undefined))?.data ?? []
}

/** Remembers the species of a report, so that lists begin with them. */
export async function storeUsedSpecies(cache: AnswerCache, species: readonly string[]): Promise<void> {
  if (species.length === 0) return
  const used = [...new Set([...species, ...(await readUsedSpecies(cache))])].slice(0, mostUsedSpecies)
  await storeCached(cache, usedSpeciesName, used).catch(() => {})
}

/** Stores what the next report can reuse. If the store fails, it is only not offered. */
export async function storeLastReport(cache: AnswerCache, stage: StageKey, last: LastReport): Promise<void> {
  await storeCached(cache, lastReportName(stage), last).catch(() => {})
  await storeCached(cache, recentStagesName, addRecentStage(await readRecentStages(cache), stage)).catch(() => {})
}
