import { randomUUID } from 'node:crypto'
import type { PackingContents, PackingPeriod } from '@timbermark/contract/calls'
import { stages, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder } from '../system/people.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let field: Caller
let items: Goods
let packages: Goods
let containers: Goods

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('PACKING')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  items = await makeGoods(world, admin)
  packages = await makeGoods(world, admin, { codeType: 'package', batchId: items.batchId })
  containers = await makeGoods(world, admin, { codeType: 'container', batchId: items.batchId })
  await authorize(admin, field.accountId, ['felling', 'packing'])
})

const clock = (minutes: number) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000).toISOString()

const event = (minutes: number) => ({ operator: 'Packer', time: clock(minutes) })

const pack = (parentCode: string, more: object, minutes = 0) =>
  admin.post<{ id: number; packed: number; repacked: number }>('/code/packing/pack', {
    parentCode,
    ...event(minutes),
    ...more,
  })

const unpack = (more: object, minutes = 60) =>
  admin.post<{ id: number; unpacked: number }>('/code/packing/unpack', {
    reason: 'Packed by mistake',
    ...event(minutes),
    ...more,
  })

const history = async (code: string) => (await admin.get<PackingPeriod[]>(`/code/packing/history/${code}`)).data

const contents = async (code: string) =>
  (await admin.get<PackingContents>(`/code/packing/contents/${code}?limit=100`)).data

const parentOf = async (code: string) =>
  (await admin.get<{ parentCode: string | null }>(`/code/qr/${code}`)).data.parentCode

/** The code with a serial of a request. */
async function codeAt({ requestId }: Goods, at: number): Promise<string> {
  const limit = 50
  const page = Math.floor(at / limit) + 1
  const { rows } = await admin.get(`/code/qr/list?requestId=${requestId}&page=${page}&limit=${limit}`)
  return rows[at % limit]!.code as string
}

function report(stage: string, codes: string[], more: object = {}, caller = field) {
  const declared = stages.find(item => item.key === stage)!
  return Promise.all([templateOf(world, stage), circulationOf(world, 'free')]).then(([templateId, circulationId]) =>
    caller.post<{ recordId: number }>('/stage/report', {
      reportId: randomUUID(),
      stage,
      templateId,
      circulationId,
      documentCode: items.documentCode,
      operator: 'Reporter',
      time: clock(0),
      codes,
      values: sampleValues(valueFields(declared).filter(field => field.required)),
      ...more,
    }),
  )
}

test('wrongly packed codes are unpacked and packed elsewhere, and the history has both with user and time', async () => {
  const [code] = items.codes
  expect(await pack(packages.codes[0]!, { codes: [code] })).toMatchObject({ data: { packed: 1, repacked: 0 } })
  expect(await parentOf(code!)).toBe(packages.codes[0])
  expect(await unpack({ codes: [code] })).toMatchObject({ data: { unpacked: 1 } })
  expect(await parentOf(code!)).toBeNull()
  expect(await pack(packages.codes[1]!, { codes: [code] }, 90)).toMatchObject({ code: 200 })
  expect(await history(code!)).toMatchObject([
    { parentCode: packages.codes[1], since: clock(90), packedBy: 'Packer', until: null, unpackedBy: null },
    {
      parentCode: packages.codes[0],
      since: clock(0),
      packedBy: 'Packer',
      until: clock(60),
      unpackedBy: 'Packer',
      reason: 'Packed by mistake',
    },
  ])
  const list = await admin.get(`/code/packing/list?code=${code}`)
  expect(list.rows.map(row => [row.action, row.parentCode, row.firstCode, row.codes])).toEqual([
    ['pack', packages.codes[1], code, 1],
    ['unpack', packages.codes[0], code, 1],
    ['pack', packages.codes[0], code, 1],
  ])
})

