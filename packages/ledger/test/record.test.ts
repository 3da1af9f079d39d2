import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  checkHistory,
  checkRecord,
  openCheckpoint,
  type RecordProof,
  type RecordSteps,
  type Step,
} from '../src/index.ts'
import { addSignatures, generateSigner, signatureOf, signerFromSeed } from '../src/node.ts'
import { makeLog, STATEMENTS } from './small-log.ts'

const log = makeLog()
const seed = new Uint8Array(32).fill(5)
const options = { checkpoint: log.checkpointAt(), verifierKey: log.verifierKey }
const record = log.recordAt(4)

const outcomes = (steps: RecordSteps): Record<string, string> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]: [string, Step]) => [
      name,
      step.reason ? `${step.outcome}: ${step.reason}` : step.outcome,
    ]),
  )

const allPass = {
  leaf: 'pass',
  expected: 'pass',
  trace: 'pass',
  database: 'pass',
  checkpoint: 'pass',
  inclusion: 'pass',
}

afterEach(() => vi.unstubAllGlobals())

describe('the check of a record in the reader’s browser (TRC-06, ENT-43, ENT-44)', () => {
  it('returns match for every unchanged record of the log', async () => {
    for (const [i, statement] of STATEMENTS.entries()) {
      const result = await checkRecord(log.recordAt(i), { ...options, expected: { ...statement } })
      expect(outcomes(result.steps)).toEqual(allPass)
      expect(result.verdict).toBe('match')
      expect(result.leaf).toEqual(statement)
      expect(result.leafHash).toBe(log.recordAt(i).traceHash)
    }
  })

  it('does not need WebCrypto: the verdict is the same without it', async () => {
    vi.stubGlobal('crypto', undefined)
    expect((await checkRecord(record, options)).verdict).toBe('match')
    const forged = { ...options, checkpoint: options.checkpoint.replace('\n19\n', '\n20\n') }
    expect((await checkRecord(record, forged)).verdict).toBe('mismatch')
  })

  it('does not verify the signature again when the checkpoint is already opened', async () => {
    const opened = await openCheckpoint(options.checkpoint, options.verifierKey)
    expect(opened.step).toEqual({ outcome: 'pass' })
    expect([opened.checkpoint?.size, opened.checkpoint?.origin]).toEqual([19, 'ledger.example/timber'])
    const verify = vi.spyOn(globalThis.crypto.subtle, 'verify')
    expect((await checkRecord(record, { ...options, checkpoint: opened })).verdict).toBe('match')
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
  })

  it('does not accept an object that only looks like an opened checkpoint', async () => {
    const opened = await openCheckpoint(makeLog().checkpointAt(), log.verifierKey)
    const pretended = { step: { outcome: 'pass' as const }, checkpoint: opened.checkpoint }
    const { verdict, steps } = await checkRecord(record, { ...options, checkpoint: pretended })
    expect([verdict, steps.checkpoint.outcome]).toEqual(['unknown', 'unreadable'])
  })

  it('ignores the signatures of witnesses', async () => {
    const text = options.checkpoint.slice(0, options.checkpoint.lastIndexOf('\n\n') + 1)
    const witnesses = Array.from({ length: 15 }, (_, i) => signatureOf(text, generateSigner(`witness${i}.example`)))
    expect(
      (await checkRecord(record, { ...options, checkpoint: addSignatures(options.checkpoint, witnesses) })).verdict,
    ).toBe('match')
  })

  it('accepts hashes in upper case', async () => {
    const upper = {
      ...record,
      traceHash: record.traceHash.toUpperCase(),
      databaseHash: record.databaseHash.toUpperCase(),
    }
    expect((await checkRecord(upper, options)).verdict).toBe('match')
  })

  it('compares what the page shows with the leaf, and names the members that differ', async () => {
    const expected = { code: 'TEST-CODE-9999', stage: 'processing', values: { volume: '5.251' }, missing: 1 }
    const { verdict, steps } = await checkRecord(record, { ...options, expected })
    expect(verdict).toBe('mismatch')
    expect(steps.expected).toEqual({ outcome: 'fail', reason: 'differs', places: ['code', 'values.volume', 'missing'] })
    expect((await checkRecord(record, { ...options, expected: { values: { volume: '5.250' } } })).verdict).toBe('match')
    expect((await checkRecord(record, { ...options, expected: { files: [] } })).steps.expected.outcome).toBe('fail')
    expect((await checkRecord(record, { ...options, expected: { constructor: 1 } })).steps.expected.outcome).toBe(
      'fail',
    )
    expect((await checkRecord(record, { ...options, expected: { code: undefined } })).verdict).toBe('unknown')
  })

  it('returns queued, never match, for a record that waits to be logged', async () => {
    const queued: RecordProof = { ...record, state: 'queued', index: null, path: [] }
    const result = await checkRecord(queued, options)
    expect(result.verdict).toBe('queued')
    expect(result.steps.inclusion).toEqual({ outcome: 'skipped', reason: 'queued' })
    // A log without a checkpoint is no fault of a queued record.
    expect((await checkRecord(queued, { ...options, checkpoint: '' })).verdict).toBe('queued')
    expect((await checkRecord({ ...queued, databaseHash: '0'.repeat(64) }, options)).verdict).toBe('mismatch')
    expect((await checkRecord({ ...queued, traceHash: '' }, options)).verdict).toBe('unknown')
  })

  it('compares the server’s own verdict with the hashes', async () => {
    const { verdict, steps } = await checkRecord({ ...record, compliant: false }, options)
    expect([verdict, steps.database]).toEqual(['mismatch', { outcome: 'fail', reason: 'flag' }])
    const lie = await checkRecord({ ...record, databaseHash: 'f'.repeat(64), compliant: true }, options)
    expect([lie.verdict, lie.steps.database]).toEqual(['mismatch', { outcome: 'fail', reason: 'differs' }])
  })

  it.each<[string, Partial<Record<keyof RecordProof, unknown>>, Partial<Record<keyof RecordSteps, string>>]>([
    ['no leaf', { leaf: undefined }, { leaf: 'unreadable: badLeaf', trace: 'skipped' }],
    ['a leaf with a lone surrogate', { leaf: '{"a":"\ud800"}' }, { leaf: 'unreadable: badLeaf' }],
    ['no trace hash', { traceHash: null }, { trace: 'unreadable: badHash' }],
    ['a cut database hash', { databaseHash: record.databaseHash.slice(2) }, { database: 'unreadable: badHash' }],
    ['no path', { path: null }, { inclusion: 'unreadable: badPath' }],
    ['a path that is no base64', { path: ['%'] }, { inclusion: 'unreadable: badPath' }],
    ['a path of numbers', { path: [1, 2] }, { inclusion: 'unreadable: badPath' }],
  ])('returns unknown, neither genuine nor fake, for %s', async (_what, change, steps) => {
    const result = await checkRecord({ ...record, ...change } as RecordProof, options)
    expect(result.verdict).toBe('unknown')
    expect(outcomes(result.steps)).toMatchObject(steps)
  })

  it.each([
    ['no checkpoint', '', options.verifierKey, 'badCheckpoint'],
    ['a checkpoint without signature', 'a\n1\nAAAA\n', options.verifierKey, 'badCheckpoint'],
    [
      'a checkpoint with a broken root',
      options.checkpoint.replace(/\n19\n.*\n/, '\n19\nAAAA\n'),
      options.verifierKey,
      'badCheckpoint',
    ],
    ['no key', options.checkpoint, '', 'badKey'],
    ['a damaged key', options.checkpoint, options.verifierKey.slice(0, -2), 'badKey'],
  ])('returns unknown with %s', async (_what, checkpoint, verifierKey, reason) => {
    const { verdict, steps } = await checkRecord(record, { checkpoint, verifierKey })
    expect([verdict, steps.checkpoint]).toEqual(['unknown', { outcome: 'unreadable', reason }])
  })

  it.each<[string, Partial<RecordProof>, Partial<Record<keyof RecordSteps, string>>]>([
    ['a leaf that is no JSON', { leaf: 'wood' }, { leaf: 'fail: notCanonical', trace: 'fail: differs' }],
    ['a leaf that is no object', { leaf: '[]' }, { leaf: 'fail: notObject' }],
    ['white space in the leaf', { leaf: `${record.leaf} ` }, { leaf: 'fail: notCanonical' }],
    ['another index', { index: 5 }, { inclusion: 'fail: notIncluded' }],
    ['no index', { index: null }, { inclusion: 'fail: notIncluded' }],
    ['an index beyond the log', { index: 19 }, { inclusion: 'fail: notIncluded' }],
    ['a short path', { path: record.path.slice(1) }, { inclusion: 'fail: notIncluded' }],
    ['a path with a short hash', { path: ['AAAA', ...record.path.slice(1)] }, { inclusion: 'fail: notIncluded' }],
  ])('returns mismatch for %s', async (_what, change, steps) => {
    const result = await checkRecord({ ...record, ...change }, options)
    expect(result.verdict).toBe('mismatch')
    expect(outcomes(result.steps)).toMatchObject(steps)
  })

  it('never rejects and never returns match for garbage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (junk, more) => {
        const result = await checkRecord(junk as RecordProof, {
          checkpoint: String(fc.stringify(more)),
          verifierKey: options.verifierKey,
        })
        expect(result.verdict).not.toBe('match')
        const partly = await checkRecord({ ...record, path: junk as string[] }, options)
        expect(partly.verdict).not.toBe('match')
      }),
      { numRuns: 60 },
    )
    expect((await checkRecord(null as unknown as RecordProof, options)).verdict).toBe('unknown')
    expect((await checkRecord(record, { verifierKey: options.verifierKey } as typeof options)).verdict).toBe('unknown')
    expect((await checkRecord(record, { ...options, checkpoint: null as unknown as string })).verdict).toBe('unknown')
    expect((await checkRecord(record, null as unknown as typeof options)).verdict).toBe('unknown')
  })

  it('returns match only if every bit of the answer is unchanged', async () => {
    const opened = await openCheckpoint(options.checkpoint, options.verifierKey)
    const texts = [record.leaf, record.traceHash, record.databaseHash, ...record.path]
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 6 }), async (pick, bit) => {
        const which = pick % texts.length
        const at = (pick >> 4) % texts[which]!.length
        const code = texts[which]!.charCodeAt(at) ^ (1 << bit)
        const changed = texts[which]!.slice(0, at) + String.fromCharCode(code) + texts[which]!.slice(at + 1)
        // The case of a hexadecimal digit means nothing.
        if (changed.toLowerCase() === texts[which]!.toLowerCase() && which < 3 && which > 0) return
        const [leaf, traceHash, databaseHash, ...path] = texts.with(which, changed) as [
          string,
          string,
          string,
          ...string[],
        ]
        const { verdict } = await checkRecord(
          { ...record, leaf, traceHash, databaseHash, path },
          { ...options, checkpoint: opened },
        )
        expect(verdict).not.toBe('match')
      }),
      { numRuns: 400 },
    )
  })
})

