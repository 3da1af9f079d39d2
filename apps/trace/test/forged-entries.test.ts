import { createHash } from 'node:crypto'
import { parseCode } from '@timbermark/codes'
import { traceCode } from '@timbermark/contract/calls'
import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import type { Json } from '@timbermark/ledger'
import { beforeAll, describe, expect, test } from 'vitest'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'
import { walkProof } from '../src/proof/walk.ts'
import { firstVisit, summarize, walkJson } from './walk-helpers.ts'

const parsed = parseCode(goodCode)
const requestNumber = parsed.ok ? parsed.request : 0

type Fields = { [name: string]: Json }

/** An item with little to say, of which something else was sealed than the walk expects. */
const few = item(goodCode, {
  stages: item()
    .stages.filter(({ stage }) => ['felling', 'packing', 'secondaryProcessing'].includes(stage))
    .map(record => ({ ...record, values: record.values.slice(0, 2), files: record.files.slice(0, 1) })),
})
const sealedAs = async (reword: (said: SealedFields) => SealedFields, options: SealedOptions = {}) =>
  walkJson(await sealedProofOf(few, { packed: true, ...options, reword }))
const of =
  (kind: string, change: (open: Fields) => Fields) =>
  (said: SealedFields): SealedFields =>
    said.open.kind === kind ? { ...said, open: change({ ...said.open }) } : said
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))

/** Fields of which many are alike once. */
const oneOfEach = (fields: Fields) => [
  ...new Map(Object.entries(fields).map(field => [field[0].replace(/\/.*/, ''), field])).values(),
]

/** What may be left out of its kind. */
const optional: { [kind: string]: RegExp } = {
  product: /^(image\/\d|video|reason)$/,
  mention: /^$/,
  record: /^(place|reason|codes|(document|value|file)\/.*)$/,
  enterprise: /^$/,
  batch: /^$/,
  request: /^$/,
  // Without its paper it says that there was none.
  certification: /^document\//,
  packing: /^$/,
}

