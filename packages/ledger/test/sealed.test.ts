import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError, fromHex, type Json, toHex } from '../src/index.ts'
import { sha256 } from '../src/node.ts'
import {
  blockSubject,
  checkChain,
  checkPartialChain,
  contentDigest,
  encodeEntry,
  encodeField,
  entryHash,
  fieldDigest,
  fromBase64Url,
  type OpenedEntry,
  parseEntry,
  parseField,
  plainRequestSubject,
  spanSubject,
  spansKey,
  splitIntoSpans,
  spansContaining,
  toBase64Url,
  withdrawalsSubject,
} from '../src/sealed.ts'

interface Vectors {
  fields: { salt: string; name: string; value: Json; text: string; digest: string }[]
  requests: { number: number; subject: string }[]
  blocks: { key: string; block: number; subject: string }[]
  withdrawals: { of: string; subject: string }[]
  chain: { subject: string; entries: (OpenedEntry & { seq: number; hash: string; content: string })[] }
}
const vectors = JSON.parse(readFileSync(new URL('vectors/sealed-v2.json', import.meta.url), 'utf8')) as Vectors

const subject = fromHex(vectors.chain.subject)
const chain = () => vectors.chain.entries.map(({ entry, opened, closed }) => ({ entry, opened, closed }))
const salt = (byte: number) => new Uint8Array(16).fill(byte)

describe('vectors of another implementation in another language', () => {
  it('fields', () => {
    expect(vectors.fields.length).toBeGreaterThan(8)
    for (const { salt, name, value, text, digest } of vectors.fields) {
      expect(encodeField({ name, value, salt: fromHex(salt) })).toBe(text)
      expect(parseField(text)).toEqual({ name, value, salt: fromHex(salt) })
      expect(toHex(fieldDigest(text))).toBe(digest)
    }
  })

  it('subjects that follow from a code', () => {
    for (const { number, subject } of vectors.requests) expect(toHex(plainRequestSubject(number))).toBe(subject)
    for (const number of [0, -1, 1.5, 2 ** 32, Number.NaN])
      expect(() => plainRequestSubject(number)).toThrow(RangeError)
    for (const { key, block, subject } of vectors.blocks) expect(toHex(blockSubject(fromHex(key), block))).toBe(subject)
    expect(() => blockSubject(new Uint8Array(31), 1)).toThrow(FormatError)
    expect(() => blockSubject(new Uint8Array(32), -1)).toThrow(RangeError)
    for (const { of, subject } of vectors.withdrawals) expect(toHex(withdrawalsSubject(fromHex(of)))).toBe(subject)
    expect(() => withdrawalsSubject(new Uint8Array(31))).toThrow(FormatError)
  })

  it('entries and their chain', () => {
    for (const { entry, hash, content, opened, closed } of vectors.chain.entries) {
      expect(encodeEntry(parseEntry(entry))).toBe(entry)
      expect(toHex(entryHash(entry))).toBe(hash)
      const digests = [...opened.map(text => fieldDigest(text)), ...closed.map(fromBase64Url)]
      expect(toHex(contentDigest(digests))).toBe(content)
      expect(toHex(contentDigest(digests.toReversed()))).toBe(content)
    }
    const checked = checkChain(subject, chain(), sha256)
    expect(checked).toMatchObject({ entries: vectors.chain.entries.map(({ seq }) => ({ seq })) })
  })
})

describe('a chain with missing entries', () => {
  const [first, second, third] = chain()
  const outcomeOf = (entries: OpenedEntry[], vouch: (seq: number) => boolean) => {
    const checked = checkPartialChain(subject, entries, ({ seq }) => vouch(seq))
    return 'fault' in checked ? `${checked.fault} ${checked.at}` : checked.entries.map(({ seq }) => seq).join(' ')
  }

  it('is valid if each entry that no later entry proves is logged', () => {
    expect(outcomeOf(chain(), seq => seq === 3)).toBe('1 2 3')
    expect(outcomeOf([second!, third!], seq => seq === 3)).toBe('2 3')
    expect(outcomeOf([first!, third!], seq => seq === 1 || seq === 3)).toBe('1 3')
    expect(outcomeOf([], () => false)).toBe('')
  })

  it('is invalid otherwise', () => {
    expect(outcomeOf(chain(), () => false)).toBe('unproven 2')
    expect(outcomeOf([first!, third!], seq => seq === 3)).toBe('unproven 0')
    expect(outcomeOf([first!, third!], seq => seq === 1)).toBe('unproven 1')
    expect(outcomeOf([third!, first!], () => true)).toBe('gap 1')
    expect(outcomeOf([third!, third!], () => true)).toBe('gap 1')
    expect(outcomeOf([first!, { ...second!, opened: second!.opened.slice(1) }], () => true)).toBe('content 1')
  })
})

