import type { CaseKind } from '@timbermark/contract'
import type { Met } from './sighting.ts'

/** A visit with what it counts. */
export interface Weighed {
  met: Met
  weight: number
}

/** What a rule says against a code, and the visits by which it says so. */
export interface Finding {
  kind: CaseKind
  /** Percent. */
  confidence: number
  visits: readonly Weighed[]
}

/** What speaks for a copy without being enough by itself. */
export interface Sign {
  kind: CaseKind
  /** How much of what is enough for a case: from 1 on it is a case. */
  share: number
  visits: readonly Weighed[]
}

/** Never certain: positions and addresses are claims. */
export const bounded = (confidence: number): number => Math.max(0, Math.min(95, Math.round(confidence)))

/** Percent of what signs are together; half of a hundred where they are just enough. */
export const confidenceOfShare = (share: number): number => bounded(50 + 30 * (share - 1))
