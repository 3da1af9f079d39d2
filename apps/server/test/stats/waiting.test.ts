import {
  type AnswerOf,
  menus,
  menuButtons,
  menuPermission,
  type MenuSeed,
  waitingItems,
  waitingKeys,
  waitingPermission,
} from '@timbermark/contract'
import type { waiting as waitingCall } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder } from '../system/people.ts'

/** What waits for people, on their home page. */
let world: World
let admin: Caller
let certifier: Caller
let operator: Caller
let batchId: number

type Waiting = AnswerOf<typeof waitingCall>
const read = async (caller: Caller) => (await caller.get<Waiting>('/stats/waiting')).data
const lineOf = async (caller: Caller, key: string) => (await read(caller)).lines.find(line => line.key === key)
const query = (text: string, values: unknown[] = []) => world.admin.query(text, values)

async function addRecords(
  count: number,
  more: {
    version?: number
    status?: string
    flags?: string
    daysLate?: number
    createdBy?: number
    stage?: string
  } = {},
) {
  const {
    version = 1,
    status = 'current',
    flags = '[]',
    daysLate = 0,
    createdBy = admin.accountId,
    stage = 'felling',
  } = more
  await query(
    `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, template_version, document_id, document_code, operator,
       happened_at, recorded_at, code_count, codes_digest, public_values, personal_values, personal_salt, attachments, created_by, version, status, flags)
     select $1, null, gen_random_uuid(), $2, $10, t.id, 1, d.id, d.code, 'x', now() - make_interval(days => $3), now() - interval '1 hour' * n, 1,
       repeat('0', 64), '{}', '{}', '', '{}', $4, $5, $6, $7::jsonb
     from (select id from stage_template where stage = $10 limit 1) t, (select id, code from document where tenant_id = $1 limit 1) d, generate_series(1, $8::int) n
     where $9`,
    [admin.tenantId, batchId, daysLate, createdBy, version, status, flags, count, true, stage],
  )
}

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('WAITS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  certifier = await world.signIn(await world.makeTenant('CERTIFIER'), ['certifier'])
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  ;({ batchId } = await makeGoods(world, admin))
})

test('the permissions that items name are held through menus', () => {
  const permissions = new Set<string>()
  const walk = (seeds: readonly MenuSeed[]): void => {
    for (const menu of seeds) {
      for (const { permission } of menuButtons(menu)) permissions.add(permission)
      const permission = menuPermission(menu)
      if (permission) permissions.add(permission)
      walk(menu.children ?? [])
    }
  }
  walk(menus)
  for (const key of waitingKeys) {
    const item = waitingItems[key]
    for (const permission of [waitingPermission(item), ...(item.may ?? []), ...(item.unless ? [item.unless] : [])])
      expect([...permissions], key).toContain(permission)
  }
})

test('nothing waits for an enterprise without work, and for people without rights nothing can', async () => {
  const fresh = await world.signIn(await world.makeTenant('FRESH'), ['enterpriseAdmin'])
  expect(await read(fresh)).toEqual({ lines: [], kinds: expect.any(Number) })
  expect((await read(fresh)).kinds).toBeGreaterThan(5)
  const nobody = await world.signIn({ id: admin.tenantId, deptId: null }, [])
  expect(await read(nobody)).toEqual({ lines: [], kinds: 0 })
  expect((await world.anonymous.get('/stats/waiting')).code).toBe(401)
})

