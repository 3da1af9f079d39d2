import { stageKeys } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { completeRequest } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeRole, makeUser, sessionOf } from '../system/people.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { codeRequest } from '../code-request.ts'

let scene: Scene
let recordId: number

beforeAll(async () => {
  scene = await makeScene('BATCHES')
  const { goods } = scene
  recordId = await scene.report('felling', goods.codes.slice(0, 3))
})

test('SCR-05, ENT-03: an opened batch lists the 18 stages in order, with the records that are linked to it', async () => {
  interface Linked {
    stage: string
    order: number
    records: { recordId: number; codes: number; status: string }[]
  }
  const answer = await scene.admin.get<{ stages: Linked[] }>(`/catalog/batch/${scene.goods.batchId}/stages`)
  // `makeScene` hands all codes in for certification: that puts them in use.
  expect(answer.data).toMatchObject({ labels: { made: 10_000, inUse: 10_000 } })
  const data = answer.data.stages
  expect(data.map(row => row.stage)).toEqual([...stageKeys])
  expect(data.map(row => row.order)).toEqual(stageKeys.map((_key, index) => index + 1))
  const linked = data.filter(row => row.records.length > 0)
  expect(linked).toMatchObject([{ stage: 'felling', records: [{ recordId, codes: 3, status: 'current' }] }])
  expect((await scene.admin.get(`/catalog/batch/${scene.goods.batchId}`)).data).toMatchObject({ status: 'active' })
})

test('SEC-15: the records of a batch are visible to users who may list records, within the scope of their list', async () => {
  const { world, admin, tenant, goods } = scene
  interface Row {
    stage: string
    state: string
    recordCount: number | null
    codeCount: number | null
    records: { recordId: number }[] | null
  }
  const seenBy = async (caller: Caller) => {
    const answer = await caller.get<{ stages: Row[] }>(`/catalog/batch/${goods.batchId}/stages`)
    expect(answer.code).toBe(200)
    return { text: answer.raw.toString(), felling: answer.data.stages.find(one => one.stage === 'felling') }
  }
  const listed = { state: 'done', recordCount: 1, codeCount: 3, records: [{ recordId }] }
  expect((await seenBy(admin)).felling).toMatchObject(listed)

  const printer = await world.signIn(tenant, ['codePrinter'])
  expect(await printer.get('/stage/record/list')).toMatchObject({ code: 403 })
  const printed = await seenBy(printer)
  expect(printed.felling, 'that the stage is done is the batch’s own').toMatchObject({
    state: 'done',
    recordCount: null,
    codeCount: null,
    records: null,
  })
  expect(printed.text).not.toContain('CANARY operator')

  // A role that sees every batch, but only its user's own records.
  const roleIds = [
    await makeRole(world, admin, ['catalog:batch:query']),
    await makeRole(world, admin, ['stage:record:list'], { dataScope: '5' }),
  ]
  const { id } = await makeUser(admin, tenant.deptId, { roleIds })
  const narrow = await seenBy(await sessionOf(world, tenant.id, id))
  expect(narrow.felling).toMatchObject({ state: 'done', recordCount: 0, codeCount: 0, records: [] })
  expect(narrow.text).not.toContain('CANARY operator')
})

test('SCR-12, ENT-14: the list of records, and one with batch, link id, stage, status, remark and its pairs', async () => {
  const list = await scene.admin.get(`/stage/record/list?stage=felling&batchId=${scene.goods.batchId}`)
  expect(list.rows).toMatchObject([{ id: recordId, stage: 'felling', status: 'current', codes: 3 }])
  const { data } = await scene.admin.get<{ values: { key: string; value: unknown }[]; batchNumber: string }>(
    `/stage/record/${recordId}`,
  )
  expect(data).toMatchObject({ id: recordId, stage: 'felling', status: 'current', operator: 'CANARY operator' })
  expect(data.batchNumber).toBe(list.rows[0]!.batchNumber)
  expect(data).toHaveProperty('remark')
  const template = await scene.admin.get(`/stage/template/list?stage=felling&limit=100`)
  expect(template.rows.length).toBeGreaterThan(0)
  expect(data.values.length).toBeGreaterThan(0)
  for (const pair of data.values) expect(pair).toMatchObject({ key: expect.any(String), value: expect.anything() })
})

