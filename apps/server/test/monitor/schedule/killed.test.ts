import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TaskKey, taskKeys } from '@timbermark/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { notifyOtherSide } from '../../../src/areas/custody/offer-messages.ts'
import { authenticateEarlierRows } from '../../../src/areas/ledger/sealing/earlier-rows.ts'
import { enqueueRun, runJobName } from '../../../src/areas/monitor/schedule/runs.ts'
import { notifyOperator } from '../../../src/areas/system/notice/operator-mail.ts'
import { notifyTrader } from '../../../src/areas/trade/trade-messages.ts'
import { defineJobs } from '../../../src/background.ts'
import { orderJob } from '../../../src/platform/jobs/outbox.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { type Scene, sceneIn } from '../../trace/scene.ts'
import { until } from '../../until.ts'
import {
  addRequest,
  credentialsOf,
  fetched,
  type PlatformFixture,
  startPlatformFixture,
  type Mill,
  run,
} from '../../wechat/fixture.ts'
import { codeRequest } from '../../code-request.ts'

/**
 * Every delivered task and every kind of job, killed in the middle: triggers of this test stop each at one statement, all
 * in one process, which is killed. The next process completes each of them, and nothing is done twice.
 */
interface Case {
  /** Where it stops: the first statement on such a row waits. Undefined: the process requests the lock itself. */
  at?: { table: string; does: 'insert' | 'update' | 'delete'; when: string }
  /** Creates work and enqueues it. */
  setUp(): Promise<unknown>
  /** Checks the state after its process was killed. */
  killed(): Promise<void>
  /** Checks the state after another process has finished it. */
  whole(): Promise<void>
}

/** Tasks whose interruptions are tested in a file of their own. */
const elsewhere: Partial<Record<TaskKey, string>> = {
  backup: 'backup/planned.test.ts',
  backupCheck: 'backup/commands.test.ts',
  wholeLedgerCheck: 'ledger/in-blocks.test.ts',
  headThinning: 'ledger/thin-heads.test.ts',
  materialRecount: 'material/recount.test.ts',
}

const sealsCode249 = (kind: string) => `new.kind = '${kind}' and new.open like '%"codes":[[249,250]]%'`

/** Names rows as an upgrade does that finds them unsealed. */
async function markEarlier(table: string, ids: readonly number[]): Promise<void> {
  const { admin, services } = scene.world
  await admin.query(
    `insert into earlier_row (tenant_id, table_name, ids)
     select $1, $2, range_agg(int8range(id, id + 1)) from unnest($3::bigint[]) as g (id)`,
    [scene.tenant.id, table, ids],
  )
  await authenticateEarlierRows(services.secrets, '')(admin, ['0200-earlier-rows.sql'])
}

let fixture: PlatformFixture
let scene: Scene
let other: { id: number; deptId: number }
let otherAdmin: number
let request: number
let codeRequestId: number
let mill: Mill
let activating: number
let fetching: number
let activationId: number
let article: number
let waiting: number
let steps: number[] = []
let packings: number[] = []
const blobs: string[] = []
const mails: string[] = []
const children: ChildProcess[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onData: (stream, _session, done) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    stream.on('end', () => {
      mails.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? text)
      done()
    })
  },
})
mailServer.on('error', () => {})
let mailPort: number

const query = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await fixture.world.admin.query(text, values)).rows as T[]
/** The single number of a query. */
const number = async (text: string, values: unknown[] = []) => Number(Object.values((await query(text, values))[0]!)[0])
const order = (name: string) =>
  fixture.world.services.database.acrossTenants('jobs', db =>
    orderJob(db, { name, payload: {}, key: `killed:${name}`, attempts: 5 }),
  )
const runNow = (task: TaskKey) =>
  fixture.world.services.database.acrossTenants('jobs', async db => {
    const { id } = await db.one<{ id: number }>(
      sql`select id from scheduled_task where task = ${task} and built_in = 'Y'`,
    )
    return enqueueRun(db, fixture.world.services, id, 'hand')
  })
