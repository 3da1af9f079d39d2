import { encodeVerifierKey } from '@timbermark/ledger'
import { generateSigner, signerFromSeed } from '@timbermark/ledger/node'
import { fromBase64Url, parsePromiseNote, toBase64Url } from '@timbermark/ledger/sealed'
import type { SealedProof } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatEvidence, parseEvidence } from '../src/evidence/evidence-file.ts'
import { createPromiseStore } from '../src/browser/promise-store.ts'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { fixtureNow, promiseOf, requestKey, sealedProofOf, verifierKeys } from '../src/fixtures/proof.ts'
import { maxKeptPromises, noPromises } from '../src/proof/kept-promises.ts'
import { summarize, walkJson } from './walk-helpers.ts'

const hour = 3_600_000
const day = 24 * hour
const waiting = { waiting: ['4101'] }
let before: SealedProof
let note: string

/** The one entry that waits, with its chain. */
const waitingIn = ({ chains }: SealedProof) => {
  const chain = chains.find(({ waiting }) => waiting.length > 0)!
  return { subject: fromBase64Url(chain.subject), entry: chain.waiting[0]! }
}
/** The answer with another promise for what waits. */
const withPromise = (proof: SealedProof, promise: string | null): SealedProof => ({
  ...proof,
  chains: proof.chains.map(chain => ({ ...chain, waiting: chain.waiting.map(one => ({ ...one, promise })) })),
})

beforeAll(async () => {
  before = await sealedProofOf(item(), waiting)
  note = waitingIn(before).entry.promise!
})

describe('a promise in an answer', () => {
  test('is verified, and given to be kept', async () => {
    const walk = await walkJson(before)
    expect(summarize(walk)).toBe('waiting')
    expect(walk.item!.pending).toMatchObject([{ isPromised: true, since: new Date(fixtureNow - 60_000).toISOString() }])
    expect(walk.promises).toEqual({ ...noPromises, received: [note] })
  })

  test('tells by its signed time when the entry was handed over', async () => {
    const claimed = structuredClone(before)
    waitingIn(claimed).entry.since = '2020-01-01T00:00:00Z'
    expect((await walkJson(claimed)).item!.pending[0]!.since).toBe(new Date(fixtureNow - 60_000).toISOString())
  })

  test('that is missing or forged leaves what waits merely stated, and is not kept', async () => {
    const { subject } = waitingIn(before)
    const { content } = parsePromiseNote(note)!
    const at = new Date(fixtureNow - 60_000)
    const forged = {
      none: null,
      garbage: 'garbage',
      'of another subject': promiseOf({ subject: new Uint8Array(32), content, at }),
      'of another content': promiseOf({ subject, content: new Uint8Array(32), at }),
      'by another key': promiseOf({ subject, content, at }, generateSigner('demo.timbermark.example/ledger')),
      'by another log': promiseOf({ subject, content, at }, generateSigner('other.example/ledger')),
      'from the future': promiseOf({ subject, content, at: new Date(fixtureNow + day + 1) }),
      'with a changed time': note.replace('2025-07-02', '2025-07-03'),
      'with two signatures': `${note}${note.slice(note.lastIndexOf('—'))}`,
    }
    for (const [name, promise] of Object.entries(forged)) {
      const walk = await walkJson(withPromise(before, promise))
      expect([name, summarize(walk), walk.item!.pending[0]!.isPromised]).toEqual([name, 'waiting', false])
      expect(walk.promises).toEqual(noPromises)
    }
    // A reader's clock that is behind does not make an honest one a promise from the future.
    const slow = await walkJson(before, { now: fixtureNow - 12 * hour })
    expect(slow.item!.pending[0]!.isPromised).toBe(true)
  })

  test('is overdue when its entry still waited a day later, by signed times alone', async () => {
    const after = async (waitedMs: number, change = {}) =>
      summarize(await walkJson({ ...(await sealedProofOf(item(), { ...waiting, waitedMs })), ...change }))
    expect(await after(day)).toBe('waiting')
    expect(await after(day + 1)).toBe('suspicious: age 4101')
    expect(await after(day + 1, { now: new Date(fixtureNow - day).toISOString() })).toBe('suspicious: age 4101')
    expect(await after(-60_000)).toBe('waiting')
    // Without a promise there is no signed time to measure from.
    const unpromised = await sealedProofOf(item(), { ...waiting, waitedMs: 3 * day, isPromised: false })
    expect(summarize(await walkJson(unpromised))).toBe('waiting')
  })

  test('replayed for an entry that is in the log makes nothing wait', async () => {
    const honest = await sealedProofOf(item())
    const { entry } = waitingIn(before)
    // The fixture seals alike on every run, so the entry is the same one.
    const chains = honest.chains.map(chain =>
      chain.subject === toBase64Url(waitingIn(before).subject) ? { ...chain, waiting: [entry] } : chain,
    )
    const walk = await walkJson({ ...honest, chains })
    expect(summarize(walk)).toBe('proven')
    expect(walk.promises.received).toEqual([])
  })

  test('is verified for at most 32 entries of an answer', async () => {
    const many = structuredClone(before)
    const { subject } = waitingIn(many)
    const chain = many.chains.find(({ waiting }) => waiting.length > 0)!
    const stuffed = Array.from({ length: 300 }, (_, n) => ({
      ...chain.waiting[0]!,
      promise: promiseOf({ subject, content: new Uint8Array(32).fill(n), at: new Date(fixtureNow - n) }),
    }))
    chain.waiting = [...stuffed, ...chain.waiting]
    const walk = await walkJson(many)
    expect(walk.item!.pending[0]!.isPromised).toBe(false)
  })
})

