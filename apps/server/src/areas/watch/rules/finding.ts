import type { CaseKind } from '@timbermark/contract'
import type { Met } from './met.ts'

/** What a rule says against a code, and the visits by which it says so. */
export interface Finding {
  kind: CaseKind
  /** Percent. */
  confidence: number
  visits: readonly { met: Met; weight: number }[]
}

/** A visit with what it counts. */
export interface Weighed {
  met: Met
  weight: number
}

/** Never certain: positions and addresses are claims. */
export const bounded = (confidence: number): number => Math.max(0, Math.min(95, Math.round(confidence)))
