import type { SealedParent } from '@timbermark/contract/trace'
import { BLOCK_SIZE, blockSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import { readRequest } from './goods.ts'
import type { RequestFacts } from './kinds.ts'
import { blockMentions, isLive, type Mentions, newestOf } from './mentions.ts'
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
    const into = parentOf(walked, ofBatch, places.at(-1)!)
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

/**
 * What was packed anew stands in the later package alone, and what was taken out in none. A record packs where it was
 * first mentioned: correcting it later does not pack again.
 */
function parentOf(walked: Walked, ofBatch: Mentions, { mentions, steps }: Mentions): SealedParent | null {
  const newest = newestOf(walked, [...ofBatch.mentions, ...mentions]).filter(isLive)
  const byRecord = new Map(newest.map(mention => [mention.record.record, mention]))
  const passed = new Set<number>()
  let into: SealedParent | null = null
  for (const step of steps) {
    if ('into' in step) {
      into = step.into
      continue
    }
    const { record } = step.record
    if (passed.has(record)) continue
    passed.add(record)
    into = byRecord.get(record)?.parent ?? into
  }
  return into
}

function mentionsOf(walked: Walked, { blocks }: RequestFacts, serial: number): Mentions {
  const block = blockSubject(hashOf(blocks)!, Math.floor(serial / BLOCK_SIZE))
  return blockMentions(walked, toBase64Url(block), serial)
}
