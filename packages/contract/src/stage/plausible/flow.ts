import { type StageKey, stageKeys } from '../keys.ts'

/** A field of a stage whose sum over the batch counts. */
export interface Sum {
  stage: StageKey
  field: string
}

/** How the wood of a batch passes: the volume that a stage takes in, and the one that leaves it. */
const volumes: Partial<Record<StageKey, { takes?: string; gives: string }>> = {
  felling: { gives: 'volume' },
  forestInspection: { takes: 'volume', gives: 'volume' },
  rawMaterialPurchase: { takes: 'volume', gives: 'volume' },
  processing: { takes: 'inputVolume', gives: 'outputVolume' },
  factoryEntry: { takes: 'packageVolume', gives: 'packageVolume' },
  factoryExit: { takes: 'packageVolume', gives: 'packageVolume' },
  dockInspection: { takes: 'volume', gives: 'volume' },
  packing: { takes: 'volume', gives: 'volume' },
  dockEntry: { takes: 'volume', gives: 'volume' },
  dockExit: { takes: 'volume', gives: 'volume' },
  endTransport: { takes: 'volume', gives: 'volume' },
  secondaryProcessing: { takes: 'inputVolume', gives: 'outputVolume' },
}

/** Stages that part of a batch may pass by: what they saw is not all there was. */
const bypassed: readonly StageKey[] = ['forestInspection', 'factoryEntry', 'dockEntry', 'dockExit', 'dockInspection']

/** The volume that a stage takes, and where it may come from, nearest first. */
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

/** Where the pieces of a stage were made. */
export const pieceSource = (stage: StageKey): Sum | undefined =>
  countsPieces.includes(stage) ? { stage: 'processing', field: 'productQuantity' } : undefined

/** Everything that has to be summed to judge a report of a stage. */
export function sumsFor(stage: StageKey): readonly Sum[] {
  const { takes, before } = volumeFlow(stage)
  const made = pieceSource(stage)
  return [...(takes ? [{ stage, field: takes }, ...before] : []), ...(made ? [{ stage, field: 'quantity' }, made] : [])]
}
