import { isStageKey, type StageKey } from '@timbermark/contract'
import { keep, type Keeper, readKept } from '../platform/kept.ts'
import { type LastReport, usedLately } from '../report/again.ts'

const nameOf = (stage: StageKey) => `last/${stage}`
const latelyName = 'last'

/** What this person's last report of a stage leaves for the next; undefined when there was none on this phone. */
export async function readLast(keeper: Keeper, stage: StageKey): Promise<LastReport | undefined> {
  return (await readKept<LastReport>(keeper, nameOf(stage)).catch(() => undefined))?.data
}

/** The stages that this person reported last on this phone, the latest first. */
export async function readLately(keeper: Keeper): Promise<StageKey[]> {
  const kept = await readKept<string[]>(keeper, latelyName).catch(() => undefined)
  return (kept?.data ?? []).filter(isStageKey)
}

/** Keeps what a report leaves for the next. What cannot be kept is only not offered. */
export async function keepLast(keeper: Keeper, stage: StageKey, last: LastReport): Promise<void> {
  await keep(keeper, nameOf(stage), last).catch(() => {})
  await keep(keeper, latelyName, usedLately(await readLately(keeper), stage)).catch(() => {})
}
