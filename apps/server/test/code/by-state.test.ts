import { beforeAll, describe, expect, test } from 'vitest'
import { groupCode } from '@timbermark/codes'
import { type CodeSearch, parseCodeSearch } from '../../src/areas/code/by-state/code-search.ts'
import { pageStatement } from '../../src/areas/code/by-state/find-codes.ts'
import type { Actor } from '../../src/platform/actor.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeGoods, type Goods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeDept, makeHolder } from '../system/people.ts'
import { type CodeByState, readPlainCodes } from './plain-codes.ts'

let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let items: Goods
let boxes: Goods

const list = (query = '', caller = admin) => caller.get(`/code/by-state/list?${query}`)
const numbers = (from: number, to: number, goods = items) => ({ numbers: [{ requestId: goods.requestId, from, to }] })
const pack = (verb: 'pack' | 'unpack', body: object) =>
  admin.post(`/code/packing/${verb}`, { operator: 'Packer', time: '2026-11-01T08:00:00Z', ...body })

async function succeed(answer: Promise<{ error?: string | undefined; msg: string }>): Promise<void> {
  const { error, msg } = await answer
  expect(error, msg).toBeUndefined()
}

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('BYSTATE')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  items = await makeGoods(world, admin, { certified: false })
  boxes = await makeGoods(world, admin, { codeType: 'package', batchId: items.batchId, certified: false })
  await makeGoods(world, admin)
  await succeed(admin.post('/code/label/activate', numbers(1, 30)))
  await succeed(admin.post('/code/label/spoil', { ...numbers(31, 33), reason: 'misprint' }))
  await succeed(admin.post('/code/label/lose', { ...numbers(9999, 10_000), reason: 'stolen' }))
  await succeed(admin.post('/certification/authorization/submit', { codes: items.codes.slice(0, 8) }))
  const other = await world.signIn(tenant, ['enterpriseAdmin'])
  await succeed(
    other.post('/certification/authorization/judge', {
      codes: items.codes.slice(0, 5),
      result: 'pass',
      judgedOn: '2026-11-01',
    }),
  )
  await succeed(pack('pack', { parentCode: boxes.codes[0], codes: items.codes.slice(0, 4) }))
  await succeed(pack('pack', { parentCode: boxes.codes[1], codes: items.codes.slice(10, 14) }))
  await succeed(pack('unpack', { reason: 'Packed by mistake', codes: items.codes.slice(10, 14) }))
  await world.admin.query(
    `insert into code_stat (tenant_id, request_number, serial, scans, first_scan_at, wrong_checks)
     select r.tenant_id, r.request_number, s, (s % 3 <> 0)::int, case when s % 3 <> 0 then now() end, 1
     from code_request r, generate_series(0, 40, 2) s where r.id = $1`,
    [items.requestId],
  )
})

/** The queries of the tests, with what a plain model says of each code. */
const filters: Record<string, (code: CodeByState) => boolean> = {
  '': () => true,
  'state=made': code => code.state === 'made',
  'state=inUse': code => code.state === 'inUse',
  'state=spoiled,lost': code => code.state === 'spoiled' || code.state === 'lost',
  'state=made,lost': code => code.state === 'made' || code.state === 'lost',
  'certification=certified': code => code.certification === 'certified',
  'certification=notAuthorized,notYetCertified': code =>
    code.certification === 'notAuthorized' || code.certification === 'notYetCertified',
  'packed=true': code => code.packed,
  'packed=false': code => !code.packed,
  'scanned=true': code => code.scanned,
  'scanned=false': code => !code.scanned,
  'recalled=true': code => code.recalled,
  'recalled=false': code => !code.recalled,
  'assigned=true': code => code.assigned,
  'codeType=package': code => code.codeType === 'package',
}

