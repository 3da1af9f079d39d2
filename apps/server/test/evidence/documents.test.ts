import { randomUUID } from 'node:crypto'
import { stages, valueFields } from '@timbermark/contract/stages'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { pdf, png } from '../samples.ts'

let world: World
let admin: Caller
let goods: Goods

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('PAPERS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  const field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['felling'])
  const report = await field.post('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: await templateOf(world, 'felling'),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-11-01T08:00:00Z',
    codes: [goods.codes[0]],
    values: sampleValues(valueFields(stages.find(item => item.key === 'felling')!).filter(one => one.required)),
  })
  if (report.code !== 200) throw new Error(report.msg)
})

const upload = async (name: string, content: Buffer): Promise<string> =>
  (await admin.upload<{ id: string }>('/common/upload', { name, content })).data.id
const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )
const document = async (more: Record<string, unknown>) =>
  admin.post<{ id: number }>('/evidence/document', {
    code: `P-${randomUUID().slice(0, 8)}`,
    name: 'Paper',
    type: 'form',
    file: [await upload('paper.pdf', pdf)],
    ...more,
  })

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const docx = Buffer.from(
  zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/></w:document>',
    ),
  }),
)

test('ERR-21: a document that a stage record refers to can be neither edited nor deleted', async () => {
  const [used] = (await admin.get(`/evidence/document/list?code=${goods.documentCode}`)).rows
  const sum = async () =>
    (await world.admin.query('select md5(document::text) as sum from document where id = $1', [used!.id])).rows[0].sum
  const before = await sum()
  expect(await admin.put('/evidence/document', { id: used!.id, name: 'Another name' })).toMatchObject({
    code: 500,
    error: 'evidence.inUse',
    msg: 'The file, form or document is in use and cannot be edited or deleted',
  })
  expect(await admin.delete(`/evidence/document/${used!.id}`)).toMatchObject({ code: 500, error: 'evidence.inUse' })
  const { data: free } = await document({})
  expect((await admin.delete(`/evidence/document/${free.id},${used!.id}`)).error, 'all or none').toBe('evidence.inUse')
  expect((await admin.get(`/evidence/document/${free.id}`)).code).toBe(200)
  expect(await sum()).toBe(before)
  expect((await admin.put('/evidence/document', { id: free.id, name: 'Another name' })).code).toBe(200)
  expect((await admin.delete(`/evidence/document/${free.id}`)).code).toBe(200)
})

describe('AMB-37: a code that is taken', () => {
  test.each([
    ['certificate', 'evidence.fileCodeTaken', 'File code already exists'],
    ['form', 'evidence.documentCodeTaken', 'Form or document code already exists'],
  ])('ERR-19, ERR-20: saving a %s says %s', async (type, error, msg) => {
    const { data } = await document({ code: `T-${type}`, type })
    expect(await document({ code: `T-${type}`, type })).toMatchObject({ code: 500, error, msg })
    const { data: second } = await document({ type })
    expect(await admin.put('/evidence/document', { id: second.id, code: `T-${type}` })).toMatchObject({ error })
    expect(
      (await admin.put('/evidence/document', { id: data.id, code: `T-${type}`, name: 'Same code, new name' })).code,
    ).toBe(200)
  })

  test('of two concurrent saves with one code, one is refused', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => document({ code: 'AT-ONCE' })))
    expect(answers.map(answer => answer.code).sort()).toEqual([200, 500, 500, 500])
    for (const answer of answers.filter(one => one.code !== 200))
      expect(answer.error).toBe('evidence.documentCodeTaken')
  })
})

describe('VAL-23, VAL-24: exactly one file, pdf, png, jpeg or jpg by its content', () => {
  test('none and two are refused', async () => {
    expect(issues(await document({ file: [] }))).toEqual(['file required'])
    expect(issues(await document({ file: [await upload('a.pdf', pdf), await upload('b.pdf', pdf)] }))).toEqual([
      'file tooManyItems',
    ])
  })

  test.each([
    ['a pdf', 'a.pdf', pdf],
    ['a png', 'a.png', png],
    ['a png that calls itself jpeg', 'a.jpeg', png],
  ])('%s is taken', async (_title, name, content) => {
    expect((await document({ file: [await upload(name, content)] })).code).toBe(200)
  })

  test.each([
    ['a docx', 'a.docx', docx],
    ['a gif', 'a.gif', gif],
    ['a gif that calls itself png', 'a.png', gif],
    ['a text that calls itself pdf', 'a.pdf', Buffer.from('only words\n')],
  ])('%s is refused when it is saved, though another field may take the upload', async (_title, name, content) => {
    const id = await upload(name, content)
    expect(id).toBeDefined()
    expect(issues(await document({ file: [id] }))).toEqual(['file fileType'])
    const { data } = await document({})
    expect(issues(await admin.put('/evidence/document', { id: data.id, file: [id] }))).toEqual(['file fileType'])
  })

  test('a file above the field’s own limit is refused, one at the limit is accepted', async () => {
    const padded = (bytes: number) =>
      Buffer.concat([
        pdf.subarray(0, pdf.length - 6),
        Buffer.alloc(bytes - pdf.length, 0x20),
        pdf.subarray(pdf.length - 6),
      ])
    expect(issues(await document({ file: [await upload('big.pdf', padded(5 * 1024 * 1024 + 1))] }))).toEqual([
      'file fileTooLarge',
    ])
    expect((await document({ file: [await upload('full.pdf', padded(5 * 1024 * 1024))] })).code).toBe(200)
  })

  test('somebody else’s upload is refused', async () => {
    const stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
    const foreign = (await stranger.upload<{ id: string }>('/common/upload', { name: 'a.pdf', content: pdf })).data.id
    expect((await document({ file: [foreign] })).error).toBe('fileMissing')
  })
})
