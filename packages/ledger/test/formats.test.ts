import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  checkpointFingerprint,
  checkProofFile,
  encodeCheckpoint,
  encodeProofFile,
  encodeVerifierKey,
  FormatError,
  fromBase64,
  fromHex,
  leafHash,
  nodeHash,
  parseCheckpoint,
  parseNote,
  parseProofFile,
  toBase64,
  toHex,
} from '../src/index.ts'
import { addSignatures, generateSigner, signatureOf, signNote } from '../src/node.ts'

const signer = generateSigner('log.example/timber')
const KEY = encodeVerifierKey(signer.key)
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

describe('base64 and hexadecimal', () => {
  it('decode to what was encoded', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    expect(fromBase64(toBase64(all))).toEqual(all)
    expect(fromHex(toHex(all))).toEqual(all)
    expect(toBase64(new Uint8Array(0))).toBe('')
  })

  it.each(['A', 'AA', 'AAA', 'AB==', 'AA=', 'AA==\n', ' AA==', 'A-_=', 'AAAA====', 'ÀAAA'])(
    'refuse %j as base64',
    text => {
      expect(() => fromBase64(text)).toThrow(FormatError)
    },
  )

  it.each(['a', 'zz', '0x00', ' 00'])('refuse %j as hexadecimal', text => {
    expect(() => fromHex(text)).toThrow(FormatError)
  })
})

