import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import type { OfferGoods, OwnSupplierInvitation } from '@timbermark/contract/calls'
import type { CodeAnswer } from '@timbermark/contract/stage-calls'
import { ownCirculation, stages, tableOf, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { routes } from '../../src/routes.ts'
import { type Goods, makeBatch, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

/** Accounts of suppliers that report what they are invited to, and every way to reach further. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let supplier: Caller
let other: Caller
let goods: Goods
let foreign: { admin: Caller; supplier: Caller; goods: Goods }

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000)
const asSupplier = { userType: 4 }

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('HOLDER')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  supplier = await world.signIn(tenant, ['supplier'], asSupplier)
  other = await world.signIn(tenant, ['supplier'], asSupplier)
  goods = await makeGoods(world, admin)
  const elsewhere = await world.makeTenant('ELSEWHERE')
  const its = await world.signIn(elsewhere, ['enterpriseAdmin'])
  foreign = {
    admin: its,
    supplier: await world.signIn(elsewhere, ['supplier'], asSupplier),
    goods: await makeGoods(world, its),
  }
})

/** Codes are used once each, from the first on. */
let used = 0
function nextCodes(n: number): string[] {
  used += n
  return goods.codes.slice(used - n, used)
}
const path = '/custody/supplier-invitation'

const send = (body: object, by = admin) =>
  by.post<{ id: number; codes: number }>(path, {
    accountId: supplier.accountId,
    stages: ['felling'],
    untilOn: day(30),
    ...body,
  })

async function invite(body: object): Promise<number> {
  const answer = await send(body)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data.id
}

const revoke = (id: number, by = admin) => by.put(`${path}/${id}/revoke`, { reason: 'Another supplier' })

async function bodyOf(codes: readonly (string | undefined)[], stage: StageKey = 'felling', more: object = {}) {
  const declared = stages.find(item => item.key === stage)!
  return {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: ownCirculation,
    documentCode: goods.documentCode,
    operator: 'Supplier',
    time: new Date().toISOString(),
    codes,
    values: sampleValues(valueFields(declared).filter(field => field.required)),
    ...more,
  }
}

type Reported = Answered<{ recordId: number; refused: { code: string; error: string; message: string }[] }>
const report = async (
  by: Caller,
  codes: readonly (string | undefined)[],
  stage: StageKey = 'felling',
  more: object = {},
): Promise<Reported> => by.post('/stage/report', await bodyOf(codes, stage, more))
const scan = async (by: Caller, code: string, stage?: StageKey) =>
  (await by.get<CodeAnswer>(`/stage/code/${code}${stage ? `?stage=${stage}` : ''}`)).data
const mine = async (by: Caller) => (await by.get<OwnSupplierInvitation[]>(`${path}/mine`)).data
const stagesOf = async (by: Caller) =>
  (await by.get<{ stage: StageKey }[]>('/stage/authorized')).data.map(({ stage }) => stage)

describe('an invited supplier', () => {
  test('sees the goods and stages that it is invited to, and nothing before', async () => {
    expect([await mine(supplier), await stagesOf(supplier)]).toEqual([[], []])
    const codes = nextCodes(3)
    const { data } = await send({ codes, stages: ['processing', 'felling'], note: 'Before Friday' })
    expect(data.codes).toBe(3)
    expect(await mine(supplier)).toMatchObject([
      {
        id: data.id,
        stages: ['felling', 'processing'],
        codes: 3,
        note: 'Before Friday',
        untilOn: day(30),
        ended: false,
        ranges: [{ codeType: 'item', first: codes[0], last: codes[2], count: 3 }],
      },
    ])
    expect(await stagesOf(supplier)).toEqual(['felling', 'processing'])
    expect([await mine(other), await stagesOf(other)]).toEqual([[], []])
    expect(await scan(supplier, codes[0]!, 'felling')).toMatchObject({ known: true, refusal: null })
    const [row] = (await admin.get(`${path}/list`)).rows
    expect(row).toMatchObject({ id: data.id, accountId: supplier.accountId, status: 'current', validity: 'current' })
    expect((await admin.get<OfferGoods>(`${path}/${data.id}/goods`)).data).toMatchObject({
      note: 'Before Friday',
      ranges: [{ first: codes[0], count: 3 }],
    })
  })

  test('reports about them, finds its report, and the record names it', async () => {
    const codes = nextCodes(2)
    await invite({ codes })
    const { code, data } = await report(supplier, codes)
    expect(code).toBe(200)
    const reports = await supplier.get('/stage/record/mine')
    expect(reports.rows).toMatchObject([{ id: data.recordId, stage: 'felling' }])
    expect((await supplier.get(`/stage/record/${data.recordId}`)).code).toBe(200)
    const row = (await admin.get('/stage/record/list')).rows.find(({ id }) => id === data.recordId)
    const { rows } = await world.admin.query('select user_name from account where id = $1', [supplier.accountId])
    expect(row).toMatchObject({ operator: 'Supplier', createBy: rows[0].user_name })
  })

  test('sends a table of logs, and none of it when one of them is somebody else’s', async () => {
    const codes = nextCodes(3)
    await invite({ codes: codes.slice(0, 2) })
    const { codes: _codes, values, ...rest } = await bodyOf([])
    const ofEach = tableOf('felling')!.fields
    const common = Object.fromEntries(Object.entries(values).filter(([key]) => !ofEach.includes(key)))
    const each = Object.fromEntries(Object.entries(values).filter(([key]) => ofEach.includes(key)))
    const rows = (list: readonly string[]) => list.map(code => ({ code, values: each }))
    const body = { ...rest, values: common }
    expect(await supplier.post('/stage/report/rows', { ...body, rows: rows(codes) })).toMatchObject({
      error: 'custody.notInvited',
    })
    const good = { ...body, reportId: randomUUID(), rows: rows(codes.slice(0, 2)) }
    expect(await supplier.post('/stage/report/rows', good)).toMatchObject({ code: 200 })
  })

  test('may report what is packed in an invited package, and in a packing stage pack what it is invited to', async () => {
    const batchId = await makeBatch(world, admin)
    const items = await makeGoods(world, admin, { batchId })
    const packages = await makeGoods(world, admin, { batchId, codeType: 'package' })
    const packed = await admin.post('/code/packing/pack', {
      parentCode: packages.codes[0],
      operator: 'Packer',
      time: new Date().toISOString(),
      codes: items.codes.slice(0, 2),
    })
    expect(packed.code, packed.msg).toBe(200)
    const answer = await send({ codes: [packages.codes[0]], stages: ['felling', 'processing'] })
    expect(answer.data.codes).toBe(3)
    expect(await report(supplier, items.codes.slice(0, 2))).toMatchObject({ code: 200 })
    // A package that it is not invited to, and packing beside a stage that does not pack.
    const into = (parent: string | undefined) => ({ parentCode: parent, linkCodes: true })
    await invite({ codes: [items.codes[5], packages.codes[1]] })
    expect(await report(supplier, [items.codes[5]], 'felling', into(packages.codes[2]))).toMatchObject({
      error: 'custody.notInvited',
    })
    expect(await report(supplier, [items.codes[5]], 'felling', into(packages.codes[1]))).toMatchObject({
      error: 'custody.packingNotInvited',
    })
    expect(await report(supplier, [items.codes[5]])).toMatchObject({ code: 200 })
  })
})

describe('a supplier is refused', () => {
  test('other codes, other stages and unknown ranges, on the phone and by the server', async () => {
    const [code, outside] = nextCodes(2) as [string, string]
    await invite({ codes: [code] })
    expect(await report(supplier, [code, outside])).toMatchObject({ error: 'custody.notInvited' })
    expect(await report(supplier, [code], 'exportCustoms')).toMatchObject({ error: 'stage.notAuthorized' })
    expect(await report(supplier, [code], 'processing')).toMatchObject({ error: 'custody.stageNotInvited' })
    expect(await scan(supplier, outside, 'felling')).toEqual({
      code: outside,
      known: false,
      refusal: 'custody.notInvited',
      refusalText: expect.stringContaining('Demo HOLDER'),
    })
    expect(await scan(supplier, outside)).toMatchObject({ known: false })
    expect(await scan(supplier, code, 'processing')).toMatchObject({ refusal: 'custody.stageNotInvited' })
    const spans = [{ requestId: goods.requestId, from: 1, to: 40 }]
    expect(await report(supplier, [], 'felling', { ranges: spans })).toMatchObject({ error: 'custody.notInvited' })
    const untouched = await makeGoods(world, admin)
    const unknown = [{ requestId: untouched.requestId, from: 1, to: 1 }]
    expect(await report(supplier, [], 'felling', { ranges: unknown })).toMatchObject({ error: 'invalid' })
    expect(await report(supplier, [untouched.codes[0]])).toMatchObject({ error: 'custody.notInvited' })
    expect(await report(supplier, [code])).toMatchObject({ code: 200 })
    expect((await report(supplier, [code])).data.refused).toMatchObject([{ error: 'stage.alreadyLinked' }])
  })

  test('what another supplier is invited to, and goods of another enterprise', async () => {
    const [code] = nextCodes(1) as [string]
    await invite({ codes: [code], accountId: other.accountId })
    const its = foreign.goods.codes[0]!
    expect(await report(supplier, [code])).toMatchObject({ error: 'custody.notInvited' })
    expect(await report(supplier, [its])).toMatchObject({ data: { refused: [{ error: 'custody.heldByOther' }] } })
    expect(await report(foreign.supplier, [code])).toMatchObject({ error: 'stage.notAuthorized' })
    // Invitations cross no border: neither its account nor its codes.
    expect(await send({ codes: [code], accountId: foreign.supplier.accountId })).toMatchObject({
      data: { issues: [{ field: 'accountId', error: 'custody.noSupplier' }] },
    })
    expect((await send({ codes: [its] })).code).not.toBe(200)
    const numbers = [{ requestId: foreign.goods.requestId, from: 1, to: 1 }]
    expect((await send({ numbers })).code).not.toBe(200)
    expect((await send({ codes: [code] }, foreign.admin)).code).not.toBe(200)
    expect(await report(other, [code])).toMatchObject({ code: 200 })
  })

  test('what happens after the last day; what happened before arrives late', async () => {
    const [code, late] = nextCodes(2) as [string, string]
    const id = await invite({ codes: [code, late] })
    await world.admin.query('update supplier_invitation set until_on = current_date - 1 where id = $1', [id])
    expect(await report(supplier, [code])).toMatchObject({ error: 'custody.invitationEnded' })
    expect((await mine(supplier)).find(one => one.id === id)).toMatchObject({ ended: true })
    const before = { time: daysAgo(2).toISOString() }
    expect(await report(supplier, [late], 'felling', before)).toMatchObject({ code: 200 })
    await world.admin.query('update supplier_invitation set until_on = current_date - 8 where id = $1', [id])
    expect((await mine(supplier)).some(one => one.id === id)).toBe(false)
    expect((await admin.get(`${path}/list?validity=ended`)).rows).toMatchObject([{ id }])
  })

  test('everything once the invitation is revoked, and reports again when it is invited again', async () => {
    const [code] = nextCodes(1) as [string]
    const id = await invite({ codes: [code] })
    expect((await admin.put(`${path}/${id}/revoke`, {})).code).not.toBe(200)
    expect((await revoke(id, foreign.admin)).error).toBe('notFound')
    expect((await revoke(id, supplier)).code).toBe(403)
    expect((await revoke(id)).code).toBe(200)
    expect((await revoke(id)).error).toBe('stateRefused')
    const before = { time: daysAgo(2).toISOString() }
    expect(await report(supplier, [code])).toMatchObject({ error: 'custody.invitationEnded' })
    expect(await report(supplier, [code], 'felling', before)).toMatchObject({ error: 'custody.invitationEnded' })
    expect(await scan(supplier, code, 'felling')).toMatchObject({ known: false, refusal: 'custody.invitationEnded' })
    expect((await admin.get(`${path}/list`)).rows.find(row => row.id === id)).toMatchObject({
      status: 'revoked',
      validity: 'ended',
      reason: 'Another supplier',
    })
    await invite({ codes: [code] })
    expect(await report(supplier, [code])).toMatchObject({ code: 200 })
  })

  test('its reports when its account is disabled or is no supplier any more', async () => {
    const changed = await world.signIn(tenant, ['supplier'], asSupplier)
    const codes = nextCodes(2)
    await invite({ codes, accountId: changed.accountId })
    const setType = (type: number) =>
      world.admin.query('update account set user_type = $2 where id = $1', [changed.accountId, type])
    await setType(3)
    expect((await report(changed, codes)).code).toBe(403)
    expect((await changed.get(`${path}/mine`)).code).toBe(403)
    // A field user needs an authorization; the invitation is the supplier's.
    await setType(2)
    expect(await report(changed, codes)).toMatchObject({ error: 'stage.notAuthorized' })
    await setType(4)
    expect(await report(changed, codes.slice(0, 1))).toMatchObject({ code: 200 })
    await world.admin.query(`update account set status = '1' where id = $1`, [changed.accountId])
    expect((await report(changed, codes.slice(1))).code).toBe(401)
    expect(await send({ codes: codes.slice(1), accountId: changed.accountId, stages: ['processing'] })).toMatchObject({
      data: { issues: [{ field: 'accountId', error: 'custody.noSupplier' }] },
    })
  })

  test('wider rights that a role or an authorization would give it', async () => {
    const mighty = await world.signIn(tenant, ['enterpriseAdmin', 'fieldReporter', 'supplier'], asSupplier)
    await world.admin.query(
      `insert into stage_authorization (tenant_id, account_id, stage) values ($1, $2, 'felling')`,
      [tenant.id, mighty.accountId],
    )
    const [code] = nextCodes(1) as [string]
    expect(await stagesOf(mighty)).toEqual([])
    expect(await report(mighty, [code])).toMatchObject({ error: 'stage.notAuthorized' })
    expect(await scan(mighty, code, 'felling')).toMatchObject({ known: false, refusal: 'custody.notInvited' })
    const [record] = (await admin.get('/stage/record/list')).rows
    expect((await mighty.get(`/stage/record/${record!.id}`)).error).toBe('notFound')
    expect((await mighty.get('/stage/record/list')).code).toBe(403)
  })

  test('reports of others, in every way to read or change one', async () => {
    const [code, itsCode] = nextCodes(2) as [string, string]
    await invite({ codes: [code], accountId: other.accountId })
    await invite({ codes: [itsCode] })
    const { recordId } = (await report(other, [code])).data
    expect((await supplier.get(`/stage/record/${recordId}`)).error).toBe('notFound')
    const wish = { recordId, kind: 'withdrawal', reason: 'Mistake' }
    expect((await supplier.post('/stage/change-request', wish)).error).toBe('notFound')
    expect((await supplier.put(`/stage/record/${recordId}/void`, { reason: 'x' })).code).toBe(403)
    expect((await supplier.put(`/stage/record/${recordId}/correct`, {})).code).toBe(403)
    // Of its own it may ask the office.
    const { recordId: itsOwn } = (await report(supplier, [itsCode])).data
    expect(await supplier.post('/stage/change-request', { ...wish, recordId: itsOwn })).toMatchObject({ code: 200 })
    expect((await supplier.put(`/stage/record/${itsOwn}/void`, { reason: 'x' })).code).toBe(403)
  })

  test('lists, searches, exports and everything else of the enterprise', async () => {
    for (const [method, address] of [
      ['get', '/stage/record/list'],
      ['get', '/stage/record/export'],
      ['get', '/stage/record/importTemplate?templateId=1'],
      ['post', '/stage/record/importData'],
      ['get', '/catalog/batch/list'],
      ['get', `${path}/list`],
      ['get', `${path}/suppliers`],
      ['get', '/custody/offer/list'],
      ['post', '/code/label/activate'],
      ['post', path],
    ] as const) {
      const answer = method === 'get' ? await supplier.get(address) : await supplier.post(address, {})
      expect(answer.code, `${method} ${address}`).toBe(403)
    }
    const { rows } = await world.admin.query('select batch_number from batch where id = $1', [goods.batchId])
    const search = async (text: string) => (await supplier.get(`/search?q=${encodeURIComponent(text)}`)).data
    for (const text of [rows[0].batch_number, goods.documentCode])
      expect(await search(text)).toEqual({ code: null, groups: [] })
    const code = goods.codes.at(-1)!
    expect(await search(code)).toEqual({ code: { is: 'elsewhere', code }, groups: [] })
  })
})

test('of all routes those are open to a supplier that its role opens', async () => {
  const values: Record<string, string> = { code: goods.codes[0]!, batchId: String(goods.batchId) }
  const open: string[] = []
  for (const route of routes.filter(({ method, access }) => method === 'GET' && access !== 'public')) {
    const address = route.path
      .replace(/\(.*?\)(?=\/|$)/g, '')
      .replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1')
    const { code } = await supplier.get(address)
    if (code !== 403) open.push(route.path)
  }
  expect(open.sort()).toMatchSnapshot()
})

describe('an invitation of a supplier', () => {
  test('is refused for other accounts, twice for the same, for a day in the past, and of people out of scope', async () => {
    const codes = nextCodes(2)
    const noSupplier = { data: { issues: [{ field: 'accountId', error: 'custody.noSupplier' }] } }
    expect(await send({ codes, accountId: admin.accountId })).toMatchObject(noSupplier)
    expect(await send({ codes, accountId: 999_999_999 })).toMatchObject(noSupplier)
    expect(await send({ codes, untilOn: day(-1) })).toMatchObject({
      data: { issues: [{ error: 'custody.expiresPast' }] },
    })
    expect((await send({ codes, stages: [] })).code).not.toBe(200)
    await invite({ codes })
    expect(await send({ codes: codes.slice(1) })).toMatchObject({ error: 'custody.alreadyInvited' })
    expect(await send({ codes: codes.slice(1), stages: ['processing'] })).toMatchObject({ code: 200 })
    const clerk = await world.signIn(tenant, ['enterpriseClerk'], { deptId: null })
    expect(await send({ codes, stages: ['seaShipping'] }, clerk)).toMatchObject({ code: 500 })
    expect((await clerk.get(`${path}/suppliers`)).data).toEqual([])
    const all = (await admin.get<{ id: number }[]>(`${path}/suppliers`)).data.map(({ id }) => id)
    expect(all).toContain(supplier.accountId)
    expect(all).not.toContain(admin.accountId)
    expect(all).not.toContain(foreign.supplier.accountId)
  })

  test('of many at once for the same codes counts once', async () => {
    const codes = nextCodes(1)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send({ codes })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('lands its supplier on the phone, and one with other work in the back office', async () => {
    const landing = async (roles: string[]) => {
      const { accountId } = await world.signIn(tenant, roles, asSupplier)
      const { rows } = await world.admin.query<{ name: string }>(
        'select user_name as name from account where id = $1',
        [accountId],
      )
      const body = { username: rows[0]!.name, password: 'Demo-password-1' }
      return (await world.anonymous.post<{ url: string }>('/login', body)).data.url
    }
    expect([await landing(['supplier']), await landing(['dealer'])]).toEqual(['/h5', '/index'])
  })
})
