import { type StageKey, stageKeys } from '../stage/keys.ts'

/**
 * Where the goods are when they get the codes of a request (specification section 3, "in stock or out of stock,
 * regular"). It decides the first stage of their history: that stage and all later ones are open. Earlier events were
 * reported with other codes of the batch, or not at all.
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

/** Whether this stage may be reported for codes of a request of this type. */
export function isOpenTo(type: StageType, stage: StageKey): boolean {
  return stageKeys.indexOf(stage) >= stageKeys.indexOf(firstOpenStage[type])
}

/** The stage to propose for a type: the chosen one if it is open, else the first open one. */
export function proposedStage(type: StageType, chosen: StageKey | undefined): StageKey {
  return chosen !== undefined && isOpenTo(type, chosen) ? chosen : firstOpenStage[type]
}
