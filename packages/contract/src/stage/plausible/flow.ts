import { type StageKey, stageKeys } from '../keys.ts'

/** A field of a stage whose sum over the batch counts. */
export interface Sum {
  stage: StageKey
  field: string
}

/**
 * Volume flow of a batch: the field with a stage's input volume, and the one with its output volume. What a transformation takes is
 * judged by the ledger of material.
 */
const volumes: Partial<Record<StageKey, { takes?: string; gives: string }>> = {
  felling: { gives: 'volume' },
  forestInspection: { takes: 'volume', gives: 'volume' },
  rawMaterialPurchase: { takes: 'volume', gives: 'volume' },
  processing: { gives: 'outputVolume' },
  factoryEntry: { takes: 'packageVolume', gives: 'packageVolume' },
  factoryExit: { takes: 'packageVolume', gives: 'packageVolume' },
  dockInspection: { takes: 'volume', gives: 'volume' },
  packing: { takes: 'volume', gives: 'volume' },
  dockEntry: { takes: 'volume', gives: 'volume' },
  dockExit: { takes: 'volume', gives: 'volume' },
  endTransport: { takes: 'volume', gives: 'volume' },
  secondaryProcessing: { gives: 'outputVolume' },
}

/** Stages that part of a batch may bypass: their volume may not be complete. */
const bypassed: readonly StageKey[] = ['forestInspection', 'factoryEntry', 'dockEntry', 'dockExit', 'dockInspection']

/** The input volume of a stage, and its possible sources, nearest first. */
export function volumeFlow(stage: StageKey): { takes: string | undefined; before: readonly Sum[] } {
  const takes = volumes[stage]?.takes
  const before = stageKeys
    .slice(0, stageKeys.indexOf(stage))
    .reverse()
    .flatMap(key => (volumes[key] && !bypassed.includes(key) ? [{ stage: key, field: volumes[key].gives }] : []))
  return { takes, before: takes ? before : [] }
}

/** Stages whose `quantity` cannot exceed the pieces that were made: up to packing, where pieces go into packages. */
const countsPieces: readonly StageKey[] = ['factoryEntry', 'factoryExit', 'dockInspection', 'packing']

/** The field with the number of pieces made for a stage. */
export const pieceSource = (stage: StageKey): Sum | undefined =>
  countsPieces.includes(stage) ? { stage: 'processing', field: 'productQuantity' } : undefined

/** All sums that checking a report of a stage needs. */
export function sumsFor(stage: StageKey): readonly Sum[] {
  const { takes, before } = volumeFlow(stage)
  const source = pieceSource(stage)
  return [
    ...(takes ? [{ stage, field: takes }, ...before] : []),
    ...(source ? [{ stage, field: 'quantity' }, source] : []),
  ]
}