describe('texts of fields and entries', () => {
  it.each([
    ['a short salt', { name: 'a', value: 1, salt: new Uint8Array(15) }],
    ['no name', { name: '', value: 1, salt: salt(1) }],
    ['a name that is not in NFC', { name: 'e\u0301', value: 1, salt: salt(1) }],
    ['a nested text that is not in NFC', { name: 'a', value: [{ b: 'e\u0301' }], salt: salt(1) }],
    ['a key that is not in NFC', { name: 'a', value: { 'e\u0301': 1 }, salt: salt(1) }],
    ['a lone surrogate', { name: 'a', value: '\ud800', salt: salt(1) }],
    ['no number', { name: 'a', value: Number.NaN, salt: salt(1) }],
  ])('refuses %s', (_what, field) => expect(() => encodeField(field)).toThrow(FormatError))

  it('are parsed only in canonical form: with each character removed, doubled or preceded by a space', () => {
    const [{ text } = { text: '' }] = vectors.fields
    const entry = vectors.chain.entries[1]!.entry
    for (const [original, read] of [
      [text, parseField],
      [entry, parseEntry],
    ] as const)
      for (let at = 0; at < original.length; at++)
        for (const other of [
          original.slice(0, at) + original.slice(at + 1),
          `${original.slice(0, at)} ${original.slice(at)}`,
          original.slice(0, at) + original[at] + original.slice(at),
        ]) {
          let again: string | undefined
          try {
            const value: unknown = read(other)
            again = read === parseEntry ? encodeEntry(value as never) : encodeField(value as never)
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError)
          }
          // A text that still parses is another value in canonical form.
          if (again !== undefined) expect(again).toBe(other)
        }
  })

  it('parses every entry that can be written, and no other spelling of it', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const entry = fc
      .record({ subject: hash, content: hash, before: hash, seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) })
      .map(({ before, ...rest }) => ({ ...rest, previous: rest.seq === 1 ? null : before }))
    fc.assert(
      fc.property(entry, one => {
        const text = encodeEntry(one)
        expect(parseEntry(text)).toEqual(one)
        const value = JSON.parse(text) as Record<string, unknown>
        for (const other of [
          `${text}\n`,
          ` ${text}`,
          JSON.stringify(value, null, 1),
          JSON.stringify({ type: value.type, ...value }),
          JSON.stringify({ ...value, z: 1 }),
          text.replace('entry@2', 'entry@1'),
          text.replace(`"seq":${one.seq}`, `"seq":${one.seq}.0`),
          text.replace(`"seq":${one.seq}`, `"seq":0${one.seq}`),
          text.replace(`"seq":${one.seq}`, '"seq":9007199254740993'),
          text.replace(`"seq":${one.seq}`, one.seq === 1 ? '"seq":2' : '"seq":1'),
          text.replace('"content"', '"\\u0063ontent"'),
        ])
          expect(() => parseEntry(other), other).toThrow(FormatError)
      }),
    )
  })

  it('refuses base64url with a wrong length, wrong characters or unused bits that are not zero', () => {
    for (const text of ['A', 'AB', 'AA=', 'A+AA', 'A/AA', ' AAA', 'AAAé'])
      expect(() => fromBase64Url(text)).toThrow(FormatError)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), bytes => {
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
      }),
    )
  })

  it('refuses an entry with invalid members', () => {
    const entry = { subject: salt(1), seq: 1, previous: null, content: new Uint8Array(32) }
    const good = { ...entry, subject: new Uint8Array(32) }
    expect(() => encodeEntry(entry)).toThrow(FormatError)
    expect(() => encodeEntry({ ...good, seq: 0 })).toThrow(RangeError)
    expect(() => encodeEntry({ ...good, seq: 2 })).toThrow(FormatError)
    expect(() => encodeEntry({ ...good, previous: new Uint8Array(32) })).toThrow(FormatError)
    expect(encodeEntry(good)).toContain('"previous":null')
    expect(() => contentDigest([new Uint8Array(31)])).toThrow(FormatError)
    expect(() => contentDigest([new Uint8Array(32), new Uint8Array(32)])).toThrow(FormatError)
  })
})

