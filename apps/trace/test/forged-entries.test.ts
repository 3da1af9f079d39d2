import { createHash } from 'node:crypto'
import { parseCode } from '@timbermark/codes'
import { traceCode } from '@timbermark/contract/calls'
import type { SealedProof, TraceStage } from '@timbermark/contract/trace'
import type { Json } from '@timbermark/ledger'
import { beforeAll, describe, expect, test } from 'vitest'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { requestKeyFrom, type SealedOptions, sealedProofOf } from '../src/fixtures/proof.ts'
import type { SealedFields } from '../src/fixtures/sealed-log.ts'
import { walkProof } from '../src/proof/walk.ts'
import { firstVisit, summarize, walkJson } from './walk-helpers.ts'

const parsed = parseCode(goodCode)
const requestNumber = parsed.ok ? parsed.request : 0

type Fields = { [name: string]: Json }

/** A small item, for which other fields are sealed than the walk expects. */
const few = item(goodCode, {
  stages: item()
    .stages.filter(({ stage }) => ['felling', 'packing', 'secondaryProcessing'].includes(stage))
    .map(record => ({ ...record, values: record.values.slice(0, 2), files: record.files.slice(0, 1) })),
})
const walkSealed = async (reword: (fields: SealedFields) => SealedFields, options: SealedOptions = {}) =>
  walkJson(await sealedProofOf(few, { packed: true, ...options, reword }))
const of =
  (kind: string, change: (open: Fields) => Fields) =>
  (fields: SealedFields): SealedFields =>
    fields.open.kind === kind ? { ...fields, open: change({ ...fields.open }) } : fields
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))

/** One field of each family. */
const oneOfEach = (fields: Fields) => [
  ...new Map(Object.entries(fields).map(field => [field[0].replace(/\/.*/, ''), field])).values(),
]

/** Fields that may be missing, by kind. */
const optional: { [kind: string]: RegExp } = {
  product: /^(image\/\d|video|reason)$/,
  mention: /^$/,
  record: /^(place|reason|codes|(document|value|file)\/.*)$/,
  enterprise: /^$/,
  batch: /^$/,
  // Without it the codes have format 1.
  request: /^codeFormat$/,
  // A step without papers is valid.
  certification: /^document\//,
  packing: /^$/,
}

