/** The 18 stages of the supply chain, in order (specification section 1). The position in this list is the stage's number. */
import { isOneOf } from '../one-of.ts'

export const stageKeys = [
  'forestSurvey',
  'felling',
  'forestInspection',
  'rawMaterialPurchase',
  'processing',
  'factoryEntry',
  'factoryExit',
  'dockInspection',
  'packing',
  'dockEntry',
  'dockExit',
  'exportCustoms',
  'seaShipping',
  'importCustoms',
  'endTransport',
  'secondaryProcessing',
  'productInformation',
  'productSales',
] as const

export type StageKey = (typeof stageKeys)[number]

export function isStageKey(value: unknown): value is StageKey {
  return typeof value === 'string' && isOneOf(stageKeys, value)
}
