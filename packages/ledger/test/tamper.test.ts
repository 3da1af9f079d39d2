import { describe, expect, it } from 'vitest'
import {
  checkHistory,
  checkRecord,
  encodeVerifierKey,
  type RecordCheckOptions,
  type RecordProof,
  type RecordSteps,
  toBase64,
  toHex,
} from '../src/index.ts'
import { generateSigner, signatureOf } from '../src/node.ts'
import { hashOf, makeLog, STATEMENTS, type SmallLog, type Statement } from './small-log.ts'

/**
 * The tamper matrix: everything that the operator of the server, the database or the network can do to a record, for every
 * record of a log. Without the log's signing key the check of the record must fail. With the key, only the comparison with a
 * checkpoint that was seen before can detect it (A90 to A92, A95, A96).
 */
interface Tampering {
  what: string
  /** The server's answer for record `i`, the options with what the page shows of it, and the step that must fail. */
  attack(log: SmallLog, i: number): { record: RecordProof; options: RecordCheckOptions; caught: keyof RecordSteps }
}

const log = makeLog()
const OPTIONS = { checkpoint: log.checkpointAt(), verifierKey: log.verifierKey }
const neighbour = (i: number): number => (i + 1) % STATEMENTS.length

/** Check options of a page that shows this statement. */
const shows = (statement: Statement): RecordCheckOptions => ({ ...OPTIONS, expected: { ...statement } })

const CHANGES: [string, (statement: Statement) => Statement][] = [
  ['a value', s => ({ ...s, values: { ...s.values, volume: '999.000' } })],
  ['the time', s => ({ ...s, recordedAt: '2025-01-01T00:00:00.000Z' })],
  ['the owner', s => ({ ...s, tenant: 'Other test company' })],
  ['the code', s => ({ ...s, code: 'TEST-CODE-9999' })],
  ['the stage', s => ({ ...s, stage: s.stage === 'felling' ? 'packing' : 'felling' })],
  ['an attachment', s => ({ ...s, files: ['0'.repeat(64)] })],
  ['the version', s => ({ ...s, version: s.version + 1 })],
  ['an added member', s => ({ ...s, note: 'added later' }) as Statement],
]

const changesOfOneRecord: Tampering[] = CHANGES.flatMap(([what, change]) => [
  {
    what: `${what} changed in the database row`,
    attack: (l, i) => ({
      record: { ...l.recordAt(i), databaseHash: hashOf(change(STATEMENTS[i]!)), compliant: false },
      options: OPTIONS,
      caught: 'database',
    }),
  },
  {
    what: `${what} changed in the database row, and the server denies it`,
    attack: (l, i) => ({
      record: { ...l.recordAt(i), databaseHash: hashOf(change(STATEMENTS[i]!)) },
      options: OPTIONS,
      caught: 'database',
    }),
  },
  {
    what: `${what} changed on the page only`,
    attack: (l, i) => ({ record: l.recordAt(i), options: shows(change(STATEMENTS[i]!)), caught: 'expected' }),
  },
  {
    what: `${what} changed in the leaf that is sent`,
    attack: (l, i) => {
      const changed = change(STATEMENTS[i]!)
      return {
        record: { ...l.recordAt(i), leaf: makeLog([changed]).leaves[0]! },
        options: shows(changed),
        caught: 'trace',
      }
    },
  },
  {
    what: `${what} changed in leaf, row and hashes, against the true log`,
    attack: (l, i) => {
      const changed = change(STATEMENTS[i]!)
      const record = { ...makeLog([changed]).recordAt(0), index: i, path: l.recordAt(i).path }
      return { record, options: shows(changed), caught: 'inclusion' }
    },
  },
  {
    what: `${what} changed, the log rebuilt, and the old signature put under the new root`,
    attack: (l, i) => {
      const forged = makeLog(STATEMENTS.with(i, change(STATEMENTS[i]!)), generateSigner(l.signer.key.name))
      const text = forged.checkpointAt().split('\n\n')[0]!
      const checkpoint = `${text}\n\n${l.checkpointAt().split('\n\n')[1]!}`
      return { record: forged.recordAt(i), options: { ...OPTIONS, checkpoint }, caught: 'checkpoint' }
    },
  },
  {
    what: `${what} changed, and the log rebuilt and signed with another key of the same name`,
    attack: (l, i) => {
      const forged = makeLog(STATEMENTS.with(i, change(STATEMENTS[i]!)), generateSigner(l.signer.key.name))
      return {
        record: forged.recordAt(i),
        options: { ...OPTIONS, checkpoint: forged.checkpointAt() },
        caught: 'checkpoint',
      }
    },
  },
  {
    what: `${what} changed, and the log rebuilt and signed with another key under the true key's id`,
    attack: (l, i) => {
      const forged = makeLog(STATEMENTS.with(i, change(STATEMENTS[i]!)), generateSigner(l.signer.key.name))
      const text = `${forged.checkpointAt().split('\n\n')[0]!}\n`
      const { signature } = signatureOf(text, forged.signer)
      const line = toBase64(new Uint8Array([...Buffer.from(l.signer.key.id, 'hex'), ...signature]))
      const checkpoint = `${text}\n\u2014 ${l.signer.key.name} ${line}\n`
      return { record: forged.recordAt(i), options: { ...OPTIONS, checkpoint }, caught: 'checkpoint' }
    },
  },
])

