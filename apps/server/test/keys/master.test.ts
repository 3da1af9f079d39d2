import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  encodeVerifierKey,
  fromBase64,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  verifyConsistency,
} from '@timbermark/ledger'
import { generateSigner } from '@timbermark/ledger/node'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { assertKeyOfDatabase } from '../../src/platform/secrets/key-of-database.ts'
import { appendStatement, loadVerifiedEdge, LedgerKeyChanged } from '../../src/areas/ledger/log/append.ts'
import { FormerKey, ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { RequestKeyChanged, requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { LedgerView } from '../../src/areas/ledger/log/proofs.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { indexRootOf, newestHead } from '../../src/areas/ledger/log/store.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { resealRows } from '../../src/areas/ledger/sealing/seal-rows.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeBackup } from '../../src/backup/backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { changeMaster } from '../../src/keys/change-master.ts'
import type { Services } from '../../src/platform/services.ts'
import { Secrets } from '../../src/platform/installation/secrets.ts'
import { makeServices } from '../../src/services.ts'
import { emptyPlace, folderAside, installation, newFolder, quiet, waitFor } from '../backup/backup-place.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** The master key of an installation with goods, reports and a ledger is changed by the command that an operator runs. */
const aside = folderAside()
const keyFile = (name: string) => {
  const file = join(aside, `${name}.key`)
  writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  return file
}
const files = {
  first: keyFile('first'),
  second: keyFile('second'),
  third: keyFile('third'),
  fourth: keyFile('fourth'),
}

let scene: Scene
let backup: string
/** Loads the key as a server with this key file does. */
let open: (keyFile: string) => Promise<Services>
let admin: pg.Client
let environment: Record<string, string>
/** The head from before, and the key that signed it. */
let before: { note: string; size: number; key: string; requestKey: string }
const idempotency = 'a-call-of-before'
let token: string
const children = new Set<ChildProcess>()

beforeAll(async () => {
  scene = await makeScene('MASTER', { MASTER_KEY_FILE: files.first, MEMORY_DIR: join(aside, 'memory') })
  const { world } = scene
  await scene.report('felling', scene.goods.codes.slice(0, 3), { operator: 'Someone' })
  await scene.append()
  token = scene.admin.token!
  const sent = await scene.admin.post(
    '/catalog/category',
    { name: 'Once', orderNum: 1 },
    { 'idempotency-key': idempotency },
  )
  expect(sent.code, sent.msg).toBe(200)
  const head = (await world.services.database.withoutTenant(newestHead))!
  before = {
    note: head.note,
    size: head.size,
    key: ledgerLog(world.services).verifierKey,
    requestKey: requestSubjects(world.services.secrets).key,
  }
  backup = newFolder()
  await makeBackup(installation(world), { folder: backup, progress: quiet })

  const { settings, database } = world.services
  const urls = { serverUrl: world.databaseUrl, workerUrl: database.workerUrl }
  open = keyFile => makeServices({ ...settings, masterKeyFile: keyFile }, urls)
  environment = {
    DATA_DIR: settings.dataDir,
    MEMORY_DIR: settings.memoryDir!,
    PUBLIC_URL: settings.publicUrl,
    DATABASE_URL: urls.serverUrl,
    DATABASE_WORKER_URL: urls.workerUrl,
    DATABASE_OWNER_URL: world.databaseUrl,
  }
  admin = new pg.Client({ connectionString: world.databaseUrl })
  await admin.connect()
})
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await admin.end()
})

function run(keyFile: string, ...args: string[]) {
  const program = join(import.meta.dirname, '../../src/keys/run.ts')
  let output = ''
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment, MASTER_KEY_FILE: keyFile, INIT_CWD: aside },
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  return { child, ended, finished: async () => ({ code: await ended, said: output }) }
}
const change = (from: string, to: string, ...more: string[]) => run(from, 'master', '--new-key-file', to, ...more)

