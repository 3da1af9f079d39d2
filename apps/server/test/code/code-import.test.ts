import { buffer } from 'node:stream/consumers'
import { limits } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { archive, textRow, workbookOf, workbookParts } from '../../src/platform/workbook/xlsx/samples.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let items: Goods
let boxes: Goods
let containers: Goods

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('IMPORT')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  items = await makeGoods(world, admin)
  boxes = await makeGoods(world, admin, { codeType: 'package', batchId: items.batchId })
  containers = await makeGoods(world, admin, { codeType: 'container', batchId: items.batchId })
})

const header = ['Code', 'Last code of a row', 'Package or container', 'Packed at', 'Operator', 'Reason for moving']

interface Row {
  code?: string
  last?: string
  parent?: string
  time?: string
  operator?: string
  reason?: string
}

const cells = ({
  code = '',
  last = '',
  parent = '',
  time = '2026-11-02 08:30',
  operator = 'Packer',
  reason = '',
}: Row) => [code, last, parent, time, operator, reason]

const book = (rows: readonly Row[], titles: readonly string[] = header) =>
  buffer(
    writeXlsx(
      titles.map(title => ({ title, width: 20, kind: 'text' })),
      rows.map(cells),
      { sheetName: 'x' },
    ),
  )

interface Answer {
  rows: number
  codes: number
  moved: number
  packings: { row: number; parentCode: string; packed: number; repacked: number }[]
  errors: { row: number; column: string; value?: string; message: string; right?: string }[]
  more: boolean
}

const send = (content: Buffer, mode = 'check', caller = admin, name = 'codes.xlsx') =>
  caller.upload<Answer>('/code/qr/importData', { name, content }, { mode })

const check = async (...rows: Row[]) => (await send(await book(rows))).data

const parentOf = async (code: string) =>
  (await admin.get<{ parentCode: string | null }>(`/code/qr/${code}`)).data.parentCode

const packingsNow = async () =>
  (await world.admin.query('select count(*)::int as n from packing where tenant_id = $1', [tenant.id])).rows[0].n

test('COD-06: the filled-in template is checked without writing, then packed completely by the rules of packing', async () => {
  const template = await sheetOf((await admin.get('/code/qr/importTemplate')).raw)
  expect(template.header).toEqual([
    'Code *',
    header[1],
    'Package or container *',
    'Packed at *',
    'Operator *',
    header[5],
  ])
  const zh = await admin.get('/code/qr/importTemplate', { 'accept-language': 'zh' })
  expect((await sheetOf(zh.raw)).header[0]).toBe('码 *')
  const rows = [
    { code: items.codes[0], last: items.codes[9], parent: boxes.codes[0] },
    { code: items.codes[20], parent: boxes.codes[0] },
    // A box is packed into a container after it was filled, whatever the order of the rows.
    { code: boxes.codes[0], parent: containers.codes[0], time: '2026-11-02 10:00' },
    { code: items.codes[21], parent: boxes.codes[1] },
  ]
  const file = await book(rows, template.header)
  const before = await packingsNow()
  expect((await send(file)).data).toMatchObject({ rows: 4, codes: 13, moved: 0, errors: [], more: false })
  expect(await packingsNow()).toBe(before)
  expect(await parentOf(items.codes[0]!)).toBeNull()
  expect((await send(file, 'commit')).data).toMatchObject({
    codes: 13,
    packings: [
      { row: 2, parentCode: boxes.codes[0], packed: 11 },
      { row: 5, parentCode: boxes.codes[1], packed: 1 },
      { row: 4, parentCode: containers.codes[0], packed: 1 },
    ],
  })
  expect(await packingsNow()).toBe(before + 3)
  expect(await parentOf(items.codes[9]!)).toBe(boxes.codes[0])
  const { data: inside } = await admin.get<{ counts: object[] }>(`/code/packing/contents/${containers.codes[0]}`)
  expect(inside.counts).toEqual([
    { codeType: 'package', count: 1 },
    { codeType: 'item', count: 11 },
  ])
  const { rows: listed } = await admin.get(`/code/packing/list?code=${items.codes[5]}`)
  expect(listed).toMatchObject([{ operator: 'Packer', happenedAt: '2026-11-02T08:30:00.000Z' }])
  // Importing the file a second time is refused.
  expect((await send(file, 'commit')).data.errors).toHaveLength(4)
})