const misplacements: Tampering[] = [
  {
    what: 'the proof of another record shown for this one',
    attack: (l, i) => ({ record: l.recordAt(neighbour(i)), options: shows(STATEMENTS[i]!), caught: 'expected' }),
  },
  {
    what: 'the rows of two records swapped in the database',
    attack: (l, i) => ({
      record: { ...l.recordAt(i), databaseHash: l.recordAt(neighbour(i)).databaseHash },
      options: shows(STATEMENTS[i]!),
      caught: 'database',
    }),
  },
  {
    what: 'the places of two records swapped in the log',
    attack: (l, i) => ({ record: { ...l.recordAt(i), index: neighbour(i) }, options: OPTIONS, caught: 'inclusion' }),
  },
  {
    what: 'a record that was never logged, with the path of a true one',
    attack: (l, i) => {
      const invented = { ...STATEMENTS[i]!, code: 'TEST-CODE-INVENTED' }
      return {
        record: { ...makeLog([invented]).recordAt(0), index: i, path: l.recordAt(i).path },
        options: shows(invented),
        caught: 'inclusion',
      }
    },
  },
  {
    what: 'a record that was never logged, put behind the end of the log',
    attack: (l, i) => {
      const longer = makeLog([...STATEMENTS, { ...STATEMENTS[i]!, version: 9 }])
      return {
        record: longer.recordAt(STATEMENTS.length),
        options: { ...OPTIONS, checkpoint: l.checkpointAt() },
        caught: 'inclusion',
      }
    },
  },
  {
    what: 'an old checkpoint from before the record replayed',
    attack: (l, i) => ({
      record: l.recordAt(i),
      options: { ...OPTIONS, checkpoint: l.checkpointAt(i) },
      caught: 'inclusion',
    }),
  },
  {
    what: 'a checkpoint of another log that the same key signs',
    attack: (l, i) => {
      const sister = makeLog(STATEMENTS, l.signer, 'ledger.example/other')
      return {
        record: sister.recordAt(i),
        options: { ...OPTIONS, checkpoint: sister.checkpointAt() },
        caught: 'checkpoint',
      }
    },
  },
  {
    what: 'a leaf that two readers could understand differently',
    attack: (l, i) => {
      const text = l.leaves[i]!.replace('{', '{"code":"TEST-CODE-9999",')
      const hash = toHex(new Uint8Array(32))
      return {
        record: { ...l.recordAt(i), leaf: text, traceHash: hash, databaseHash: hash },
        options: OPTIONS,
        caught: 'leaf',
      }
    },
  },
]