test('repacking is one call, requires a reason, and never moves unnamed codes', async () => {
  const [first, second] = [items.codes[1]!, items.codes[2]!]
  await pack(packages.codes[2]!, { codes: [first] })
  const refused = await pack(packages.codes[3]!, { codes: [first, second] }, 5)
  expect(refused).toMatchObject({ code: 500, error: 'code.alreadyPacked' })
  expect(refused.msg).toContain(first)
  expect(refused.msg).toContain(packages.codes[2])
  expect(await pack(packages.codes[3]!, { codes: [first, second], repack: true }, 5)).toMatchObject({
    error: 'code.repackReason',
  })
  const more = { codes: [first, second], repack: true, reason: 'Wrong box' }
  expect(await pack(packages.codes[3]!, more, 5)).toMatchObject({ data: { packed: 2, repacked: 1 } })
  expect(await parentOf(first)).toBe(packages.codes[3])
  expect(await history(first)).toHaveLength(2)
  expect(await pack(packages.codes[3]!, { ...more, codes: [first] }, 9)).toMatchObject({ error: 'code.alreadyPacked' })
})

/** The most concurrent calls: the server refuses some when there are more. */
const underWay = 32

/** Runs the work for all items in order, `underWay` at a time. */
async function inTurn<T, R>(items: readonly T[], work: (one: T, n: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [n, one] of queue) results[n] = await work(one, n)
  }
  await Promise.all(Array.from({ length: underWay }, worker))
  return results
}

/** Packs, and retries while the server is busy or a lock takes longer than the timeout. */
async function packAs(person: Caller, parentCode: string, codes: string[]) {
  for (;;) {
    const answer = await person.post('/code/packing/pack', { parentCode, codes, ...event(0) })
    if (answer.code !== 503 && answer.error !== 'tooFast') return answer
  }
}

const packings = async () => (await world.admin.query('select count(*)::int as n from packing')).rows[0].n as number

const linksOf = async (request: number, from: number, to: number) =>
  (
    await world.admin.query<{ serial: number; n: number }>(
      `select s.serial, count(l.id)::int as n from generate_series($2::int, $3::int - 1) s (serial)
       left join code_link l on l.current and l.request_number = (select request_number from code_request where id = $1) and l.serials @> s.serial
       group by s.serial order by s.serial`,
      [request, from, to],
    )
  ).rows

test('of 1,000 concurrent attempts to pack one code exactly one succeeds, and all others answer where it is', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => world.signIn(tenant, ['codePrinter'])))
  const code = items.codes[3]!
  const before = await packings()
  const answers = await inTurn(Array.from({ length: 1000 }), (_, n) =>
    packAs(people[n % people.length]!, packages.codes[10 + (n % 20)]!, [code]),
  )
  const won = answers.flatMap((answer, n) => (answer.code === 200 ? [packages.codes[10 + (n % 20)]!] : []))
  expect(won).toHaveLength(1)
  const lost = answers.filter(answer => answer.code !== 200)
  expect(new Set(lost.map(({ error }) => error))).toEqual(new Set(['code.alreadyPacked']))
  for (const { msg } of lost) expect(msg).toContain(won[0])
  expect(await parentOf(code)).toBe(won[0])
  expect(await linksOf(items.requestId, 3, 4)).toEqual([{ serial: 3, n: 1 }])
  expect(await packings(), 'attempts that failed leave no packing').toBe(before + 1)
})

test('1,000 times two users pack one code into two packages at once: one succeeds each time', async () => {
  const [one, other] = await Promise.all([world.signIn(tenant, ['codePrinter']), world.signIn(tenant, ['codePrinter'])])
  const spans = [{ from: 5001, to: 6000 }]
  const { data: codes } = await admin.post<string[]>('/code/qr/values', { requestId: items.requestId, spans })
  expect(codes).toHaveLength(1000)
  const races = await inTurn(codes, code =>
    Promise.all([packAs(one, packages.codes[40]!, [code]), packAs(other, packages.codes[41]!, [code])]),
  )
  const outcomes = races.map(answers => answers.map(({ code, error }) => error ?? code).sort())
  expect(new Set(outcomes.map(outcome => outcome.join(' ')))).toEqual(new Set(['200 code.alreadyPacked']))
  const links = await linksOf(items.requestId, 5000, 6000)
  expect(links.filter(({ n }) => n !== 1)).toEqual([])
})