describe('a chain of entries', () => {
  const faultOf = (change: (entries: OpenedEntry[]) => OpenedEntry[] | undefined, of = subject) => {
    const entries = structuredClone(chain()) as OpenedEntry[]
    const checked = checkChain(of, change(entries) ?? entries, sha256)
    return 'fault' in checked ? `${checked.fault} ${checked.at}` : `${checked.entries.length} hold`
  }
  const allHold = `${vectors.chain.entries.length} hold`

  it('is valid as it was sealed, and with closed fields; the digests may have any order', () => {
    expect(faultOf(() => {})).toBe(allHold)
    const checked = checkChain(
      subject,
      chain().map(({ entry, opened, closed }) => ({
        entry,
        opened: opened.slice(1).toReversed(),
        closed: [...closed, toBase64Url(fieldDigest(opened[0]!))],
      })),
    )
    expect('entries' in checked && checked.entries.map(({ closed }) => closed)).toEqual(
      vectors.chain.entries.map(({ closed }) => closed.length + 1),
    )
    expect(faultOf(() => [])).toBe('0 hold')
  })

  it('is invalid after any change', () => {
    const other = encodeField({ name: 'other', value: 1, salt: salt(9) })
    expect({
      'of another subject': faultOf(() => {}, plainRequestSubject(8)),
      'its first missing': faultOf(entries => entries.slice(1)),
      'one in the middle missing': faultOf(entries => entries.toSpliced(1, 1)),
      'two exchanged': faultOf(([a, b, c]) => [a!, c!, b!]),
      'one twice': faultOf(([a, b]) => [a!, a!, b!]),
      'no text of an entry': faultOf(entries => void Object.assign(entries[1]!, { entry: '{}' })),
      'an entry rebuilt for a changed field': faultOf(entries => {
        const { previous, ...rest } = parseEntry(entries[0]!.entry)
        const content = contentDigest([fieldDigest(other)])
        Object.assign(entries[0]!, { entry: encodeEntry({ ...rest, previous, content }), opened: [other], closed: [] })
      }),
      'a field left out': faultOf(entries => void Object.assign(entries[1]!, { opened: entries[1]!.opened.slice(1) })),
      'a field more': faultOf(entries => void Object.assign(entries[1]!, { opened: [...entries[1]!.opened, other] })),
      'a field changed': faultOf(
        entries => void Object.assign(entries[1]!, { opened: [other, ...entries[1]!.opened.slice(1)] }),
      ),
      'a closed digest left out': faultOf(entries => void Object.assign(entries[0]!, { closed: [] })),
      'no digest': faultOf(entries => void Object.assign(entries[0]!, { closed: ['*'] })),
      'no text of a field': faultOf(entries => void Object.assign(entries[0]!, { opened: ['[1]'] })),
      'two fields of one name': faultOf(entries => {
        const two = [1, 2].map(value => encodeField({ name: 'other', value, salt: salt(value) }))
        Object.assign(entries[0]!, { opened: two })
      }),
    }).toEqual({
      'of another subject': 'subject 0',
      'its first missing': 'gap 0',
      'one in the middle missing': 'gap 1',
      'two exchanged': 'gap 1',
      'one twice': 'gap 1',
      'no text of an entry': 'entry 1',
      'an entry rebuilt for a changed field': 'link 1',
      'a field left out': 'content 1',
      'a field more': 'content 1',
      'a field changed': 'content 1',
      'a closed digest left out': 'content 0',
      'no digest': 'field 0',
      'no text of a field': 'field 0',
      'two fields of one name': 'twice 0',
    })
  })
})

describe('spans of codes', () => {
  const ranges: [from: number, to: number][] = [
    [0, 1],
    [31, 33],
    [0, 32],
    [5, 20_000_000],
    [0, 20_000_000],
    [1, 33_554_431],
    [1000, 1100],
    [32_767, 32_769],
  ]

  it.each(ranges)(
    'of %i to %i are at most nine, contain each code once, and are among the spans that contain it',
    (from, to) => {
      const spans = splitIntoSpans({ from, to })
      expect(spans.length).toBeLessThanOrEqual(9)
      const sorted = spans.toSorted((a, b) => a.from - b.from)
      expect([sorted[0]!.from, sorted.at(-1)!.to]).toEqual([from, to])
      for (const [at, one] of sorted.entries()) if (at > 0) expect(one.from).toBe(sorted[at - 1]!.to)
      for (const serial of [from, from + 1, Math.floor((from + to) / 2), to - 1].filter(one => one < to)) {
        const containing = spansContaining(serial, 33_554_432).map(({ level, span }) => `${level}/${span}`)
        const holding = spans.filter(one => one.from <= serial && serial < one.to)
        expect(holding).toHaveLength(1)
        expect(containing).toContain(`${holding[0]!.level}/${holding[0]!.span}`)
      }
    },
  )

  it('have only the levels that the number of codes in the request needs', () => {
    for (const count of [1, 32, 33, 1024, 1025, 20_000_000]) {
      const levels = spansContaining(0, count).length
      expect(32 ** levels).toBeGreaterThanOrEqual(count)
      for (const { level } of splitIntoSpans({ from: 0, to: count })) expect(level).toBeLessThanOrEqual(levels)
    }
  })

  it('have different subjects, depending on the key of the request', () => {
    const key = spansKey(new Uint8Array(32).fill(1))
    const subjects = [
      spanSubject(key, { level: 1, span: 0 }),
      spanSubject(key, { level: 2, span: 0 }),
      spanSubject(key, { level: 1, span: 1 }),
      spanSubject(spansKey(new Uint8Array(32).fill(2)), { level: 1, span: 0 }),
    ].map(toHex)
    expect(new Set(subjects).size).toBe(4)
    const again = createHash('sha256')
      .update('timbermark/span\0')
      .update(key)
      .update(Buffer.from([2, 0, 0, 0, 0]))
    expect(subjects[1]).toBe(again.digest('hex'))
    expect(() => spansKey(new Uint8Array(31))).toThrow(FormatError)
    expect(() => spanSubject(key, { level: 6, span: 0 })).toThrow(RangeError)
    expect(() => spanSubject(key, { level: 1, span: -1 })).toThrow(RangeError)
  })
})
