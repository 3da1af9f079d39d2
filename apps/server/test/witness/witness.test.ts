import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeVerifierKey, parseNote, parseWitnessKey, readCosignatures, toBase64 } from '@timbermark/ledger'
import { generateSigner, type Signer } from '@timbermark/ledger/node'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bytesFor, SealedLog } from '../../../trace/src/fixtures/sealed-log.ts'
import { serveLog, type StaticLog } from '../stand-ins/static-log.ts'
import { endWitnesses, runWitness, startWitnessProcess, type WitnessProcess } from './witness-process.ts'

const name = 'witness.example/w'
let folder: string
let served: StaticLog | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbermark-witness-'))
})
afterEach(async () => {
  await endWitnesses()
  await served?.stop()
  served = undefined
  rmSync(folder, { recursive: true, force: true })
})
afterAll(endWitnesses)

/** A log with some entries and a head; another `history` gives other entries, of the same number. */
async function logOf(signer: Signer, entries: number, history = ''): Promise<SealedLog> {
  const log = new SealedLog(signer)
  await grow(log, entries, history)
  return log
}

async function grow(log: SealedLog, entries: number, history = ''): Promise<void> {
  const first = log.size
  for (let n = 0; n < entries; n++) log.enter(bytesFor(`${history} ${first + n}`), { open: { kind: 'enterprise' } })
  await log.close(new Date())
}

async function bodyFor(log: SealedLog, old: number): Promise<string> {
  const proof = old === 0 ? [] : await log.consistency(old)
  return `old ${old}\n${proof.map(hash => `${hash}\n`).join('')}\n${log.head()}`
}

/** Names of the witnesses whose cosignature in an answer is valid for a head. */
async function signersOf(log: SealedLog, witness: WitnessProcess, answer: { body: string }): Promise<string[]> {
  const signed = parseNote(`${parseNote(log.head()).text}\n${answer.body}`)
  return (await readCosignatures(signed, [parseWitnessKey(witness.key)])).map(one => one.name)
}

