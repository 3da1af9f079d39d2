import type { SealedProof } from '@timbermark/contract/trace'
import { goodCode } from '../src/fixtures/journey.ts'
import { fixtureNow, requestKey, verifierKeys } from '../src/fixtures/proof.ts'
import type { TrustedInput, WalkResult } from '../src/proof/proven.ts'
import { walkProof } from '../src/proof/walk.ts'

/** The trusted input of a reader of the item's code on their first visit. */
export const firstVisit: TrustedInput = {
  code: goodCode,
  language: 'en',
  now: fixtureNow,
  keys: verifierKeys,
  requestKey,
}

/** Walks answers as they arrive over the wire (JSON). */
export function walkJson(value: unknown, known: Partial<TrustedInput> = {}): Promise<WalkResult> {
  const answers = JSON.parse(JSON.stringify(Array.isArray(value) ? value : [value])) as [SealedProof]
  return walkProof(answers, { ...firstVisit, ...known })
}

/** The result as one line: `suspicious: field product, missing 4101` */
export function summarize({ outcome, faults }: WalkResult): string {
  const faultList = faults.map(({ fault, about }) => `${fault} ${about}`).join(', ')
  return faultList === '' ? outcome : `${outcome}: ${faultList}`
}
