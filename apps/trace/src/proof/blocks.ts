import { BLOCK_SIZE, blockSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import { readRequest } from './goods.ts'
import type { RequestFacts } from './kinds.ts'
import { blockMentions, isLive, type Mentions, newestOf } from './mentions.ts'
import type { Walked } from './walked.ts'

/** An item in a package, that in a container, that on a ship: no further. */
const mostSteps = 3

/** What was reported of a code alone, and of what it was packed into. */
export function ownMentions(walked: Walked, request: RequestFacts, serial: number): Mentions {
  const all = mentionsOf(walked, request, serial)
  let place = all
  const passed = new Set([`${request.number}/${serial}`])
  for (let step = 0; step < mostSteps; step++) {
    const into = newestOf(walked, place.mentions)
      .filter(isLive)
      .findLast(({ parent }) => parent)?.parent
    if (!into || passed.has(into.join('/'))) break
    passed.add(into.join('/'))
    const parent = readRequest(walked, ...into)
    if (!parent) break
    place = mentionsOf(walked, parent.now, into[1])
    all.mentions = [...all.mentions, ...place.mentions]
    all.hidden += place.hidden
  }
  return all
}

function mentionsOf(walked: Walked, { blocks }: RequestFacts, serial: number): Mentions {
  const block = blockSubject(hashOf(blocks)!, Math.floor(serial / BLOCK_SIZE))
  return { ...blockMentions(walked, toBase64Url(block), serial) }
}