test('SCR-06, ENT-07: a code shows its value, anti-counterfeit code, product, scans, first scan and parent code', async () => {
  const { admin, goods, world } = scene
  const [child] = goods.codes
  const before = (await admin.get(`/code/qr/${child}`)).data
  expect(before).toMatchObject({ code: child, scanCount: 0, firstScanTime: null, parentCode: null })
  expect(before.securityCode).toMatch(/^[0-9A-Z]{8}$/)
  expect(before.productName).toMatch(/\S/)

  await world.anonymous.post('/trace/scan', { code: child })
  await world.anonymous.post('/trace/scan', { code: child })
  const packages = await admin.post<{ id: number }>(
    '/code/request',
    codeRequest(goods.batchId, { name: 'Packages', codeType: 'package', updateStage: 'packing' }),
  )
  await completeRequest(world, packages.data.id)
  const parentCode = (await admin.get(`/code/qr/list?requestId=${packages.data.id}&limit=1`)).rows[0]!.code as string
  await scene.report('packing', [child!], { parentCode })

  const after = (await admin.get(`/code/qr/${child}`)).data
  expect(after).toMatchObject({ scanCount: 2, parentCode })
  expect(Date.parse(String(after.firstScanTime))).toBeGreaterThan(Date.now() - 60_000)
  const listed = (await admin.get(`/code/qr/list?requestId=${goods.requestId}&limit=10`)).rows[0]
  expect(listed).toMatchObject({ code: child, scanCount: 2, parentCode, securityCode: before.securityCode })
})

test('SCR-13, ENT-15: authorizations are listed, granted and modified; the select holds field users only', async () => {
  const { admin, field, tenant, world } = scene
  const reporter = await world.signIn(tenant, ['fieldReporter'])
  const offered = (await admin.get<{ id: number }[]>('/stage/authorization/users')).data.map(user => user.id)
  expect(offered).toEqual(expect.arrayContaining([field.accountId, reporter.accountId]))
  expect(offered).not.toContain(admin.accountId)
  expect(await admin.post('/stage/authorization', { userId: admin.accountId, stages: ['felling'] })).toMatchObject({
    code: 500,
    data: { issues: [{ field: 'userId', error: 'referenceMissing' }] },
  })

  const granted = async () =>
    (await admin.get('/stage/authorization/list?limit=100')).rows.filter(row => row.userId === reporter.accountId)
  expect(
    (
      await admin.post('/stage/authorization', {
        userId: reporter.accountId,
        stages: ['packing', 'felling'],
        remark: 'dry season',
      })
    ).code,
  ).toBe(200)
  const rows = await granted()
  expect(rows.map(row => row.stage)).toEqual(['felling', 'packing'])
  expect(rows[0]).toMatchObject({ status: '0', remark: 'dry season' })
  expect(
    await admin.put('/stage/authorization', { id: rows[0]!.id, stage: 'packing' }),
    'changed to a stage that he is authorized for already (ERR-27)',
  ).toMatchObject({ code: 500, error: 'stage.alreadyAuthorized' })
  expect((await admin.put('/stage/authorization', { id: rows[0]!.id, stage: 'dockEntry', status: '1' })).code).toBe(200)
  expect(await granted()).toMatchObject([{ stage: 'packing' }, { stage: 'dockEntry', status: '1' }])
  expect((await admin.put('/stage/authorization', { userId: reporter.accountId, stages: ['seaShipping'] })).code).toBe(
    200,
  )
  expect((await granted()).map(row => row.stage)).toEqual(['seaShipping'])
  expect((await admin.delete(`/stage/authorization/${(await granted())[0]!.id}`)).code).toBe(200)
  expect(await granted()).toEqual([])
})