describe('a tampered record is never reported as genuine', () => {
  it.each([...changesOfOneRecord, ...misplacements])('$what', async ({ attack }) => {
    for (let i = 0; i < STATEMENTS.length; i++) {
      const { record, options, caught } = attack(log, i)
      const { verdict, steps } = await checkRecord(record, options)
      expect([i, verdict, steps[caught].outcome]).toEqual([i, 'mismatch', 'fail'])
    }
  })

  it('the unchanged records are reported as genuine', async () => {
    for (const [i, statement] of STATEMENTS.entries()) {
      expect((await checkRecord(log.recordAt(i), shows(statement))).verdict).toBe('match')
    }
  })

  it('a logged record that the server calls queued is reported as queued', async () => {
    for (const [i, statement] of STATEMENTS.entries()) {
      const record: RecordProof = { ...log.recordAt(i), state: 'queued', index: null, path: [] }
      expect((await checkRecord(record, shows(statement))).verdict).toBe('queued')
    }
  })
})

describe('a log that its operator rewrites is detected by anyone who saw an earlier checkpoint', () => {
  const seenAt = 12
  const seen = log.checkpointAt(seenAt)
  const compare = (current: SmallLog, size: number, proof?: string[]) =>
    checkHistory({ seen, current: current.checkpointAt(size), proof, verifierKey: log.verifierKey })

  const REWRITES: [string, (i: number) => Statement[]][] = [
    ...CHANGES.map(([what, change]): [string, (i: number) => Statement[]] => [
      `${what} changed`,
      i => STATEMENTS.with(i, change(STATEMENTS[i]!)),
    ]),
    ['a record deleted', i => STATEMENTS.toSpliced(i, 1)],
    ['a record inserted with an early date', i => STATEMENTS.toSpliced(i, 0, { ...STATEMENTS[i]!, version: 0 })],
    ['two records swapped', i => STATEMENTS.with(i, STATEMENTS[neighbour(i)]!).with(neighbour(i), STATEMENTS[i]!)],
    [
      'the end cut off and other records put there',
      i => [...STATEMENTS.slice(0, i), ...STATEMENTS.slice(i).map(s => ({ ...s, version: 7 }))],
    ],
  ]

  it.each(REWRITES)('%s, the log rebuilt and signed with its own key', async (_what, rewrite) => {
    for (let i = 0; i < seenAt; i++) {
      const rewritten = makeLog(rewrite(i), log.signer)
      const size = rewritten.leaves.length
      // At the seen size two signed roots contradict each other; for larger sizes no consistency proof exists.
      expect([i, await compare(rewritten, seenAt)]).toEqual([i, 'fork'])
      expect([i, await compare(rewritten, size, rewritten.proofBetween(seenAt, size))]).toEqual([i, 'unproven'])
      expect([i, await compare(rewritten, size, log.proofBetween(seenAt, 19))]).toEqual([i, 'unproven'])
    }
  })

  it('database and log rolled back to an earlier state', async () => {
    for (let size = 0; size < seenAt; size++) expect(await compare(log, size)).toBe('older')
  })

  it('one reader gets another log than the others', async () => {
    const fork = makeLog(
      [...STATEMENTS.slice(0, 5), ...STATEMENTS.slice(5).map(s => ({ ...s, tenant: 'Other test company' }))],
      log.signer,
    )
    // For each reader the records alone are valid; only the comparison of checkpoints reveals the fork.
    expect(
      (await checkRecord(fork.recordAt(8), { checkpoint: fork.checkpointAt(), verifierKey: log.verifierKey })).verdict,
    ).toBe('match')
    expect(await compare(fork, seenAt)).toBe('fork')
    expect(await compare(fork, 19, fork.proofBetween(seenAt, 19))).toBe('unproven')
  })

  it('a record deleted: the proof that its owner saved no longer leads to the log’s root', async () => {
    for (let i = 0; i < STATEMENTS.length; i++) {
      const without = makeLog(STATEMENTS.toSpliced(i, 1), log.signer)
      const checked = await checkRecord(log.recordAt(i), {
        checkpoint: without.checkpointAt(),
        verifierKey: log.verifierKey,
      })
      expect([checked.verdict, checked.steps.inclusion.outcome]).toEqual(['mismatch', 'fail'])
    }
  })

  it('the honest log passes the same comparison', async () => {
    expect(await compare(log, seenAt)).toBe('same')
    expect(await compare(log, 19, log.proofBetween(seenAt, 19))).toBe('extends')
    expect(encodeVerifierKey(log.signer.key)).toBe(log.verifierKey)
  })
})
