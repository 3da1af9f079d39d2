import { spawn } from 'node:child_process'
import { createServer, type Server as HttpServer } from 'node:http'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkHistory,
  decodeBundle,
  encodeCheckpoint,
  fromBase64,
  leafHash,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  toBase64,
  verifyInclusion,
} from '@timbermark/ledger'
import { fromBase64Url, findIndexRoot, toBase64Url, verifyIndex } from '@timbermark/ledger/sealed'
import { generateSigner, signNote } from '@timbermark/ledger/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareLedger } from '../../src/areas/ledger/recovery/compare.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { LedgerView } from '../../src/areas/ledger/log/proofs.ts'
import { declareBreak, loadRecoveryState } from '../../src/areas/ledger/recovery/recover.ts'
import { LedgerBehind } from '../../src/areas/ledger/log/sequencer.ts'
import { makeSequencer, startLedger } from '../../src/areas/ledger/start.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { copyFolder } from '../copy-folder.ts'
import { makeFolder, type Server, startServer } from '../installation.ts'
import { unguarded } from '../unguarded.ts'
import { bytesNamed, namesOf, queueNamed } from './entries.ts'

/** The ledger after a backup was restored. The whole data folder is copied, as operators do. */
const folder = makeFolder()
const dataDir = join(folder, 'data')
const memoryDir = join(folder, 'memory')
const old = join(folder, 'old')
const newer = join(folder, 'newer')
const remembered = join(folder, 'remembered')

let server: Server
let lostNote: string

const get = async (path: string) => server.app.inject({ method: 'GET', url: `/ledger/${path}` })
const ready = async () => (await server.app.inject({ method: 'GET', url: '/readyz' })).json()
const check = () => checkWholeLedger(server.services.database, ledgerLog(server.services))
const sizeOf = async () => Number((await server.admin.query('select max(size) as n from ledger_checkpoint')).rows[0].n)

/** Queues entries, as reports do. */
async function queue(count: number, name: string, on = server): Promise<void> {
  const { id } = (await on.admin.query(`select id from enterprise where identification = 'MARKS'`)).rows[0]
  await queueNamed(on.services, Number(id), namesOf(count, name))
}

async function restored({
  from = old,
  memory = true,
  watchers = '',
}: {
  from?: string
  memory?: boolean
  watchers?: string
} = {}): Promise<void> {
  await server?.stop()
  copyFolder(from, dataDir)
  if (memory) copyFolder(remembered, memoryDir)
  else rmSync(memoryDir, { recursive: true, force: true })
  server = await startServer({ dataDir, memoryDir, environment: watchers ? { LEDGER_WATCHERS: watchers } : {} })
}

