import { buffer } from 'node:stream/consumers'
import { limits } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { textRow, workbookOf } from '../../src/platform/workbook/xlsx/samples.ts'
import { certifyRequest, makeGoods } from '../goods.ts'
import type { Caller, World } from '../harness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { sheetOf } from '../sheet.ts'
import { codeRequest } from '../code-request.ts'

/** Foreign codes: imported from a list, each one standing for a code of the platform, and used like it. */
let world: World
let admin: Caller
let stranger: Caller
let scene: Scene
let owner: Scene['tenant']
let batchId: number
let boxes: string[]

beforeAll(async () => {
  scene = await makeScene('FOREIGN')
  ;({ world, admin, tenant: owner } = scene)
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
  batchId = scene.goods.batchId
  const goods = await makeGoods(world, admin, { codeType: 'package', batchId })
  boxes = goods.codes
})

const bodyOf = (batch: number, more: object = {}) =>
  codeRequest(batch, { name: 'Codes of a printer', origin: 'foreign', ...more })

const makeRequest = async (caller = admin, batch = batchId, more: object = {}) =>
  (await caller.post<{ id: number }>('/code/request', bodyOf(batch, more))).data.id

const book = (values: readonly (string | number)[], titles = ['Printed code']) =>
  buffer(
    writeXlsx(
      titles.map(title => ({ title, width: 20, kind: 'text' as const })),
      values.map(value => [value]),
      { sheetName: 'x' },
    ),
  )

interface Answer {
  rows: number
  errors: { row: number; column: string; value?: string; message: string; right?: string }[]
}

const send = (requestId: number, content: Buffer, mode = 'commit', caller = admin) =>
  caller.upload<Answer>('/code/request/importData', { name: 'c.xlsx', content }, { mode, requestId: String(requestId) })

/** A completed and certified request with these values. */
async function taken(values: readonly string[], caller = admin, batch = batchId): Promise<number> {
  const id = await makeRequest(caller, batch)
  expect(await send(id, await book(values), 'commit', caller)).toMatchObject({
    code: 200,
    data: { rows: values.length, errors: [] },
  })
  await certifyRequest(world, id)
  return id
}

interface Row {
  code: string
  printed: string | null
  securityCode?: string
  parentCode: string | null
}
const rowsOf = async (id: number) =>
  (await admin.get(`/code/qr/list?requestId=${id}&limit=50`)).rows as unknown as Row[]

test('a list is checked without writing, then stored as a request with as many codes as the list', async () => {
  const template = await sheetOf((await admin.get('/code/request/importTemplate')).raw)
  expect(template.header).toEqual(['Printed code'])
  const id = await makeRequest()
  const values = ['FSC-2031-0007', '(01)09501101530003(21)A1', 'lot.7_b:3']
  expect((await send(id, await book(values), 'check')).data).toMatchObject({ rows: 3, errors: [] })
  expect((await admin.get(`/code/request/${id}`)).data).toMatchObject({ status: 'initialized', count: 0 })
  expect((await send(id, await book(values))).code).toBe(200)
  const { data } = await admin.get<{ manifest: { sha256: string } }>(`/code/request/${id}`)
  expect(data).toMatchObject({ status: 'completed', count: 3, origin: 'foreign', manifest: { count: 3 } })
  const rows = await rowsOf(id)
  expect(rows.map(({ printed }) => printed)).toEqual(values)
  // Foreign codes have no printed security codes.
  for (const row of rows) expect(row.securityCode).toBeUndefined()
  const values2 = await admin.post('/code/qr/values', { requestId: id, spans: [{ from: 2, to: 3 }] })
  expect(values2.data).toEqual(values.slice(1))
  expect(await send(id, await book(['ANOTHER-1']))).toMatchObject({ error: 'stateRefused' })
})