describe('the witness', () => {
  test('signs what continues the head before, and answers everything else as the standard says', async () => {
    const signer = generateSigner('log.example/ledger')
    const witness = await startWitnessProcess(folder, ['--name', name, '--log', encodeVerifierKey(signer.key)])
    const log = await logOf(signer, 5)
    const first = await witness.submit(await bodyFor(log, 0))
    expect(first.status).toBe(200)
    expect(await signersOf(log, witness, first)).toEqual([name])
    // The same head again: signed with another time, and nothing else changes.
    expect((await witness.submit(await bodyFor(log, 6))).status).toBe(200)

    const fork = await logOf(signer, 5, 'fork')
    expect(await witness.submit(await bodyFor(fork, 6))).toMatchObject({ status: 409 })
    await grow(log, 40)
    expect(await witness.submit(await bodyFor(log, 0))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '6\n' })
    const proven = await bodyFor(log, 6)
    const wrongHash = toBase64(new Uint8Array(32))
    const wrong = proven.replace(/(?<=^old 6\n).*/, wrongHash)
    expect((await witness.submit(wrong)).status).toBe(422)
    expect((await witness.submit(proven.replace(/(?<=^old 6\n).*\n/, ''))).status).toBe(422)
    await grow(fork, 40)
    expect((await witness.submit(await bodyFor(fork, 6))).status).toBe(422)
    const grown = await witness.submit(proven)
    expect(await signersOf(log, witness, grown)).toEqual([name])
    // It goes nowhere back.
    expect((await witness.submit(await bodyFor(await logOf(signer, 5), 0))).body).toBe('47\n')
    expect((await witness.submit(await bodyFor(await logOf(signer, 5), 6))).status).toBe(409)

    const stranger = await logOf(generateSigner('log.example/ledger'), 5)
    expect((await witness.submit(await bodyFor(stranger, 0))).status).toBe(403)
    const unknown = await logOf(generateSigner('other.example/ledger'), 5)
    expect((await witness.submit(await bodyFor(unknown, 0))).status).toBe(404)
    const small = await logOf(signer, 3)
    for (const body of [
      '',
      'old 0\n',
      `old -1\n\n${log.head()}`,
      `old 99\n\n${small.head()}`,
      `old 6\nnothing\n\n${log.head()}`,
      `old 6\n${`${wrongHash}\n`.repeat(64)}\n${log.head()}`,
      'old 0\n\nlog.example/ledger\n5\n',
    ])
      expect([body.slice(0, 20), (await witness.submit(body)).status]).toEqual([body.slice(0, 20), 400])
    expect((await witness.submit('x'.repeat(100_000)).catch(() => ({ status: 413 }))).status).toBe(413)
    expect((await witness.submit(await bodyFor(log, 47))).status).toBe(200)
  })

  test('signs one of many heads that are sent at once, whatever their order', async () => {
    const signer = generateSigner('log.example/ledger')
    const witness = await startWitnessProcess(folder, ['--name', name, '--log', encodeVerifierKey(signer.key)])
    const logs = await Promise.all(Array.from({ length: 12 }, (_, n) => logOf(signer, 5, `history ${n}`)))
    const answers = await Promise.all(logs.map(async log => witness.submit(await bodyFor(log, 0))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  })

  test('never signs two histories, killed at any moment', async () => {
    const rounds = 6
    const signers = Array.from({ length: rounds }, (_, n) => generateSigner(`log-${n}.example/ledger`))
    const args = ['--name', name, ...signers.flatMap(({ key }) => ['--log', encodeVerifierKey(key)])]
    let signedOnes = 0
    for (const [round, signer] of signers.entries()) {
      const histories = await Promise.all(Array.from({ length: 6 }, (_, n) => logOf(signer, 4, `history ${n}`)))
      const signed = new Set<number>()
      for (const isKilled of [true, false]) {
        const witness = await startWitnessProcess(folder, args)
        const submitted = histories.map(async (log, n) => {
          for (const old of [0, 5]) {
            const answer = await witness.submit(await bodyFor(log, old)).catch(() => undefined)
            if (answer?.status === 200) signed.add(n)
          }
        })
        if (isKilled) await pause(2 + round * 4)
        else await Promise.all(submitted)
        await witness.kill()
        await Promise.all(submitted)
      }
      expect(signed.size).toBe(1)
      signedOnes += signed.size
    }
    expect(signedOnes).toBe(rounds)
  })

  test('finds the key of a log where it is, and keeps to it', async () => {
    const signer = generateSigner('log.example/ledger')
    let key = encodeVerifierKey(signer.key)
    served = await serveLog(path =>
      path === 'breaks' ? Buffer.from(`log log.example/ledger\nkey ${key}\n`) : undefined,
    )
    const args = ['--name', name, '--log-at', served.url]
    const first = await startWitnessProcess(folder, args)
    const log = await logOf(signer, 5)
    expect((await first.submit(await bodyFor(log, 0))).status).toBe(200)
    await first.kill()
    const other = generateSigner('log.example/ledger')
    key = encodeVerifierKey(other.key)
    const again = await startWitnessProcess(folder, args)
    expect((await again.submit(await bodyFor(await logOf(other, 9), 6))).status).toBe(403)
    expect((await again.submit(await bodyFor(log, 6))).status).toBe(200)
    expect(again.key).toBe(first.key)
  })

  test.each([
    [[], 'Name a folder'],
    [['--keep', 'F'], 'needs a --name'],
    [['--keep', 'F', '--name', 'two words'], 'bad key name'],
    [['--keep', 'F', '--name', name, '--log', 'x'], 'not a verifier key'],
    [['--keep', 'F', '--name', name, '--port', 'http'], '--port takes'],
    [['--keep', 'F', '--name', name, '--log-at', 'nowhere'], 'is no address'],
    [['--keep', 'F', '--name', name, '--unknown'], 'Unknown option'],
  ])('explains a wrong call: %s', async (args, words) => {
    const child = runWitness(args.map(arg => (arg === 'F' ? folder : arg)))
    const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    expect([code, output]).toEqual([2, expect.stringContaining(words)])
  })

  test('runs once in a folder, and for one key of a name', async () => {
    const [one, other] = [generateSigner('log.example/ledger'), generateSigner('log.example/ledger')]
    const witness = await startWitnessProcess(folder, ['--name', name, '--log', encodeVerifierKey(one.key)])
    await expect(startWitnessProcess(folder, [])).rejects.toThrow('Another witness keeps its files')
    await witness.kill()
    await expect(startWitnessProcess(folder, ['--log', encodeVerifierKey(other.key)])).rejects.toThrow('Another key of')
    await expect(startWitnessProcess(folder, ['--name', 'another.example'])).rejects.toThrow('has the name')
    expect((await startWitnessProcess(folder, [])).key).toBe(witness.key)
  })
})
