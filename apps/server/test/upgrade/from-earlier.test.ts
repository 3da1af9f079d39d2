import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { parseCode } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import { parseRequestKey } from '@timbermark/ledger/sealed'
import { afterAll, expect, inject, test } from 'vitest'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { migrate, migrationFiles } from '../../src/platform/database/migrate.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { makeServices } from '../../src/services.ts'
import { contents } from '../backup/backup-place.ts'
import { schemaText } from '../conformance/schema-text.ts'
import { call, endAll, readiness, startServer } from '../process/server-process.ts'
import { type Earlier, earlierNames, layEarlier, readEarlier } from './earlier-installations.ts'

/** Installations that earlier versions made are upgraded, started and read. */
const cluster = inject('cluster')
const folder = mkdtempSync(join(tmpdir(), 'timbermark-earlier-'))
const databases: string[] = []
const pagesAreBuilt = existsSync(join(import.meta.dirname, '../../../trace/dist/server'))
const owner = { user: `earlier_owner_${process.pid}`, password: 'no-superuser' }

afterAll(async () => {
  await endAll()
  await asAdmin('postgres', async admin => {
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${owner.user}`)
  })
  rmSync(folder, { recursive: true, force: true })
})

const at = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

async function asAdmin<T>(database: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: at(cluster.adminUrl, database) })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** @returns the name of a database with this installation in it */
async function lay(day: string, as?: typeof owner): Promise<{ name: string; ownerUrl: string }> {
  const name = `earlier_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await asAdmin('postgres', admin => admin.query(`create database ${name}${as ? ` owner ${as.user}` : ''}`))
  const ownerUrl = new URL(at(cluster.adminUrl, name))
  if (as) Object.assign(ownerUrl, { username: as.user, password: as.password })
  await layEarlier(day, ownerUrl.toString())
  return { name, ownerUrl: ownerUrl.toString() }
}

/** The server of an operator on such a database. */
async function start(
  { masterKey, memory, publicUrl }: Earlier,
  name: string,
  environment: Record<string, string> = {},
) {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const keyFile = join(folder, `${name}.key`)
  writeFileSync(keyFile, `${masterKey}\n`, { mode: 0o600 })
  if (memory) writeFileSync(join(dataDir, 'memory.json'), JSON.stringify(memory), { mode: 0o600 })
  const server = startServer({
    mode: 'production',
    dataDir,
    port: await freePort(),
    environment: {
      PUBLIC_URL: publicUrl,
      DATABASE_EMBEDDED: 'off',
      DATABASE_URL: at(cluster.serverUrl, name),
      DATABASE_WORKER_URL: at(cluster.workerUrl, name),
      DATABASE_OWNER_URL: at(cluster.adminUrl, name),
      MASTER_KEY_FILE: keyFile,
      ...environment,
    },
  })
  return { server, dataDir, keyFile }
}

function numberOf(code: string): number {
  const parsed = parseCode(code)
  if (!parsed.ok) throw new Error(code)
  return parsed.request
}

const rowCounts = (name: string) =>
  asAdmin(name, async admin => {
    const { rows } = await admin.query<{ table: string; n: string }>(`
      select c.relname as table, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text as n
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
    return new Map(rows.map(({ table, n }) => [table, Number(n)]))
  })

const withLedger2 = earlierNames.filter(name => readEarlier(name).codes.length > 0)
const withLedger1 = earlierNames.filter(name => !withLedger2.includes(name))

test('there are installations of both kinds', () => {
  expect(withLedger2.length).toBeGreaterThanOrEqual(2)
  expect(withLedger1.length).toBeGreaterThanOrEqual(1)
})

test.each(withLedger2)(
  'the installation of %s is upgraded: records, codes, pages, accounts and the ledger',
  async day => {
    const earlier = readEarlier(day)
    const { name } = await lay(day)
    const before = await rowCounts(name)
    const { server, dataDir, keyFile } = await start(earlier, name)
    await server.hear(/is ready at/)
    expect(server.said()).toMatch(/Preparing the tables \(\d+ steps\)/)
    await expect.poll(() => readiness(server)).toBe(200)

    for (const { username, password } of earlier.accounts)
      expect((await call(server, 'POST', '/login', { username, password })).code, username).toBe(200)
    // Their numbers were given before there was a request key: they keep the subjects that anyone can compute.
    const requestKey = (await (await fetch(`${server.url}/ledger/request-key`)).text()).trim()
    const numbers = earlier.codes.map(({ code }) => numberOf(code))
    expect(parseRequestKey(requestKey).from).toBeGreaterThan(Math.max(...numbers))
    for (const { code, security, stages } of earlier.codes) {
      const traced = await call<{ stages: unknown[] }>(server, 'GET', `/trace/${code}`)
      expect(traced.data.stages, code).toHaveLength(stages)
      const checked = await call<{ outcome: string }>(server, 'POST', '/trace/check', { code, securityCode: security })
      expect(checked.data, code).toMatchObject({ outcome: 'genuine' })
      // The server signs a head of today soon after its start.
      const walk = async () => {
        const proof = await call<SealedProof>(server, 'GET', `/trace/${code}/proof`)
        const keys = [proof.data.log.verifierKey]
        const walked = await walkProof([proof.data], { code, language: 'en', now: Date.now(), keys, requestKey })
        expect(proof.data.requests).toEqual([])
        return [walked.outcome, walked.faults, walked.item?.serialFrom]
      }
      // Its codes are printed: they keep format 1, in which the platform states the serial.
      await expect.poll(walk, { message: code }).toEqual(['proven', [], 'platform'])
      // Pages that were not built are answered with 503.
      if (pagesAreBuilt) expect((await fetch(`${server.url}/c/${code}`)).status).toBe(200)
    }
    // What was not sealed when it was written is sealed by jobs, and by nothing else.
    await expect.poll(() => rowCounts(name).then(counts => counts.get('earlier_row'))).toBe(0)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    const after = await rowCounts(name)
    for (const [table, count] of before)
      if (!passing.includes(table)) expect(after.get(table), table).toBeGreaterThanOrEqual(count)
    const settings = readSettings('test', {
      DATA_DIR: dataDir,
      MASTER_KEY_FILE: keyFile,
      PUBLIC_URL: earlier.publicUrl,
    })
    const services = await makeServices(settings, {
      serverUrl: at(cluster.serverUrl, name),
      workerUrl: at(cluster.workerUrl, name),
    })
    try {
      const { faults, leaves } = await checkWholeLedger(services.database, ledgerLog(services), rowChecks)
      expect(faults).toEqual([])
      expect(leaves).toBeGreaterThan(60)
    } finally {
      await services.directory.stop()
      await services.database.close()
    }
  },
)

/** Tables whose rows end by themselves, or that a later version does without. The installations grow older every day. */
const passing = [
  // Queues, whose rows are worked off
  ...['ledger_queue', 'stage_change', 'operator_mail'],
  // Of this process and of sessions
  ...['session', 'captcha', 'job_worker', 'server_process', 'pending_session', 'throttle', 'repeat_guard'],
  // Kept for some hours or days
  ...['upload_use', 'upload', 'idempotency', 'server_sample', 'check_limit', 'visit_answer', 'case_hint', 'alarm_told'],
  // Kept for some weeks or months
  ...['task_run', 'login_log', 'oper_log', 'message', 'known_device', 'article_reader', 'visit_day', 'wechat_user'],
]

test.each(withLedger1)(
  'the installation of %s has a ledger of version 1: refused in a sentence, and left as it was',
  async day => {
    const { name } = await lay(day)
    const state = async () => ({
      rows: await contents(at(cluster.adminUrl, name)),
      schema: await asAdmin(name, schemaText),
    })
    const before = await state()
    const { server } = await start(readEarlier(day), name)
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/cannot start:\nThis database holds a ledger of version 1/)
    expect(await state()).toEqual(before)
  },
)

test('an owner who is no superuser upgrades the same rows to the same rows', async () => {
  const day = withLedger2[0]!
  await asAdmin('postgres', async admin => {
    await admin.query(`create role ${owner.user} login createrole createdb password '${owner.password}'`)
    await admin.query(`grant timbermark_worker to ${owner.user} with inherit true, set true`)
  })
  const restricted = await lay(day, owner)
  const free = await lay(day)
  await migrate(restricted.ownerUrl)
  await migrate(free.ownerUrl)
  expect(await timeless(restricted.name)).toEqual(await timeless(free.name))
  expect(await asAdmin(restricted.name, schemaText)).toBe(await asAdmin(free.name, schemaText))
})

/** Rows of every table without times and random ids, which differ with each upgrade. */
const timeless = (name: string) =>
  asAdmin(name, async admin => {
    const { rows } = await admin.query<{ table: string; columns: string }>(`
      select c.relname as table, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid not in ('timestamptz'::regtype, 'uuid'::regtype)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1`)
    const digests: Record<string, string> = {}
    for (const { table, columns } of rows) {
      const { rows: lines } = await admin.query<{ text: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' order by line collate "C")), '') as text from (select row(${columns})::text as line from public.${table} t) lines`,
      )
      digests[table] = lines[0]!.text
    }
    return digests
  })

test('a version refuses a schema that a newer one made, with and without the right to migrate', async () => {
  const day = withLedger2.at(-1)!
  const { name, ownerUrl } = await lay(day)
  const { server: early } = await start(readEarlier(day), name, { DATABASE_OWNER_URL: '' })
  expect(await early.ended).toBe(1)
  expect(early.said()).toMatch(
    /DATABASE_OWNER_URL: the tables of the database are older than this version \(missing: 0/,
  )
  expect(await migrate(ownerUrl)).toContain(migrationFiles().at(-1))
  await asAdmin(name, admin =>
    admin.query(`insert into schema_migration (name, sha256) values ('9998-later.sql', ''), ('9999-latest.sql', '')`),
  )
  const both: Record<string, string>[] = [{}, { DATABASE_OWNER_URL: '' }]
  for (const [n, environment] of both.entries()) {
    rmSync(join(folder, name), { recursive: true })
    const { server } = await start(readEarlier(day), name, environment)
    expect(await server.ended, `${n}`).toBe(1)
    expect(server.said()).toMatch(/upgraded by a newer version.*unknown here: 9998-later\.sql, 9999-latest\.sql/)
  }
})