test('all problems are reported row by row, and nothing is stored', async () => {
  await taken(['TAKEN-0001'])
  const id = await makeRequest()
  const sheet = await book([
    'GOOD-0001',
    'good-0001',
    'taken-0001',
    boxes[0]!,
    `${boxes[0]!.slice(0, 5)}-${boxes[0]!.slice(5)}`,
    'abc',
    'x'.repeat(51),
    '-BEGINS',
    '@BEGINS',
    'has space',
    '条码0001',
    'A/B/C',
  ])
  const { data } = await send(id, sheet, 'check')
  expect(data.errors.map(({ row, message }) => [row, message])).toEqual([
    [3, 'Stands in row 2 already'],
    [4, 'Was imported before'],
    [5, 'This has the form of a code made by this platform'],
    [6, 'This has the form of a code made by this platform'],
    ...[7, 8, 9, 10, 11, 12, 13].map(row => [row, expect.stringContaining('4 to 50 letters')]),
  ])
  expect(data.errors[0]).toMatchObject({
    column: 'Printed code',
    value: 'good-0001',
    right: expect.stringMatching(/^4 to/),
  })
  const refused = await send(id, sheet)
  expect(refused).toMatchObject({ error: 'importFailed' })
  expect((await admin.get(`/code/qr/GOOD-0001`)).error).toBe('code.unknown')
  expect((await admin.get(`/code/request/${id}`)).data).toMatchObject({ status: 'initialized' })
})

test('numbers that a spreadsheet rounds, formulas, no rows, too many rows and other columns are refused', async () => {
  const id = await makeRequest()
  const cell = (xml: string) => workbookOf(`${textRow(1, 'Printed code')}<row r="2">${xml}</row>`)
  const numbered = await send(id, Buffer.from(cell('<c r="A2"><v>69012345678921234</v></c>')), 'check')
  expect(numbered.data.errors[0]?.message).toMatch(/format the column as text/)
  const accepted = await send(id, Buffer.from(cell('<c r="A2"><v>690123456789</v></c>')), 'check')
  expect(accepted.data).toMatchObject({ rows: 1, errors: [] })
  const formula = await send(id, Buffer.from(cell('<c r="A2" t="str"><f>A1</f><v>ABCDE</v></c>')), 'check')
  expect(formula.error).toBe('importFormula')
  for (const mode of ['check', 'commit']) expect((await send(id, await book([]), mode)).error).toBe('code.listEmpty')
  expect((await send(id, await book(['ABCD'], ['Something else']))).error).toBe('importColumns')
  const many = Array.from({ length: limits.importRows + 1 }, (_, n) => n)
  expect((await send(id, await book(many.map(n => `A${n}`)), 'check')).error).toBe('importRows')
  // The maximum number of rows, all invalid, is reported in one answer.
  const bad = await send(id, await book(many.slice(1).map(n => `?${n}`)), 'check')
  expect(bad.data.errors).toHaveLength(limits.importRows)
})

test('only requests for foreign codes accept a list, and they accept only a list', async () => {
  const ownRequest = await makeRequest(admin, batchId, { origin: 'own' })
  expect((await send(ownRequest, await book(['OWNER-0001']))).error).toBe('code.notForeign')
  const foreign = await makeRequest()
  expect((await admin.put(`/code/request/${foreign}/submit`)).error).toBe('code.listDecides')
  expect((await send(foreign, await book(['ABCDEF']), 'commit', stranger)).error).toBe('notFound')
  const without = await world.signIn(owner, ['auditor'])
  expect((await send(foreign, await book(['ABCDEF']), 'commit', without)).error).toBe('forbidden')
})

