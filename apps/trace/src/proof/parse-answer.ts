import type { SealedProof } from '@timbermark/contract/trace'
import { count, listOf, members, moment, nullOr, type Shape, text } from './shape.ts'

/** Larger answers are refused before parsing, so that they cannot freeze the reader's browser. */
const limits = { entries: 5_000, values: 400_000, characters: 20_000_000, depth: 12 }

const opening = { opened: listOf(text), closed: listOf(text), forgotten: count, today: nullOr(text) }

const entry = members({
  entry: text,
  ...opening,
  inclusion: nullOr(members({ index: count, path: listOf(text) })),
})

const chain = members({
  subject: text,
  index: members({
    siblings: listOf(text),
    end: nullOr(members({ subject: text, seq: count, hash: text })),
  }),
  entries: listOf(entry),
  waiting: listOf(members({ ...opening, since: moment })),
})

const answer: Shape<SealedProof> = members({
  log: members({ origin: text, verifierKey: text }),
  checkpoint: text,
  statement: nullOr(members({ entry: text, path: listOf(text) })),
  witnessed: nullOr(members({ checkpoint: text, consistency: listOf(text) })),
  now: moment,
  serial: count,
  chains: listOf(chain),
  contents: listOf(members(opening)),
  consistency: nullOr(listOf(text)),
  next: nullOr(text),
})

/** Checks form and size of an answer; undefined when it is invalid. This proves nothing about its content. */
export function parseProofAnswer(value: unknown): SealedProof | undefined {
  if (!isWithinLimits(value) || !answer(value)) return undefined
  const entryCount = value.chains.reduce(
    (sum, { entries, waiting }) => sum + 1 + entries.length + waiting.length,
    value.contents.length,
  )
  return entryCount <= limits.entries ? value : undefined
}

function isWithinLimits(value: unknown): boolean {
  let values = 0
  let characters = 0
  const fits = (part: unknown, depth: number): boolean => {
    values += 1
    if (typeof part === 'string') characters += part.length
    if (values > limits.values || characters > limits.characters || depth > limits.depth) return false
    return typeof part !== 'object' || part === null || Object.values(part).every(below => fits(below, depth + 1))
  }
  return fits(value, 0)
}
