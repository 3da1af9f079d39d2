import { crockford, parseCode } from '@timbermark/codes'
import type { RequestCodes } from '@timbermark/codes/node'

/** Characters of the request number, which select the key and are taken as typed. */
const requestLength = 5
const groupLength = 5

/**
 * Finds the group of five, from 1, where a code differs from a genuine one by one wrong character or two exchanged neighbours;
 * undefined when there is none. The tag has 50 bits, so a forger's guess has a neighbour with probability 2^-41 only. All are
 * tried even after the first match: the time tells nothing.
 */
export function findMistypedGroup(code: string, codes: Pick<RequestCodes, 'open'>, count: number): number | undefined {
  let group: number | undefined
  const probe = (candidate: string, at: number) => {
    const parsed = parseCode(candidate)
    if (parsed.ok && codes.open(parsed, count) !== null) group ??= Math.floor(at / groupLength) + 1
  }
  for (let at = requestLength; at < code.length; at++) {
    for (const character of crockford)
      if (character !== code[at]) probe(code.slice(0, at) + character + code.slice(at + 1), at)
    if (at + 1 < code.length && code[at] !== code[at + 1])
      probe(code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2), at)
  }
  return group
}
