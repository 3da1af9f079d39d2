import { type StageKey, stageKeys } from '../stage/keys.ts'

/**
 * Where the goods are when the codes of a request are put on them (specification section 3, "in stock or out of stock,
 * regular"). It decides with which stage their history can begin, and thereby which stages are open to them: that one and
 * all after it. What happened to the goods before was reported with other codes of the batch, or not at all.
 *
 * - `regular`: in the regular course, from the forest on; every stage is open.
 * - `inStock`: in a warehouse already; open from entry into the factory's warehouse on.
 * - `outOfStock`: as they leave the warehouse; open from delivery by the factory on.
 */
export const stageTypes = ['inStock', 'outOfStock', 'regular'] as const
export type StageType = (typeof stageTypes)[number]

/** The first stage that is open to codes of a type. */
export const firstOpenStage = {
  regular: 'forestSurvey',
  inStock: 'factoryEntry',
  outOfStock: 'factoryExit',
} as const satisfies Record<StageType, StageKey>

/** May this stage be reported for codes of a request of this type? */
export function isOpenTo(type: StageType, stage: StageKey): boolean {
  return stageKeys.indexOf(stage) >= stageKeys.indexOf(firstOpenStage[type])
}

/** The update stage to propose for a type: what was chosen where it is open, else the first one that is. */
export function proposedStage(type: StageType, chosen: StageKey | undefined): StageKey {
  return chosen !== undefined && isOpenTo(type, chosen) ? chosen : firstOpenStage[type]
}