describe('what is sealed as it should not be', () => {
  const kinds = Object.keys(optional)
  const fieldsOf = new Map<string, Fields>()
  beforeAll(async () => {
    await sealedProofOf(few, {
      packed: true,
      renamedFrom: 'Teak flooring',
      reword: said => {
        const kind = String(said.open.kind)
        fieldsOf.set(kind, { ...fieldsOf.get(kind), ...said.open })
        return said
      },
    })
  })

  test.each(kinds)('is no %s when a field is missing', async kind => {
    const names = oneOfEach(fieldsOf.get(kind)!).map(([name]) => name)
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      const walked = await sealedAs(of(kind, open => without(open, name)))
      const expected = optional[kind]!.test(name) ? /proven|suspicious/ : /suspicious/
      expect(walked.outcome, `${name}: ${summarize(walked)}`).toMatch(expected)
    }
  })

  test.each(kinds)('is no %s when a field is of another type, and nothing half is drawn', async kind => {
    for (const [name, is] of oneOfEach(fieldsOf.get(kind)!)) {
      for (const value of [null, -1.5, 'x', [], { zh: 1 }] as Json[]) {
        if (typeof is === typeof value && typeof is !== 'object') continue
        const walked = await sealedAs(of(kind, open => (name in open ? { ...open, [name]: value } : open)))
        const what = `${name} as ${JSON.stringify(value)}: ${summarize(walked)}`
        if (walked.outcome !== 'proven') {
          expect(walked.outcome, what).toBe('suspicious')
          continue
        }
        const { counts, ledger, warnings, papers } = item()
        const drawn = { ...walked.item!.answer, counts, ledger, warnings, papers }
        expect(traceCode.answer.safeParse(drawn).error?.issues ?? [], what).toEqual([])
      }
    }
  })

  test.each<[string, string, (said: SealedFields) => SealedFields]>([
    ['the request of another number', 'binding request', of('request', open => ({ ...open, number: 5 }))],
    ['a request with fewer codes', 'count request', of('request', open => ({ ...open, count: 12_345 }))],
    ['a batch of another enterprise', 'binding batch', of('batch', open => ({ ...open, enterprise: 'A'.repeat(43) }))],
    [
      'a batch of a product that is not there',
      'missing product',
      of('batch', open => ({ ...open, product: 'A'.repeat(43) })),
    ],
    [
      'a product of another enterprise',
      'binding product',
      of('product', open => ({ ...open, enterprise: 'A'.repeat(43) })),
    ],
    ['a batch that calls itself a product', 'binding batch', of('batch', open => ({ ...open, kind: 'product' }))],
    [
      'a file elsewhere',
      'field product',
      of('product', open => ({ ...open, 'image/0': { ...(open['image/0'] as Fields), file: '../../evil' } })),
    ],
    [
      'an image that has no number',
      'field product',
      of('product', open => ({ ...open, 'image/first': open['image/0']! })),
    ],
    [
      'a record of another stage',
      'binding 4101',
      of('record', open => (open.stage === 'felling' ? { ...open, stage: 'packing' } : open)),
    ],
    [
      'a record of another version',
      'binding 4101',
      of('record', open => (open.stage === 'felling' ? { ...open, version: 9 } : open)),
    ],
    [
      'a place that is none',
      'field 4101',
      of('record', open =>
        open.stage === 'felling' ? { ...open, place: { longitude: '181', latitude: '0', name: null } } : open,
      ),
    ],
    [
      'a step that does not follow from the one before',
      'missing certification',
      of('certification', open => (open.action === 'pass' ? { ...open, action: 'submit' } : open)),
    ],
    [
      'a result that the step does not have',
      'missing certification',
      of('certification', open => (open.action === 'authorize' ? { ...open, state: 'certified' } : open)),
    ],
    ['two steps of one number', 'entry certification', of('certification', open => ({ ...open, step: 11 }))],
    [
      'a copy of a paper that could run in the page',
      'field certification',
      of('certification', open =>
        'document/0' in open
          ? {
              ...open,
              'document/0': {
                ...(open['document/0'] as Fields),
                copies: [{ sha256: 'a0'.repeat(32), type: 'text/html' }],
              },
            }
          : open,
      ),
    ],
    ['a package in itself', 'binding block', of('packing', open => ({ ...open, parent: [requestNumber, 12_345] }))],
    [
      'a package beyond the count of its request',
      'count request',
      of('packing', open => ({ ...open, parent: [77, 20_000_000] })),
    ],
  ])('proves nothing: %s', async (_, fault, reword) => {
    const walked = await sealedAs(reword)
    expect(walked.outcome).toBe('suspicious')
    expect(summarize(walked)).toContain(fault)
  })

  test.each(['product', 'batch', 'request', 'mention', 'packing', 'certification'])(
    'keeps nothing of a %s back',
    async kind => {
      const walked = await sealedAs(said =>
        said.open.kind === kind ? { ...said, closed: { ...said.closed, status: 'voided' } } : said,
      )
      expect(summarize(walked)).toMatch(/^suspicious: field /)
    },
  )

  /** A record as an answer gives it that closes fields of it whose digests stay, and opens others. */
  const closing = (given: SealedProof['contents'][number], close: (name: string) => boolean, open: Json[] = []) => {
    const nameOf = (text: string) => String((JSON.parse(text) as Json[])[1])
    const hidden = given.opened.filter(text => close(nameOf(text)))
    return {
      ...given,
      opened: [...given.opened.filter(text => !hidden.includes(text)), ...open.map(field => JSON.stringify(field))],
      closed: [...given.closed, ...hidden.map(text => createHash('sha256').update(text).digest('base64url'))],
    }
  }

  test('keeps no open field of a record back, be it a value, a paper, a picture, its place or why it was corrected', async () => {
    const honest = await sealedProofOf(item())
    for (const name of ['value', 'document', 'file', 'place', 'reason', 'codes']) {
      let hidden = 0
      const contents = honest.contents.map(given => {
        const less = closing(given, field => field.split('/')[0] === name)
        hidden += less.closed.length - given.closed.length
        return less
      })
      expect(hidden, name).toBeGreaterThan(0)
      expect(summarize(await walkJson({ ...honest, contents })), name).toMatch(/^suspicious: field \d/)
    }
  })

  test('takes no closed field in the place of one that is kept back', async () => {
    // As the server knows it, who may open what is closed.
    const note: Json[] = ['A'.repeat(22), 'operator', 'somebody']
    const digest = createHash('sha256').update(JSON.stringify(note)).digest('base64url')
    const honest = await sealedProofOf(few, {
      reword: said => (said.open.kind === 'record' ? { ...said, knownClosed: [note] } : said),
    })
    const contents = honest.contents.map(given => {
      const less = closing(given, field => field.startsWith('value/'), [note])
      return { ...less, closed: less.closed.filter(one => one !== digest) }
    })
    expect(honest.contents.every(({ closed }) => closed.includes(digest))).toBe(true)
    expect(summarize(await walkJson(honest))).toBe('proven')
    expect(summarize(await walkJson({ ...honest, contents }))).toMatch(/^suspicious: field \d/)
  })

  test('opens no closed field of a step of certification in the place of its paper', async () => {
    const walked = await sealedAs(said => {
      if (said.open.kind !== 'certification' || !('document/0' in said.open)) return said
      const { 'document/0': paper, ...open } = said.open
      const { reason, ...closed } = said.closed as Fields
      return { ...said, open: { ...open, reason: reason! }, closed: { ...closed, 'document/0': paper! } }
    })
    expect(summarize(walked)).toMatch(/^suspicious: field certification/)
  })

  test('believes a record whose mention says nothing of its fields, as none did at first', async () => {
    const walked = await sealedAs(
      of('mention', mention => {
        const { closed: _, ...record } = mention.record as Fields
        return { ...mention, record }
      }),
    )
    expect(summarize(walked)).toBe('proven')
  })

  test('is no product that went over to another enterprise', async () => {
    const walked = await sealedAs(
      of('product', open => (open.name === 'Teak' ? { ...open, enterprise: 'A'.repeat(43) } : open)),
      { renamedFrom: 'Teak' },
    )
    expect(summarize(walked)).toBe('suspicious: binding product')
  })

  test('never says two things of one version of a record', async () => {
    const felling = few.stages.find(({ stage }) => stage === 'felling')!
    const twice: TraceStage[] = [...few.stages, { ...felling, happenedAt: '2025-03-05T10:05:00Z' }]
    expect(summarize(await walkJson(await sealedProofOf({ ...few, stages: twice })))).toContain(
      `entry ${felling.recordId}`,
    )
  })
})

