import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  parseWitnessKey,
  encodeWitnessKey,
  encodeNote,
  openCheckpoint,
  parseNote,
  parseVerifierKey,
  readCosignatures,
  verifyCosignature,
} from '../src/index.ts'
import { addSignatures, generateSigner, signatureOf } from '../src/node.ts'
import { makeCosigner } from './cosigner.ts'

interface Witness {
  name: string
  key: string
  seed: string
  time: number
  line: string
}
interface Vectors {
  note: string
  logKey: string
  witnesses: Witness[]
  beyond: Witness
}

/** test/cosignature_vectors.py, which shares no code with this package, made these vectors. */
const vectors = JSON.parse(readFileSync(new URL('./vectors/cosignature.json', import.meta.url), 'utf8')) as Vectors

const { note, witnesses, logKey } = vectors
const keys = witnesses.map(({ key }) => parseWitnessKey(key))
const cosigned = `${note}${witnesses.map(({ line }) => `${line}\n`).join('')}`

describe('cosignatures of witnesses (C2SP tlog-cosignature)', () => {
  it('are found under a head by the names and keys of the witnesses', async () => {
    const cosignatures = await readCosignatures(parseNote(cosigned), keys)
    expect(cosignatures.map(({ name, time }) => ({ name, time }))).toEqual(
      witnesses.map(({ name, time }) => ({ name, time })),
    )
  })

  it('are byte for byte those of another implementation', () => {
    for (const { name, seed, time, line, key } of witnesses) {
      const cosigner = makeCosigner(name, new Uint8Array(Buffer.from(seed, 'hex')))
      expect(cosigner.verifierKey).toBe(key)
      const text = parseNote(note).text
      expect(encodeNote({ text, signatures: [cosigner.cosign(text, time)] })).toBe(`${text}\n${line}\n`)
    }
  })

  it('do not disturb the signature of the log', async () => {
    expect((await openCheckpoint(cosigned, logKey)).step).toEqual({ outcome: 'pass' })
  })

  it('count for the given witnesses only', async () => {
    expect(await readCosignatures(parseNote(cosigned), [])).toEqual([])
    expect((await readCosignatures(parseNote(cosigned), [keys[1]!])).map(({ name }) => name)).toEqual([
      witnesses[1]!.name,
    ])
    expect(await readCosignatures(parseNote(note), keys)).toEqual([])
  })

  it('are invalid for another head, time or key, and with a changed byte', async () => {
    const { text, signatures } = parseNote(cosigned)
    const [line] = signatures.slice(1)
    expect(await verifyCosignature(text, line!, keys[0]!)).toBe(1679315147)
    expect(await verifyCosignature(text.replace('1234', '1235'), line!, keys[0]!)).toBeNull()
    expect(await verifyCosignature(text, line!, keys[1]!)).toBeNull()
    for (const at of [0, 7, 8, 40, 71]) {
      const signature = line!.signature.slice()
      signature[at]! ^= 1
      expect(await verifyCosignature(text, { ...line!, signature }, keys[0]!)).toBeNull()
    }
    expect(await verifyCosignature(text, { ...line!, signature: line!.signature.slice(1) }, keys[0]!)).toBeNull()
  })

  it('are invalid when the witness signed the plain head, as a log does', async () => {
    const { text } = parseNote(note)
    const signer = generateSigner('witness.example')
    const { signature } = signatureOf(text, signer)
    const padded = new Uint8Array(72)
    padded.set(signature, 8)
    expect(await verifyCosignature(text, { name: signer.key.name, id: '', signature: padded }, signer.key)).toBeNull()
  })

  it('are refused with a time beyond 2^53 - 1', async () => {
    const { beyond } = vectors
    const key = parseWitnessKey(beyond.key)
    expect(await readCosignatures(parseNote(`${note}${beyond.line}\n`), [key])).toEqual([])
  })

  it('of the same witness count once, the newest', async () => {
    const cosigner = makeCosigner('w.example')
    const { text } = parseNote(note)
    const signed = addSignatures(
      note,
      [5, 9, 7].map(time => cosigner.cosign(text, time)),
    )
    expect((await readCosignatures(parseNote(signed), [cosigner.key])).map(({ time }) => time)).toEqual([9])
  })

  it('have keys of their own type', () => {
    expect(() => parseVerifierKey(witnesses[0]!.key)).toThrow('type 1')
    expect(() => parseWitnessKey(logKey)).toThrow('type 4')
    expect(encodeWitnessKey(keys[0]!)).toBe(witnesses[0]!.key)
  })
})