test('a stage report and a packing of one code at once: one succeeds', async () => {
  const code = items.codes[4]!
  const [reported, packed] = await Promise.all([
    report('packing', [code], { parentCode: packages.codes[5] }),
    pack(packages.codes[6]!, { codes: [code] }),
  ])
  expect([reported!.code, packed!.code].sort()).toEqual([200, 500])
  expect(reported!.error ?? packed!.error).toBe('code.alreadyPacked')
})

test('levels rise with every link, nothing contains itself, and each refusal is in the caller’s language', async () => {
  const [item, box, container] = [items.codes[6]!, packages.codes[7]!, containers.codes[1]!]
  expect(await pack(item, { codes: [box] })).toMatchObject({ error: 'stage.parentLevel' })
  expect(await pack(box, { codes: [packages.codes[8]] })).toMatchObject({ error: 'stage.parentLevel' })
  expect(await pack(box, { codes: [box] })).toMatchObject({ error: 'stage.cycle' })
  expect(await pack(container, { ranges: [{ first: containers.codes[0], last: containers.codes[2] }] })).toMatchObject({
    error: 'stage.cycle',
  })
  const row = (first: number, last: number) => ({ first: items.codes[first], last: items.codes[last] })
  expect(await pack(box, { ranges: [row(6, 9), row(9, 12)] })).toMatchObject({ error: 'code.rangesOverlap' })
  expect(await pack(box, { codes: [items.codes[7]], ranges: [row(6, 9)] })).toMatchObject({
    error: 'code.rangesOverlap',
  })
  expect(await pack(box, { codes: [item, item] })).toMatchObject({ error: 'stage.duplicateCode' })
  expect(await pack(box, { ranges: [row(9, 6)] })).toMatchObject({ error: 'code.rangeBroken' })
  expect(await pack(box, { ranges: [{ first: item, last: box }] })).toMatchObject({ error: 'code.rangeBroken' })
  expect(await pack(box, {})).toMatchObject({ error: 'stage.noCodes' })
  expect(await pack(box, { codes: [item] }, 60 * 24 * 3650)).toMatchObject({ error: 'stage.timeAhead' })
  expect(await unpack({ codes: [item] })).toMatchObject({ error: 'code.notPacked' })
  expect(await unpack({ parentCode: containers.codes[5] })).toMatchObject({ error: 'code.nothingInside' })
  expect(await unpack({ parentCode: box, codes: [items.codes[3]] })).toMatchObject({ error: 'code.notInThere' })
  const texts = await Promise.all(
    ['zh', 'en', 'fr'].map(
      async language =>
        (
          await world
            .caller(admin.token, language)
            .post('/code/packing/unpack', { ...event(1), reason: 'x', codes: [item] })
        ).msg,
    ),
  )
  expect(texts).toEqual([
    `码 ${item} 未装在任何包装中`,
    `The code ${item} is not packed in anything`,
    `Le code ${item} n’est emballé dans rien`,
  ])
})

test('codes and containers of another enterprise are as unknown as forged ones', async () => {
  const other = await world.signIn(await world.makeTenant('OTHER'), ['enterpriseAdmin'])
  const theirs = await makeGoods(world, other)
  const boxes = await makeGoods(world, other, { codeType: 'package' })
  const foreign = { error: 'stage.foreignCode' }
  expect(await pack(packages.codes[9]!, { codes: [theirs.codes[0]] })).toMatchObject(foreign)
  expect(await pack(packages.codes[9]!, { ranges: [{ first: theirs.codes[0], last: theirs.codes[2] }] })).toMatchObject(
    foreign,
  )
  expect(await pack(boxes.codes[0]!, { codes: [items.codes[8]] })).toMatchObject(foreign)
  expect(await unpack({ codes: [theirs.codes[0]] })).toMatchObject(foreign)
  expect(await admin.get(`/code/packing/contents/${boxes.codes[0]}`)).toMatchObject({
    code: 404,
    error: 'code.unknown',
  })
  expect(await admin.get(`/code/packing/history/${theirs.codes[0]}`)).toMatchObject({
    code: 404,
    error: 'code.unknown',
  })
  expect((await admin.get(`/code/packing/list?parentCode=${boxes.codes[0]}`)).rows).toEqual([])
})