/** A monitor that serves any checkpoint. */
const stands: HttpServer[] = []
async function watcher(answer: () => string | undefined): Promise<string> {
  const stand = createServer((request, response) => {
    const note = request.url === '/log/checkpoint' ? answer() : undefined
    response.writeHead(note === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(note)
  })
  stands.push(stand)
  await new Promise<void>(done => stand.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(stand.address() as { port: number }).port}/log/`
}
/** From now on only these monitors are asked. */
function watchedBy(...addresses: string[]): void {
  const { ledgerWatchers } = server.services.settings
  ledgerWatchers.splice(0, ledgerWatchers.length, ...addresses.map(address => address.replace(/\/$/, '')))
}
afterAll(() => {
  for (const stand of stands) stand.close()
})

beforeAll(async () => {
  server = await startServer({ dataDir, memoryDir })
  await queue(300, 'kept')
  await makeSequencer(server.services).append()
  await server.stop()
  copyFolder(dataDir, old)
  server = await startServer({ dataDir, memoryDir })
  await queue(20, 'lost')
  await makeSequencer(server.services).append()
  lostNote = (await get('checkpoint')).payload
  await server.stop()
  copyFolder(dataDir, newer)
  copyFolder(memoryDir, remembered)
})

describe('a data folder copied back while the rollback guard outside it survives', () => {
  beforeEach(() => restored())

  test('signs nothing, accepts reports, and shows so to operators without flooding the server log', async () => {
    const ledger = startLedger(server.services)
    try {
      await expect.poll(async () => (await ready()).status).toBe('degraded')
      expect((await ready()).alarms).toMatchObject([
        { key: 'ledgerBehind', grade: 'degraded', detail: { size: 301, known: 322 } },
      ])
      for (let n = 0; n < 30; n++) await queue(1, `more${n}`)
      await expect.poll(() => server.told.filter(line => line.includes('head of 322 leaves')).length).toBe(1)
      await new Promise(done => setTimeout(done, 2500))
      expect(server.told.filter(line => line.includes('head of 322 leaves'))).toHaveLength(1)
      expect(await sizeOf()).toBe(301)
      expect((await server.admin.query('select count(*)::int as n from ledger_queue')).rows[0].n).toBe(30)
    } finally {
      await ledger.stop()
    }
  })

  test('no other process signs, even without a rollback guard of its own', async () => {
    await compareLedger(server.services)
    await queue(1, 'other')
    const elsewhere = join(folder, 'elsewhere')
    const other = await startServer({ dataDir: elsewhere, memoryDir: join(elsewhere, 'memory'), sharedWith: server })
    try {
      expect(other.services.rollbackGuard.heads).toEqual([])
      await expect(makeSequencer(other.services).append()).rejects.toThrow(LedgerBehind)
      expect((await other.app.inject({ method: 'GET', url: '/readyz' })).json()).toMatchObject({ status: 'degraded' })
    } finally {
      await other.stop()
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  test('restoring the newer backup ends the state by itself', async () => {
    expect(await compareLedger(server.services)).toMatchObject({ size: 322, from: 'memory' })
    await restored({ from: newer })
    expect(await compareLedger(server.services)).toBeUndefined()
    await queue(1, 'on')
    expect(await makeSequencer(server.services).append()).toBe(1)
    expect(await ready()).toMatchObject({ status: 'ready' })
  })

  test('the state ends without a restart once the lost entries are back', async () => {
    const sequencer = makeSequencer(server.services)
    await queue(1, 'on')
    await expect(sequencer.append()).rejects.toThrow(LedgerBehind)
    // The state is stored in the database; it ends once the head is contained.
    const { root } = (
      await server.admin.query("select encode(root, 'hex') as root from ledger_checkpoint where size = 301")
    ).rows[0]
    await server.admin.query(`update ledger_behind set size = 301, root = decode($1, 'hex')`, [root])
    for (const path of server.services.rollbackGuard.paths) rmSync(path, { force: true })
    const fresh = await startServer({
      dataDir: join(folder, 'fresh'),
      memoryDir: join(folder, 'fresh/m'),
      sharedWith: server,
    })
    try {
      expect(await makeSequencer(fresh.services).append()).toBe(1)
      expect(await ready()).toMatchObject({ status: 'ready' })
    } finally {
      await fresh.stop()
      rmSync(join(folder, 'fresh'), { recursive: true, force: true })
    }
  })
})

describe('a declared break', () => {
  const reason = 'The disk of the server burned; the newest backup was\nof the day before.'
  let formerNote: string
  let formerKey: string

  beforeAll(async () => {
    await restored()
    formerNote = (await get('checkpoint')).payload
    formerKey = (await get('key')).payload.trim()
    await queue(5, 'waiting')
    await expect(makeSequencer(server.services).append()).rejects.toThrow(LedgerBehind)
    expect(await loadRecoveryState(server.services)).toMatchObject({
      ours: { origin: 'trace.example/ledger', size: 301, epoch: 1 },
      behind: { origin: 'trace.example/ledger', size: 322, from: 'memory' },
      waiting: 5,
    })
    await declareBreak(server.services, reason)
  })

  test('lets the log continue under a new name and key, queued reports first', async () => {
    expect(await ready()).toMatchObject({ status: 'ready' })
    expect(await makeSequencer(server.services).append()).toBe(5)
    const key = (await get('key')).payload.trim()
    expect(parseVerifierKey(key).name).toBe('trace.example/ledger/2')
    const opened = await openCheckpoint((await get('checkpoint')).payload, key)
    expect(opened).toMatchObject({ step: { outcome: 'pass' }, checkpoint: { size: 309 } })
    expect(await check()).toMatchObject({ leaves: 309, faults: [] })
    expect(server.services.rollbackGuard.heads).toMatchObject([{ epoch: 2, size: 309 }])
  })

  test('is the first entry under the new name, and the reader’s browser proves it', async () => {
    const [entry] = decodeBundle(new Uint8Array((await get('tile/entries/001.p/53')).rawPayload), 53).slice(45)
    const leaf = JSON.parse(Buffer.from(entry!).toString())
    expect(leaf).toMatchObject({
      type: 'timbermark/break@1',
      origin: 'trace.example/ledger/2',
      reason: reason.replace('\n', ' '),
      former: { origin: 'trace.example/ledger', size: 301 },
      lost: { origin: 'trace.example/ledger', size: 322 },
    })
    expect(toBase64(Buffer.from(leaf.lost.root, 'hex'))).toBe(toBase64(parseCheckpoint(parseNote(lostNote).text).root))
    const verifierKey = (await get('key')).payload.trim()
    const { head, index, inclusions } = await server.services.database.withoutTenant(async db => {
      const view = await LedgerView.open(db)
      const subject = toBase64Url(bytesNamed('kept/7'))
      return {
        head: parseCheckpoint(parseNote(view.head!.note).text),
        index: (await view.indexProofs([subject])).get(subject)!,
        inclusions: await view.inclusionProofs([301, 7]),
      }
    })
    for (const at of [301, 7]) {
      const { rows } = await server.admin.query('select text from ledger_entry where index = $1', [at])
      const path = inclusions.get(at)!.map(fromBase64)
      expect(verifyInclusion(at, 309, leafHash(Buffer.from(rows[0].text)), path, head.root)).toBe(true)
    }
    // The index continues: earlier entries are found under the new name.
    expect(index.end).toMatchObject({ subject: toBase64Url(bytesNamed('kept/7')), seq: 1 })
    const siblings = index.siblings.map(fromBase64)
    const end = { subject: bytesNamed('kept/7'), seq: 1, hash: fromBase64Url(index.end!.hash) }
    expect(verifyIndex(bytesNamed('kept/7'), { siblings, end }, findIndexRoot(head.extensions)!).outcome).toBe(
      'present',
    )
    const note = (await get('checkpoint')).payload
    expect(parseCheckpoint(parseNote(note).text)).toEqual(head)
    expect((await openCheckpoint(note, verifierKey)).step.outcome).toBe('pass')
    expect((await openCheckpoint(note, formerKey)).step.outcome).toBe('fail')
  })

  test('leaves what was signed before unchanged, and lists both names for monitors', async () => {
    expect((await get('checkpoint/301')).payload).toBe(formerNote)
    expect((await openCheckpoint(formerNote, formerKey)).step.outcome).toBe('pass')
    expect((await get('checkpoint/322')).statusCode).toBe(404)
    expect((await get('checkpoint/x')).statusCode).toBe(404)
    const breaksFile = (await get('breaks')).payload
    expect(breaksFile.split('\n\n').map(block => block.split('\n').map(line => line.split(' ')[0]))).toEqual([
      ['log', 'key'],
      ['log', 'key', 'at', 'from', 'lost', 'reason', ''],
    ])
    expect(breaksFile).toContain(`key ${formerKey}\n`)
    expect(breaksFile).toContain(`key ${(await get('key')).payload}`)
    expect(breaksFile).toContain(`reason ${reason.replace('\n', ' ')}\n`)
    // The new name is a different log, so that an old head cannot be mistaken for its beginning.
    const current = (await get('checkpoint')).payload
    const verifierKey = (await get('key')).payload.trim()
    expect(await checkHistory({ seen: lostNote, current, verifierKey })).toBe('otherLog')
  })

  test('cannot be declared when nothing is missing, or without a reason', async () => {
    await expect(declareBreak(server.services, 'again')).rejects.toThrow('not behind anything')
    await expect(declareBreak(server.services, ' \n ')).rejects.toThrow('reason')
    await expect(declareBreak(server.services, 'x'.repeat(501))).rejects.toThrow('reason')
    expect((await server.admin.query('select count(*)::int as n from ledger_break')).rows[0].n).toBe(1)
  })

  test('is not undone by a monitor that still has a head of the former name', async () => {
    watchedBy(await watcher(() => lostNote))
    expect(await compareLedger(server.services)).toBeUndefined()
    watchedBy()
  })

  test('is checked every night against its entry', async () => {
    await unguarded(server.admin, "update ledger_break set reason = 'Nothing happened.'")
    expect((await check()).faults).toEqual([{ kind: 'breakWrong', place: 'ledger_break/2' }])
    await unguarded(server.admin, 'update ledger_break set reason = $1', [reason.replace('\n', ' ')])
    expect((await check()).faults).toEqual([])
  })

  test('that is itself lost by a restore leaves the log behind again, and the second break takes a third name', async () => {
    const memory = join(folder, 'second')
    await server.stop()
    copyFolder(memoryDir, memory)
    copyFolder(old, dataDir)
    server = await startServer({ dataDir, memoryDir: memory })
    expect(await compareLedger(server.services)).toMatchObject({ epoch: 2, size: 309 })
    const second = await declareBreak(server.services, 'The first restore was the wrong one.')
    expect(second).toMatchObject({
      epoch: 3,
      former: { origin: 'trace.example/ledger', size: 301 },
      lost: { origin: 'trace.example/ledger/2', size: 309 },
    })
    await queue(3, 'third')
    expect(await makeSequencer(server.services).append()).toBe(3)
    expect(parseVerifierKey((await get('key')).payload.trim()).name).toBe('trace.example/ledger/3')
    expect(await check()).toMatchObject({ leaves: 307, faults: [] })
    await restoredTwice()
  })

  /** Once more on the same installation, so that one log has two breaks. */
  async function restoredTwice(): Promise<void> {
    const { rollbackGuard: memory } = server.services
    await memory.noteHead({ epoch: 3, size: 400, root: 'ab'.repeat(32) })
    await queue(1, 'fourth')
    await expect(makeSequencer(server.services).append()).rejects.toThrow('400 leaves')
    expect(await declareBreak(server.services, 'Again.')).toMatchObject({ epoch: 4, former: { size: 307 } })
    expect(await makeSequencer(server.services).append()).toBe(1)
    expect(await check()).toMatchObject({ leaves: 311, faults: [] })
    expect((await get('breaks')).payload.split('\n\n')).toHaveLength(3)
  }
})

describe('a data folder copied back without any other record of signed heads', () => {
  test('continues to sign: the loss cannot be detected', async () => {
    await restored({ memory: false })
    expect(await compareLedger(server.services)).toBeUndefined()
    await queue(1, 'on')
    expect(await makeSequencer(server.services).append()).toBe(1)
  })

  test('a smaller head of the same tree is normal, whether signed here or not', async () => {
    await restored({ memory: false })
    const { root } = (
      await server.admin.query("select encode(root, 'hex') as root from ledger_checkpoint where size = 301")
    ).rows[0]
    await queue(40, 'on')
    await makeSequencer(server.services).append()
    await unguarded(server.admin, 'delete from ledger_checkpoint where size <= 301')
    const fresh = await startServer({
      dataDir: join(folder, 'fresh'),
      memoryDir: join(folder, 'fresh/m'),
      sharedWith: server,
    })
    await fresh.services.rollbackGuard.noteHead({ epoch: 1, size: 301, root })
    expect(await compareLedger(fresh.services)).toBeUndefined()
    await fresh.stop()
  })

  test('a monitor’s newer checkpoint shows the loss, and its request mark counts', async () => {
    const log = ledgerLog(server.services)
    const { size, root } = parseCheckpoint(parseNote(lostNote).text)
    const named = { origin: log.origin, size, root, extensions: ['other line', 'timbermark/requests 184'] }
    const address = await watcher(() => signNote(encodeCheckpoint(named), [log.signer]))
    const dead = 'http://127.0.0.1:9/log'
    await restored({ memory: false, watchers: `${dead}, ${address}` })
    const ledger = startLedger(server.services)
    try {
      await expect.poll(async () => (await ready()).alarms).toMatchObject([{ key: 'ledgerBehind' }])
    } finally {
      await ledger.stop()
    }
    expect(server.told.some(line => line.includes(`could not be fetched from ${dead}`))).toBe(true)
    expect(server.services.rollbackGuard.requests).toBe(184)
    const { next } = (await server.admin.query("select nextval('code_request_number')::int as next")).rows[0]
    expect(next).toBe(185)
  })

  test('the state ends with a database that contains the head', async () => {
    await restored({ memory: false })
    expect(await compareLedger(server.services)).toBeUndefined()
  })

  test.each([
    ['of another key', () => signNote(checkpointText(999), [generateSigner('trace.example/ledger')])],
    [
      'of another log',
      () => signNote(checkpointText(999, 'other.example/ledger'), [ledgerLog(server.services).signer]),
    ],
    ['that is none', () => 'hello'],
    ['that is endless', () => 'x'.repeat(100_000)],
    ['that is missing', () => undefined],
  ])('a checkpoint %s is ignored', async (_what, answer) => {
    server.told.length = 0
    watchedBy(await watcher(answer))
    expect(await compareLedger(server.services)).toBeUndefined()
    expect(server.told.filter(line => line.includes('could not be fetched from'))).toHaveLength(1)
  })

  test.each([
    ['the same size', 301],
    ['a smaller one', 257],
  ])('a signed head of %s that is not of this tree is a fork', async (_what, size) => {
    const { signer } = ledgerLog(server.services)
    watchedBy(await watcher(() => signNote(checkpointText(size), [signer])))
    expect(await compareLedger(server.services)).toMatchObject({ size, epoch: 1 })
    await queue(1, 'on')
    await expect(makeSequencer(server.services).append()).rejects.toThrow(LedgerBehind)
    await server.admin.query('delete from ledger_behind')
  })
})

describe('npm run ledger:recover', () => {
  /** Runs the command as an operator does, without a terminal. */
  async function recover(...args: string[]): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/ledger-recover.ts'), ...args], {
      env: { ...process.env, DATA_DIR: dataDir, MEMORY_DIR: memoryDir, PUBLIC_URL: 'http://trace.example', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const code = await new Promise<number | null>(done => child.once('close', done))
    return { code, said: output }
  }
  let more: Record<string, string> = {}

  test('refuses to run next to a running server, with a message', async () => {
    await restored()
    const { code, said } = await recover()
    expect(code).toBe(1)
    expect(said).toMatch(/^DATA_DIR: Timbermark already runs with .* \(process \d+\); stop it first, or .*\n$/)
  })

  test('prints the finding and the two choices, and changes nothing without confirmation', async () => {
    await server.stop()
    const { code, said } = await recover()
    expect(code).toBe(1)
    for (const words of [
      'trace.example/ledger, 301 entries',
      'trace.example/ledger, 322 entries',
      'the marks of this installation outside its database',
      '1. Restore a newer backup',
      '2. If there is none, declare a break',
    ])
      expect(said).toContain(words)
    expect(said).not.toContain(' at ')
    const unreasoned = await recover('--declare')
    expect(unreasoned).toMatchObject({ code: 1 })
    expect(unreasoned.said).toContain('needs a reason')
  })

  test.each([
    ['of another name', { PUBLIC_URL: 'http://other.example' }, 'Set PUBLIC_URL'],
    ['without the key', { MASTER_KEY_FILE: '/nowhere/master.key' }, 'does not exist'],
    [
      'on a folder without a database',
      { DATA_DIR: folder, MASTER_KEY_FILE: join(dataDir, 'master.key') },
      'there is no database',
    ],
  ])('signs nothing with settings %s', async (_what, environment, words) => {
    more = environment
    const { code, said } = await recover('--declare', '--reason', 'x')
    more = {}
    expect(code).toBe(1)
    expect(said).toContain(words)
  })

  test('declares a break, and afterwards there is nothing to declare', async () => {
    const { code, said } = await recover('--declare', '--reason', 'The disk burned.')
    expect(said).toContain('goes on as trace.example/ledger/2; its first entry there, number 301, says why')
    expect(code).toBe(0)
    const again = await recover('--declare', '--reason', 'The disk burned.')
    expect(again.said).toContain('There is nothing to declare')
    expect(again.code).toBe(1)
    expect((await recover()).code).toBe(0)
    server = await startServer({ dataDir, memoryDir })
    expect(await compareLedger(server.services)).toBeUndefined()
    await queue(1, 'on')
    expect(await makeSequencer(server.services).append()).toBe(1)
    expect(await check()).toMatchObject({ leaves: 305, faults: [] })
  })
})

function checkpointText(size: number, origin = 'trace.example/ledger'): string {
  return encodeCheckpoint({ origin, size, root: new Uint8Array(32).fill(7), extensions: [] })
}