const left = () => blobs.filter(path => existsSync(path)).length
const messagesOf = (kind: string) => number('select count(*) from message where kind = $1', [kind])

const tasks: Partial<Record<TaskKey, () => Case>> = {
  ledgerCheck: () => ({
    at: { table: 'ledger_checked', does: 'insert', when: 'true' },
    setUp: async () => {
      await query(`insert into ledger_fault (tenant_id, kind, place) values (1, 'content', 'of an earlier check')`)
    },
    killed: async () => {
      expect(await number(`select count(*) from ledger_fault where place = 'of an earlier check'`)).toBe(1)
    },
    whole: async () => {
      expect(await number(`select count(*) from ledger_fault where place = 'of an earlier check'`)).toBe(0)
      expect(await number('select found - (select count(*) from ledger_fault) from ledger_checked')).toBe(0)
    },
  }),
  orphanFiles: () => ({
    setUp: async () => {
      for (let n = 0; n < 600; n++) {
        const name = randomBytes(32).toString('hex')
        const folder = join(fixture.world.services.settings.dataDir, 'files', name.slice(0, 2), name.slice(2, 4))
        mkdirSync(folder, { recursive: true })
        blobs.push(join(folder, name))
        writeFileSync(join(folder, name), name)
        utimesSync(join(folder, name), 1, 1)
      }
    },
    killed: async () => expect(left()).toBe(100),
    whole: async () => expect(left()).toBe(0),
  }),
  signInRests: () => ({
    at: { table: 'account', does: 'delete', when: 'old.waits_until is not null' },
    setUp: async () => {
      await query(`insert into throttle values ('killed', 1, now() - interval '2 days')`)
      waiting = await number(
        `insert into account (tenant_id, user_name, nick_name, password_hash, status, waits_until)
         values ($1, 'waited', 'waited', 'x', '1', now() - interval '1 day') returning id`,
        [other.id],
      )
      await query(`insert into sign_in_name (name, tenant_id, account_id) values ('waited', $1, $2)`, [
        other.id,
        waiting,
      ])
    },
    killed: async () => {
      expect(await number(`select count(*) from throttle where bucket = 'killed'`)).toBe(0)
      expect(await number('select count(*) from sign_in_name where account_id = $1', [waiting])).toBe(1)
    },
    whole: async () => {
      expect(await number('select count(*) from sign_in_name where account_id = $1', [waiting])).toBe(0)
      expect(await number('select count(*) from account where id = $1', [waiting])).toBe(0)
    },
  }),
  callKeys: () => ({
    at: { table: 'idempotency', does: 'delete', when: `old.key = 'key:killed-2'` },
    setUp: () =>
      query(
        `insert into idempotency (tenant_id, account_id, key, body_hash, created_at)
         select $1, $2, 'key:killed-' || n, '\\x00', now() - interval '2 days' from generate_series(1, 3) n`,
        [scene.tenant.id, scene.admin.accountId],
      ),
    killed: async () => expect(await number(`select count(*) from idempotency where key like 'key:killed-%'`)).toBe(3),
    whole: async () => expect(await number(`select count(*) from idempotency where key like 'key:killed-%'`)).toBe(0),
  }),
  logRetention: () => ({
    at: { table: 'task_run', does: 'delete', when: `old.job_name = 'the last'` },
    setUp: () =>
      query(
        `insert into task_run (job_name, job_group, task, timeout_minutes, trigger, status, start_time)
         select case n when 6000 then 'the last' else 'an old one' end, 'DEFAULT', 'callKeys', 10, 'schedule', 'done', now() - interval '1 year'
         from generate_series(1, 6000) n`,
      ),
    killed: async () =>
      expect(await number(`select count(*) from task_run where job_name in ('an old one', 'the last')`)).toBe(1000),
    whole: async () =>
      expect(await number(`select count(*) from task_run where job_name in ('an old one', 'the last')`)).toBe(0),
  }),
  operLogRetention: () => ({
    at: { table: 'oper_log', does: 'delete', when: `old.title = 'the last'` },
    setUp: () =>
      query(
        `insert into oper_log (tenant_id, title, business_type, request_method, oper_url, oper_time)
         select 1, case n when 6000 then 'the last' else 'an old one' end, 1, 'PUT', '/', now() - interval '2 years' + n * interval '1 minute'
         from generate_series(1, 6000) n`,
      ),
    killed: async () =>
      expect(await number(`select count(*) from oper_log where title in ('an old one', 'the last')`)).toBe(1000),
    whole: async () =>
      expect(await number(`select count(*) from oper_log where title in ('an old one', 'the last')`)).toBe(0),
  }),
  signInLogRetention: () => ({
    at: { table: 'login_log', does: 'delete', when: `old.user_name = 'the last'` },
    setUp: () =>
      query(
        `insert into login_log (tenant_id, user_name, status, msg, login_time)
         select 1, case n when 6000 then 'the last' else 'an old one' end, '0', 'ok', now() - interval '2 years' + n * interval '1 minute'
         from generate_series(1, 6000) n`,
      ),
    killed: async () =>
      expect(await number(`select count(*) from login_log where user_name in ('an old one', 'the last')`)).toBe(1000),
    whole: async () =>
      expect(await number(`select count(*) from login_log where user_name in ('an old one', 'the last')`)).toBe(0),
  }),
  visitRetention: () => ({
    at: { table: 'visit_day', does: 'update', when: 'new.coarse_at is not null and old.day = current_date - 300' },
    setUp: async () => {
      for (const days of [301, 300]) await logged(days, 'counted')
    },
    killed: async () => {
      expect(await number('select count(*) from visit_day where coarse_at is not null')).toBe(1)
      expect(
        await number(
          'select count(*) from scan_log where ip is not null and scanned_at < now() - interval $$200 days$$',
        ),
      ).toBe(2)
    },
    whole: async () => {
      expect(await number('select count(*) from visit_day where coarse_at is not null')).toBe(2)
      expect(
        await number(
          'select count(*) from scan_log where ip is not null and scanned_at < now() - interval $$200 days$$',
        ),
      ).toBe(0)
      expect(await number('select count(*) from scan_log where scanned_at < now() - interval $$200 days$$')).toBe(4)
    },
  }),
  expiringPapers: () => ({
    at: { table: 'message', does: 'insert', when: `new.kind = 'papersExpiring' and new.tenant_id = ${other.id}` },
    setUp: async () => {
      await query('update document set valid_until = current_date + 5 where tenant_id = $1', [scene.tenant.id])
      await query(
        `insert into document (tenant_id, code, name, type, valid_until) values ($1, 'ENDS', 'Ends', 'certificate', current_date + 5)`,
        [other.id],
      )
    },
    killed: async () => expect(await messagesOf('papersExpiring')).toBe(0),
    whole: async () => expect(await messagesOf('papersExpiring')).toBe(2),
  }),
  plannedNews: () => ({
    at: { table: 'article_reader', does: 'delete', when: 'true' },
    setUp: async () => {
      const category = await number(`insert into news_category (name) values ('Killed') returning id`)
      article = await number(
        `insert into article (title, category_id, type, content, status, publish_at)
         values ('Killed', $1, 'original', 'x', 'draft', now() - interval '1 hour') returning id`,
        [category],
      )
      await query(
        `insert into article_reader (article_id, day, reader) values ($1, current_date - 30, decode(repeat('00', 16), 'hex'))`,
        [article],
      )
    },
    killed: async () =>
      expect(await query('select status from article where id = $1', [article])).toEqual([{ status: 'draft' }]),
    whole: async () => {
      expect(await query('select status, publish_at from article where id = $1', [article])).toEqual([
        { status: 'published', publish_at: null },
      ])
      expect(await number('select count(*) from article_reader')).toBe(0)
    },
  }),
  openCases: () => ({
    at: { table: 'channel_case', does: 'update', when: `new.tenant_id = ${other.id}` },
    setUp: () =>
      query(
        `insert into channel_case (tenant_id, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at, created_at, updated_at)
         select t, 'speed', 'killed', $3, 0, 1, 1, 50, now(), now(), now() - interval '30 days', now() - interval '30 days' from unnest($1::bigint[], $2::int[]) as u (t, n)`,
        [[scene.tenant.id, other.id], [1, 2], request],
      ),
    killed: async () => expect(await messagesOf('casesUnassigned')).toBe(0),
    whole: async () => {
      expect(await messagesOf('casesUnassigned')).toBe(2)
      expect(await number('select count(*) from channel_case where reminded_at is null')).toBe(0)
    },
  }),
  offerReminders: () => ({
    at: { table: 'custody_offer', does: 'update', when: `new.goods = 'Killed 2' and new.reminded <> '{}'` },
    setUp: () =>
      query(
        `insert into custody_offer (tenant_id, receiver_tenant_id, goods, giver, receiver, product, batch_number, codes, expires_on)
         select $1, $2, 'Killed ' || n, 'Giver', 'Receiver', '{}', 'B-1', 1, current_date - 5 from generate_series(1, 2) n`,
        [scene.tenant.id, other.id],
      ),
    // Both messages and the mark of each offer are written together, or not at all.
    killed: async () => expect(await messagesOf('offerExpired')).toBe(0),
    whole: async () => {
      expect(await messagesOf('offerExpired')).toBe(2)
      expect(await messagesOf('ownOfferExpired')).toBe(2)
      expect(await number(`select count(*) from custody_offer where goods like 'Killed%' and reminded = '{}'`)).toBe(0)
    },
  }),
  divisionRefresh: () => ({
    at: { table: 'job_outbox', does: 'insert', when: `new.name = 'division-sync'` },
    setUp: async () => {},
    killed: async () => expect(await number('select count(*) from division_sync')).toBe(0),
    whole: async () => expect(await number('select count(*) from division_sync')).toBe(1),
  }),
}