test('nothing can be unpacked before it was packed, and a late report does not put a code in two places at once', async () => {
  const code = items.codes[10]!
  await pack(packages.codes[30]!, { codes: [code] }, 100)
  expect(await unpack({ codes: [code] }, 99)).toMatchObject({ error: 'code.unpackedTooEarly' })
  expect(await unpack({ codes: [code] }, 100)).toMatchObject({ code: 200 })
  expect(await pack(packages.codes[31]!, { codes: [code] }, 100)).toMatchObject({ code: 200 })
  expect(await unpack({ codes: [code] }, 200)).toMatchObject({ code: 200 })
  expect(await pack(packages.codes[32]!, { codes: [code] }, 150)).toMatchObject({ error: 'code.packedThen' })
  expect(await pack(packages.codes[32]!, { codes: [code] }, 200)).toMatchObject({ code: 200 })
})

test('STG-20: a stage other than packing names where its codes are, and packs them only on confirmation', async () => {
  const codes = [items.codes[11]!, items.codes[12]!]
  const parentCode = packages.codes[33]!
  const unconfirmed = await report('felling', codes, { parentCode })
  expect(unconfirmed).toMatchObject({ code: 500, error: 'stage.linkUnconfirmed' })
  expect(unconfirmed.msg).toContain(parentCode)
  expect(await parentOf(codes[0]!)).toBeNull()
  expect(await report('felling', codes, { parentCode, linkCodes: true })).toMatchObject({ code: 200 })
  expect(await parentOf(codes[1]!)).toBe(parentCode)
  const again = await report('packing', codes, { parentCode })
  expect(again).toMatchObject({ code: 200 })
  expect(await history(codes[0]!)).toHaveLength(1)
  const detail = await admin.get<{ parentCode: string }>(`/stage/record/${again.data.recordId}`)
  expect(detail.data.parentCode).toBe(parentCode)
})

test('a container of a million codes is one row; its contents and partly unpacked contents stay ranges', async () => {
  const many = await makeGoods(world, admin, { count: 1_000_000, batchId: items.batchId })
  const container = containers.codes[6]!
  const row = { first: await codeAt(many, 0), last: await codeAt(many, 999_999) }
  expect(await pack(container, { ranges: [row] })).toMatchObject({ data: { packed: 1_000_000 } })
  const rows = async () =>
    (
      await world.admin.query(
        `select first_serial as first, upper(serials) as beyond, current from code_link where request_number = (select request_number from code_request where id = $1) order by 1`,
        [many.requestId],
      )
    ).rows
  expect(await rows()).toEqual([{ first: 0, beyond: 1_000_000, current: true }])
  expect(await contents(container)).toMatchObject({
    counts: [{ codeType: 'item', count: 1_000_000 }],
    groups: [{ ...row, count: 1_000_000, operator: 'Packer', filled: [] }],
    total: 1,
  })
  expect(await unpack({ parentCode: container, codes: [await codeAt(many, 500)] })).toMatchObject({ code: 200 })
  expect(await rows()).toEqual([
    { first: 0, beyond: 500, current: true },
    { first: 500, beyond: 501, current: false },
    { first: 501, beyond: 1_000_000, current: true },
  ])
  expect((await contents(container)).counts).toEqual([{ codeType: 'item', count: 999_999 }])
})