describe('checkpoints (C2SP tlog-checkpoint)', () => {
  const sample = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`

  it('are parsed and written as the standard prints them', () => {
    const checkpoint = parseCheckpoint(sample)
    expect([checkpoint.origin, checkpoint.size, checkpoint.extensions]).toEqual([
      'example.com/behind-the-sofa',
      20852163,
      [],
    ])
    expect(encodeCheckpoint(checkpoint)).toBe(sample)
  })

  it('may have extension lines, and the size of an empty log', () => {
    const text = `a\n0\n${toBase64(new Uint8Array(32))}\nmore\nand more\n`
    expect(parseCheckpoint(text).extensions).toEqual(['more', 'and more'])
    expect(encodeCheckpoint(parseCheckpoint(text))).toBe(text)
  })

  it.each([
    ['a size with a leading zero', sample.replace('20852163', '020852163')],
    ['a negative size', sample.replace('20852163', '-1')],
    ['a size with a sign', sample.replace('20852163', '+5')],
    ['a size in hexadecimal', sample.replace('20852163', '0x10')],
    ['a size with a fraction', sample.replace('20852163', '5.0')],
    ['a size beyond 2^53', sample.replace('20852163', '9007199254740993')],
    ['a short root', sample.replace(/Cs.*\n/, 'AAAA\n')],
    ['a root that is no base64', sample.replace('CsUY', 'Cs_Y')],
    ['no root', 'a\n1\n'],
    ['an empty origin', sample.replace('example.com/behind-the-sofa', '')],
    ['an empty extension line', `${sample}\n`],
    ['no final newline', sample.slice(0, -1)],
    ['nothing', ''],
  ])('with %s are refused', (_what, text) => {
    expect(() => parseCheckpoint(text)).toThrow(FormatError)
  })

  it('cannot be written with an invalid line, size or root', () => {
    const good = { origin: 'a', size: 1, root: new Uint8Array(32), extensions: [] }
    for (const change of [
      { origin: '' },
      { origin: 'a\nb' },
      { size: -1 },
      { size: 1.5 },
      { root: new Uint8Array(31) },
      { extensions: [''] },
    ]) {
      expect(() => encodeCheckpoint({ ...good, ...change })).toThrow(FormatError)
    }
  })

  it('have a fingerprint of the signed text, which cosignatures do not change', () => {
    const note = signNote(sample, [signer])
    const witnessed = addSignatures(note, [signatureOf(sample, generateSigner('witness.example'))])
    expect(checkpointFingerprint(note)).toBe(createHash('sha256').update(sample).digest('hex'))
    expect(checkpointFingerprint(witnessed)).toBe(checkpointFingerprint(note))
    expect(parseNote(witnessed).signatures).toHaveLength(2)
  })
})

describe('proof files (C2SP tlog-proof)', () => {
  const entries = ['first', 'second', 'third'].map(bytes)
  const [a, b, c] = entries.map(entry => leafHash(entry)) as [Uint8Array, Uint8Array, Uint8Array]
  const root = nodeHash(nodeHash(a, b), c)
  const checkpoint = signNote(
    encodeCheckpoint({ origin: signer.key.name, size: 3, root, extensions: ['timbermark/requests 184'] }),
    [signer],
  )
  const file = encodeProofFile({ index: 1, path: [a, c], checkpoint })

  it('have the lines of the standard', () => {
    expect(file).toBe(`c2sp.org/tlog-proof@v1\nindex 1\n${toBase64(a)}\n${toBase64(c)}\n\n${checkpoint}`)
    expect(parseProofFile(file)).toEqual({ index: 1, path: [a, c], checkpoint })
    const withExtra = encodeProofFile({ index: 0, path: [], checkpoint, extra: bytes('x') })
    expect(withExtra).toMatch(/^c2sp.org\/tlog-proof@v1\nextra eA==\nindex 0\n\n/)
    expect(parseProofFile(withExtra)).toEqual({ index: 0, path: [], checkpoint, extra: bytes('x') })
  })

  it('are checked offline against the entry and the key of the log', async () => {
    expect(await checkProofFile(entries[1]!, file, KEY)).toBe('match')
    expect(await checkProofFile(entries[0]!, file, KEY)).toBe('mismatch')
    expect(await checkProofFile(entries[1]!, file.replace('index 1', 'index 0'), KEY)).toBe('mismatch')
    expect(await checkProofFile(entries[1]!, file.replace('index 1', 'index 3'), KEY)).toBe('mismatch')
    expect(await checkProofFile(entries[1]!, file, KEY, 'another.example')).toBe('mismatch')
    expect(await checkProofFile(entries[1]!, file, encodeVerifierKey(generateSigner(signer.key.name).key))).toBe(
      'mismatch',
    )
    expect(await checkProofFile(entries[1]!, file.replace('\n3\n', '\n4\n'), KEY)).toBe('mismatch')
    expect(await checkProofFile(entries[1]!, file, 'no key')).toBe('unknown')
    expect(await checkProofFile(entries[1]!, 'no proof', KEY)).toBe('unknown')
  })

  it.each([
    ['another version', file.replace('@v1', '@v2')],
    ['no index', file.replace('index 1\n', '')],
    ['an index with a leading zero', file.replace('index 1', 'index 01')],
    ['an index beyond 2^53', file.replace('index 1', 'index 9007199254740993')],
    ['a short hash', file.replace(toBase64(a), 'AAAA')],
    ['a hash that is no base64', file.replace(toBase64(a), '????')],
    ['an empty extra', file.replace('index', 'extra \nindex')],
    ['extra behind the index', file.replace('index 1', 'index 1\nextra eA==')],
    ['more hashes than a tree is high', file.replace('index 1\n', `index 1\n${`${toBase64(a)}\n`.repeat(60)}`)],
    ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 1\n'],
    ['nothing', ''],
  ])('with %s are refused', (_what, text) => {
    expect(() => parseProofFile(text)).toThrow(FormatError)
  })

  it('cannot be written with an invalid index, an invalid hash or an empty extra', () => {
    for (const change of [
      { index: -1 },
      { index: 0.5 },
      { path: [new Uint8Array(31)] },
      { extra: new Uint8Array(0) },
    ]) {
      expect(() => encodeProofFile({ index: 1, path: [a, c], checkpoint, ...change })).toThrow(FormatError)
    }
  })
})
