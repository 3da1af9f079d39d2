import { BLOCK_SIZE, blockSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHash } from './bytes.ts'
import { proveParentRequest } from './item-facts.ts'
import type { RequestFacts } from './kinds.ts'
import { proveBlockMentions, type Mentions } from './mentions.ts'
import type { CodePlace } from './proven.ts'
import { proveParentCode } from './packing.ts'
import type { ProofWalk } from './proof-walk.ts'

/** Item in package, package in container, container on ship. */
const maxPackingDepth = 3

/**
 * Proves what was reported about a single code and about each package around it, from the inside out.
 * @returns the mentions of each code, and the codes: the single one first
 */
export function proveCodeMentions(
  walk: ProofWalk,
  request: RequestFacts,
  serial: number,
): { mentions: Mentions[]; path: CodePlace[] } {
  const mentions = [proveMentionsInBlock(walk, request, serial)]
  const path: CodePlace[] = [{ request: request.number, serial }]
  const visited = new Set([`${request.number}/${serial}`])
  let code: { request: RequestFacts; serial: number } = { request, serial }
  for (let step = 0; step < maxPackingDepth; step++) {
    const parentCode = proveParentCode(walk, code.request, code.serial)
    if (!parentCode) break
    // A package inside itself is a contradiction.
    if (visited.has(parentCode.join('/'))) {
      walk.fail('binding', 'block')
      break
    }
    visited.add(parentCode.join('/'))
    const parentRequest = proveParentRequest(walk, ...parentCode)
    if (!parentRequest) break
    code = { request: parentRequest.current, serial: parentCode[1] }
    mentions.push(proveMentionsInBlock(walk, code.request, code.serial))
    path.push({ request: code.request.number, serial: code.serial })
  }
  return { mentions, path }
}

function proveMentionsInBlock(walk: ProofWalk, { blocks }: RequestFacts, serial: number): Mentions {
  const block = blockSubject(parseHash(blocks)!, Math.floor(serial / BLOCK_SIZE))
  return proveBlockMentions(walk, toBase64Url(block), serial)
}