test('of two concurrent lists with the same value one is accepted', async () => {
  const ids = [await makeRequest(), await makeRequest(), await makeRequest()]
  const sheet = await book(['RACE-0001', 'RACE-0002'])
  const answers = await Promise.all(ids.map(id => send(id, sheet)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { error, code } of answers)
    if (code !== 200) expect(['importFailed', 'code.foreignTaken']).toContain(error)
})

test('foreign codes are found, packed, reported and assigned by their printed value, ignoring case', async () => {
  const values = Array.from({ length: 30 }, (_, n) => `USE-${1000 + n}`)
  const id = await taken(values)
  const rows = await rowsOf(id)
  expect((await admin.get(`/code/qr/use-1000`)).data).toMatchObject({ code: rows[0]!.code, printed: 'USE-1000' })
  expect((await admin.get(`/code/qr/${encodeURIComponent('http://localhost/c/USE-1001')}`)).data).toMatchObject({
    code: rows[1]!.code,
  })
  const read = await admin.post('/code/qr/read', { codes: ['USE-1003', rows[3]!.code, 'NONE-1', 'USE-1002'] })
  expect(read.data).toMatchObject({ requests: [{ id, spans: [{ from: 3, to: 4 }] }], twice: 1, unread: 1 })
  const packed = await admin.post('/code/packing/pack', {
    parentCode: boxes[0],
    codes: ['USE-1000'],
    ranges: [{ first: 'use-1010', last: 'USE-1019' }],
    operator: 'Packer',
    time: '2026-11-02T08:00:00Z',
  })
  expect(packed.error ?? packed.data).toMatchObject({ packed: 11 })
  expect((await rowsOf(id)).filter(({ parentCode }) => parentCode === boxes[0])).toHaveLength(11)
  const lookup = await scene.field.get<{ known: boolean; code: string }>('/stage/code/USE-1005?stage=felling')
  expect(lookup.data).toMatchObject({ known: true, code: rows[5]!.code })
  await scene.report('felling', ['USE-1005', 'use-1006'])
  const history = await admin.get<{ records: { named: boolean }[] }>('/code/qr/USE-1005/life')
  expect(history.data.records).toMatchObject([{ named: true }])
  // Another enterprise may print the same value; neither can open the other's.
  expect((await stranger.get('/code/qr/USE-1000')).error).toBe('code.unknown')
})

test('foreign codes have no labels, no files and no anti-counterfeit check', async () => {
  const id = await taken(['PLAIN-0001'])
  for (const path of ['labels?from=1&to=1', 'download?format=csv', 'download?format=xlsx'])
    expect((await admin.get(`/code/request/${id}/${path}`)).error).toBe('code.printedByOthers')
  const link = await admin.post(`/code/request/${id}/downloadLink`, { format: 'csv' })
  expect(link.error).toBe('code.printedByOthers')
  const check = await world.anonymous.post('/trace/check', { code: 'PLAIN-0001', securityCode: '12345678' })
  expect(check.error).toBe('trace.noSecurityCode')
})

test('the public page opens for one enterprise, and lets the reader choose among several', async () => {
  const id = await taken(['PUBLIC-0001', 'SHARED-0001'])
  const [first, second] = await rowsOf(id)
  const page = await world.anonymous.get<{ code: string; foreign?: string }>('/trace/public-0001')
  expect(page.data).toMatchObject({ code: first!.code, foreign: 'PUBLIC-0001' })
  const ownPage = await world.anonymous.get<object>(`/trace/${boxes[0]}`)
  expect(ownPage.data).not.toHaveProperty('foreign')
  expect((await world.anonymous.get('/trace/SHARED-0001')).data).toMatchObject({ code: second!.code })
  const goods = await makeGoods(world, stranger)
  const theirs = await taken(['shared-0001'], stranger, goods.batchId)
  expect((await world.anonymous.get('/trace/SHARED-0001')).error).toBe('trace.several')
  expect((await admin.get('/code/qr/SHARED-0001')).data).toMatchObject({ code: second!.code, requestId: id })
  expect((await stranger.get('/code/qr/SHARED-0001')).data).toMatchObject({ requestId: theirs })
  expect((await world.anonymous.get('/trace/UNHEARD-0001')).error).toBe('code.unknown')
})