describe('codes of all requests', () => {
  test('are found by each filter, and by every two of them, as a plain model counts', async () => {
    const plain = await readPlainCodes(world.admin, tenant.id)
    expect(plain).toHaveLength(30_000)
    for (const [first, isFirst] of Object.entries(filters))
      for (const [second, isSecond] of Object.entries(filters)) {
        // A repeated key would be one filter.
        if (first.split('=')[0] === second.split('=')[0] && first !== second) continue
        const query = first === second ? first : `${first}&${second}`
        const expected = plain.filter(code => isFirst(code) && isSecond(code))
        const answer = await list(`${query}&limit=50`)
        expect(answer.total, query).toBe(expected.length)
        expect(
          answer.rows.map(row => `${row.requestId}:${row.serial}`),
          query,
        ).toEqual(expected.slice(0, 50).map(code => `${code.requestId}:${code.serial}`))
      }
  })

  test('say of each code what is known of it', async () => {
    const rows = (await list(`requestId=${items.requestId}&limit=50`)).rows
    expect(rows.map(row => row.code).slice(0, 50)).toEqual(items.codes)
    expect(rows[0]).toMatchObject({ state: 'inUse', certification: 'certified', parentCode: boxes.codes[0], serial: 1 })
    expect(rows[10]).toMatchObject({ parentCode: null, scanCount: 1 })
    expect(rows[30]).toMatchObject({ state: 'spoiled', scanCount: 0, dealerName: null })
    expect(rows[45]).toMatchObject({ state: 'made', certification: 'notAuthorized', recalled: false })
  })

  test('are answered page by page without a gap, across requests', async () => {
    const plain = (await readPlainCodes(world.admin, tenant.id)).filter(code => code.state === 'made')
    for (const page of [1, 2, 100, 101, 199, 200, 201, 300]) {
      const { rows } = await list(`state=made&limit=100&page=${page}`)
      expect(
        rows.map(row => row.serial),
        String(page),
      ).toEqual(plain.slice((page - 1) * 100, page * 100).map(code => code.serial))
    }
    expect(await list('state=made&limit=100&page=900')).toMatchObject({ rows: [], total: plain.length })
  })

  test('are found by a code whatever surrounds it, if it is of this enterprise', async () => {
    const code = items.codes[3]!
    for (const text of [code, groupCode(code), `Please look at ${code}.`, `http://trace.example/c/${code}?x=1`]) {
      const answer = await list(`code=${encodeURIComponent(text)}`)
      expect(
        answer.rows.map(row => row.code),
        text,
      ).toEqual([code])
      expect(answer.total).toBe(1)
    }
    expect((await list(`code=${code}&state=spoiled`)).total).toBe(0)
    expect((await list(`code=${code}&state=inUse&packed=true`)).total).toBe(1)
    expect((await list('code=0000A1B2C3D4E5F6G7H8')).total).toBe(0)
    const stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
    expect((await list(`code=${code}`, stranger)).total).toBe(0)
    expect((await list('', stranger)).total).toBe(0)
    expect((await list(`requestId=${items.requestId}`, stranger)).total).toBe(0)
  })

  test('of an unpacked package are no longer packed', async () => {
    const unpacked = items.codes[10]!
    expect((await list(`code=${unpacked}&packed=true`)).total).toBe(0)
    expect((await list(`code=${unpacked}&packed=false`)).rows[0]).toMatchObject({ parentCode: null })
  })

  test('are those of requests in scope', async () => {
    const dept = await makeDept(admin, tenant.deptId)
    const clerk = await makeHolder(world, admin, dept, ['code:by-state:list', 'code:by-state:export'], {
      dataScope: '3',
    })
    expect((await list('', clerk)).total).toBe(0)
    await world.admin.query('update code_request set dept_id = $2 where id = $1', [boxes.requestId, dept])
    const answer = await list('', clerk)
    expect(answer.total).toBe(10_000)
    expect(answer.rows[0]!.requestId).toBe(boxes.requestId)
    const { rows } = await sheetOf((await clerk.get('/code/by-state/export?state=inUse')).raw)
    expect(rows).toHaveLength(2)
  })

  test('refuse a filter that makes no sense', async () => {
    for (const query of ['state=gone', 'packed=perhaps', 'requestId=x', 'orderBy=code', 'limit=100000', 'page=0'])
      expect((await list(query)).error, query).toBe('invalid')
  })
})

describe('an export', () => {
  test('has every code that the list finds, in its order', async () => {
    // As many as the reader of workbooks takes, and more than are described at once.
    const plain = (await readPlainCodes(world.admin, tenant.id)).filter(
      code => code.requestId === items.requestId && !code.scanned && code.state !== 'inUse',
    )
    expect(plain.length).toBeGreaterThan(9000)
    const answer = await admin.get(
      `/code/by-state/export?scanned=false&state=made,delivered,spoiled,lost&requestId=${items.requestId}`,
    )
    const { header, rows } = await sheetOf(answer.raw)
    const place = header.indexOf('Serial number')
    expect(rows.map(row => Number(row[place]))).toEqual(plain.map(code => code.serial))
  })
})

describe('5,000 requests', () => {
  const deep = 2_000_000
  let search: CodeSearch

  /** Blocks that the statements of a page read, and rows that they return. */
  async function measurePage(page: number) {
    const { database } = world.services
    const answer = await list(`state=delivered&limit=50&page=${page}`)
    const explained = await database.withTenant(tenant.id, db =>
      db.one<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        sql`explain (analyze, buffers, format json) ${pageStatement(search, { page, limit: 50 })}`,
      ),
    )
    const { Plan } = explained['QUERY PLAN'][0]
    return { answer, blocks: Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']! }
  }

  beforeAll(async () => {
    // Half of the labels of each request are delivered, in two ranges.
    await world.admin.query(
      `with made as (
         insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
           country_code, factory_code, batch_date, species, status, progress, manifest_sha256, completed_at)
         select r.tenant_id, 'Codes ' || n, r.batch_id, 10000, 'alnum', 8, 'item', 'regular', 'felling', 'GA', 'F1', '2026-11-01',
           'OKO', 'completed', 1, repeat('0', 64), now() from code_request r, generate_series(1, 5000) n where r.id = $1
         returning tenant_id, request_number)
       insert into label_state (tenant_id, request_number, serials, state, since)
       select m.tenant_id, m.request_number, int4range(s, s + 2500), 'delivered', now() from made m, (values (1000), (6000)) v (s)`,
      [items.requestId],
    )
    await world.admin.query('analyze code_request, label_state')
    search = await parseCodeSearch(
      { services: world.services, actor: { tenantId: tenant.id, superAdmin: true } as Actor },
      'list',
      { state: 'delivered' },
    )
  })

  test('are counted, and a page at any depth reads as much as the first', async () => {
    const [first, last] = [await measurePage(1), await measurePage(deep / 50)]
    expect(first.answer.total).toBe(5000 * 5000)
    expect(last.answer.rows).toHaveLength(50)
    expect(last.answer.rows[0]).toMatchObject({ state: 'delivered', serial: 8451 })
    expect(last.blocks).toBeLessThanOrEqual(first.blocks * 1.1)
    const never = await list('scanned=false&state=delivered&certification=notAuthorized&limit=50&page=40000')
    expect(never.total).toBe(5000 * 5000)
    expect(never.rows[0]).toMatchObject({ serial: 8451 })
  })
})
