import type { SealedProof } from '@timbermark/contract/trace'
import { goodCode } from '../src/fixtures/journey.ts'
import { verifierKeys } from '../src/fixtures/proof.ts'
import type { Known, Walk } from '../src/proof/proven.ts'
import { walk } from '../src/proof/walk.ts'

/** A reader of the item's code who comes for the first time. */
export const reader: Known = { code: goodCode, language: 'en', keys: verifierKeys }

/** What it comes to, of answers as they arrive over the wire. */
export function walkOf(given: unknown, known: Partial<Known> = {}): Promise<Walk> {
  const answers = JSON.parse(JSON.stringify(Array.isArray(given) ? given : [given])) as [SealedProof]
  return walk(answers, { ...reader, ...known })
}

/** `suspicious: field product, missing 4101` */
export function told({ outcome, faults }: Walk): string {
  const found = faults.map(({ fault, about }) => `${fault} ${about}`).join(', ')
  return found === '' ? outcome : `${outcome}: ${found}`
}
