import type { SealedParent } from '@timbermark/contract/trace'
import type { OpenedEntry } from './evidence.ts'
import { type RequestFacts, packingFacts } from './kinds.ts'
import { proveCodeActions } from './spans.ts'
import { parseFields, type ProofWalk } from './proof-walk.ts'

/** Proves what a code is packed in now, by its last packing; null when it is in nothing. */
export function proveParentCode(walk: ProofWalk, request: RequestFacts, serial: number): SealedParent | null {
  const packings = proveCodeActions(walk, request, serial, {
    kind: 'packing',
    parse: parsePacking,
    numberOf: ({ packing }) => packing,
  })
  for (const [at, { action, parent }] of packings.entries()) {
    const before = packings[at - 1]
    // A packed code cannot be packed again, nor an unpacked one unpacked. Before the first packing the state is unknown.
    const isPossible = before === undefined || action === 'repack' || (action === 'pack') === (before.parent === null)
    if (!isPossible) walk.fail('missing', 'packing')
    if ((action === 'unpack') !== (parent === null)) walk.fail('field', 'packing')
  }
  return packings.at(-1)?.parent ?? null
}

const parsePacking = (entry: OpenedEntry) => parseFields(entry, packingFacts)