describe('a promise that this browser keeps', () => {
  /** A visit at this time after the first one, when the entry is in the log or not. */
  const visit = async (afterMs: number, options: object = {}, known = {}) => {
    const at = new Date(fixtureNow + afterMs)
    const proof = await sealedProofOf(item(), { at, ...options })
    return walkJson(proof, { now: at.getTime(), keptPromises: [note], ...known })
  }
  /** The server never enters the record that waited, and mentions it no more. */
  const withheld = () => {
    const { stages, ...rest } = item()
    return { ...rest, stages: stages.filter(({ recordId }) => recordId !== '4101') }
  }
  const visitWithout = async (afterMs: number, known = {}) => {
    const at = new Date(fixtureNow + afterMs)
    return walkJson(await sealedProofOf(withheld(), { at }), { now: at.getTime(), keptPromises: [note], ...known })
  }

  test('is fulfilled once its entry is in the log', async () => {
    const walk = await visit(2 * day)
    expect(summarize(walk)).toBe('proven')
    expect(walk.promises).toEqual({ ...noPromises, fulfilled: [note] })
  })

  test('accuses the log when the entry is missing after the promised time, and not before', async () => {
    // It was given a minute before the first head.
    expect(summarize(await visitWithout(day - 60_000))).toBe('proven')
    const walk = await visitWithout(day - 59_000)
    expect(summarize(walk)).toBe('suspicious: promise promise')
    expect(walk.promises).toEqual({ ...noPromises, broken: [note] })
    // The head says when the entry was missing, not the clock of the reader.
    const early = await sealedProofOf(withheld())
    expect(summarize(await walkJson(early, { now: fixtureNow + 20 * hour, keptPromises: [note] }))).toBe('proven')
  })

  test('is evidence together with the answer that lacks the entry, for others too', async () => {
    const at = new Date(fixtureNow + 2 * day)
    const proof = await sealedProofOf(withheld(), { at })
    const evidence = {
      code: goodCode,
      answers: [proof],
      keys: verifierKeys,
      requestKey,
      witnessKeys: [],
      previousHead: undefined,
    }
    const saved = parseEvidence(formatEvidence({ ...evidence, promises: [note], files: [], savedAt: at }))!
    const known = { keys: saved.keys, keptPromises: saved.promises, now: at.getTime() }
    expect(summarize(await walkJson(saved.answers, known))).toBe('suspicious: promise promise')
  })

  test('also accuses when the item itself never came into the log', async () => {
    const all = await sealedProofOf(item(), { waiting: 'everything' })
    const received = (await walkJson(all)).promises.received
    expect(received.length).toBeGreaterThan(0)
    const at = new Date(fixtureNow + 2 * day)
    const still = await sealedProofOf(item(), { waiting: 'everything', at, isPromised: false })
    const walk = await walkJson(still, { now: at.getTime(), keptPromises: received })
    expect(walk.outcome).toBe('suspicious')
    expect(walk.promises.broken).toEqual(received)
  })

  test('accuses nobody when no key of the script made it, or its chain is not in the answers', async () => {
    const { subject, content, at } = parsePromiseNote(note)!
    const stored = [
      'garbage',
      promiseOf({ subject, content, at }, generateSigner('demo.timbermark.example/ledger')),
      promiseOf({ subject, content, at }, generateSigner('other.example/ledger')),
      promiseOf({ subject: new Uint8Array(32), content, at }),
    ]
    const walk = await visitWithout(2 * day, { keptPromises: stored })
    expect(summarize(walk)).toBe('proven')
    expect(walk.promises).toEqual(noPromises)
  })

  test('is asked for by its digest where the answer leaves entries out, and accuses when it is not given then', async () => {
    const at = new Date(fixtureNow + 2 * day)
    const long = item()
    const first = long.stages.find(({ stage }) => stage === 'felling')!
    const many = Array.from({ length: 240 }, (_, n) => ({ ...first, recordId: String(9000 + n) }))
    const proof = await sealedProofOf(
      { ...withheld(), stages: [...withheld().stages, ...many] },
      { at, only: ['4102', '9239'] },
    )
    const digest = toBase64Url(parsePromiseNote(note)!.content)
    const seeks = await walkJson(proof, { now: at.getTime(), keptPromises: [note] })
    expect([seeks.outcome, seeks.promises.sought]).toEqual(['proven', [digest]])
    const denied = await walkJson(proof, { now: at.getTime(), keptPromises: [note], demanded: [digest] })
    expect(summarize(denied)).toBe('suspicious: promise promise')
  })

  test('may be lost in a break that the log itself declares, and only there', async () => {
    const origin = 'demo.timbermark.example/ledger'
    const next = signerFromSeed(`${origin}/2`, new Uint8Array(32).fill(9))
    const keys = [
      encodeVerifierKey(signerFromSeed(origin, new Uint8Array(32).fill(7)).key),
      encodeVerifierKey(next.key),
    ]
    const at = new Date(fixtureNow + 2 * day)
    const declared = (change = {}) =>
      JSON.stringify({
        type: 'timbermark/break@1',
        origin: `${origin}/2`,
        at: new Date(fixtureNow + day).toISOString(),
        ...change,
      })
    const walkBroken = async (statement: string, change: Partial<SealedProof> = {}) => {
      const proof = await sealedProofOf(withheld(), { at, signer: next, statement })
      return walkJson({ ...proof, ...change }, { now: at.getTime(), keys, keptPromises: [note] })
    }
    const lost = await walkBroken(declared())
    expect(summarize(lost)).toBe('proven')
    expect(lost.promises).toEqual({ ...noPromises, lost: [new Date(fixtureNow - 60_000).toISOString()] })
    // Not in the log; of no name of the log; declared before the promise; no break but a change of key.
    const excuses = [
      await walkBroken(declared(), { breaks: [] }),
      await walkBroken(declared(), { breaks: [{ entry: declared({ reason: 'x' }), index: 0, path: [] }] }),
      await walkBroken(declared({ origin: `${origin}/3` })),
      await walkBroken(declared({ at: new Date(fixtureNow - hour).toISOString() })),
      await walkBroken(declared({ type: 'timbermark/key-begun@1' })),
      await walkBroken('{'),
    ]
    for (const walk of excuses) expect(summarize(walk)).toBe('suspicious: promise promise')
  })

  test('is one of at most 200, and judging 10,000 costs no more', async () => {
    const { subject } = parsePromiseNote(note)!
    const content = new Uint8Array(32)
    const stored = Array.from({ length: 10_000 }, (_, n) => {
      content[0] = n
      return promiseOf({ subject, content, at: new Date(fixtureNow - n) })
    })
    const walk = await visitWithout(2 * day, { keptPromises: [note, ...stored] })
    expect(walk.promises.broken).toEqual(stored.slice(-maxKeptPromises))
  })
})

