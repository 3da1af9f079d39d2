import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../src/platform/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbermark-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = join(folder, 'master.key')
writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
const good = {
  PUBLIC_URL: 'https://trace.example',
  DATABASE_URL: 'postgres://server@db/timbermark',
  DATABASE_WORKER_URL: 'postgres://worker@db/timbermark',
  MASTER_KEY_FILE: key,
}

const problems = (environment: Record<string, string>) => {
  try {
    readSettings('production', environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
}

test('the demonstration needs no setting at all', () => {
  expect(readSettings('demo', {}, '/srv/timbermark')).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '/srv/timbermark/.data',
    publicUrl: 'http://localhost:8080',
    captcha: true,
  })
})

test('what is remembered outside the data folder lies where programs keep their state, never there in a test', () => {
  expect(readSettings('demo', { XDG_STATE_HOME: '/var/state' }).memoryDir).toBe('/var/state/timbermark')
  expect(readSettings('demo', {}).memoryDir).toBe(join(homedir(), '.local/state/timbermark'))
  expect(readSettings('demo', { MEMORY_DIR: 'marks' }, '/srv').memoryDir).toBe('/srv/marks')
  expect(readSettings('test', { DATA_DIR: '/tmp/data', XDG_STATE_HOME: '/var/state' }).memoryDir).toBe(
    '/tmp/data/memory',
  )
})

test('watchers of the ledger are addresses in a list', () => {
  expect(readSettings('demo', {}).ledgerWatchers).toEqual([])
  expect(
    readSettings('demo', { LEDGER_WATCHERS: ' https://a.example/log/, http://b.example ,' }).ledgerWatchers,
  ).toEqual(['https://a.example/log', 'http://b.example'])
  expect(problems({ ...good, LEDGER_WATCHERS: 'a.example' })).toContain('LEDGER_WATCHERS')
})

const witness = 'witness.example/w1+d7ec3267+BO2NXp96io5WwyFvQUEMfhRIAsqSo9DZ83HT1Nfgqy6k'

test('witnesses of the ledger are keys with addresses in a list', () => {
  expect(readSettings('demo', {}).ledgerWitnesses).toEqual([])
  expect(readSettings('demo', { LEDGER_WITNESSES: ` ${witness}=https://w.example/sub/ , ` }).ledgerWitnesses).toEqual([
    { key: witness, address: 'https://w.example/sub' },
  ])
})

test.each([
  ['no address', witness],
  ['an address that nothing can be put below', `${witness}=https://w.example/?a=b`],
  ['an address that is none', `${witness}=w.example`],
  ['no key', 'https://w.example'],
  ['a key whose id is not its own', `${witness.replace('d7ec', 'd7ed')}=https://w.example`],
  ['the key of a log', 'log.example/ledger+5015b61d+AZsfhHkc/HZjBFhU04netcqVRJ2HXydqg4QLBgqznPxx=https://w.example'],
  ['one that comes twice', `${witness}=https://w.example,${witness}=https://v.example`],
])('a witness of the ledger with %s is refused', (_what, value) => {
  expect(problems({ ...good, LEDGER_WITNESSES: value })).toContain('LEDGER_WITNESSES')
})

test('production starts with good settings', () => {
  expect(problems(good)).toBe('')
})

test.each([
  ['PUBLIC_URL', {}, 'PUBLIC_URL'],
  ['a public address without TLS', { PUBLIC_URL: 'http://trace.example' }, 'https'],
  ['DATABASE_URL', { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['a key that others can read', { MASTER_KEY_FILE: 'open' }, 'read by others'],
  ['a key that is not random', { MASTER_KEY_FILE: 'weak' }, 'not random'],
  ['a captcha that is off on an open address', { CAPTCHA: 'off', HOST: '0.0.0.0' }, 'CAPTCHA'],
  ['a port that is none', { PORT: 'eighty' }, 'PORT'],
  ['a location key sent in the clear', { LOCATION_KEY: 'k', LOCATION_URL: 'http://maps.example' }, 'LOCATION_URL'],
  ['a secret without its key', { LOCATION_SECRET: 's' }, 'LOCATION_KEY'],
])('production refuses %s and names it', (_title, change, expected) => {
  const environment: Record<string, string> =
    Object.keys(change).length === 0 ? { ...good, PUBLIC_URL: '' } : { ...good, ...change }
  if (environment.MASTER_KEY_FILE === 'open' || environment.MASTER_KEY_FILE === 'weak') {
    const file = join(folder, environment.MASTER_KEY_FILE)
    writeFileSync(
      file,
      (environment.MASTER_KEY_FILE === 'weak' ? Buffer.alloc(32) : randomBytes(32)).toString('base64'),
    )
    chmodSync(file, environment.MASTER_KEY_FILE === 'open' ? 0o644 : 0o600)
    environment.MASTER_KEY_FILE = file
  }
  expect(problems(environment)).toContain(expected)
})
