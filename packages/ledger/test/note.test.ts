import { describe, expect, it } from 'vitest'
import {
  encodeNote,
  encodeVerifierKey,
  FormatError,
  MAX_SIGNATURES,
  parseNote,
  parseVerifierKey,
  toBase64,
  toHex,
  verifierKey,
  verifyNote,
} from '../src/index.ts'
import {
  addSignatures,
  encodeSigner,
  generateSigner,
  parseSigner,
  signatureOf,
  signNote,
  verifyNoteSync,
} from '../src/node.ts'

// The key pair and the note that the documentation of Go's note package prints.
const GO_VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const GO_SIGNER = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const GO_NOTE = `${GO_TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

const log = generateSigner('log.example/a')
const other = generateSigner('witness.example')
const TEXT = 'one\n\ntwo\n'

describe('keys of signed notes', () => {
  it('are parsed and written as other log software does', () => {
    const key = parseVerifierKey(GO_VERIFIER)
    expect([key.name, key.id, key.publicKey.length]).toEqual(['PeterNeumann', 'c74f20a3', 32])
    expect(encodeVerifierKey(key)).toBe(GO_VERIFIER)
    // The key of the public Go checksum database.
    const sum = parseVerifierKey('sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8')
    expect([sum.name, sum.id]).toEqual(['sum.golang.org', '033de0ae'])
    const signer = parseSigner(GO_SIGNER)
    expect(encodeSigner(signer)).toBe(GO_SIGNER)
    expect(signer.key).toEqual(key)
  })

  it('parse from their text form', () => {
    expect(parseVerifierKey(encodeVerifierKey(log.key))).toEqual(log.key)
    expect(parseSigner(encodeSigner(log)).key).toEqual(log.key)
  })

  it.each([
    ['another id', GO_VERIFIER.replace('c74f20a3', 'c74f20a4')],
    ['another name', GO_VERIFIER.replace('Peter', 'Paul')],
    ['an unknown type', `x+00000000+${toBase64(new Uint8Array(33).fill(2))}`],
    ['a short key', GO_VERIFIER.slice(0, -4)],
    ['base64 without its padding', 'x+00000000+AQ'],
    ['white space', `${GO_VERIFIER} `],
    ['upper-case hexadecimal', GO_VERIFIER.replace('c74f20a3', 'C74F20A3')],
    ['a missing part', 'PeterNeumann+c74f20a3'],
    ['nothing', ''],
  ])('with %s are refused', (_what, text) => {
    expect(() => parseVerifierKey(text)).toThrow(FormatError)
    expect(() => parseSigner(`PRIVATE+KEY+${text}`)).toThrow(FormatError)
  })

  it('have names without spaces, plus signs and control characters', () => {
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\u2003b', 'a\u0085b', 'a\nb', 'a\u0001b']) {
      expect(() => verifierKey(name, log.key.publicKey)).toThrow(FormatError)
    }
    expect(verifierKey('木材.example/日志', log.key.publicKey).name).toBe('木材.example/日志')
  })

  it('never reveal the secret in an error', () => {
    // The secret is base64, which may contain plus signs itself.
    const secret = encodeSigner(log).split('+').slice(4).join('+')
    for (const text of [`PRIVATE+KEY+x+00000000+${secret}`, `PRIVATE+KEY+${secret}`, secret]) {
      try {
        parseSigner(text)
        expect.unreachable()
      } catch (error) {
        expect(String(error)).not.toContain(secret)
      }
    }
  })
})

describe('signed notes', () => {
  it('of other software verify here, and signing gives the same bytes', async () => {
    expect(await verifyNote(parseNote(GO_NOTE), [parseVerifierKey(GO_VERIFIER)])).toBe('verified')
    expect(signNote(GO_TEXT, [parseSigner(GO_SIGNER)])).toBe(GO_NOTE)
  })

  it('keep empty lines within their text, and are split at the last one', () => {
    const note = parseNote(signNote(TEXT, [log, other]))
    expect(note.text).toBe(TEXT)
    expect(note.signatures.map(s => s.name)).toEqual(['log.example/a', 'witness.example'])
    expect(encodeNote(note)).toBe(signNote(TEXT, [log, other]))
  })

  it('are verified only when a trusted key signed, whoever else signed', async () => {
    const note = parseNote(signNote(TEXT, [other, log]))
    for (const verify of [verifyNote, verifyNoteSync]) {
      expect(await verify(note, [log.key])).toBe('verified')
      expect(await verify(note, [log.key, other.key])).toBe('verified')
      expect(await verify(note, [generateSigner('log.example/a').key])).toBe('unknownKey')
      expect(await verify(note, [])).toBe('unknownKey')
      expect(await verify({ ...note, text: 'one\n\nthree\n' }, [log.key])).toBe('badSignature')
    }
  })

  it('ignore what claims a known name or a known id, but not both', async () => {
    const genuine = signatureOf(TEXT, log)
    const junk = new Uint8Array(64)
    const signatures = [
      { ...genuine, name: 'log.example/b', signature: junk },
      { ...genuine, id: '00000000', signature: junk },
      genuine,
    ]
    expect(await verifyNote({ text: TEXT, signatures }, [log.key])).toBe('verified')
  })

  it('are rejected when one signature of a trusted key is invalid, even next to a valid one', async () => {
    const genuine = signatureOf(TEXT, log)
    const bad = { ...genuine, signature: genuine.signature.with(0, genuine.signature[0]! ^ 1) }
    for (const verify of [verifyNote, verifyNoteSync]) {
      expect(await verify({ text: TEXT, signatures: [genuine, bad] }, [log.key])).toBe('badSignature')
      expect(
        await verify({ text: TEXT, signatures: [{ ...genuine, signature: genuine.signature.slice(0, 63) }] }, [
          log.key,
        ]),
      ).toBe('badSignature')
    }
  })

  it('may have unknown types of signatures, also large ones, and at least sixteen of them', async () => {
    const large = { name: 'pq.example', id: '01020304', signature: new Uint8Array(5000).fill(7) }
    const note = addSignatures(signNote(TEXT, [log]), Array(15).fill(large))
    expect(parseNote(note).signatures).toHaveLength(16)
    expect(await verifyNote(parseNote(note), [log.key])).toBe('verified')
    expect(() => encodeNote({ text: TEXT, signatures: Array(MAX_SIGNATURES + 1).fill(large) })).toThrow(FormatError)
    const line = note.split('\n').at(-2)!
    expect(() => parseNote(`${note}${`${line}\n`.repeat(MAX_SIGNATURES)}`)).toThrow(FormatError)
  })

  const good = signNote(TEXT, [log])
  const signature = good.split('\n').at(-2)!
  it.each([
    ['no final newline', good.slice(0, -1)],
    ['no signature', TEXT],
    ['no signature after an empty line', `${TEXT}\n`],
    ['a hyphen for the dash', good.replace('\u2014', '-')],
    ['two spaces', good.replace('\u2014 ', '\u2014  ')],
    ['a signature without key id', `${TEXT}\n\u2014 log.example/a AAAA\n`],
    ['a signature that is only a key id', `${TEXT}\n\u2014 log.example/a AAAAAA==\n`],
    ['base64 with stray bits', `${TEXT}\n\u2014 log.example/a AAAAAAB=\n`],
    ['base64 without padding', `${TEXT}\n\u2014 log.example/a AAAAAAA\n`],
    ['a plus in the name', good.replace('log.example/a', 'log+a')],
    ['a carriage return', good.replace('one\n', 'one\r\n')],
    ['a tab', good.replace('one', 'o\tne')],
    ['a zero byte', good.replace('one', 'o\0ne')],
    ['a lone surrogate', good.replace('one', 'o\ud800ne')],
    ['text after the signatures', `${good}more\n`],
    ['an empty line after the signatures', `${good}\n`],
    ['only signatures', `\n${signature}\n`.slice(1)],
    ['nothing', ''],
  ])('with %s are refused', (_what, text) => {
    expect(() => parseNote(text)).toThrow(FormatError)
  })

  it('cannot be signed with a text that a note must not contain', () => {
    for (const text of ['no newline', 'a\rb\n', 'a\u0000\n', 'a\ud800\n'])
      expect(() => signNote(text, [log])).toThrow(FormatError)
    expect(() => signNote(TEXT, [])).toThrow(FormatError)
    expect(() =>
      encodeNote({ text: TEXT, signatures: [{ name: 'a b', id: '00000000', signature: new Uint8Array(1) }] }),
    ).toThrow(FormatError)
    expect(() =>
      encodeNote({ text: TEXT, signatures: [{ name: 'a', id: '0000', signature: new Uint8Array(1) }] }),
    ).toThrow(FormatError)
  })

  it('name their key by an id that depends on name, type and key', () => {
    expect(verifierKey('a', log.key.publicKey).id).not.toBe(verifierKey('b', log.key.publicKey).id)
    expect(toHex(log.key.publicKey)).toHaveLength(64)
  })
})
