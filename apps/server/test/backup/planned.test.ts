import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { backUp, checkNewest } from '../../src/areas/monitor/backup/scheduled-backup.ts'
import { nameOf } from '../../src/areas/monitor/backup/retention.ts'
import { makeBackup } from '../../src/backup/backup.ts'
import { BackupError } from '../../src/platform/backup/errors.ts'
import { isProcessAlive } from '../../src/platform/backup/claim.ts'
import type { Settings } from '../../src/platform/settings.ts'
import { makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'
import { installation, newFolder } from './backup-place.ts'

/** Planned backups in a folder with other entries, and after their worker was killed. */
let world: World
/** While it locks a table, every backup waits when it comes to it. */
let holder: pg.Client
const children: ChildProcess[] = []
const rule = { days: 30, weeks: 0, months: 0 }
const never = new AbortController().signal

beforeAll(async () => {
  world = await makeWorld()
  holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
})
afterEach(() => letGo())
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await holder.end()
})

const planned = () => {
  const backupDir = newFolder('planned')
  const settings: Settings = { ...installation(world), backupDir }
  mkdirSync(backupDir, { mode: 0o700 })
  return { backupDir, services: { settings, log: world.services.log } }
}
const hold = () => holder.query('begin; lock table account in access exclusive mode')
const letGo = () => holder.query('rollback')
/** How many backups wait for the locked table. */
const countWaiting = async () =>
  Number(
    (
      await holder.query(
        `select count(*)::int as n from pg_locks where not granted and relation = 'account'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows[0].n,
  )
function start(program: string, args: string[], environment: Record<string, string | undefined>) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  children.push(child)
  return { child, ended: new Promise<number | null>(done => child.once('exit', done)) }
}
/** The process that is recorded as the writer of this unfinished backup. */
const writerOf = (half: string) =>
  (JSON.parse(readFileSync(join(half, 'unfinished.json'), 'utf8')) as { pid: number }).pid

test('an unfinished backup that another command is writing is left alone, and both become backups', async () => {
  const { backupDir, services } = planned()
  const { settings } = services
  await hold()
  const first = join(backupDir, '2026-01-01T010000Z')
  const other = start(join(import.meta.dirname, '../../src/backup/run.ts'), ['backup', first], {
    DATA_DIR: settings.dataDir,
    MASTER_KEY_FILE: settings.masterKeyFile,
    DATABASE_OWNER_URL: settings.databaseOwnerUrl,
    DATABASE_WORKER_URL: settings.databaseWorkerUrl,
  })
  await until(async () => (await countWaiting()) === 1, 'the first backup at the table')
  const second = backUp(services, rule, never)
  await until(async () => (await countWaiting()) === 2, 'the second backup at the table')
  expect(writerOf(`${first}.part`)).toBe(other.child.pid)
  await letGo()
  expect(await other.ended).toBe(0)
  await second
  const names = readdirSync(backupDir).sort()
  expect(names).toEqual(['2026-01-01T010000Z', expect.stringMatching(/Z$/)])
  for (const name of names) expect(existsSync(join(backupDir, name, 'backup.json')), name).toBe(true)
})

test('the command of a killed worker ends with it and leaves no unfinished backup', async () => {
  const { backupDir, services } = planned()
  await hold()
  const worker = start(join(import.meta.dirname, 'planned-child.ts'), [], {
    SETTINGS: JSON.stringify(services.settings),
  })
  await until(async () => (await countWaiting()) === 1, 'the backup at the table')
  const command = writerOf(join(backupDir, readdirSync(backupDir)[0]!))
  expect(command).not.toBe(worker.child.pid)
  worker.child.kill('SIGKILL')
  await worker.ended
  await until(() => !isProcessAlive(command), 'the end of the command')
  expect(readdirSync(backupDir)).toEqual([])
  await letGo()
  expect(await backUp(services, rule, never)).toEqual({ backups: 1, removed: 0 })
})

describe('other entries in the backup folder', () => {
  const nightly = { days: 1, weeks: 0, months: 0 }
  const rewriteManifest = (folder: string, change: (manifest: Record<string, unknown>) => void) => {
    const { seal: _, ...manifest } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Record<
      string,
      unknown
    >
    change(manifest)
    const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
    writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, seal: { sha256, mac: null } }))
  }
  const makeNightlyBackup = async () => {
    const { backupDir, services } = planned()
    await backUp(services, nightly, never)
    const [name = ''] = readdirSync(backupDir)
    return { backupDir, services: { ...services, database: world.services.database }, name }
  }

  test('one of a clock that was wrong is neither the newest nor in the way of those that are', async () => {
    const { backupDir, services, name } = await makeNightlyBackup()
    renameSync(join(backupDir, name), join(backupDir, '2099-01-01T010000Z'))
    for (let night = 1; night <= 2; night++)
      expect(await backUp(services, nightly, never)).toEqual({ backups: 1, removed: night - 1 })
    const [newest = '', future] = readdirSync(backupDir).sort()
    expect(newest).toMatch(/^20\d\d-/)
    expect(future).toBe('2099-01-01T010000Z')
    writeFileSync(join(backupDir, newest, 'files.txt.gz'), 'spoilt')
    await expect(checkNewest(services, never)).rejects.toThrow('monitor.backup.damaged')
  })

  test('one that already has the name of this second makes the next one wait for a free second', async () => {
    const { backupDir, services } = planned()
    const now = Date.now()
    const taken = [0, 1000, 2000].map(later => nameOf(new Date(now + later)))
    for (const name of taken) mkdirSync(join(backupDir, name), { recursive: true })
    await backUp(services, nightly, never)
    const free = readdirSync(backupDir).filter(name => !taken.includes(name))
    expect(free).toHaveLength(1)
    expect(free[0]! > taken.at(-1)!).toBe(true)
  })

  test('those of another installation are not let go by our rule, nor taken for ours', async () => {
    const { backupDir, services, name } = await makeNightlyBackup()
    const theirs = '2026-01-01T010000Z'
    renameSync(join(backupDir, name), join(backupDir, theirs))
    rewriteManifest(join(backupDir, theirs), manifest => Object.assign(manifest, { installation: randomUUID() }))
    await expect(checkNewest(services, never)).rejects.toThrow('monitor.backup.none')
    expect(await backUp(services, nightly, never)).toEqual({ backups: 1, removed: 0 })
    expect(readdirSync(backupDir)).toContain(theirs)
  })

  test('a backup that cannot be read is reported by the check and does not prevent the next one', async () => {
    const { backupDir, services, name } = await makeNightlyBackup()
    writeFileSync(join(backupDir, name, 'backup.json'), 'spoilt')
    await expect(checkNewest(services, never)).rejects.toThrow('monitor.backup.damaged')
    // Names are exact to the second.
    renameSync(join(backupDir, name), join(backupDir, '2026-01-01T010000Z'))
    expect(await backUp(services, nightly, never)).toEqual({ backups: 1, removed: 0 })
    expect(readdirSync(backupDir)).toContain('2026-01-01T010000Z')
  })
})

test('an unfinished backup is removed when no process can be working in it', async () => {
  const { backupDir, services } = planned()
  const half = (name: string, { claim, minutes = 0 }: { claim?: object; minutes?: number } = {}) => {
    const folder = join(backupDir, name)
    mkdirSync(folder)
    const at = Date.now() / 1000 - minutes * 60
    if (claim) {
      writeFileSync(join(folder, 'unfinished.json'), JSON.stringify(claim))
      utimesSync(join(folder, 'unfinished.json'), at, at)
    }
    utimesSync(folder, at, at)
  }
  const gone = 2 ** 30
  half('2020-01-01T010000Z.part', { minutes: 5 })
  // Not claimed yet, or complete and about to be renamed.
  half('2020-01-02T010000Z.part')
  half('2020-01-03T010000Z.part', { claim: { pid: gone } })
  // The number of a process says nothing about the processes of another machine.
  half('2020-01-04T010000Z.part', { claim: { pid: gone, machine: 'another' } })
  half('2020-01-05T010000Z.part', { claim: { pid: gone, machine: 'another' }, minutes: 5 })
  half('notes.part', { minutes: 5 })
  await backUp(services, rule, never)
  expect(
    readdirSync(backupDir)
      .filter(name => name.endsWith('.part'))
      .sort(),
  ).toEqual(['2020-01-02T010000Z.part', '2020-01-04T010000Z.part', 'notes.part'])
})

test('a run removes what interrupted runs of any name left beside, and nothing that it does not know', async () => {
  const { backupDir, services } = planned()
  const lay = (name: string, files: Record<string, string>) => {
    mkdirSync(join(backupDir, name))
    for (const [file, content] of Object.entries(files)) writeFileSync(join(backupDir, name, file), content)
    const longAgo = Date.now() / 1000 - 300
    for (const path of [...Object.keys(files).map(file => join(backupDir, name, file)), join(backupDir, name)])
      utimesSync(path, longAgo, longAgo)
  }
  lay('k5.part', { 'unfinished.json': JSON.stringify({ pid: 2 ** 30 }), 'half.copy.gz': 'half' })
  lay('k8.part', { 'backup.json': '{}' })
  lay('downloads.part', { 'film.mkv': 'not ours' })
  const lines: string[] = []
  const progress = { now: () => {}, done: (line: string) => void lines.push(line), warn: () => {} }
  await makeBackup(services.settings, { folder: join(backupDir, '2026-11-26'), progress })
  expect(readdirSync(backupDir).sort()).toEqual(['2026-11-26', 'downloads.part'])
  expect(lines.filter(line => line.includes('interrupted'))).toHaveLength(2)
})

test('a run that lost its folder to another one ends with that sentence', async () => {
  const { backupDir, services } = planned()
  const folder = join(backupDir, 'lost')
  await hold()
  const progress = { now: () => {}, done: () => {}, warn: () => {} }
  const outcome = makeBackup(services.settings, { folder, progress }).catch((error: unknown) => error)
  await until(async () => (await countWaiting()) > 0)
  rmSync(`${folder}.part`, { recursive: true })
  await letGo()
  expect(await outcome).toMatchObject({
    message: expect.stringMatching(/^Another run has taken over .*lost from this one/),
  })
  expect(await outcome).toBeInstanceOf(BackupError)
})