describe('what waits', () => {
  const texts = (change: (opened: string[]) => string[]) => async () => {
    const proof = await sealedProofOf(item(), { waiting: ['4101'] })
    const chains = proof.chains.map(chain => ({
      ...chain,
      waiting: chain.waiting.map(statement => ({ ...statement, opened: change([...statement.opened]) })),
    }))
    return summarize(await walkJson({ ...proof, chains }))
  }
  const again = (text: string, salt: string) => JSON.stringify([salt, ...(JSON.parse(text) as Json[]).slice(1)])

  test.each([
    ['a salt that is too short', texts(([first, ...rest]) => [again(first!, 'AAAA'), ...rest])],
    ['two fields of one name', texts(all => [...all, again(all[0]!, 'A'.repeat(22))])],
    ['one field twice', texts(all => [...all, all[0]!])],
    ['a text that is not in NFC', texts(all => [...all, JSON.stringify(['A'.repeat(22), 'note', 'e\u0301'])])],
    ['another spelling of a text', texts(([first, ...rest]) => [` ${first}`, ...rest])],
    ['what is no field', texts(all => [...all, '[]'])],
  ])('is refused with %s', async (_, outcome) => {
    expect(await outcome()).toContain('suspicious: field records')
  })
})

describe('entries of a subject', () => {
  let honest: SealedProof
  beforeAll(async () => {
    honest = await sealedProofOf(few, { renamedFrom: 'Teak flooring' })
  })
  const [request, enterprise, product, records, block] = [0, 1, 3, 4, 5]
  const given = (at: number, change: (chain: SealedProof['chains'][number]) => object) =>
    walkJson({
      ...honest,
      chains: honest.chains.with(at, { ...honest.chains[at]!, ...change(honest.chains[at]!) }),
    }).then(summarize)

  test('are refused when the newest, the first or all of them are left out', async () => {
    expect(await given(product, ({ entries }) => ({ entries: entries.slice(0, -1) }))).toBe('suspicious: entry product')
    expect(await given(product, ({ entries }) => ({ entries: entries.slice(1) }))).toBe('suspicious: missing product')
    expect(await given(product, () => ({ entries: [] }))).toBe('suspicious: missing product')
    expect(await given(request, () => ({ entries: [] }))).toBe('suspicious: missing request')
    expect(await given(records, () => ({ entries: [] }))).toContain('suspicious: missing records')
  })

  test('are refused out of order, doubled, or with what is not theirs', async () => {
    expect(await given(product, ({ entries }) => ({ entries: entries.toReversed() }))).toBe('suspicious: entry product')
    expect(await given(product, ({ entries }) => ({ entries: [...entries, ...entries] }))).toBe(
      'suspicious: entry product',
    )
    expect(await given(product, () => ({ entries: honest.chains[enterprise]!.entries }))).toBe(
      'suspicious: entry product',
    )
    const two = { ...honest, chains: [...honest.chains, honest.chains[product]!] }
    expect(summarize(await walkJson(two))).toBe('suspicious: entry product')
  })

  test('are refused with a wrong path, even where none is needed', async () => {
    const inclusion = { index: 0, path: [] }
    expect(await given(product, ({ entries }) => ({ entries: entries.with(0, { ...entries[0]!, inclusion }) }))).toBe(
      'suspicious: entry product',
    )
  })

  test('are not absent because the index is said to have none', async () => {
    const none = { entries: [], index: { siblings: [], end: null } }
    expect(await given(block, () => none)).toContain('suspicious: index block')
    expect(await given(block, ({ index }) => ({ entries: [], index: { ...index, end: null } }))).toContain(
      'suspicious: index block',
    )
    expect(await given(block, () => ({ entries: [], index: honest.chains[records]!.index }))).toContain(
      'suspicious: index block',
    )
  })

  test('are not there because the index has those of another subject', async () => {
    const { index, entries } = honest.chains[records]!
    expect(await given(block, () => ({ index, entries }))).toContain('suspicious: index block')
    expect(await given(product, ({ index }) => ({ index: { ...index, end: { ...index.end!, seq: 1 } } }))).toBe(
      'suspicious: index product',
    )
  })

  test('are those of the code’s own block', async () => {
    expect(summarize(await walkJson({ ...honest, serial: 0 }))).toContain('suspicious: missing block')
    // That mention is about the next code, and was opened to nobody but its holder.
    expect(summarize(await walkJson({ ...honest, serial: honest.serial + 1 }))).toContain('suspicious: field block')
  })
})

