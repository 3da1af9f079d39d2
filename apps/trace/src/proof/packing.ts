import type { SealedParent } from '@timbermark/contract/trace'
import type { Statement } from './evidence.ts'
import { type RequestFacts, sealedPacking } from './kinds.ts'
import { doneTo } from './spans.ts'
import { shaped, type Walked } from './walked.ts'

/** What the packings of a code came to: the last of them says what it is in. Null when that is nothing. */
export function packedInto(walked: Walked, request: RequestFacts, serial: number): SealedParent | null {
  const packings = doneTo(walked, request, serial, {
    kind: 'packing',
    read: readPacking,
    numberOf: ({ packing }) => packing,
  })
  for (const [at, { action, parent }] of packings.entries()) {
    const before = packings[at - 1]
    // Nothing is packed that is packed already, or taken out of nothing; before the first nobody knows.
    const fits = before === undefined || action === 'repack' || (action === 'pack') === (before.parent === null)
    if (!fits) walked.fail('missing', 'packing')
    if ((action === 'unpack') !== (parent === null)) walked.fail('field', 'packing')
  }
  return packings.at(-1)?.parent ?? null
}

const readPacking = (statement: Statement) => shaped(statement, sealedPacking)
