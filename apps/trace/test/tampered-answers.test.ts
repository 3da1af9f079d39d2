import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import { canonicalize } from '@timbermark/ledger'
import { beforeAll, describe, expect, test } from 'vitest'
import { fellings, goodCode, item } from '../src/fixtures/journey.ts'
import { type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import type { WalkResult } from '../src/proof/proven.ts'
import { at, changed, nothing, type Path, pathsInto, put, type Value } from './mutations.ts'
import { summarize, walkJson } from './walk-helpers.ts'

/** At most `max` of the paths that differ only by list positions: the first ones and the last. */
function someOf(paths: readonly Path[], max: number): Path[] {
  const similar = Map.groupBy(paths, path => path.map(step => (typeof step === 'number' ? '*' : step)).join('.'))
  return [...similar.values()].flatMap(group =>
    group.length <= max ? group : [...group.slice(0, max - 1), group.at(-1)!],
  )
}

/**
 * Changes that do not affect the proof: the answer's own statement about its log, which is ignored; the server's clock while
 * nothing waits; a consistency proof that was not requested; today's database digest, when it is left out; how many of the closed
 * fields can never be opened again; and the order of unordered lists.
 */
const harmless =
  /^(log\.\w+|next|now|consistency|requests|chains|contents|(contents|chains\.\d+\.entries)\.\d+\.(today|forgotten|opened|closed))$/

/** A long history may be answered partly: then the page says so. */
const less = /^chains\.\d+\.entries(\.\d+)?$/

const rich: SealedOptions = { packed: true, renamedFrom: 'Teak flooring', voided: ['4102'] }
const long = [...item().stages, ...fellings(200)]
const cases: [name: string, stages: TraceStage[], options: SealedOptions][] = [
  ['complete', item().stages, rich],
  ['partial', long, { only: ['4101', '4104', '4109', '5133'] }],
]

describe.each(cases)('an answer that is %s', (_, stages, options) => {
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

  /** Expects that a forgery is not proven, unless it shows the same item and the change is harmless. */
  async function expectRefused(forged: Value, path: Path, what: string) {
    const walked = await walkJson(forged)
    const name = `${what} ${path.join('.')}: ${summarize(walked)}`
    if (walked.outcome !== 'proven') return expect(walked.faults.length, name).toBeGreaterThan(0)
    const [is, was] = [walked.item!.answer, proven.item!.answer]
    expect({ ...is, records: was.records }, name).toEqual(was)
    if (stages === long && less.test(path.join('.'))) return expect(is.records.total).toBeGreaterThan(was.records.total)
    // The same valid proof of a number, given twice, proves it once.
    const isRepeated = what === 'doubled' && /^requests\.\d$/.test(path.join('.'))
    expect(isRepeated || harmless.test(path.join('.')), name).toBe(true)
    expect(is.records, name).toEqual(was.records)
  }

  const paths = () => someOf(pathsInto(honest).slice(1), 6)

  test('is refused with any member changed', async () => {
    for (const path of paths()) {
      const value = at(honest, path)
      const forged = changed(value)
      if (canonicalize(forged) !== canonicalize(value)) await expectRefused(put(honest, path, forged), path, 'changed')
    }
  })

  test('is refused with any member removed', async () => {
    for (const path of paths()) {
      await expectRefused(put(honest, path, nothing), path, 'dropped')
    }
  })

  test('is refused with any list member duplicated', async () => {
    for (const path of paths()) {
      const parent = at(honest, path.slice(0, -1))
      if (!Array.isArray(parent)) continue
      const place = Number(path.at(-1))
      await expectRefused(put(honest, path.slice(0, -1), parent.toSpliced(place, 0, parent[place])), path, 'doubled')
    }
  })

  test('is refused with any member taken from another item’s proof', async () => {
    for (const path of paths()) {
      const [mine, others] = [at(honest, path), at(other, path)]
      if (others !== undefined && canonicalize(mine) !== canonicalize(others))
        await expectRefused(put(honest, path, others), path, 'exchanged')
    }
  })

  test('is refused with any member of another type', async () => {
    for (const path of paths())
      for (const value of [null, -1, 'x', [], { length: 3 }, ['\ud800']])
        if (canonicalize(wellFormed(at(honest, path))) !== canonicalize(wellFormed(value)))
          await expectRefused(put(honest, path, value), path, `as ${JSON.stringify(value)}`)
  })

  test('is refused when it is about another item', async () => {
    expect((await walkJson(other)).outcome).toBe('suspicious')
    expect((await walkJson([honest, other])).outcome).toBe('suspicious')
  })
})

/** Lone surrogates have no canonical form. */
const wellFormed = (value: Value) => JSON.parse(JSON.stringify(value ?? null).replaceAll('\\ud800', '?')) as Value