async function taken<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  return { value: await work(), ms: performance.now() - began }
}

describe('an answer that cannot be read', () => {
  const refused = 'unavailable: unreadable checkpoint'

  test.each([null, 'x', 7, [], {}, { chains: [] }, [[]]])('tells nothing: %j', async given => {
    expect(summarize(await walkJson([given]))).toBe(refused)
  })

  test('is none at all', async () => {
    expect(summarize(await walkJson([]))).toBe(refused)
  })

  test('is one of more than anybody could read', async () => {
    const honest = await sealedProofOf(few)
    const content = honest.contents[0]!
    for (const contents of [
      Array.from({ length: 5_000 }, () => ({ ...content, opened: [] })),
      [{ ...content, opened: Array.from({ length: 500_000 }, () => '') }],
    ])
      expect(summarize(await walkProof([{ ...honest, contents }], firstVisit))).toBe(refused)
  })

  test('is one of 100 MB, which is not hashed', async () => {
    const honest = await sealedProofOf(few)
    const large = { ...honest, contents: [{ ...honest.contents[0]!, opened: ['x'.repeat(100_000_000)] }] }
    const written = await taken(async () => JSON.stringify(large).length)
    const walked = await taken(() => walkProof([large], firstVisit))
    expect(summarize(walked.value)).toBe(refused)
    // Hashing in plain script takes many times what writing does; to see that it is too large takes nothing.
    expect(walked.ms).toBeLessThan(written.ms)
  })

  test('says nothing against what another one shows to be wrong', async () => {
    const altered = await sealedProofOf(few, { altered: ['4101'] })
    expect((await walkJson([altered, null])).outcome).toBe('suspicious')
    expect((await walkJson([await sealedProofOf(few), null])).outcome).toBe('unavailable')
  })
})
