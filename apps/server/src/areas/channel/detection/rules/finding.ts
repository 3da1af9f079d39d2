import type { CaseKind } from '@timbermark/contract'
import type { Sighting } from './sighting.ts'

/** A sighting with its weight. */
export interface WeightedSighting {
  sighting: Sighting
  weight: number
}

/** A rule's result against a code, with its evidence. */
export interface Finding {
  kind: CaseKind
  /** Percent. */
  confidence: number
  visits: readonly WeightedSighting[]
}

/** Evidence for a copy that may not be enough by itself. */
export interface Signal {
  kind: CaseKind
  /** Share of what a case needs: 1 is a case. */
  share: number
  visits: readonly WeightedSighting[]
}

/** Never certain: positions and addresses are claims. */
export const clampConfidence = (confidence: number): number => Math.max(0, Math.min(95, Math.round(confidence)))

/** Percent for a sum of shares: 50 when they are just enough. */
export const confidenceOfShare = (share: number): number => clampConfidence(50 + 30 * (share - 1))
