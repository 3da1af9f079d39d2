import type { SealedChain, SealedEntry, SealedProof } from '@timbermark/contract/trace'
import type { Json } from '@timbermark/ledger'
import { openingTexts, parseField, type Repetition, repeatedFields } from '@timbermark/ledger/sealed'
import { count, listOf, members, moment, nullOr, optional, type Shape, text } from './shape.ts'

/** Larger answers are refused before parsing, so that they cannot freeze the reader's browser. */
const limits = { entries: 5_000, values: 400_000, characters: 20_000_000, depth: 12, requests: 4 }

const opening = { opened: listOf(text), closed: listOf(text), forgotten: count, today: nullOr(text) }

const jsonFields: Shape<Record<string, Json>> = (value): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const valuesOf =
  <T>(shape: Shape<T>): Shape<Record<string, T>> =>
  (value): value is Record<string, T> =>
    jsonFields(value) && Object.values(value).every(shape)

/** In place of the texts that open an entry: what differs from the next one. */
const repeats = optional(
  members({
    secret: text,
    changed: jsonFields,
    absent: listOf(text),
    lists: valuesOf(members({ length: count, items: jsonFields })),
  }),
)

const entry = members({
  entry: text,
  ...opening,
  repeats,
  inclusion: nullOr(members({ index: count, path: listOf(text) })),
})

const chain = members({
  subject: text,
  index: members({
    siblings: listOf(text),
    end: nullOr(members({ subject: text, seq: count, hash: text })),
  }),
  entries: listOf(entry),
  waiting: listOf(members({ ...opening, repeats, since: moment, promise: nullOr(text) })),
})

const answer: Shape<SealedProof> = members({
  log: members({ origin: text, verifierKey: text }),
  checkpoint: text,
  statement: nullOr(members({ entry: text, path: listOf(text) })),
  witnessed: nullOr(members({ checkpoint: text, consistency: listOf(text) })),
  breaks: listOf(members({ entry: text, index: count, path: listOf(text) })),
  now: moment,
  serial: count,
  // Answers from before subjects followed from a secret key have none.
  requests: optional(listOf(members({ number: count, proof: text }))) as Shape<SealedProof['requests']>,
  chains: listOf(chain),
  contents: listOf(members({ ...opening, ranges: optional(listOf(text)) })),
  consistency: nullOr(listOf(text)),
  next: nullOr(text),
})

/** Each part of a visit is walked again when another part arrives: what was made of it once is found again by its answer. */
const parsedAnswers = new WeakMap<object, SealedProof>()

/** Checks form and size of an answer; undefined when it is invalid. This proves nothing about its content. */
export function parseProofAnswer(value: unknown): SealedProof | undefined {
  if (!isWithinLimits(value) || !answer(value)) return undefined
  const entryCount = value.chains.reduce(
    (sum, { entries, waiting }) => sum + 1 + entries.length + waiting.length,
    value.contents.length,
  )
  if (entryCount > limits.entries || (value.requests ?? []).length > limits.requests) return undefined
  const parsed = parsedAnswers.get(value) ?? writeOut(value)
  if (parsed) parsedAnswers.set(value, parsed)
  return parsed
}

/** Writes out the entries that repeat the next one. From here on they are checked like all others. */
function writeOut(value: SealedProof): SealedProof | undefined {
  if (!value.chains.some(({ entries, waiting }) => [...entries, ...waiting].some(one => one.repeats))) return value
  const budget = { characters: limits.characters }
  const chains: SealedChain[] = []
  for (const chain of value.chains) {
    const written = writeOutChain([...chain.entries, ...chain.waiting], budget)
    if (!written) return undefined
    const opened = <T extends object>(one: T, at: number): T => ({ ...one, ...written[at] })
    chains.push({
      ...chain,
      entries: chain.entries.map(opened),
      waiting: chain.waiting.map((one, at) => opened(one, chain.entries.length + at)),
    })
  }
  return { ...value, chains }
}

/** The opened texts of each entry; undefined when one cannot be made, or all of them are too long. */
function writeOutChain(
  chain: readonly Pick<SealedEntry, 'opened' | 'repeats'>[],
  budget: { characters: number },
): { opened: string[]; repeats: undefined }[] | undefined {
  const written: { opened: string[]; repeats: undefined }[] = []
  let next: Readonly<Record<string, Json>> | undefined
  for (const { opened, repeats } of [...chain].reverse()) {
    try {
      if (repeats && (!next || opened.length > 0)) return undefined
      // What came as JSON holds nothing but JSON.
      const fields = repeats && repeatedFields(repeats as Repetition, next!)
      const texts = fields ? openingTexts(repeats.secret, fields) : opened
      if (fields) budget.characters -= texts.reduce((sum, { length }) => sum + length, 0)
      if (budget.characters < 0) return undefined
      written.unshift({ opened: [...texts], repeats: undefined })
      next = fields ?? fieldsOf(opened)
    } catch {
      return undefined
    }
  }
  return written
}

/** Fields by name, as far as the texts open any: whether they do is checked later. */
function fieldsOf(opened: readonly string[]): Readonly<Record<string, Json>> | undefined {
  try {
    return Object.fromEntries(opened.map(parseField).map(({ name, value }) => [name, value]))
  } catch {
    return undefined
  }
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