test('all problems are reported at once: row, column, value, what is wrong, what would be right', async () => {
  const answer = await check(
    { code: 'not a code', parent: 'neither', time: 'tomorrow', operator: 'x'.repeat(51) },
    {},
    { code: items.codes[31], last: items.codes[30], parent: boxes.codes[2] },
    { code: boxes.codes[3], parent: boxes.codes[4] },
    { code: items.codes[40], parent: boxes.codes[2], time: '2099-01-01 08:00' },
    { code: items.codes[41], last: items.codes[44], parent: boxes.codes[2] },
    { code: items.codes[43], parent: boxes.codes[5] },
    { code: items.codes[0], parent: boxes.codes[5] },
    { code: items.codes[45], parent: boxes.codes[5] },
    { code: items.codes[46], parent: boxes.codes[5], reason: 'r'.repeat(201) },
  )
  expect(answer.errors.map(({ row, column, value }) => [row, column, value?.slice(0, 20)])).toEqual([
    [2, 'Packed at', 'tomorrow'],
    [2, 'Code', 'not a code'],
    [2, 'Package or container', 'neither'],
    [2, 'Operator', 'x'.repeat(20)],
    [3, 'Code', undefined],
    [3, 'Package or container', undefined],
    [4, 'Last code of a row', items.codes[30]],
    [5, 'Package or container', boxes.codes[4]],
    [6, 'Packed at', '2099-01-01 08:00'],
    [8, 'Code', items.codes[43]],
    [9, 'Code', items.codes[0]],
    [11, 'Reason for moving', 'r'.repeat(20)],
  ])
  for (const { message, right } of answer.errors) expect(message && right).toBeTruthy()
  expect(answer.errors.at(-2)).toMatchObject({
    message: `The code ${items.codes[0]} is already packed in ${boxes.codes[0]}`,
    right: expect.stringContaining('Reason for moving'),
  })
  const before = await packingsNow()
  const refused = await send(
    await book([
      { code: items.codes[45], parent: boxes.codes[5] },
      { code: items.codes[0], parent: boxes.codes[5] },
    ]),
    'commit',
  )
  expect(refused).toMatchObject({ code: 500, error: 'importFailed', data: { errors: [{ row: 3 }] } })
  expect(await packingsNow()).toBe(before)
  expect(await parentOf(items.codes[45]!)).toBeNull()
})

test('the problems are in the caller’s language', async () => {
  const file = await book([{ code: items.codes[0], parent: boxes.codes[5] }])
  const firstProblem = async (language: string) =>
    (await send(file, 'check', { ...world.caller(admin.token, language), ...tenant })).data.errors[0]!
  expect(await firstProblem('zh')).toMatchObject({ column: '码', right: expect.stringContaining('换箱原因') })
  expect(await firstProblem('fr')).toMatchObject({ right: expect.stringContaining('Motif du changement') })
})

test('a row with a reason moves a code, also twice in one file, and its history is right', async () => {
  const code = items.codes[5]!
  const moves = [
    { code, parent: boxes.codes[6], time: '2026-11-03 08:00', reason: 'Wrong box' },
    { code, parent: boxes.codes[7], time: '2026-11-03 09:00', reason: 'Wrong again' },
  ]
  expect((await send(await book(moves), 'commit')).data).toMatchObject({ codes: 2, moved: 2 })
  const { data: history } = await admin.get<object[]>(`/code/packing/history/${code}`)
  expect(history).toMatchObject([
    { parentCode: boxes.codes[7], until: null },
    { parentCode: boxes.codes[6], reason: 'Wrong again' },
    { parentCode: boxes.codes[0], reason: 'Wrong box' },
  ])
  const early = { code, parent: boxes.codes[8], time: '2026-11-01 08:00', reason: 'x' }
  expect((await check(early)).errors).toMatchObject([{ row: 2, column: 'Packed at' }])
})

test('finds one invalid row among a thousand, and only that', async () => {
  const { rows } = await admin.get(`/code/qr/list?requestId=${items.requestId}&page=10&limit=50`)
  const codes = rows.map(row => row.code as string)
  const good = codes.map(code => ({ code, parent: boxes.codes[10] }))
  const wrong = { code: items.codes[0], parent: boxes.codes[10] }
  const answer = await check(...good.slice(0, 33), wrong, ...good.slice(33))
  expect(answer.errors).toMatchObject([{ row: 35, column: 'Code' }])
})

