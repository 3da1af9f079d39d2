import type { SealedProof } from '@timbermark/contract/trace'
import { count, listOf, members, moment, nullOr, type Shape, text } from './shape.ts'

/** An answer with more than this is not looked at: a reader's browser must not stand still for it. */
const most = { entries: 5_000, values: 400_000, characters: 20_000_000, depth: 12 }

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
  now: moment,
  serial: count,
  chains: listOf(chain),
  contents: listOf(members(opening)),
  consistency: nullOr(listOf(text)),
  next: nullOr(text),
})

/** The answer, when it is one and no larger than can be read; undefined otherwise. Nothing in it is proven by that. */
export function openAnswer(value: unknown): SealedProof | undefined {
  if (!isSmall(value) || !answer(value)) return undefined
  const opened = value.chains.reduce(
    (sum, { entries, waiting }) => sum + 1 + entries.length + waiting.length,
    value.contents.length,
  )
  return opened <= most.entries ? value : undefined
}

function isSmall(value: unknown): boolean {
  let values = 0
  let characters = 0
  const fits = (part: unknown, depth: number): boolean => {
    values += 1
    if (typeof part === 'string') characters += part.length
    if (values > most.values || characters > most.characters || depth > most.depth) return false
    return typeof part !== 'object' || part === null || Object.values(part).every(below => fits(below, depth + 1))
  }
  return fits(value, 0)
}
