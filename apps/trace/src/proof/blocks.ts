import type { SealedParent } from '@timbermark/contract/trace'
import { BLOCK_SIZE, blockSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import { readRequest } from './goods.ts'
import type { RequestFacts } from './kinds.ts'
import { blockMentions, isLive, type Mention, type Mentions, newestOf } from './mentions.ts'
import type { Walked } from './walked.ts'

/** An item in a package, that in a container, that on a ship: no further. */
const mostSteps = 3

/**
 * What was reported of a code alone, and of what it was packed into: of one place after the other.
 * @param ofBatch what was reported of the whole batch: a packing that was withdrawn there leads nowhere
 */
export function ownMentions(walked: Walked, request: RequestFacts, serial: number, ofBatch: Mentions): Mentions[] {
  const places = [mentionsOf(walked, request, serial)]
  const passed = new Set([`${request.number}/${serial}`])
  for (let step = 0; step < mostSteps; step++) {
    const into = parentOf(walked, [...ofBatch.mentions, ...places.at(-1)!.mentions])
    if (!into) break
    // Nothing is packed into itself.
    if (passed.has(into.join('/'))) {
      walked.fail('binding', 'block')
      break
    }
    passed.add(into.join('/'))
    const parent = readRequest(walked, ...into)
    if (!parent) break
    places.push(mentionsOf(walked, parent.now, into[1]))
  }
  return places
}

/** What was packed anew stands in the later package alone. */
function parentOf(walked: Walked, mentions: readonly Mention[]): SealedParent | null | undefined {
  return newestOf(walked, mentions)
    .filter(isLive)
    .filter(({ parent }) => parent)
    .at(-1)?.parent
}

function mentionsOf(walked: Walked, { blocks }: RequestFacts, serial: number): Mentions {
  const block = blockSubject(hashOf(blocks)!, Math.floor(serial / BLOCK_SIZE))
  return blockMentions(walked, toBase64Url(block), serial)
}
