import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import { canonicalize } from '@timbermark/ledger'
import { beforeAll, describe, expect, test } from 'vitest'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import { type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import type { WalkResult } from '../src/proof/proven.ts'
import { summarize, walkJson } from './walk-helpers.ts'

type Value = unknown
type Way = readonly (string | number)[]

/** Every way into a value, the value itself first. */
function waysInto(value: Value, way: Way = []): Way[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) =>
          waysInto(part, [...way, Array.isArray(value) ? Number(name) : name]),
        )
      : []
  return [way, ...below]
}

/** Of the ways that differ in places of lists alone so many: the first ones and the last. */
function someOf(ways: readonly Way[], many: number): Way[] {
  const alike = Map.groupBy(ways, way => way.map(step => (typeof step === 'number' ? '*' : step)).join('.'))
  return [...alike.values()].flatMap(its => (its.length <= many ? its : [...its.slice(0, many - 1), its.at(-1)!]))
}

function at(value: Value, way: Way): Value {
  return way.reduce((part, step) => (part as Record<string | number, Value> | undefined)?.[step], value)
}

/** The value with another one at the end of the way, or without it. */
function put(value: Value, way: Way, other: Value | typeof nothing): Value {
  const copy = structuredClone(value)
  const parent = at(copy, way.slice(0, -1)) as Record<string | number, Value>
  const last = way.at(-1)!
  if (other !== nothing) parent[last] = other
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}
const nothing = Symbol('nothing')

/** Something of the same kind that is not the same. */
function changed(value: Value): Value {
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2)
    return value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1)
  }
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return value.toReversed()
  return value === null ? 'A'.repeat(43) : {}
}

/**
 * What changes nothing that is proven: what the log says of itself, which nobody believes; the server's clock while nothing
 * waits; a proof of growth that nobody asked for; what the database says today, as long as it is not told; how many of the
 * closed fields are closed for ever; and the order of what has none.
 */
const harmless =
  /^(log\.\w+|next|now|consistency|chains|contents|(contents|chains\.\d+\.entries)\.\d+\.(today|forgotten|opened|closed))$/

/** Of a long history one may be told less: then he is told so. */
const less = /^chains\.\d+\.entries(\.\d+)?$/

const rich: SealedOptions = { packed: true, renamedFrom: 'Teak flooring', voided: ['4102'] }
const long = [...item().stages, ...fellings(200)]
const cases: [name: string, stages: TraceStage[], options: SealedOptions][] = [
  ['whole', item().stages, rich],
  ['in parts', long, { only: ['4101', '4104', '4109', '5133'] }],
]

describe.each(cases)('an answer that is given %s', (_, stages, options) => {
  let honest: SealedProof
  let other: SealedProof
  let proven: WalkResult
  beforeAll(async () => {
    honest = await sealedProofOf(item(goodCode, { stages }), options)
    other = await sealedProofOf(
      item('0GB7JQ2M9XW4TZ8RCN5E', { stages, owner: { id: '2', name: 'Another', active: true } }),
      {
        ...options,
        later: 5,
      },
    )
    proven = await walkJson(honest)
    expect(proven.outcome).toBe('proven')
  })

  /** Never proven, unless what is shown is what was shown, and the change is one of those that tell nothing. */
  async function refused(forged: Value, way: Way, what: string) {
    const walked = await walkJson(forged)
    const name = `${what} ${way.join('.')}: ${summarize(walked)}`
    if (walked.outcome !== 'proven') return expect(walked.faults.length, name).toBeGreaterThan(0)
    const [is, was] = [walked.item!.answer, proven.item!.answer]
    expect({ ...is, records: was.records }, name).toEqual(was)
    if (stages === long && less.test(way.join('.'))) return expect(is.records.total).toBeGreaterThan(was.records.total)
    expect(harmless.test(way.join('.')), name).toBe(true)
    expect(is.records, name).toEqual(was.records)
  }

  const ways = () => someOf(waysInto(honest).slice(1), 6)

  test('refuses each member that was changed', async () => {
    for (const way of ways()) {
      const value = at(honest, way)
      const forged = changed(value)
      if (canonicalize(forged) !== canonicalize(value)) await refused(put(honest, way, forged), way, 'changed')
    }
  })

  test('refuses it without one of its members', async () => {
    for (const way of ways()) {
      await refused(put(honest, way, nothing), way, 'dropped')
    }
  })

  test('refuses it with one of its members twice', async () => {
    for (const way of ways()) {
      const parent = at(honest, way.slice(0, -1))
      if (!Array.isArray(parent)) continue
      const place = Number(way.at(-1))
      await refused(put(honest, way.slice(0, -1), parent.toSpliced(place, 0, parent[place])), way, 'doubled')
    }
  })

  test('refuses each member of another item’s proof in the place of its own', async () => {
    for (const way of ways()) {
      const [own, others] = [at(honest, way), at(other, way)]
      if (others !== undefined && canonicalize(own) !== canonicalize(others))
        await refused(put(honest, way, others), way, 'exchanged')
    }
  })

  test('refuses each member as something else than it is', async () => {
    for (const way of ways())
      for (const value of [null, -1, 'x', [], { length: 3 }, ['\ud800']])
        if (canonicalize(sound(at(honest, way))) !== canonicalize(sound(value)))
          await refused(put(honest, way, value), way, `as ${JSON.stringify(value)}`)
  })

  test('refuses the whole proof of another item', async () => {
    expect((await walkJson(other)).outcome).toBe('suspicious')
    expect((await walkJson([honest, other])).outcome).toBe('suspicious')
  })
})

/** Lone surrogates have no canonical form. */
const sound = (value: Value) => JSON.parse(JSON.stringify(value ?? null).replaceAll('\\ud800', '?')) as Value
