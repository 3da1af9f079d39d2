import { BLOCK_SIZE, blockSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import { readRequest } from './goods.ts'
import type { RequestFacts } from './kinds.ts'
import { blockMentions, type Mentions } from './mentions.ts'
import { packedInto } from './packing.ts'
import type { Walked } from './walked.ts'

/** An item in a package, that in a container, that on a ship: no further. */
const mostSteps = 3

/** What was reported of a code alone, and of what it is packed in: of one place after the other. */
export function ownMentions(walked: Walked, request: RequestFacts, serial: number): Mentions[] {
  const places = [mentionsOf(walked, request, serial)]
  const passed = new Set([`${request.number}/${serial}`])
  let at: { request: RequestFacts; serial: number } = { request, serial }
  for (let step = 0; step < mostSteps; step++) {
    const into = packedInto(walked, at.request, at.serial)
    if (!into) break
    // Nothing is packed into itself.
    if (passed.has(into.join('/'))) {
      walked.fail('binding', 'block')
      break
    }
    passed.add(into.join('/'))
    const parent = readRequest(walked, ...into)
    if (!parent) break
    at = { request: parent.now, serial: into[1] }
    places.push(mentionsOf(walked, at.request, at.serial))
  }
  return places
}

function mentionsOf(walked: Walked, { blocks }: RequestFacts, serial: number): Mentions {
  const block = blockSubject(hashOf(blocks)!, Math.floor(serial / BLOCK_SIZE))
  return blockMentions(walked, toBase64Url(block), serial)
}