describe('the comparison of two checkpoints', () => {
  const key = { verifierKey: log.verifierKey }

  it('verifies growth, and recognises the same checkpoint', async () => {
    for (let size = 1; size < 19; size++) {
      const growth = { seen: log.checkpointAt(size), current: log.checkpointAt(), proof: log.proofBetween(size, 19) }
      expect(await checkHistory({ ...key, ...growth })).toBe('extends')
    }
    expect(await checkHistory({ ...key, seen: log.checkpointAt(0), current: log.checkpointAt(5) })).toBe('extends')
    expect(await checkHistory({ ...key, seen: log.checkpointAt(7), current: log.checkpointAt(7) })).toBe('same')
  })

  it('returns unproven for growth without a valid proof', async () => {
    const growth = { ...key, seen: log.checkpointAt(6), current: log.checkpointAt(19) }
    expect(await checkHistory(growth)).toBe('unproven')
    expect(await checkHistory({ ...growth, proof: log.proofBetween(5, 19) })).toBe('unproven')
    expect(await checkHistory({ ...growth, proof: ['%'] })).toBe('unproven')
    expect(await checkHistory({ ...growth, proof: log.proofBetween(6, 19).toReversed() })).toBe('unproven')
  })

  it('returns unreadable for checkpoints that the log did not sign', async () => {
    const stranger = makeLog()
    expect(await checkHistory({ ...key, seen: stranger.checkpointAt(6), current: log.checkpointAt(19) })).toBe(
      'unreadable',
    )
    expect(await checkHistory({ ...key, seen: log.checkpointAt(6), current: '' })).toBe('unreadable')
    expect(await checkHistory({ ...key, seen: log.checkpointAt(6), current: log.checkpointAt(6), origin: 'x' })).toBe(
      'unreadable',
    )
  })

  it('returns otherLog for a checkpoint seen under another name, even with the same key', async () => {
    const renamed = makeLog(STATEMENTS, signerFromSeed('ledger.example/other', seed))
    const before = makeLog(STATEMENTS, signerFromSeed('ledger.example/timber', seed))
    const { verifierKey } = renamed
    const seen = before.checkpointAt(6)
    expect(await checkHistory({ seen, current: renamed.checkpointAt(6), verifierKey })).toBe('otherLog')
    expect(await checkHistory({ seen, current: before.checkpointAt(6), verifierKey })).toBe('unreadable')
  })
})