describe('the store of promises', () => {
  const storage = () => {
    const values = new Map<string, string>()
    return {
      values,
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => void values.set(key, value),
      remove: (key: string) => void values.delete(key),
    }
  }
  const key = encodeVerifierKey(signerFromSeed('a.example/ledger', new Uint8Array(32)).key)

  test('keeps promises until they are fulfilled, apart for each log', () => {
    const local = storage()
    const store = createPromiseStore(local, key)
    store.update({ ...noPromises, received: ['a', 'b'] })
    store.update({ ...noPromises, received: ['b', 'c'], broken: ['a'] })
    expect(store.load()).toEqual(['a', 'b', 'c'])
    store.update({ ...noPromises, fulfilled: ['b'] })
    expect(store.load()).toEqual(['a', 'c'])
    const other = encodeVerifierKey(signerFromSeed('b.example/ledger', new Uint8Array(32)).key)
    expect(createPromiseStore(local, other).load()).toEqual([])
  })

  test('is bounded: 20 of a visit, 200 in all, the newest', () => {
    const local = storage()
    const store = createPromiseStore(local, key)
    for (let visit = 0; visit < 500; visit++)
      store.update({ ...noPromises, received: Array.from({ length: 30 }, (_, n) => `${visit}/${n}`) })
    expect(store.load()).toHaveLength(maxKeptPromises)
    expect(store.load().at(-1)).toBe('499/19')
    expect(store.load()).toContain('490/0')
    local.values.set([...local.values.keys()][0]!, JSON.stringify(Array.from({ length: 10_000 }, String)))
    expect(store.load()).toHaveLength(maxKeptPromises)
  })

  test.each(['{', '{}', 'null', '[1,null]'])('survives what it did not write: %s', text => {
    const local = storage()
    const store = createPromiseStore(local, key)
    store.update({ ...noPromises, received: ['a'] })
    local.values.set([...local.values.keys()][0]!, text)
    expect(store.load()).toEqual([])
  })
})