describe('wrongly sealed entries', () => {
  const kinds = Object.keys(optional)
  const fieldsOf = new Map<string, Fields>()
  beforeAll(async () => {
    await sealedProofOf(few, {
      packed: true,
      renamedFrom: 'Teak flooring',
      reword: fields => {
        const kind = String(fields.open.kind)
        fieldsOf.set(kind, { ...fieldsOf.get(kind), ...fields.open })
        return fields
      },
    })
  })

  test.each(kinds)('are refused as %s when a field is missing', async kind => {
    const names = oneOfEach(fieldsOf.get(kind)!).map(([name]) => name)
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      const walked = await walkSealed(of(kind, open => without(open, name)))
      const expected = optional[kind]!.test(name) ? /proven|suspicious/ : /suspicious/
      expect(walked.outcome, `${name}: ${summarize(walked)}`).toMatch(expected)
    }
  })

  test.each(kinds)('are refused as %s when a field has another type, and nothing invalid is drawn', async kind => {
    for (const [name, is] of oneOfEach(fieldsOf.get(kind)!)) {
      for (const value of [null, -1.5, 'x', [], { zh: 1 }] as Json[]) {
        if (typeof is === typeof value && typeof is !== 'object') continue
        const walked = await walkSealed(of(kind, open => (name in open ? { ...open, [name]: value } : open)))
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

  test.each<[string, string, (fields: SealedFields) => SealedFields]>([
    ['the request of another number', 'binding request', of('request', open => ({ ...open, number: 5 }))],
    ['a request with fewer codes', 'count request', of('request', open => ({ ...open, count: 12_345 }))],
    ['a batch of another enterprise', 'binding batch', of('batch', open => ({ ...open, enterprise: 'A'.repeat(43) }))],
    [
      'a batch of a product that does not exist',
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
      'a file id with a path',
      'field product',
      of('product', open => ({ ...open, 'image/0': { ...(open['image/0'] as Fields), file: '../../evil' } })),
    ],
    [
      'an image without a number',
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
      'an invalid place',
      'field 4101',
      of('record', open =>
        open.stage === 'felling' ? { ...open, place: { longitude: '181', latitude: '0', name: null } } : open,
      ),
    ],
    [
      'a step that does not follow from the step before',
      'missing certification',
      of('certification', open => (open.action === 'pass' ? { ...open, action: 'submit' } : open)),
    ],
    [
      'a state that the step does not lead to',
      'missing certification',
      of('certification', open => (open.action === 'authorize' ? { ...open, state: 'certified' } : open)),
    ],
    ['two steps with one number', 'entry certification', of('certification', open => ({ ...open, step: 11 }))],
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
      of('packing', open => ({ ...open, parent: [77, 2 ** 25] })),
    ],
  ])('are refused: %s', async (_, fault, reword) => {
    const walked = await walkSealed(reword)
    expect(walked.outcome).toBe('suspicious')
    expect(summarize(walked)).toContain(fault)
  })

  test.each(['product', 'batch', 'request', 'mention', 'packing', 'certification'])(
    'are refused as %s with an additional closed field',
    async kind => {
      const walked = await walkSealed(fields =>
        fields.open.kind === kind ? { ...fields, closed: { ...fields.closed, status: 'voided' } } : fields,
      )
      expect(summarize(walked)).toMatch(/^suspicious: field /)
    },
  )

  test.each<[string, Json]>([
    ['an empty range', [[5, 5]]],
    ['a reversed range', [[20_000_000, 0]]],
    [
      'an empty range next to a valid one',
      [
        [0, 20_000_000],
        [7, 7],
      ],
    ],
    ['a range with three ends', [[0, 5, 20_000_000]]],
    ['a range from a negative serial', [[-1, 20_000_000]]],
  ])('are refused when their serials are %s', async (_, codes) => {
    for (const [kind, about] of [
      ['mention', 'block'],
      ['packing', 'packing'],
      ['certification', 'certification'],
    ] as const) {
      const reword = of(kind, open => ('codes' in open ? { ...open, codes } : open))
      // Such a range contains no code: if it were accepted, it would hide the entry from every reader.
      expect(summarize(await walkSealed(reword)), kind).toContain(`field ${about}`)
    }
    const recall = { reason: 'R', advice: 'A', contact: 'C', since: '2025-07-01T00:00:00Z', lifted: null }
    const recalled = of('request', open => ({ ...open, recalls: [{ ...recall, codes }] }))
    expect(summarize(await walkSealed(recalled))).toContain('field request')
  })

  /** A record in an answer with some fields closed (their digests remain) and others opened. */
  const closing = (content: SealedProof['contents'][number], close: (name: string) => boolean, open: Json[] = []) => {
    const nameOf = (text: string) => String((JSON.parse(text) as Json[])[1])
    const hidden = content.opened.filter(text => close(nameOf(text)))
    return {
      ...content,
      opened: [...content.opened.filter(text => !hidden.includes(text)), ...open.map(field => JSON.stringify(field))],
      closed: [...content.closed, ...hidden.map(text => createHash('sha256').update(text).digest('base64url'))],
    }
  }

  test('are refused when an open field of a record is closed: a value, paper, picture, place or reason', async () => {
    const honest = await sealedProofOf(item())
    for (const name of ['value', 'document', 'file', 'place', 'reason', 'codes']) {
      let hidden = 0
      const contents = honest.contents.map(content => {
        const less = closing(content, field => field.split('/')[0] === name)
        hidden += less.closed.length - content.closed.length
        return less
      })
      expect(hidden, name).toBeGreaterThan(0)
      expect(summarize(await walkJson({ ...honest, contents })), name).toMatch(/^suspicious: field \d/)
    }
  })

  test('are refused when an opened private field takes the place of a closed one', async () => {
    // The server knows the salts of closed fields and could open them.
    const note: Json[] = ['A'.repeat(22), 'operator', 'somebody']
    const digest = createHash('sha256').update(JSON.stringify(note)).digest('base64url')
    const honest = await sealedProofOf(few, {
      reword: fields => (fields.open.kind === 'record' ? { ...fields, knownClosed: [note] } : fields),
    })
    const contents = honest.contents.map(content => {
      const less = closing(content, field => field.startsWith('value/'), [note])
      return { ...less, closed: less.closed.filter(one => one !== digest) }
    })
    expect(honest.contents.every(({ closed }) => closed.includes(digest))).toBe(true)
    expect(summarize(await walkJson(honest))).toBe('proven')
    expect(summarize(await walkJson({ ...honest, contents }))).toMatch(/^suspicious: field \d/)
  })

  test('are refused when a step of certification opens a private field instead of its paper', async () => {
    const walked = await walkSealed(fields => {
      if (fields.open.kind !== 'certification' || !('document/0' in fields.open)) return fields
      const { 'document/0': paper, ...open } = fields.open
      const { reason, ...closed } = fields.closed as Fields
      return { ...fields, open: { ...open, reason: reason! }, closed: { ...closed, 'document/0': paper! } }
    })
    expect(summarize(walked)).toMatch(/^suspicious: field certification/)
  })

  test('F8: are accepted without the declaration of closed fields only from mentions of before it existed', async () => {
    const undeclared = (at: string) =>
      of('mention', mention => {
        const { closed: _, ...record } = mention.record as Fields
        return { ...mention, at, record }
      })
    const inOldLog = async (at: string) => {
      const proof = await sealedProofOf(few, { packed: true, isPlain: true, reword: undeclared(at) })
      return summarize(await walkJson(proof, { requestKey: requestKeyFrom(2 ** 25) }))
    }
    expect(await inOldLog('2026-11-26T23:59:59Z')).toBe('proven')
    expect(await inOldLog('2026-11-27T00:00:00Z')).toContain('suspicious: field')
    // A log that began with its request key has none of them, whatever time its operator writes into one.
    expect(summarize(await walkSealed(undeclared('2026-11-26T23:59:59Z')))).toContain('suspicious: field')
  })

  test('are refused when a product moves to another enterprise', async () => {
    const walked = await walkSealed(
      of('product', open => (open.name === 'Teak' ? { ...open, enterprise: 'A'.repeat(43) } : open)),
      { renamedFrom: 'Teak' },
    )
    expect(summarize(walked)).toBe('suspicious: binding product')
  })

  test('are refused with two different mentions of one version of a record', async () => {
    const felling = few.stages.find(({ stage }) => stage === 'felling')!
    const twice: TraceStage[] = [...few.stages, { ...felling, happenedAt: '2025-03-05T10:05:00Z' }]
    expect(summarize(await walkJson(await sealedProofOf({ ...few, stages: twice })))).toContain(
      `entry ${felling.recordId}`,
    )
  })
})

describe('a waiting entry', () => {
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
    ['an invalid field', texts(all => [...all, '[]'])],
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
  const walkChanged = (at: number, change: (chain: SealedProof['chains'][number]) => object) =>
    walkJson({
      ...honest,
      chains: honest.chains.with(at, { ...honest.chains[at]!, ...change(honest.chains[at]!) }),
    }).then(summarize)

  test('are refused when the newest, the first or all of them are left out', async () => {
    expect(await walkChanged(product, ({ entries }) => ({ entries: entries.slice(0, -1) }))).toBe(
      'suspicious: entry product',
    )
    expect(await walkChanged(product, ({ entries }) => ({ entries: entries.slice(1) }))).toBe(
      'suspicious: missing product',
    )
    expect(await walkChanged(product, () => ({ entries: [] }))).toBe('suspicious: missing product')
    expect(await walkChanged(request, () => ({ entries: [] }))).toBe('suspicious: missing request')
    expect(await walkChanged(records, () => ({ entries: [] }))).toContain('suspicious: missing records')
  })

  test('are refused out of order, duplicated, or of another subject', async () => {
    expect(await walkChanged(product, ({ entries }) => ({ entries: entries.toReversed() }))).toBe(
      'suspicious: entry product',
    )
    expect(await walkChanged(product, ({ entries }) => ({ entries: [...entries, ...entries] }))).toBe(
      'suspicious: entry product',
    )
    expect(await walkChanged(product, () => ({ entries: honest.chains[enterprise]!.entries }))).toBe(
      'suspicious: entry product',
    )
    const two = { ...honest, chains: [...honest.chains, honest.chains[product]!] }
    expect(summarize(await walkJson(two))).toBe('suspicious: entry product')
  })

  test('are refused with a wrong path, even where no path is needed', async () => {
    const inclusion = { index: 0, path: [] }
    expect(
      await walkChanged(product, ({ entries }) => ({ entries: entries.with(0, { ...entries[0]!, inclusion }) })),
    ).toBe('suspicious: entry product')
  })

  test('are refused when the index falsely claims that there are none', async () => {
    const none = { entries: [], index: { siblings: [], end: null } }
    expect(await walkChanged(block, () => none)).toContain('suspicious: index block')
    expect(await walkChanged(block, ({ index }) => ({ entries: [], index: { ...index, end: null } }))).toContain(
      'suspicious: index block',
    )
    expect(await walkChanged(block, () => ({ entries: [], index: honest.chains[records]!.index }))).toContain(
      'suspicious: index block',
    )
  })

  test('are refused with the index proof of another subject', async () => {
    const { index, entries } = honest.chains[records]!
    expect(await walkChanged(block, () => ({ index, entries }))).toContain('suspicious: index block')
    expect(await walkChanged(product, ({ index }) => ({ index: { ...index, end: { ...index.end!, seq: 1 } } }))).toBe(
      'suspicious: index product',
    )
  })

  test('are refused in the block of another code', async () => {
    // With a code of format 2 this ends before: the code states its own serial.
    const older = await sealedProofOf(few, { packed: true, codeFormat: 1 })
    expect(summarize(await walkJson({ ...older, serial: 0 }))).toContain('suspicious: missing block')
    // That mention is about the next code and is open only for its holder.
    expect(summarize(await walkJson({ ...older, serial: older.serial + 1 }))).toContain('suspicious: field block')
  })
})

async function measure<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  return { value: await work(), ms: performance.now() - began }
}

describe('an unreadable answer', () => {
  const refused = 'unavailable: unreadable checkpoint'

  test.each([null, 'x', 7, [], {}, { chains: [] }, [[]]])('is unavailable: %j', async walkChanged => {
    expect(summarize(await walkJson([walkChanged]))).toBe(refused)
  })

  test('may be no answer at all', async () => {
    expect(summarize(await walkJson([]))).toBe(refused)
  })

  test('has too many values', async () => {
    const honest = await sealedProofOf(few)
    const content = honest.contents[0]!
    for (const contents of [
      Array.from({ length: 5_000 }, () => ({ ...content, opened: [] })),
      [{ ...content, opened: Array.from({ length: 500_000 }, () => '') }],
    ])
      expect(summarize(await walkProof([{ ...honest, contents }], firstVisit))).toBe(refused)
  })

  test('of 100 MB is refused before hashing', async () => {
    const honest = await sealedProofOf(few)
    const large = { ...honest, contents: [{ ...honest.contents[0]!, opened: ['x'.repeat(100_000_000)] }] }
    const written = await measure(async () => JSON.stringify(large).length)
    const walked = await measure(() => walkProof([large], firstVisit))
    expect(summarize(walked.value)).toBe(refused)
    // Hashing in JavaScript takes many times as long as serializing; noticing the size takes almost no time.
    expect(walked.ms).toBeLessThan(written.ms)
  })

  test('does not hide a contradiction in another answer', async () => {
    const altered = await sealedProofOf(few, { altered: ['4101'] })
    expect((await walkJson([altered, null])).outcome).toBe('suspicious')
    expect((await walkJson([await sealedProofOf(few), null])).outcome).toBe('unavailable')
  })
})