test('a container of 1,000 packages of 1,000 items each lists its contents at any depth, in one short statement', async () => {
  const wide = await makeGoods(world, admin, { count: 1_000_000, batchId: items.batchId })
  const boxes = await makeGoods(world, admin, { codeType: 'package', batchId: items.batchId })
  const container = containers.codes[8]!
  const row = { first: boxes.codes[0], last: await codeAt(boxes, 999) }
  expect(await pack(container, { ranges: [row] })).toMatchObject({ code: 200 })
  await world.admin.query(
    `insert into code_link (tenant_id, request_number, serials, parent_request, parent_serial)
     select $1, i.request_number, int4range(n * 1000, (n + 1) * 1000), p.request_number, n
     from generate_series(0, 999) n, code_request i, code_request p where i.id = $2 and p.id = $3`,
    [admin.tenantId, wide.requestId, boxes.requestId],
  )
  const answer = await contents(container)
  expect(answer.counts).toEqual([
    { codeType: 'package', count: 1000 },
    { codeType: 'item', count: 1_000_000 },
  ])
  expect(answer.groups).toMatchObject([
    { count: 1000, counts: [{ codeType: 'item', count: 1_000_000 }], filledTotal: 1000 },
  ])
  expect(answer.groups[0]!.filled[0]).toEqual({ code: boxes.codes[0], counts: [{ codeType: 'item', count: 1000 }] })
  expect(await contents(boxes.codes[0]!)).toMatchObject({ within: [{ code: container }], counts: [{ count: 1000 }] })
  const took: number[] = []
  for (let n = 0; n < 5; n++) {
    const from = performance.now()
    await contents(container)
    took.push(performance.now() - from)
  }
  // Handling codes one by one would take a hundred times as long; the limit allows for a busy machine.
  expect(Math.min(...took)).toBeLessThan(1000)
  expect(await unpack({ parentCode: container })).toMatchObject({ data: { unpacked: 1000 } })
  expect(await contents(boxes.codes[0]!)).toMatchObject({ within: [], counts: [{ count: 1000 }] })
})

test('users without the codes of another department in scope cannot pack, unpack or see them', async () => {
  const dept = await admin.post<{ id: number }>('/system/dept', {
    parentId: tenant.deptId,
    deptName: 'Elsewhere',
    orderNum: 1,
  })
  const clerk = await world.signIn(tenant, ['enterpriseClerk'], { deptId: dept.data.id })
  const [code, box] = [items.codes[30]!, packages.codes[45]!]
  const body = { parentCode: box, codes: [code], ...event(0), reason: 'x' }
  expect(await clerk.post('/code/packing/pack', body)).toMatchObject({ error: 'stage.foreignCode' })
  expect(await pack(box, { codes: [code] })).toMatchObject({ code: 200 })
  expect(await clerk.post('/code/packing/unpack', body)).toMatchObject({ error: 'stage.foreignCode' })
  expect(await clerk.get(`/code/packing/contents/${box}`)).toMatchObject({ error: 'stage.foreignCode' })
  expect(await clerk.get(`/code/packing/history/${code}`)).toMatchObject({ error: 'stage.foreignCode' })
  expect((await clerk.get('/code/packing/list')).rows).toEqual([])
})

test('packing, unpacking and viewing contents are three permissions', async () => {
  const clerk = await world.signIn(tenant, ['auditor'])
  const body = { parentCode: packages.codes[40], codes: [items.codes[20]], ...event(0), reason: 'x' }
  expect(await clerk.post('/code/packing/pack', body)).toMatchObject({ code: 403 })
  expect(await clerk.post('/code/packing/unpack', body)).toMatchObject({ code: 403 })
  expect(await field.post('/code/packing/pack', body)).toMatchObject({ code: 403 })
  expect(await field.get(`/code/packing/contents/${packages.codes[0]}`)).toMatchObject({ code: 403 })
})

test('users who may only pack can open the codes in scope of packing, without seeing their requests', async () => {
  const rights = ['code:packing:list', 'code:packing:query', 'code:packing:pack', 'code:qr:query']
  const [packer, newcomer] = await Promise.all(
    ['1', '5'].map(dataScope => makeHolder(world, admin, tenant.deptId, rights, { dataScope })),
  )
  expect(await packer!.get(`/code/qr/${packages.codes[0]}`)).toMatchObject({
    code: 200,
    data: { code: packages.codes[0] },
  })
  expect(await packer!.get(`/code/qr/${packages.codes[0]}/life`)).toMatchObject({ code: 200 })
  expect(await packer!.get('/code/request/list')).toMatchObject({ code: 403 })
  // The role's scope is what the user created, which is nothing.
  expect(await newcomer!.get(`/code/qr/${packages.codes[0]}`)).toMatchObject({ error: 'notFound' })
  expect(await newcomer!.get(`/code/qr/${packages.codes[0]}/life`)).toMatchObject({ error: 'notFound' })
})