const jobs: Record<string, () => Case> = {
  'code-request': () => ({
    at: { table: 'code_request', does: 'update', when: `new.status = 'completed'` },
    setUp: async () => {
      const { data } = await scene.admin.post<{ id: number }>(
        '/code/request',
        codeRequest(scene.goods.batchId, { name: 'Killed' }),
      )
      codeRequestId = data.id
      expect(await scene.admin.put(`/code/request/${codeRequestId}/submit`)).toMatchObject({ code: 200 })
    },
    killed: async () =>
      expect(await query('select status from code_request where id = $1', [codeRequestId])).toEqual([
        { status: 'processing' },
      ]),
    whole: async () => {
      expect(await query('select status, run from code_request where id = $1', [codeRequestId])).toEqual([
        { status: 'completed', run: null },
      ])
      expect(
        await number(`select count(*) from sealed_content where kind = 'request' and row_id = $1`, [codeRequestId]),
      ).toBe(1)
    },
  }),
  'certification-seal': () => ({
    at: { table: 'sealed_content', does: 'insert', when: sealsCode249('certification') },
    setUp: async () => {
      const inserted = await query<{ id: string }>(
        `insert into certification_step (tenant_id, request_number, serials, action, state, certifier_tenant_id, certifier_name, operator, enterprise_name, recorded_at)
         select s.tenant_id, s.request_number, int4range(n, n + 1), s.action, s.state, s.certifier_tenant_id, s.certifier_name, s.operator, s.enterprise_name, now()
         from certification_step s, generate_series(0, 249) n where s.tenant_id = $1 and s.action = 'submit' returning id`,
        [scene.tenant.id],
      )
      steps = inserted.map(({ id }) => Number(id))
      await markEarlier('certification_step', steps)
    },
    killed: async () => expect(await sealedSteps()).toEqual({ contents: 200, steps: 200 }),
    whole: async () => expect(await sealedSteps()).toEqual({ contents: 250, steps: 250 }),
  }),
  'packing-seal': () => ({
    at: { table: 'sealed_content', does: 'insert', when: sealsCode249('packing') },
    setUp: async () => {
      const inserted = await query<{ id: string }>(
        `insert into packing (tenant_id, action, parent_request, parent_serial, code_count, operator, happened_at, personal_salt)
         select r.tenant_id, 'pack', r.request_number, 0, n, 'Packer', now(), decode(repeat('00', 16), 'hex')
         from code_request r, generate_series(250, 1, -1) n where r.id = $1 order by n desc returning id`,
        [scene.goods.requestId],
      )
      packings = inserted.map(({ id }) => Number(id))
      await query(
        `insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial, packing_id)
         select p.tenant_id, p.parent_request, int4range(p.code_count, p.code_count + 1), p.parent_request, 0, p.id
         from packing p where p.id = any($1)`,
        [packings],
      )
      await markEarlier('packing', packings)
    },
    // The newest come first.
    killed: async () => expect(await sealedPackings()).toEqual({ contents: 200, packings: 200 }),
    whole: async () => expect(await sealedPackings()).toEqual({ contents: 250, packings: 250 }),
  }),
  'operator-mail': () => ({
    at: { table: 'operator_mail', does: 'update', when: 'new.sent_at is not null' },
    setUp: () =>
      fixture.world.services.database.acrossTenants('jobs', db => notifyOperator(db, 'taskFailed', { name: 'Killed' })),
    // No mail server reports whether it took a mail whose sender died: each start of the job sends it, under one Message-ID by
    // which readers drop the second. The job starts again after each kill, and also when a busy machine does not let its worker
    // report in time, so the number of mails is not fixed.
    killed: async () => {
      expect(new Set(mails).size).toBe(1)
      expect(await number('select count(*) from operator_mail where sent_at is not null')).toBe(0)
    },
    whole: async () => {
      expect(new Set(mails).size).toBe(1)
      expect(await number('select count(*) from operator_mail where sent_at is null')).toBe(0)
    },
  }),
  'visit-sums': () => ({
    at: { table: 'visit_count', does: 'insert', when: 'true' },
    setUp: async () => {
      await logged(3, 'due')
      await order('visit-sums')
    },
    killed: async () => expect(await number('select count(*) from visit_count')).toBe(0),
    whole: async () =>
      expect(
        await query(`select distinct scans, checks from visit_count where tenant_id = $1 and grain = 'day'`, [
          scene.tenant.id,
        ]),
      ).toEqual([{ scans: 2, checks: 1 }]),
  }),
  'stage-sums': () => ({
    at: { table: 'stage_sum', does: 'insert', when: `new.tenant_id = ${scene.tenant.id}` },
    setUp: async () => {
      await scene.report('felling', [scene.goods.codes[0]!])
      await order('stage-sums')
    },
    killed: async () => expect(await number('select count(*) from stage_change')).toBeGreaterThan(0),
    whole: async () => {
      expect(await number('select count(*) from stage_change')).toBe(0)
      expect(
        await query(`select distinct reports, codes from stage_sum where tenant_id = $1 and grain = 'day'`, [
          scene.tenant.id,
        ]),
      ).toEqual([{ reports: 1, codes: 1 }])
    },
  }),
  'trade-message': () => ({
    at: { table: 'message', does: 'insert', when: `new.kind = 'listingApproved'` },
    setUp: () =>
      fixture.world.services.database.withTenant(scene.tenant.id, db =>
        notifyTrader(db, { tenantId: other.id, accountId: otherAdmin }, 'listingApproved', { goods: 'Killed' }),
      ),
    killed: async () => expect(await messagesOf('listingApproved')).toBe(0),
    whole: async () => expect(await messagesOf('listingApproved')).toBe(1),
  }),
  'offer-message': () => ({
    at: { table: 'message', does: 'insert', when: `new.kind = 'offerReceived'` },
    setUp: () =>
      fixture.world.services.database.withTenant(scene.tenant.id, db =>
        notifyOtherSide(db, other.id, 'offerReceived', { goods: 'Killed', enterprise: 'Giver' }),
      ),
    killed: async () => expect(await messagesOf('offerReceived')).toBe(0),
    whole: async () => expect(await messagesOf('offerReceived')).toBe(1),
  }),
  'platform-activation': () => ({
    at: { table: 'platform_activation', does: 'update', when: 'new.done > old.done' },
    setUp: async () => {
      const { data } = await scene.admin.post<{ id: number }>(`/code/platform-request/${activating}/activate`, {
        from: 0,
        to: 99,
      })
      activationId = data.id
    },
    killed: async () => {
      expect(fixture.platform.applications.flatMap(one => one.activations)).toHaveLength(1)
      expect(await number('select done from platform_activation where id = $1', [activationId])).toBe(0)
    },
    whole: async () => {
      expect(fixture.platform.applications.flatMap(one => one.activations)).toHaveLength(1)
      expect(await query('select status, done from platform_activation where id = $1', [activationId])).toEqual([
        { status: 'active', done: 100 },
      ])
      expect(await number('select activated from platform_request where id = $1', [activating])).toBe(100)
    },
  }),
  'platform-codes': () => ({
    at: { table: 'platform_segment', does: 'update', when: 'new.first_position = 50000 and new.sealed is not null' },
    setUp: async () => {
      fetching = await addRequest(mill, { count: 150_000 })
      expect(await scene.admin.put(`/code/platform-request/${fetching}/apply`)).toMatchObject({ code: 200 })
      // It polls twice before the codes are made, with growing waits: the test shortens them.
      for (let n = 0; n < 2; n++) await run(fixture, mill, fetching)
      await query('update platform_request set next_at = now() where id = $1', [fetching])
      await query('update job_outbox set run_at = now() where key = $1', [`platform-codes-${fetching}`])
    },
    killed: async () =>
      expect(await query('select status, fetched from platform_request where id = $1', [fetching])).toEqual([
        { status: 'processing', fetched: 50_000 },
      ]),
    whole: async () => {
      expect(await query('select status, fetched, failure from platform_request where id = $1', [fetching])).toEqual([
        { status: 'completed', fetched: 150_000, failure: null },
      ])
      expect(
        await number('select count(*) from platform_segment where platform_request_id = $1 and sealed is not null', [
          fetching,
        ]),
      ).toBe(3)
      // Each code by its short form and by the printed one, 12 bytes each.
      expect(
        await number('select sum(length(entries)) / 24 from platform_code_index where platform_request_id = $1', [
          fetching,
        ]),
      ).toBe(150_000)
      expect(fixture.platform.applications.filter(({ count }) => count === 150_000)).toHaveLength(1)
      // Packages stored before the kill are not fetched again; a package in transfer may or may not be stored.
      const packages = fixture.platform.calls.filter(({ path }) => path.endsWith('/applycodedownload'))
      const times = [49_999, 99_999, 149_999].map(last => packages.filter(({ body }) => body.code_end === last).length)
      expect(times).toEqual([1, expect.any(Number), 1])
    },
  }),
  'platform-visitors-sweep': () => ({
    at: { table: 'wechat_user', does: 'delete', when: `old.nickname = 'Long gone 2'` },
    setUp: async () => {
      await query(
        `insert into wechat_user (openid_hash, nickname, last_seen)
         select decode(md5(n::text) || md5(n::text), 'hex'), 'Long gone ' || n, now() - interval '2 years' from generate_series(1, 3) n`,
      )
      await order('platform-visitors-sweep')
    },
    killed: async () => expect(await number('select count(*) from wechat_user')).toBe(3),
    whole: async () => expect(await number('select count(*) from wechat_user')).toBe(0),
  }),
}

