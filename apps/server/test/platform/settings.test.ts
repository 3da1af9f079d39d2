import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unknownOfFamily } from '../../src/platform/setting-names.ts'
import { readSettings, settingNames, SettingsError } from '../../src/platform/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbermark-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = join(folder, 'master.key')
writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
const good = {
  PUBLIC_URL: 'https://trace.example',
  DATABASE_URL: 'postgres://server@db/timbermark?sslmode=verify-full',
  DATABASE_WORKER_URL: 'postgres://worker@db/timbermark?sslmode=verify-full',
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
  ['a public address with a path', { PUBLIC_URL: 'https://trace.example/timber' }, 'without a path'],
  ['a public address with a path and a slash', { PUBLIC_URL: 'https://trace.example/timber/' }, 'without a path'],
  ['a public address with a query', { PUBLIC_URL: 'https://trace.example/?site=1' }, 'without a path'],
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

test('a line to a database on another machine that others can read is refused, unless its host is named', () => {
  const at = (DATABASE_URL: string, DATABASE_WITHOUT_TLS = '') =>
    problems({ ...good, DATABASE_URL, DATABASE_WITHOUT_TLS })
  for (const open of ['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=allow', '?sslmode=no-verify', '?ssl=1'])
    expect(at(`postgres://server@db/t${open}`), open).toContain('DATABASE_URL: the line to db is not encrypted')
  for (const closed of ['require', 'verify-ca', 'verify-full'])
    expect(at(`postgres://server@db/t?sslmode=${closed}`), closed).toBe('')
  for (const near of ['localhost', '127.0.0.1', '[::1]', '%2Fvar%2Frun', 'localhost:5433'])
    expect(at(`postgres://server@${near}/t`), near).toBe('')
  expect(at('postgres://server@localhost/t?host=far.example'), 'the driver goes there').toContain('far.example')
  expect(at('postgres://server@db/t', 'other, DB')).toBe('')
  expect(at('postgres://server@db/t', 'other')).toContain('DATABASE_WITHOUT_TLS')
  expect(problems({ ...good, DATABASE_OWNER_URL: 'postgres://owner@db/t' })).toContain('DATABASE_OWNER_URL')
})

test('production refuses a master key in the data folder, also behind a link', () => {
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  const inside = join(dataDir, 'keys/master.key')
  writeFileSync(inside, randomBytes(32).toString('base64'), { mode: 0o600 })
  const link = join(folder, 'link.key')
  symlinkSync(inside, link)
  for (const file of [inside, link, join(folder, 'data/../data/keys/master.key')])
    expect(problems({ ...good, DATA_DIR: dataDir, MASTER_KEY_FILE: file }), file).toContain('is inside DATA_DIR')
  expect(problems({ ...good, DATA_DIR: dataDir })).toBe('')
  expect(problems({ ...good, DATA_DIR: `${dataDir}-2`, MASTER_KEY_FILE: inside })).toBe('')
})

test('a misspelled setting stops production and is named with the one that is meant', () => {
  for (const [wrong, meant] of [
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_OWNERURL', 'DATABASE_OWNER_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['WROKER', 'WORKER'],
    ['Public_Url', 'PUBLIC_URL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ] as const) {
    expect(problems({ ...good, [wrong]: 'something' }), wrong).toContain(
      `${wrong}: there is no such setting; did you mean ${meant}?`,
    )
  }
  // Variables that a machine sets by itself, an orchestrator for its services, and other programs for themselves.
  const ordinary = {
    HOSTNAME: 'a',
    LANGUAGE: 'fr',
    MAIL: '/var/mail/x',
    PORTS: '1',
    DATABASE_PORT: 'tcp://10.0.0.1:5432',
    PGPORT: '1',
    LOGNAME: 'x',
  }
  expect(problems({ ...good, ...ordinary })).toBe('')
  expect(problems({ ...good, DATABASE_URI: '' })).toBe('')
})

test('an unknown name that begins like a setting is reported', () => {
  expect(unknownOfFamily({ ...good, LEDGER_MIRRORS: 'x', FILES_S3_BUCKET: 'y', PATH: '/bin' }, settingNames)).toEqual([
    'LEDGER_MIRRORS',
    'FILES_S3_BUCKET',
  ])
})

test('proxies are hops or addresses; one that means everybody is refused', () => {
  const trusted = (TRUST_PROXY: string) => readSettings('production', { ...good, TRUST_PROXY }).trustProxy
  expect(trusted('1')).toBe(1)
  for (const list of ['127.0.0.1', 'loopback, 10.0.0.0/8', 'fd00::1/64']) expect(trusted(list)).toBe(list)
  for (const wrong of ['true', 'nginx', '10.0.0.0/33', '10.0.0', '127.0.0.1,', '0.0.0.0/0', '::/0'])
    expect(problems({ ...good, TRUST_PROXY: wrong }), wrong).toContain('TRUST_PROXY')
})

test('every setting has its row in the operations guide, and there are no rows of others', () => {
  const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const table = /^## Settings\n([\s\S]*?)\n## /m.exec(guide)![1]!
  const rows = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(row =>
    [...row[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map(name => name[1]),
  )
  expect(rows.sort()).toEqual([...settingNames].sort())
})

test('the example of deploy/ names settings only, and is refused while its passwords are examples', () => {
  const example = readFileSync(new URL('../../../../deploy/timbermark.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)]
  for (const [, name] of named) expect(settingNames).toContain(name)
  const set = Object.fromEntries(
    named.filter(([line]) => !line.startsWith('#')).map(([, name, value]) => [name!, value!]),
  )
  expect(problems({ ...set, MASTER_KEY_FILE: key, DATA_DIR: join(folder, 'data') })).toContain('CHANGE_ME')
  const filled = Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, value.replace('CHANGE_ME', 'secret')]),
  )
  expect(problems({ ...filled, MASTER_KEY_FILE: key, DATA_DIR: join(folder, 'data') })).toBe('')
})

test('the direct line and the replica are further addresses of roles that are checked', () => {
  const replica = 'postgres://server@replica/timbermark?sslmode=verify-full'
  const direct = 'postgres://worker@primary/timbermark?sslmode=verify-full'
  expect(
    readSettings('production', { ...good, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: replica }),
  ).toMatchObject({
    databaseDirectUrl: direct,
    databaseReadUrl: replica,
  })
  expect(problems({ ...good, DATABASE_READ_URL: replica.replace('server@', 'postgres@') })).toBe(
    'DATABASE_READ_URL: must connect as the role of DATABASE_URL, server',
  )
  expect(problems({ ...good, DATABASE_DIRECT_URL: direct.replace('worker@', 'server@') })).toBe(
    'DATABASE_DIRECT_URL: must connect as the role of DATABASE_WORKER_URL, worker',
  )
  expect(problems({ ...good, DATABASE_READ_URL: replica.split('?')[0]! })).toContain(
    'DATABASE_READ_URL: the line to replica is not encrypted',
  )
  expect(() => readSettings('demo', { DATABASE_READ_URL: replica })).toThrow('set DATABASE_URL too')
})