describe('files that are refused before a row is read', () => {
  const refused = async (content: Buffer, name?: string) => {
    const answer = await send(content, 'commit', admin, name)
    return `${answer.error}: ${answer.msg}`
  }
  const sheet = (body: string) => workbookParts(`${textRow(1, ...header)}${body}`)

  test('VAL-20: another kind of file, whatever its name', async () => {
    expect(await refused(Buffer.from(header.join(',')), 'codes.xlsx')).toMatch(/^fileType: .*xlsx/)
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex'), 'codes.xls')).toMatch(/^fileType/)
  })

  test('VAL-21: one byte more than 500 KB', async () => {
    const bytes = await book([])
    const sized = (bytes: number) => {
      const parts = sheet('')
      const base = archive(parts, 0).length
      return archive({ ...parts, 'xl/comments1.xml': 'x'.repeat(bytes - base - 108) }, 0)
    }
    const exact = sized(limits.importKilobytes * 1024)
    expect(exact.length).toBe(limits.importKilobytes * 1024)
    expect(await refused(exact)).toMatch(/^undefined/)
    expect(await refused(sized(limits.importKilobytes * 1024 + 1))).toMatch(/^fileTooLarge: .*500 KB/)
    expect(bytes.length).toBeLessThan(5000)
  })

  test('formulas, with the cell of the first one', async () => {
    const cell = '<row r="2"><c r="A2" t="str"><f>CONCATENATE("a","b")</f><v>ab</v></c></row>'
    expect(await refused(archive(sheet(cell)))).toMatch(/^importFormula: .*A2/)
  })

  test('links to other files, macros, bombs, and 20,000 rows', async () => {
    expect(await refused(archive({ ...sheet(''), 'xl/externalLinks/externalLink1.xml': '<x/>' }))).toMatch(
      /^importLinks/,
    )
    expect(await refused(archive({ ...sheet(''), 'xl/vbaProject.bin': 'x' }))).toMatch(/^fileType/)
    expect(await refused(archive({ ...sheet(''), 'xl/zero.xml': Buffer.alloc(30_000_000) }))).toMatch(/^fileTooLarge/)
    const bad = Array.from({ length: 20_000 }, (_, n) => textRow(n + 2, 'x')).join('')
    expect(await refused(workbookOf(`${textRow(1, ...header)}${bad}`))).toMatch(/^importRows: .*10,?000/)
  })

  test('columns that are not the template’s', async () => {
    expect(await refused(await book([], header.slice(0, 2)))).toMatch(/^importColumns/)
    expect(await refused(await book([], [...header, 'Colour']))).toMatch(/^importColumns/)
    expect(await refused(await book([], [...header, 'Code']))).toMatch(/^importColumns/)
  })
})

test('ten times as many invalid rows take about ten times as long', async () => {
  const tell = async (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => ({ code: `bad ${n}`, parent: boxes.codes[0] }))
    const from = performance.now()
    const answer = await check(...rows)
    expect(answer.errors).toHaveLength(count)
    return performance.now() - from
  }
  const few = Math.max(await tell(limits.importRows / 10), await tell(limits.importRows / 10))
  expect(await tell(limits.importRows)).toBeLessThan(40 * few)
})

test('only the user who started an import can query its progress', async () => {
  const parents = (await admin.get(`/code/qr/list?requestId=${boxes.requestId}&page=20&limit=50`)).rows
  const codes = (await admin.get(`/code/qr/list?requestId=${items.requestId}&page=20&limit=50`)).rows
  const rows = codes.map((row, n) => ({ code: row.code as string, parent: parents[n]!.code as string }))
  const file = { name: 'codes.xlsx', content: await book(rows) }
  const colleague = await world.signIn(tenant, ['enterpriseAdmin'])
  let ended = false
  const sent = admin.upload<Answer>('/code/qr/importData', file, { mode: 'check', progress: 'mine' })
  void sent.finally(() => {
    ended = true
  })
  const seen: number[] = []
  while (!ended) {
    const { data } = await admin.get<{ done: number; total: number } | null>('/common/importProgress/mine')
    if (data) {
      expect(data.total).toBe(100)
      seen.push(data.done)
    }
    expect(await colleague.get('/common/importProgress/mine')).toMatchObject({ code: 200, data: null })
  }
  expect((await sent).data.packings).toHaveLength(50)
  expect(new Set(seen).size).toBeGreaterThan(2)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect((await admin.get('/common/importProgress/mine')).data).toBeNull()
})

test('a file cannot contain more packings than one call has time for', async () => {
  const many = Array.from({ length: limits.importPackings + 1 }, (_, n) => ({
    code: items.codes[48],
    parent: boxes.codes[11],
    operator: `Packer ${n}`,
    reason: 'x',
  }))
  expect(await send(await book(many))).toMatchObject({ error: 'code.importPackings' })
})

test('an import needs its own permission, and is limited to the scope of its user', async () => {
  const file = await book([{ code: items.codes[49], parent: boxes.codes[12] }])
  const auditor = await world.signIn(tenant, ['auditor'])
  const field = await world.signIn(tenant, ['fieldReporter'])
  for (const caller of [auditor, field]) {
    expect(await send(file, 'commit', caller)).toMatchObject({ code: 403 })
    expect(await caller.get('/code/qr/importTemplate')).toMatchObject({ code: 403 })
    expect(await caller.get('/common/importProgress/x')).toMatchObject({ code: 200, data: null })
  }
  const dept = await admin.post<{ id: number }>('/system/dept', {
    parentId: tenant.deptId,
    deptName: 'Elsewhere',
    orderNum: 1,
  })
  const clerk = await world.signIn(tenant, ['enterpriseClerk'], { deptId: dept.data.id })
  expect((await send(file, 'commit', clerk)).data.errors).toMatchObject([{ row: 2, column: 'Code' }])
  const other = await world.signIn(await world.makeTenant('OTHERS'), ['enterpriseAdmin'])
  expect((await send(file, 'commit', other)).data.errors.map(({ column }) => column)).toEqual([
    'Code',
    'Package or container',
  ])
  expect(await parentOf(items.codes[49]!)).toBeNull()
  expect(await send(file, 'commit')).toMatchObject({ code: 200 })
})