async function withKey<T>(keyFile: string, work: (services: Services) => Promise<T>): Promise<T> {
  const services = await open(keyFile)
  try {
    return await work(services)
  } finally {
    await services.database.close()
  }
}

const faultsOf = async (services: Services) =>
  (await checkWholeLedger(services.database, ledgerLog(services), rowChecks)).faults

/** The checks that an operator would make on an installation started with this key. */
async function isWhole(services: Services): Promise<void> {
  const { database, secrets, settings, directory } = services
  await assertKeyOfDatabase(database, secrets, settings.masterKeyFile)
  directory.forgetAll()
  for (const [serial, code] of scene.goods.codes.slice(0, 3).entries())
    expect(await directory.open(code)).toMatchObject({ known: true, serial })
  expect(await faultsOf(services)).toEqual([])
  // A number has one subject, whatever becomes of the master key.
  expect(requestSubjects(secrets).key).toBe(before.requestKey)
}
const isRefused = (keyFile: string) =>
  withKey(keyFile, ({ database, secrets }) =>
    expect(assertKeyOfDatabase(database, secrets, keyFile)).rejects.toThrow(
      `${keyFile} does not hold the master key of this database`,
    ),
  )

const countOf = async (table: string) =>
  Number((await admin.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n)

/** A report that waits for its place in the log. */
async function queueOne(services: Services): Promise<void> {
  const { id } = scene.tenant
  await services.database.withTenant(id, async db => {
    await db.execute(sql`update enterprise set name = name || '+' where id = ${id}`)
    await resealRows(db, services, id, { kind: 'enterprise', ids: [id] })
  })
}

describe('the command refuses', () => {
  test('while a server runs', async () => {
    const { code, said } = await change(files.first, files.second).finished()
    expect(said).toContain('A server or another command runs with this database: stop it first')
    expect(code).toBe(1)
    await scene.world.close()
  })

  test('a master key that is not the one of the database, and a new one that is none', async () => {
    const other = await change(files.third, files.second).finished()
    expect(other).toMatchObject({ code: 1 })
    expect(other.said).toContain(`${files.third} does not hold the master key of this database`)
    const short = join(aside, 'short.key')
    writeFileSync(short, 'dG9vIHNob3J0\n', { mode: 0o600 })
    const weak = await change(files.first, short).finished()
    expect(weak).toMatchObject({ code: 1, said: `--new-key-file: ${short} must hold 32 bytes in base64\n` })
    expect(await run(files.first, 'master').finished()).toMatchObject({ code: 2 })
  })

  test('while the ledger is behind what was signed', async () => {
    await withKey(files.first, async services => {
      const { rollbackGuard: memory } = services
      vi.spyOn(memory, 'heads', 'get').mockReturnValue([{ epoch: 1, size: before.size + 5, root: 'ab'.repeat(32) }])
      await expect(changeMaster(services, { next: Secrets.read(files.second), reason: 'because' })).rejects.toThrow(
        'Resolve this first: npm run ledger:recover',
      )
    })
    await admin.query('delete from ledger_behind')
  })

  test('nothing of it was changed by that', () => withKey(files.first, isWhole))
})

describe('the command is killed while it', () => {
  const steps = [
    ['wraps the keys of enterprises', 'tenant_key'],
    ['forgets kept answers', 'idempotency'],
    ['names the new key in the log', 'ledger_entry'],
    ['signs', 'ledger_checkpoint'],
    ['notes the change', 'ledger_key_change'],
    ['keeps the former key', 'ledger_key'],
  ] as const
  test.each(steps)('%s: the former key starts the server, the new one is refused', async (_step, table) => {
    const heads = await countOf('ledger_checkpoint')
    await admin.query('begin')
    await admin.query(`lock table ${table} in exclusive mode`)
    const command = change(files.first, files.second)
    const { child, ended } = command
    try {
      await waits(table, command)
    } finally {
      child.kill('SIGKILL')
      await ended
      await admin.query('rollback')
    }
    await leftAlone()
    expect(await countOf('ledger_checkpoint')).toBe(heads)
    await withKey(files.first, isWhole)
    await isRefused(files.second)
  })

  /** Waits until the command waits for this table. */
  async function waits(table: string, command: ReturnType<typeof change>): Promise<void> {
    for (let met = false; !met; await new Promise(wake => setTimeout(wake, 20))) {
      const { rows } = await admin.query(`select 1 from pg_locks where relation = $1::regclass and not granted`, [
        table,
      ])
      met = rows.length > 0
      if (command.child.exitCode !== null)
        throw new Error(`The command ended before: ${(await command.finished()).said}`)
    }
  }
  /** Waits until the database has noticed that the command is gone. */
  async function leftAlone(): Promise<void> {
    let others = 1
    const look = async () => {
      const { rows } = await admin.query<{ n: number }>(
        'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      others = rows[0]!.n
    }
    const timer = setInterval(() => void look().catch(() => {}), 50)
    await waitFor(() => others === 0)
    clearInterval(timer)
  }
})

describe('after the change', () => {
  let newKey: string

  beforeAll(async () => {
    // A waiting report gets its place under the key that it was queued with.
    await withKey(files.first, queueOne)
    const { code, said } = await change(files.first, files.second, '--reason', 'somebody left').finished()
    expect(said).toContain('The master key is changed')
    expect(said).toContain(`Start the server with MASTER_KEY_FILE=${files.second}`)
    expect(code).toBe(0)
    newKey = said.split('\n').find(line => line.startsWith('trace.example/ledger/2+'))!
  })

  test('the new key starts the server and reads every code, the former one is refused in words', async () => {
    await withKey(files.second, isWhole)
    await isRefused(files.first)
    expect(await countOf('ledger_refused')).toBe(0)
  })

  test('the former key announced the new one in the log, and the new one says where it continues', async () => {
    const { rows } = await admin.query<{ index: string; text: string }>(
      "select index, text from ledger_entry where subject is null and text not like '%timbermark/index@1%' order by index",
    )
    expect(rows).toHaveLength(2)
    const [last, first] = rows.map(({ text }) => JSON.parse(text))
    expect(last).toMatchObject({
      type: 'timbermark/key@1',
      origin: 'trace.example/ledger',
      reason: 'somebody left',
      next: { origin: 'trace.example/ledger/2', verifierKey: newKey },
    })
    const noteOf = async (size: number) =>
      (await admin.query<{ note: string }>('select note from ledger_checkpoint where size = $1', [size])).rows[0]!.note
    const announced = await noteOf(Number(rows[0]!.index) + 1)
    expect((await openCheckpoint(announced, before.key)).step).toMatchObject({ outcome: 'pass' })
    expect(first).toMatchObject({
      type: 'timbermark/key-begun@1',
      former: { size: parseCheckpoint(parseNote(announced).text).size, verifierKey: before.key },
    })
    // The statement of the index stands between the first entry under the new name and its head.
    const begun = await noteOf(Number(rows[1]!.index) + 2)
    expect((await openCheckpoint(begun, newKey)).step).toMatchObject({ outcome: 'pass' })
    expect((await openCheckpoint(begun, before.key)).step).toMatchObject({ outcome: 'fail' })
  })

  test('a head from before the change verifies with the stored key, and the current log extends it', async () => {
    await withKey(files.second, async services => {
      const log = ledgerLog(services)
      expect(log.at(1).verifierKey).toBe(before.key)
      expect((await openCheckpoint(before.note, log.at(1).verifierKey)).step).toMatchObject({ outcome: 'pass' })
      const { proof, head } = await services.database.withoutTenant(async db => {
        const view = await LedgerView.open(db)
        return { proof: await view.consistencyProof(before.size), head: view.head! }
      })
      const former = parseCheckpoint(parseNote(before.note).text)
      expect(verifyConsistency(former.size, head.size, former.root, head.root, proof!.map(fromBase64))).toBe(true)
    })
  })

  test('nothing can be signed under the former name any more', async () => {
    await withKey(files.second, async services => {
      expect(() => ledgerLog(services).at(1).signer.privateKey).toThrow(FormerKey)
    })
  })

  test('monitors get both names and keys, and no loss is reported', async () => {
    await withKey(files.second, async services => {
      const app = await makeApp(services)
      const get = async (path: string) => (await app.inject({ method: 'GET', url: path })).payload
      const breaks = await get('/ledger/breaks')
      expect(breaks).toContain(`log trace.example/ledger\nkey ${before.key}\n`)
      expect(breaks).toContain(`log trace.example/ledger/2\nkey ${newKey}\n`)
      expect(breaks).toContain('reason somebody left')
      expect(breaks).not.toContain('lost ')
      expect(await get('/ledger/key')).toBe(`${newKey}\n`)
      expect(await get('/ledger/request-key')).toBe(`${before.requestKey}\n`)
      expect(await get('/t/log.js')).toContain(`${JSON.stringify([before.key, newKey])}`)
      expect(await get('/ledger/checkpoint')).toMatch(/^trace\.example\/ledger\/2\n/)
      await app.close()
    })
  })

  test('the log goes on under the new name', async () => {
    await withKey(files.second, async services => {
      await queueOne(services)
      const size = (await services.database.withoutTenant(newestHead))!.size
      expect(await makeSequencer(services).append()).toBe(1)
      const head = (await services.database.withoutTenant(newestHead))!
      expect(head.size).toBe(size + 2)
      expect(services.rollbackGuard.heads).toContainEqual({
        epoch: 2,
        size: head.size,
        root: head.root.toString('hex'),
      })
    })
  })

  test('a process that still has the former key signs nothing', async () => {
    await withKey(files.first, async services => {
      const signed = services.database.acrossTenants('ledger', async db => {
        const head = await newestHead(db)
        const edge = await loadVerifiedEdge(db, head)
        return appendStatement(db, ledgerLog(services).at(2), edge, { type: 'test' }, { indexed: indexRootOf(head) })
      })
      await expect(signed).rejects.toThrow(LedgerKeyChanged)
    })
  })

  test('a call from before the upgrade that is repeated gets the reply that its answer is lost, and is not executed again', async () => {
    await withKey(files.second, async services => {
      const app = await makeApp(services)
      const again = await app.inject({
        method: 'POST',
        url: '/api/catalog/category',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': idempotency,
        },
        payload: JSON.stringify({ name: 'Once', orderNum: 1 }),
      })
      expect(again.statusCode).toBeLessThan(500)
      expect(await countOf(`category where name = 'Once'`)).toBe(1)
      await app.close()
      await services.audit.whenSettled()
    })
  })

  test('run again, it says that there is nothing to do', async () => {
    const heads = await countOf('ledger_checkpoint')
    for (const file of [files.first, files.second]) {
      const again = await change(file, files.second).finished()
      expect(again.said).toContain('is the master key of this database already')
      expect(again.code).toBe(0)
    }
    expect(await countOf('ledger_checkpoint')).toBe(heads)
  })

  test('a stored key cannot be exchanged: the database refuses it, and who forces it is found out and not believed', async () => {
    const forged = encodeVerifierKey(generateSigner('trace.example/ledger').key)
    const exchange = (key: string) => admin.query('update ledger_key set verifier_key = $1 where epoch = 1', [key])
    await expect(exchange(forged)).rejects.toThrow('A key of the ledger stays what it was')
    await expect(admin.query('delete from ledger_key')).rejects.toThrow('never changed or removed')
    await admin.query('set session_replication_role = replica')
    await exchange(forged)
    await withKey(files.second, async services => {
      expect(ledgerLog(services).at(1).verifierKey).not.toBe(forged)
      expect(await faultsOf(services)).toContainEqual({ kind: 'keyWrong', place: 'ledger_key/2' })
    })
    await exchange(before.key)
    await admin.query('set session_replication_role = origin')
    await withKey(files.second, isWhole)
  })

  test('the key of request numbers cannot be exchanged either: neither its first number, nor by taking the row away', async () => {
    const { rows } = await admin.query('select first_number, wrapped from ledger_request_key')
    const [{ first_number: from, wrapped }] = rows
    const put = (first: number, key: Buffer) =>
      admin.query('insert into ledger_request_key (first_number, wrapped) values ($1, $2)', [first, key])
    await expect(admin.query('update ledger_request_key set first_number = 7')).rejects.toThrow('Requests keep')
    await expect(admin.query('delete from ledger_request_key')).rejects.toThrow('never changed or removed')
    await admin.query('set session_replication_role = replica')
    const forgeries: ([number, Buffer] | undefined)[] = [
      [7, wrapped],
      [from, Buffer.from(wrapped).fill(1, 20, 21)],
      undefined,
    ]
    for (const forgery of forgeries) {
      await admin.query('delete from ledger_request_key')
      if (forgery) await put(...forgery)
      await withKey(files.second, async ({ secrets }) => {
        expect(() => requestSubjects(secrets)).toThrow(RequestKeyChanged)
      })
    }
    await admin.query('delete from ledger_request_key')
    await put(from, wrapped)
    await admin.query('set session_replication_role = origin')
    await withKey(files.second, isWhole)
  })

  test('the key can be changed again, and all three are known', async () => {
    await withKey(files.second, async services => {
      const next = Secrets.read(files.third)
      const changed = await changeMaster(services, { next, reason: 'again' })
      expect(changed?.change).toMatchObject({ epoch: 3, former: { origin: 'trace.example/ledger/2' } })
    })
    await withKey(files.third, async services => {
      await isWhole(services)
      const log = ledgerLog(services)
      expect([log.at(1).verifierKey, log.at(2).verifierKey]).toEqual([before.key, newKey])
      expect(log.at(3).origin).toBe('trace.example/ledger/3')
      expect(() => log.at(2).signer.privateKey).toThrow(FormerKey)
    })
    await isRefused(files.second)
  })

  test('a declared break and a change of key may follow one another', async () => {
    await withKey(files.third, async services => {
      const lost = { epoch: 3, size: 1000, root: 'ab'.repeat(32) }
      const known = vi.spyOn(services.rollbackGuard, 'heads', 'get').mockReturnValue([lost])
      expect(await declareBreak(services, 'a disk was lost')).toMatchObject({ epoch: 4 })
      known.mockRestore()
      expect(await faultsOf(services)).toEqual([])
      const next = Secrets.read(files.fourth)
      expect((await changeMaster(services, { next, reason: 'once more' }))?.change.epoch).toBe(5)
    })
    await withKey(files.fourth, async services => {
      await isWhole(services)
      const log = ledgerLog(services)
      expect([1, 2, 3, 4, 5].map(epoch => log.at(epoch).origin)).toEqual([
        'trace.example/ledger',
        ...[2, 3, 4, 5].map(epoch => `trace.example/ledger/${epoch}`),
      ])
      expect(new Set([1, 2, 3, 4, 5].map(epoch => log.at(epoch).verifierKey)).size).toBe(5)
    })
  })

  test('an earlier backup is restored with its own key and with no other', async () => {
    const place = await emptyPlace(scene.world)
    await expect(
      restoreBackup({ ...place, masterKeyFile: files.third }, { folder: backup, progress: quiet }),
    ).rejects.toThrow('another master key than the backup was made with')
    const settings = { ...place, masterKeyFile: files.first }
    await restoreBackup(settings, { folder: backup, progress: quiet })
    const urls = { serverUrl: place.databaseOwnerUrl!, workerUrl: place.databaseOwnerUrl! }
    const services = await makeServices(settings, urls)
    try {
      await isWhole(services)
      expect(ledgerLog(services).at(2).verifierKey).not.toBe(newKey)
    } finally {
      await services.database.close()
    }
  })
})
