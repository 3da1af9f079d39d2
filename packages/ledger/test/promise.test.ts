import { describe, expect, it } from 'vitest'
import { encodeVerifierKey, parseCheckpoint } from '../src/index.ts'
import { generateSigner, signatureOf, signNote, addSignatures } from '../src/node.ts'
import { encodePromise, isPromisedBy, parsePromise, parsePromiseNote } from '../src/sealed.ts'

const bytes = (n: number) => new Uint8Array(32).fill(n)
const signer = generateSigner('trace.example/ledger')
const key = encodeVerifierKey(signer.key)
const promise = {
  origin: 'trace.example/ledger',
  subject: bytes(1),
  content: bytes(2),
  at: new Date('2026-11-27T04:05:06.789Z'),
}
const text = encodePromise(promise)
const note = signNote(text, [signer])

describe('the promise of an entry', () => {
  it('has exactly one form', () => {
    expect(text).toBe(
      'timbermark/promise@1\ntrace.example/ledger\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE\n' +
        'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI\n2026-11-27T04:05:06.789Z\n',
    )
    expect(parsePromise(text)).toEqual(promise)
    const others = [
      text.replace('@1', '@2'),
      text.replace('.789Z', 'Z'),
      text.replace('AQEB', 'AQE='),
      text.replace('AQEBAQEB', ''),
      text.replace('11-27', '13-27'),
      `${text}more\n`,
      text.slice(0, -1),
      text.replace('trace.example/ledger', ''),
    ]
    for (const other of others) expect(() => parsePromise(other)).toThrow()
    expect(() => encodePromise({ ...promise, content: bytes(2).slice(1) })).toThrow()
  })

  it('is verified with the key of the log that it names, and by no other', async () => {
    const parsed = parsePromiseNote(note)!
    expect(parsed).toMatchObject(promise)
    expect(await isPromisedBy(parsed, key)).toBe(true)
    expect(await isPromisedBy(parsed, encodeVerifierKey(generateSigner('trace.example/ledger').key))).toBe(false)
    expect(await isPromisedBy(parsed, 'no key')).toBe(false)
    // Signed by the key of another name, whatever the text says.
    const stranger = generateSigner('other.example/ledger')
    const foreign = parsePromiseNote(signNote(text, [stranger]))!
    expect(await isPromisedBy(foreign, encodeVerifierKey(stranger.key))).toBe(false)
    const changed = parsePromiseNote(note.replace('AgIC', 'AgID'))
    expect(changed && (await isPromisedBy(changed, key))).toBe(false)
    for (const bad of [
      '',
      'x',
      text,
      note.slice(0, -1),
      note + 'x'.repeat(1000),
      addSignatures(note, [signatureOf(text, stranger)]),
    ])
      expect(parsePromiseNote(bad)).toBeUndefined()
  })

  it('can never be taken for a checkpoint, nor a checkpoint for a promise', () => {
    expect(() => parseCheckpoint(text)).toThrow()
    expect(() => parsePromise(`timbermark/promise@1\n5\n${'A'.repeat(43)}=\n`)).toThrow()
    expect(() => parsePromise('trace.example/ledger\n5\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n')).toThrow()
  })
})