/** Enqueued by a task, and so killed after that task was completed. */
const later: Record<string, () => Case> = {
  'division-sync': () => ({
    at: { table: 'division', does: 'insert', when: `new.city_id = (500000)` },
    setUp: async () => {},
    killed: async () => {
      expect(await number('select count(*) from division')).toBe(0)
      expect(await query('select status from division_sync')).toEqual([{ status: 'running' }])
    },
    whole: async () => {
      expect(
        await query(
          'select status, total > 3000 as many, total - (select count(*) from division) as missing from division_sync',
        ),
      ).toEqual([{ status: 'done', many: true, missing: 0 }])
    },
  }),
}

const sealedSteps = async () => ({
  contents: await number(`select count(*) from sealed_content where kind = 'certification' and row_id = any($1)`, [
    steps,
  ]),
  steps: await number(
    `select count(distinct row_id) from sealed_content where kind = 'certification' and row_id = any($1)`,
    [steps],
  ),
})

const sealedPackings = async () => ({
  contents: await number(`select count(*) from sealed_content where kind = 'packing' and row_id = any($1)`, [packings]),
  packings: await number(
    `select count(distinct row_id) from sealed_content where kind = 'packing' and row_id = any($1)`,
    [packings],
  ),
})

/** Two scans and a check of a day. */
async function logged(days: number, state: string): Promise<void> {
  await query('select ensure_log_partitions((current_date - $1::int)::date)', [days])
  await query(
    `insert into scan_log (tenant_id, request_number, serial, longitude, latitude, ip, scanned_at)
     select $1, $2, n, 120.155123, 30.274177, '198.51.100.7', (current_date - $3::int)::timestamptz + interval '12 hours' from generate_series(0, 1) n`,
    [scene.tenant.id, request, days],
  )
  await query(
    `insert into check_log (tenant_id, request_number, serial, genuine, longitude, latitude, ip, checked_at)
     values ($1, $2, 0, true, 120.155123, 30.274177, '198.51.100.7', (current_date - $3::int)::timestamptz + interval '13 hours')`,
    [scene.tenant.id, request, days],
  )
  await query(`insert into visit_day (tenant_id, day, state) values ($1, current_date - $2::int, $3)`, [
    scene.tenant.id,
    days,
    state,
  ])
}