describe('a line', () => {
  test('counts what its list shows with its filter, for everybody who gets it', async () => {
    await query(
      `update code_request set status = 'completed', completed_at = now() - interval '3 days' where tenant_id = $1`,
      [admin.tenantId],
    )
    await query(`update document set valid_until = current_date + 20 where tenant_id = $1`, [admin.tenantId])
    await addRecords(2, { daysLate: 30 })
    await addRecords(3, { version: 2 })
    await addRecords(1, { version: 2, status: 'voided' })
    await addRecords(4, { flags: '[{"rule":"x"}]' })
    const circulation = await query(`select id from circulation where tenant_id = 1 and title_key is not null limit 1`)
    await query(
      `update batch set circulation_id = $2, created_at = now() - interval '400 days', circulation_steps = '[{"stage":"processing","required":true,"days":3,"responsible":"Ada"}]' where id = $1`,
      [batchId, circulation.rows[0]!.id],
    )
    const auditor = await world.signIn({ id: admin.tenantId, deptId: null }, ['auditor'])
    for (const reader of [admin, auditor, operator]) {
      for (const line of (await read(reader)).lines) {
        const item = waitingItems[line.key]
        const filter = new URLSearchParams(line.filter)
        const listed = await reader.get(`/${item.list}/list?${filter}`)
        expect({ key: line.key, msg: listed.msg, count: line.count }).toEqual({
          key: line.key,
          msg: expect.any(String),
          count: listed.total,
        })
        if (listed.code !== 200) throw new Error(`${line.key} ${listed.msg}`)
      }
    }
    const lines = Object.fromEntries((await read(admin)).lines.map(line => [line.key, line]))
    expect(lines.codesToPrint).toMatchObject({ count: 1, more: false })
    expect(Date.now() - Date.parse(lines.codesToPrint!.oldest!)).toBeGreaterThan(2.9 * 86_400_000)
    expect(lines.papersExpiring).toMatchObject({
      count: 1,
      names: ['Felling permit'],
      oldest: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    })
    expect(lines.stagesOverdue).toMatchObject({ count: 1, names: [expect.any(String), 'processing', 'Ada'] })
    expect(Object.fromEntries((await read(auditor)).lines.map(({ key, count }) => [key, count]))).toEqual({
      recordsWithdrawn: 1,
      recordsCorrected: 3,
      recordsLate: 2,
      recordsUnlikely: 4,
    })
  })

  test('is for those who can do something about it', async () => {
    const lines = (await read(admin)).lines.map(({ key }) => key)
    expect(lines).not.toContain('recordsLate')
    const looker = await makeHolder(
      world,
      admin,
      (await query('select id from dept where tenant_id = $1', [admin.tenantId])).rows[0]!.id,
      ['code:request:list'],
    )
    expect(await read(looker)).toEqual({ lines: [], kinds: 0 })
  })

  test('says that there are more than 99, and the oldest of all', async () => {
    await query(
      `insert into channel_case (tenant_id, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
       select $1, 'speed', 'subject ' || n, 1, n, 1, 1, 50, now() - interval '1 day' * n, now() from generate_series(1, 120) n`,
      [admin.tenantId],
    )
    const cases = await lineOf(admin, 'casesOpen')
    expect(cases).toMatchObject({ count: 99, more: true })
    expect(Math.round((Date.now() - Date.parse(cases!.oldest!)) / 86_400_000)).toBe(120)
  })

  test('computes the progress of no more than the oldest open batches, and says that there may be more', async () => {
    const columns = (
      await query(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_name = 'batch' and column_name not in ('id', 'batch_number') and is_generated = 'NEVER'`,
      )
    ).rows[0]!.names as string
    await query(
      `insert into batch (batch_number, ${columns}) select 'MANY-' || n, ${columns} from batch, generate_series(1, 301) n where id = $1`,
      [batchId],
    )
    expect(await lineOf(admin, 'stagesOverdue')).toMatchObject({ count: 99, more: true, oldest: null })
    await query(`update batch set circulation_steps = '[]' where tenant_id = $1 and id <> $2`, [
      admin.tenantId,
      batchId,
    ])
    expect(await lineOf(admin, 'stagesOverdue')).toMatchObject({ count: 1, more: true, oldest: null })
    await query(`delete from batch where tenant_id = $1 and batch_number like 'MANY-%'`, [admin.tenantId])
    expect(await lineOf(admin, 'stagesOverdue')).toMatchObject({ count: 1, more: false, oldest: expect.any(String) })
  })

  test('is limited to the data scope', async () => {
    const [root] = (await query('select id from dept where tenant_id = $1 and parent_id is null', [admin.tenantId]))
      .rows
    const dept = await makeDept(admin, Number(root.id))
    const narrow = await makeHolder(
      world,
      admin,
      dept,
      ['code:request:list', 'code:request:print', 'channel:case:list', 'channel:case:state'],
      { dataScope: '3' },
    )
    expect(await read(narrow)).toEqual({ lines: [], kinds: 2 })
    await query('update code_request set dept_id = $2 where tenant_id = $1', [admin.tenantId, dept])
    expect((await read(narrow)).lines).toMatchObject([{ key: 'codesToPrint', count: 1 }])
    // Codes of received goods are on them already.
    await query(`update code_request set origin = 'received' where tenant_id = $1`, [admin.tenantId])
    expect((await read(narrow)).lines).toEqual([])
    await query(`update code_request set origin = 'own' where tenant_id = $1`, [admin.tenantId])
  })
})

describe('each role', () => {
  test('a certifier sees the codes to review', async () => {
    expect((await read(certifier)).kinds).toBe(2)
  })

  test('the operator sees new enterprises and failed tasks', async () => {
    await query(
      `insert into task_run (job_id, job_name, job_group, task, status, start_time, trigger, timeout_minutes)
       select id, job_name, job_group, task, 'failed', now() - interval '1 hour', 'schedule', 5 from scheduled_task limit 1`,
    )
    const lines = Object.fromEntries((await read(operator)).lines.map(line => [line.key, line.count]))
    expect(lines.newEnterprises).toBeGreaterThanOrEqual(3)
    expect(lines.failedTasks).toBe(1)
    expect((await read(admin)).lines.map(({ key }) => key)).not.toContain('newEnterprises')
  })

  test('a dealer sees confirmed cases about the own codes only', async () => {
    const person = await world.signIn({ id: admin.tenantId, deptId: null }, ['dealer'], { userType: 5 })
    const level = await admin.post<{ id: number }>('/channel/dealer-level', {
      code: 'L1',
      name: 'Level one',
      level: '1',
      orderNum: 1,
      status: '0',
    })
    const dealer = await admin.post<{ id: number }>('/channel/dealer', {
      name: 'Dealer',
      levelId: level.data.id,
      accountId: person.accountId,
    })
    expect((await read(person)).lines).toEqual([])
    await query(
      `update channel_case set status = 'confirmed', dealer_id = $2 where id in (select id from channel_case where tenant_id = $1 limit 2)`,
      [admin.tenantId, dealer.data.id],
    )
    expect((await read(person)).lines).toMatchObject([{ key: 'dealerWarnings', count: 2 }])
  })
})