async function worker(sweepHalt: number): Promise<ChildProcess> {
  const { serverUrl, workerUrl } = inject('cluster')
  const at = (url: string) =>
    Object.assign(new URL(url), { pathname: new URL(fixture.world.databaseUrl).pathname }).toString()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-child.ts')], {
    env: {
      ...process.env,
      SERVER_URL: at(serverUrl),
      WORKER_URL: at(workerUrl),
      DATA_DIR: fixture.world.services.settings.dataDir,
      SWEEP_HALT: String(sweepHalt),
      WECHAT_URL: fixture.platform.url,
      WECHAT_OPEN_URL: fixture.platform.url,
      ...mailSettings(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((up, failed) => {
    child.stdout!.once('data', up)
    child.once('exit', () => failed(new Error('The worker ended')))
  })
  return child
}
const mailSettings = () => ({
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: 'timbermark@example.com',
  ALARM_MAIL_TO: 'one@example.com',
})
async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise(done => child.once('exit', done))
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
}

/** Runs these until each waits in the middle, and kills the process. */
async function killAll(cases: Map<string, Case>): Promise<void> {
  const names = [...cases.keys()]
  await query(`create or replace function halt() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7, tg_argv[0]::int);
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`)
  for (const [n, { at }] of [...cases.values()].entries()) {
    await query('select pg_advisory_lock(7, $1)', [n])
    if (at)
      await query(
        `create trigger halt_${n} before ${at.does} on ${at.table} for each row when (${at.when}) execute function halt(${n})`,
      )
  }
  const child = await worker(names.indexOf('orphanFiles'))
  let missing = names
  await until(async () => {
    const rows = await query<{ n: number }>(
      `select distinct objid::int as n from pg_locks where locktype = 'advisory' and classid = 7 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    missing = names.filter((_, n) => !rows.some(row => row.n === n))
    return missing.length === 0
  }).catch(() => expect(missing, 'did not come to their half').toEqual([]))
  await end(child)
  const halted = await query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  for (const [name, { killed }] of cases) await killed().catch(error => failAs(name, 'killed', error))
  await query('select pg_advisory_unlock_all()')
  // The database finishes current statements before it notices that the client is gone. Dropping the triggers locks
  // table after table, which could deadlock with statements that still run.
  await until(
    async () =>
      (await number('select count(*) from pg_stat_activity where pid = any ($1)', [halted.map(({ pid }) => pid)])) ===
      0,
    'the end of what was halted',
  )
  await query('drop function halt() cascade')
}
function failAs(name: string, when: string, error: Error): never {
  error.message = `${name}, ${when}: ${error.message}`
  throw error
}

beforeAll(async () => {
  await new Promise<void>(done => mailServer.listen(0, '127.0.0.1', done))
  mailPort = (mailServer.server.address() as { port: number }).port
  fixture = await startPlatformFixture({ environment: mailSettings() })
  const { world } = fixture
  scene = await sceneIn(world, 'KILLED')
  other = await world.makeTenant('KILLED-2')
  otherAdmin = (await world.signIn(other, ['enterpriseAdmin'])).accountId
  const opened = await world.services.directory.open(scene.goods.codes[0]!)
  if (!opened.known) throw new Error('known')
  request = opened.entry.requestNumber
  await scene.admin.put('/wechat/account', credentialsOf(fixture.platform))
  mill = {
    tenantId: scene.tenant.id,
    deptId: scene.tenant.deptId,
    admin: scene.admin,
    batchId: scene.goods.batchId,
  }
  activating = await fetched(fixture, mill)
  // Only what is enqueued here runs.
  await query(`update scheduled_task set status = '1'`)
  await query('truncate job_outbox')
})
afterAll(async () => {
  for (const child of children) await end(child)
  await fixture.platform.stop()
  await new Promise<void>(done => mailServer.close(() => done()))
})

test('each delivered task and each kind of job has its case here', () => {
  defineJobs(fixture.world.services)
  expect([...Object.keys(tasks), ...Object.keys(elsewhere)].sort()).toEqual([...taskKeys].sort())
  expect([...Object.keys(jobs), ...Object.keys(later), runJobName].sort()).toEqual(
    fixture.world.services.jobs.names.sort(),
  )
  for (const file of Object.values(elsewhere))
    expect(existsSync(join(import.meta.dirname, '../..', file)), file).toBe(true)
})

test('killed in the middle, each is completed by the next process, and nothing is done twice', async () => {
  const first = new Map(Object.entries({ ...tasks, ...jobs }).map(([name, make]) => [name, make()]))
  for (const [name, { setUp: make }] of first) {
    await make().catch((error: Error) => failAs(name, 'setUp', error))
    if (name in tasks) await runNow(name as TaskKey)
  }
  await killAll(first)
  const second = new Map(Object.entries(later).map(([name, make]) => [name, make()]))
  for (const { setUp: make } of second.values()) await make()
  await killAll(second)
  await worker(-1)
  await until(
    async () =>
      (await number(`select (select count(*) from job_outbox) + (select count(*) from graphile_worker._private_jobs)
        + (select count(*) from task_run where status in ('queued', 'running'))
        + (select count(*) from platform_request where next_at is not null)
        + (select count(*) from platform_activation where next_at is not null)`)) === 0,
    'the end of all work',
  )
  for (const [name, { whole }] of [...first, ...second]) await whole().catch(error => failAs(name, 'whole', error))
  const runs = await query<{ task: string; status: string; attempts: number }>(
    `select task, status, attempts from task_run where trigger = 'hand' order by task`,
  )
  expect(runs.map(({ task, status }) => ({ task, status }))).toEqual(
    Object.keys(tasks)
      .sort()
      .map(task => ({ task, status: 'done' })),
  )
  expect(runs.filter(({ attempts }) => attempts < 2)).toEqual([])
})
