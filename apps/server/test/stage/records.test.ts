import { randomUUID } from 'node:crypto'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { pdf, png } from '../samples.ts'
import { makeDept, makeHolder, makeRole, makeUser, sessionOf } from '../system/people.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { sheetOf } from '../sheet.ts'

/** Records in the back office: entering by the rules of the phone, correcting, voiding, reading all versions. */
let scene: Scene
let admin: Caller
let felling: number
let free: number

interface RecordDetail {
  id: number
  status: string
  version: number
  codes: number
  remark: string | null
  reason: string | null
  operator: string
  circulationName: string | null
  can: string[]
  why: Record<string, string>
  versions: { id: number; version: number; status: string; reason: string | null }[]
  values: { key: string; value: unknown }[]
}

const correction = (more: Record<string, unknown> = {}) => ({
  documentCode: scene.goods.documentCode,
  operator: 'Desk clerk',
  time: '2026-11-02T08:00:00Z',
  values: sampleValues(valueFields(stageByKey('felling')).filter(field => field.required)),
  ...more,
})
const entered = (more: Record<string, unknown> = {}) =>
  correction({ reportId: randomUUID(), stage: 'felling', templateId: felling, circulationId: free, codes: [], ...more })
const enter = (caller: Caller, more: Record<string, unknown>) =>
  caller.post<{ recordId: number; accepted: string[]; issues: unknown[] }>('/stage/report', entered(more))
const show = async (id: number, caller = admin) => (await caller.get<RecordDetail>(`/stage/record/${id}`)).data
const correct = (id: number, more: Record<string, unknown> = {}, caller = admin) =>
  caller.put<{ recordId: number; version: number }>(
    `/stage/record/${id}/correct`,
    correction({ reason: 'Typed wrongly', ...more }),
  )
const withdraw = (id: number, caller = admin, reason = 'Reported twice') =>
  caller.put<{ recordId: number; version: number }>(`/stage/record/${id}/void`, { reason })
const range = ({ requestId }: Goods, from: number, to: number) => ({ requestId, from, to })

async function ledgerFaults(): Promise<unknown[]> {
  const { services } = scene.world
  await scene.append()
  return (await checkWholeLedger(services.database, ledgerLog(services), rowChecks)).faults
}

beforeAll(async () => {
  scene = await makeScene('RECORDS')
  admin = scene.admin
  felling = await templateOf(scene.world, 'felling')
  free = await circulationOf(scene.world, 'free')
})

describe('reports from the back office', () => {
  test('SCR-12, COD-11: selected codes and code ranges become one record, by the same call as the phone’s', async () => {
    const { goods } = scene
    const answer = await enter(admin, {
      codes: [goods.codes[0]],
      ranges: [range(goods, 1001, 6000), range(goods, 2, 3)],
    })
    expect(answer).toMatchObject({ code: 200, data: { accepted: [goods.codes[0]] } })
    expect(await show(answer.data.recordId)).toMatchObject({ codes: 5003, status: 'current', version: 1 })
    const again = await enter(admin, { ranges: [range(goods, 5999, 6001)] })
    expect(again).toMatchObject({ code: 500, error: 'stage.alreadyLinked' })
    expect(await enter(scene.field, { codes: [goods.codes[1]] })).toMatchObject({ error: 'stage.alreadyLinked' })
  })

  test('COD-11: refuses a missing range, a duplicate code, and a level that the stage does not accept', async () => {
    const { goods } = scene
    const issueOf = async (ranges: object[]) => (await enter(admin, { ranges })).data.issues
    expect(await issueOf([range(goods, 9000, 10_001)])).toMatchObject([
      { field: 'ranges.0.to', error: 'stage.noSuchRange', params: { count: 10_000 } },
    ])
    expect(await issueOf([range(goods, 9001, 9000)])).toMatchObject([{ error: 'stage.noSuchRange' }])
    expect(await issueOf([{ requestId: 999_999, from: 1, to: 1 }])).toMatchObject([
      { field: 'ranges.0.requestId', error: 'referenceMissing' },
    ])
    const twice = [range(goods, 9000, 9010), range(goods, 9010, 9020)]
    expect(await enter(admin, { ranges: twice })).toMatchObject({ error: 'stage.duplicateCode' })
    expect(await enter(admin, { codes: [goods.codes[9]], ranges: [range(goods, 10, 10)] })).toMatchObject({
      error: 'stage.duplicateCode',
    })
    const container = await makeGoods(scene.world, admin, { codeType: 'container', batchId: goods.batchId })
    expect(await enter(admin, { ranges: [range(container, 1, 2)] })).toMatchObject({ error: 'stage.levelTooHigh' })
    expect(await enter(admin, {})).toMatchObject({ error: 'stage.noCodes' })
  })

  test('needs its own permission, and is limited to batches in the data scope', async () => {
    const { world, goods } = scene
    const { deptId } = scene.tenant
    const stranger = await makeHolder(world, admin, deptId, ['stage:record:report'])
    expect(await enter(stranger, { codes: [goods.codes[20]] })).toMatchObject({ error: 'stage.notAuthorized' })
    const desk = ['stage:record:enter', 'stage:record:query', 'stage:record:correct']
    const papers = await makeRole(world, admin, ['evidence:document:list'])
    const atDesk = async (dept: number) => {
      const roleIds = [await makeRole(world, admin, desk, { dataScope: '3' }), papers]
      return sessionOf(world, admin.tenantId, (await makeUser(admin, dept, { roleIds })).id)
    }
    const elsewhere = await atDesk(await makeDept(admin, deptId))
    const refusal = { error: 'stage.foreignCode' }
    expect(await enter(elsewhere, { codes: [goods.codes[20]] })).toMatchObject(refusal)
    expect((await elsewhere.get(`/stage/code/${goods.codes[20]}`)).data).toMatchObject({
      known: false,
      refusal: 'stage.foreignCode',
    })
    expect((await enter(elsewhere, { ranges: [range(goods, 21, 21)] })).data.issues).toMatchObject([
      { error: 'referenceMissing' },
    ])
    const here = await atDesk(deptId)
    const { data } = await enter(here, { codes: [goods.codes[20]] })
    expect(await correct(data.recordId, {}, elsewhere)).toMatchObject({ error: 'notFound' })
    expect(await correct(data.recordId, {}, here)).toMatchObject({ code: 200 })
    expect(await withdraw(data.recordId, here)).toMatchObject({ error: 'forbidden' })
  })
})

describe('a back-office report names documents', () => {
  test('that its author could look up: as its evidence, in a field, in a list and in a correction', async () => {
    const { world, goods, tenant, field } = scene
    const paper = async (code: string) => {
      const file = await admin.upload<{ id: string }>('/common/upload', { name: 'secret.pdf', content: pdf })
      return admin.post<{ id: number }>('/evidence/document', { code, name: code, type: 'form', file: [file.data.id] })
    }
    const { data: secret } = await paper('SECRET-8')
    const elsewhere = await makeDept(admin, tenant.deptId)
    await world.admin.query('update document set dept_id = $1 where id = $2', [elsewhere, secret.id])
    const desk = ['stage:record:enter', 'stage:record:query', 'stage:record:correct']
    const scope = { dataScope: '3' }
    const clerk = await makeHolder(world, admin, tenant.deptId, [...desk, 'evidence:document:list'], scope)
    const paperless = await makeHolder(world, admin, tenant.deptId, desk, scope)
    const lookup = (caller: Caller, code: string) => caller.get(`/evidence/document/lookup?code=${code}`)
    const refusal = { error: 'stage.documentMissing' }
    const secretly = { documentCode: 'SECRET-8' }
    const inField = { values: { ...correction().values, fellingPermit: 'SECRET-8' } }

    expect(await lookup(clerk, goods.documentCode)).toMatchObject({ code: 200 })
    expect(await lookup(clerk, 'SECRET-8')).toMatchObject(refusal)
    expect(await lookup(paperless, goods.documentCode)).toMatchObject(refusal)
    const codes = [goods.codes[35]]
    expect(await enter(clerk, { codes, ...secretly })).toMatchObject(refusal)
    expect((await enter(clerk, { codes, ...inField })).data.issues).toMatchObject([
      { field: 'values.fellingPermit', error: 'stage.documentMissing' },
    ])
    expect(await enter(paperless, { codes })).toMatchObject(refusal)
    const listed = await clerk.upload<{ errors: { message: string }[] }>(
      '/stage/record/importData',
      {
        name: 'list.csv',
        content: Buffer.from(
          `Code;Document proof number;Operator;Happened at;Tree species;Felling date and time;Logging permit number\n${codes[0]};SECRET-8;Clerk;2026-11-03 09:30;Okoumé;2026-11-02 07:00:00;AAC-7`,
        ),
        type: 'text/csv',
      },
      { mode: 'check', templateId: String(felling), circulationId: String(free) },
    )
    expect(listed.data.errors).toMatchObject([{ row: 2, message: expect.stringContaining('file missing') }])
    const mine = (await enter(clerk, { codes })).data.recordId
    expect(await correct(mine, secretly, clerk)).toMatchObject(refusal)
    expect((await correct(mine, inField, clerk)).code).not.toBe(200)
    // A user with only the permission to correct is a back-office user too.
    const corrects = await makeHolder(
      world,
      admin,
      tenant.deptId,
      ['stage:record:correct', 'stage:record:query'],
      scope,
    )
    expect(await correct(mine, secretly, corrects)).toMatchObject(refusal)
    expect((await admin.put('/evidence/document', { id: secret.id, name: 'Changed' })).code).toBe(200)

    // Field users have the document in front of them; a correction may keep the documents of the record.
    expect(await lookup(field, 'SECRET-8')).toMatchObject({ code: 200 })
    const theirs = await enter(field, { codes: [goods.codes[36]], ...secretly, ...inField })
    expect(theirs).toMatchObject({ code: 200 })
    const again = await correct(theirs.data.recordId, { operator: 'Put right', ...secretly, ...inField }, corrects)
    expect(again).toMatchObject({ code: 200 })
  })
})

describe('the parent code of a back-office report', () => {
  const rights = ['stage:record:enter', 'code:packing:pack', 'evidence:document:list']
  const packing = async (codes: (string | undefined)[], parentCode: string | undefined) => ({
    stage: 'packing',
    templateId: await templateOf(scene.world, 'packing'),
    values: sampleValues(valueFields(stageByKey('packing')).filter(field => field.required && field.type !== 'code')),
    codes,
    parentCode,
  })

  test('must be in scope, as for packing: in one report, in a list, and when only the place of goods is reported', async () => {
    const { world, goods, tenant, field } = scene
    const container = await makeGoods(world, admin, { codeType: 'container' })
    const elsewhere = await makeDept(admin, tenant.deptId)
    const clerk = await makeHolder(world, admin, tenant.deptId, rights, { dataScope: '3' })
    await world.admin.query('update batch set dept_id = $1 where id = $2', [elsewhere, container.batchId])
    await world.admin.query('update code_request set dept_id = $1 where id = $2', [elsewhere, container.requestId])
    const [parentCode] = container.codes
    const refusal = { error: 'stage.foreignCode', msg: expect.stringContaining(parentCode!) }
    const codes = [goods.codes[40]!]
    const packed = { operator: 'Packer', time: '2026-11-02T08:00:00Z' }
    expect(await clerk.post('/code/packing/pack', { parentCode, codes, ...packed })).toMatchObject(refusal)
    expect(await enter(clerk, await packing(codes, parentCode))).toMatchObject(refusal)
    expect(await enter(clerk, { codes, parentCode, linkCodes: true })).toMatchObject(refusal)
    const listed = await clerk.upload<{ errors: { message: string }[] }>(
      '/stage/record/importData',
      {
        name: 'list.csv',
        content: Buffer.from(
          `Code;Parent code;Document proof number;Operator;Happened at;Quantity (pieces);Package number\n${codes[0]};${parentCode};${goods.documentCode};Packer;2026-11-02 08:00;1;P-1`,
        ),
        type: 'text/csv',
      },
      { mode: 'check', templateId: String(await templateOf(world, 'packing')), circulationId: String(free) },
    )
    expect(listed.data.errors).toMatchObject([{ row: 2, message: expect.stringContaining(parentCode!) }])
    expect((await admin.get(`/code/qr/${codes[0]}`)).data).toMatchObject({ parentCode: null })

    const [other] = (await makeGoods(world, admin, { codeType: 'container', batchId: goods.batchId })).codes
    expect(await enter(clerk, await packing(codes, other))).toMatchObject({ code: 200 })
    // Field users have both in front of them.
    expect(await enter(field, await packing([goods.codes[41]], parentCode))).toMatchObject({ code: 200 })
  })
})

describe('a record', () => {
  test('ENT-14: shows its remark, its circulation and the allowed actions; the list can be exported', async () => {
    const { goods } = scene
    const { data } = await enter(admin, {
      codes: [goods.codes[25]],
      values: { ...(correction().values as object), remark: 'After the rain' },
    })
    expect(await show(data.recordId)).toMatchObject({
      remark: 'After the rain',
      circulationName: 'Free order (no stage required)',
      can: expect.arrayContaining(['correct', 'void']),
    })
    const sheet = await scene.world.app.inject({
      url: '/api/stage/record/export',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
  })

  test('is corrected with a reason: the next version is sealed and shown instead of the one before', async () => {
    const { goods } = scene
    const { data } = await enter(admin, { codes: [goods.codes[30]] })
    expect((await correct(data.recordId, { reason: ' ' })).data).toMatchObject({ issues: [{ field: 'reason' }] })
    expect(
      (await correct(data.recordId, { values: { ...(correction().values as object), volume: 'much' } })).data,
    ).toMatchObject({ issues: [{ field: 'values.volume' }] })
    const answer = await correct(data.recordId, { values: { ...(correction().values as object), volume: '12.5' } })
    expect(answer).toMatchObject({ code: 200, data: { version: 2 } })
    const [before, after] = [await show(data.recordId), await show(answer.data.recordId)]
    expect(before).toMatchObject({ status: 'superseded', why: { correct: 'stage.notCurrent' } })
    expect(after).toMatchObject({ status: 'current', version: 2, reason: 'Typed wrongly', codes: 1 })
    expect(after.versions.map(({ id, version }) => [id, version])).toEqual([
      [data.recordId, 1],
      [answer.data.recordId, 2],
    ])
    expect(before.versions).toEqual(after.versions)
    expect(after.values).toContainEqual(expect.objectContaining({ key: 'volume', value: '12.5' }))
    expect(await correct(data.recordId)).toMatchObject({ error: 'stage.notCurrent' })
    expect(await enter(admin, { codes: [goods.codes[30]] })).toMatchObject({ error: 'stage.alreadyLinked' })
    expect(await ledgerFaults()).toEqual([])
    const proof = await walkServedProof(scene, goods.codes[30]!)
    expect(proof.faults).toEqual([])
    expect(proof.item!.answer.stages).toContainEqual(
      expect.objectContaining({ recordId: String(data.recordId), version: 2, corrected: true }),
    )
  })

  test('gets one next version when two users correct it at once', async () => {
    const { data } = await enter(admin, { codes: [scene.goods.codes[31]] })
    const answers = await Promise.all([1, 2, 3, 4].map(() => correct(data.recordId)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'stage.notCurrent')).toHaveLength(3)
  })

  test('is voided with a reason: it disappears from the page, and its codes can be reported again', async () => {
    const { goods } = scene
    const other = await makeGoods(scene.world, admin)
    const recordId = await scene.report('productSales', [other.codes[0]!])
    const laterId = (await enter(admin, { codes: [other.codes[0]] })).data.recordId
    expect(await withdraw(recordId, admin, '')).toMatchObject({ error: 'invalid' })
    const { data } = await withdraw(recordId)
    expect(data).toMatchObject({ version: 2 })
    expect(await withdraw(laterId)).toMatchObject({ code: 200 })
    expect(await show(data.recordId)).toMatchObject({ status: 'voided', reason: 'Reported twice', version: 2 })
    // Who reported it sees what became of it, although somebody else withdrew it.
    const { rows } = await scene.field.get(`/stage/record/mine?limit=100`)
    expect(rows.find(row => row.recordId === recordId)).toMatchObject({
      status: 'superseded',
      newestStatus: 'voided',
      newestReason: 'Reported twice',
    })
    expect(await ledgerFaults()).toEqual([])
    const proof = await walkServedProof(scene, other.codes[0]!)
    expect(proof.faults).toEqual([])
    expect(proof.item!.answer.stages).toEqual([])
    expect(await withdraw(data.recordId)).toMatchObject({ error: 'stage.notCurrent' })
    expect(await enter(admin, { codes: [other.codes[0]] })).toMatchObject({ code: 200 })
    expect(await ledgerFaults()).toEqual([])
    expect(goods.batchId).not.toBe(other.batchId)
  })

  test('of a packing stage unpacks when it is voided, and stays packed when it is corrected', async () => {
    const goods = await makeGoods(scene.world, admin)
    const packages = await makeGoods(scene.world, admin, { codeType: 'package', batchId: goods.batchId })
    const parentCode = packages.codes[0]!
    const first = await scene.report('packing', [goods.codes[0]!], { parentCode })
    const values = (await show(first)).values
    const same = Object.fromEntries(values.map(({ key, value }) => [key, value]))
    const next = await correct(first, { values: same })
    expect(next).toMatchObject({ code: 200 })
    await scene.report('productSales', [packages.codes[0]!])
    await scene.append()
    const stagesOf = async () =>
      (await walkServedProof(scene, goods.codes[0]!)).item!.answer.stages.map(
        stage => `${stage.stage} ${stage.version}`,
      )
    expect(await stagesOf()).toEqual(['packing 2', 'productSales 1'])
    expect(await withdraw(next.data.recordId)).toMatchObject({ code: 200 })
    expect(await ledgerFaults()).toEqual([])
    expect((await walkServedProof(scene, goods.codes[0]!)).faults).toEqual([])
    expect(await stagesOf()).toEqual([])
    await scene.report('packing', [goods.codes[0]!], { parentCode })
    expect(await ledgerFaults()).toEqual([])
  })

  test('of a closed batch or of another enterprise cannot be changed', async () => {
    const goods = await makeGoods(scene.world, admin)
    const { data } = await enter(admin, { codes: [goods.codes[0]] })
    await admin.put(`/catalog/batch/${goods.batchId}/close`, {})
    expect(await correct(data.recordId)).toMatchObject({ error: 'stage.batchInactive' })
    expect(await withdraw(data.recordId)).toMatchObject({ error: 'stage.batchInactive' })
    const stranger = await scene.world.signIn(await scene.world.makeTenant('RECORDS2'), ['enterpriseAdmin'])
    expect(await correct(data.recordId, {}, stranger)).toMatchObject({ error: 'notFound' })
    expect(await withdraw(data.recordId, stranger)).toMatchObject({ error: 'notFound' })
  })

  test('can be corrected and voided after the removal of its personal data, which does not come back', async () => {
    const goods = await makeGoods(scene.world, admin)
    const { data } = await enter(admin, { codes: [goods.codes[0]], operator: 'Somebody real' })
    await admin.post(`/stage/record/${data.recordId}/forget`, {})
    const other = await enter(admin, { codes: [goods.codes[1]], operator: 'Somebody real' })
    await admin.post(`/stage/record/${other.data.recordId}/forget`, {})
    const next = await withdraw(data.recordId)
    expect(next).toMatchObject({ code: 200 })
    expect((await show(next.data.recordId)).operator).toBe('')
    expect(await correct(other.data.recordId, { operator: 'Somebody else' })).toMatchObject({ code: 200 })
    expect(await ledgerFaults()).toEqual([])
    const walk = await walkServedProof(scene, goods.codes[0]!)
    expect([walk.outcome, walk.faults]).toEqual(['proven', []])
  })

  test('loses all personal data when it is withdrawn at the same moment', async () => {
    const goods = await makeGoods(scene.world, admin)
    for (const code of goods.codes.slice(0, 12)) {
      const { data } = await enter(admin, { codes: [code], operator: 'Somebody real' })
      const corrected = await correct(data.recordId, { operator: 'Somebody real' })
      const { recordId } = corrected.data
      const [forgotten, withdrawn] = await Promise.all([
        admin.post(`/stage/record/${data.recordId}/forget`, {}),
        withdraw(recordId),
      ])
      expect([forgotten!.code, withdrawn!.code]).toEqual([200, 200])
    }
    const { rows } = await scene.world.admin.query(
      `select id from stage_record where batch_id = $1 and (operator <> '' or personal_salt is not null)`,
      [goods.batchId],
    )
    expect(rows).toEqual([])
    expect(await ledgerFaults()).toEqual([])
  })

  test('loses the personal data of all its versions', async () => {
    const { data } = await enter(admin, { codes: [scene.goods.codes[40]], operator: 'Somebody real' })
    const next = await correct(data.recordId, { operator: 'Somebody else' })
    await admin.post(`/stage/record/${next.data.recordId}/forget`, {})
    expect((await show(data.recordId)).operator).toBe('')
    expect((await show(next.data.recordId)).operator).toBe('')
    expect(await ledgerFaults()).toEqual([])
    // The operation log does not contain the removed data either: it names the report, not its content.
    await scene.world.services.audit.whenSettled()
    const { rows } = await scene.world.admin.query<{ oper_param: string }>(
      `select oper_param from oper_log where title = 'stage.record' and account_id = $1 order by id desc limit 3`,
      [admin.accountId],
    )
    const logged = rows.map(({ oper_param }) => oper_param).join()
    expect(logged).not.toMatch(/Somebody|loggingPermitNumber|species/)
    expect(logged).toContain(scene.goods.codes[40])
    expect(logged).toContain('Typed wrongly')
  })
})

describe('requirements of a template', () => {
  test('H5-08: position and pictures are required of every report with it, including corrections', async () => {
    const { goods } = scene
    const { data: ownTemplate } = await admin.post<{ id: number }>('/stage/template', {
      name: 'T-DEMANDS',
      displayName: 'With place and pictures',
      stage: 'felling',
      orderNum: 1,
      attributes: [
        { key: 'coordinates', label: 'Position', input: 'text', required: true },
        { key: 'photos', label: 'Pictures', input: 'image', required: true },
        { label: 'Crew', input: 'text', place: { group: 'felling', after: 'logNumber' } },
      ],
    })
    const place = { longitude: 9.45, latitude: 0.39 }
    const photos = [(await admin.upload<{ id: string }>('/common/upload', { name: 'log.png', content: png })).data.id]
    const values = { ...(correction().values as object), photos, attr1: 'North' }
    const send = (more: Record<string, unknown>) =>
      enter(admin, { codes: [goods.codes[45]], templateId: ownTemplate.id, values, ...place, ...more })
    expect((await send({ longitude: undefined, latitude: undefined })).data.issues).toMatchObject([
      { field: 'coordinates', error: 'required', message: 'Longitude and latitude cannot be empty' },
    ])
    expect((await send({ values: correction().values as object })).data.issues).toMatchObject([
      { field: 'values.photos', error: 'required' },
    ])
    const { data } = await send({})
    expect((await show(data.recordId)).values.map(({ key }) => key)).toContain('attr1')
    expect((await correct(data.recordId, { values })).data).toMatchObject({ issues: [{ field: 'coordinates' }] })
    expect(await correct(data.recordId, { values, ...place })).toMatchObject({ code: 200 })
  })

  test('STG-42: refuses a position in the form that the stage does not have', async () => {
    const answer = await admin.post('/stage/template', {
      name: 'T-PLACE',
      displayName: 'Nowhere',
      stage: 'felling',
      orderNum: 1,
      attributes: [{ label: 'Crew', input: 'text', place: { group: 'shipping' } }],
    })
    expect(answer.data).toMatchObject({ issues: [{ field: 'attributes.0.place', error: 'notOneOf' }] })
  })
})

describe('the matrix of users and stages', () => {
  test('is saved in one call, completely or not at all, only for users in scope', async () => {
    const { world, tenant } = scene
    const users = await Promise.all([1, 2].map(() => world.signIn(tenant, ['fieldReporter'])))
    const [one, two] = users.map(({ accountId }) => accountId) as [number, number]
    const put = (rows: [number, string[]][], caller = admin) =>
      caller.put('/stage/authorization/matrix', { users: rows.map(([userId, stages]) => ({ userId, stages })) })
    const now = async () => {
      const { data } = await admin.get<{ userId: number; stages: string[] }[]>('/stage/authorization/matrix')
      return [one, two].map(id => data.find(({ userId }) => userId === id)!.stages)
    }
    expect(
      await put([
        [one, ['packing', 'felling']],
        [two, ['felling']],
      ]),
    ).toMatchObject({ code: 200 })
    expect(await now()).toEqual([['felling', 'packing'], ['felling']])
    const foreign = await put([
      [one, []],
      [admin.accountId, ['felling']],
    ])
    expect(foreign.data).toMatchObject({ issues: [{ field: 'userId', error: 'referenceMissing' }] })
    expect(await now()).toEqual([['felling', 'packing'], ['felling']])
    expect(await put([[one, ['felling']]], scene.field)).toMatchObject({ error: 'forbidden' })
    expect(
      await put([
        [one, []],
        [two, ['productSales']],
      ]),
    ).toMatchObject({ code: 200 })
    expect(await now()).toEqual([[], ['productSales']])
  })
})

describe('a list of reports', () => {
  const list = (content: string, mode: string, fields: Record<string, string> = {}, caller = admin) =>
    caller.upload<{ rows: number; records: number; errors: { row: number; column: string; message: string }[] }>(
      '/stage/record/importData',
      { name: 'list.csv', content: Buffer.from(content), type: 'text/csv' },
      { mode, templateId: String(felling), circulationId: String(free), ...fields },
    )
  const header =
    'Code;Last code of a range;Document proof number;Operator;Happened at;Tree species;Felling date and time;Logging permit number;Volume (m³)'
  const row = (code: string, { last = '', species = 'Okoumé', volume = '2,5', paper = '' } = {}) =>
    [code, last, paper || scene.goods.documentCode, 'Demo clerk', '2026-11-03 09:30', species]
      .concat(['2026-11-02 07:00:00', 'AAC-7', volume])
      .join(';')
  const recordsNow = async () =>
    (await scene.world.admin.query('select count(*)::int as n from stage_record')).rows[0].n as number

  test('a permit number that a spreadsheet rounded or could not find is not sealed', async () => {
    const goods = await makeGoods(scene.world, admin)
    const problemOf = async (permit: string) =>
      (await list(`${header}\n${row(goods.codes[0]!).replace('AAC-7', permit)}`, 'check')).data.errors
    expect(await problemOf('AAC-8')).toEqual([])
    for (const permit of ['2.02612E+19', '#N/A', '#REF!'])
      expect(await problemOf(permit), permit).toMatchObject([{ row: 2, column: 'Logging permit number' }])
    expect((await list(`${header};Operator\n${row(goods.codes[0]!)};Other`, 'check')).code).not.toBe(200)
  })

  test('COD-11: asks about unlikely values, accepts one reason per row, and names the column of a too long text', async () => {
    const goods = await makeGoods(scene.world, admin)
    const sheet = (unlikely: string, operator = 'Demo clerk') =>
      [
        'Code;Document proof number;Operator;Happened at;Why what is unlikely is true;Tree species;Felling date and time;Logging permit number;Diameter 1 (large end) (cm);Diameter 2 (small end) (cm);Length (m);Volume (m³)',
        `${goods.codes[0]};${scene.goods.documentCode};${operator};2026-11-03 09:30;${unlikely};Okoumé;2026-11-02 07:00:00;AAC-7;80;72;6.2;4`,
      ].join('\n')
    const checked = (await list(sheet(''), 'check')).data
    expect(checked.errors).toMatchObject([{ row: 2, message: expect.stringContaining('4 m³ is reported') }])
    expect((await list(sheet('', 'x'.repeat(51)), 'check')).data.errors).toMatchObject([{ row: 2, column: 'Operator' }])
    expect((await list(sheet('Measured with bark'), 'commit')).data).toMatchObject({ records: 1, errors: [] })
    const { rows } = await scene.world.admin.query(
      `select flags -> 0 ->> 'reason' as reason from stage_record where batch_id = $1`,
      [goods.batchId],
    )
    expect(rows).toEqual([{ reason: 'Measured with bark' }])
  })

  test('COD-11: has a template of the stage’s fields in the caller’s language', async () => {
    const answer = await scene.world.app.inject({
      url: `/api/stage/record/importTemplate?templateId=${felling}`,
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    })
    expect(answer.statusCode).toBe(200)
    const { header: titles } = await sheetOf(answer.rawPayload)
    expect(titles).toEqual(
      expect.arrayContaining(['Code *', 'Document proof number *', 'Tree species *', 'Volume (m³)']),
    )
  })

  test('COD-11: is checked without writing, then stored completely: equal rows are one record', async () => {
    const goods = await makeGoods(scene.world, admin)
    const [first, second, third, fourth, from] = goods.codes
    const content = [
      header,
      row(first!),
      row(second!),
      row(third!, { volume: '3.25' }),
      row(fourth!, { last: goods.codes[9]!, species: 'oko' }),
    ].join('\r\n')
    expect(from).toBeDefined()
    const before = await recordsNow()
    expect((await list(content, 'check')).data).toMatchObject({ rows: 4, records: 2, errors: [] })
    expect(await recordsNow()).toBe(before)
    expect((await list(content, 'commit')).data).toMatchObject({ rows: 4, records: 2, errors: [] })
    expect(await recordsNow()).toBe(before + 2)
    const { rows } = await admin.get('/stage/record/list?stage=felling')
    expect(rows.slice(0, 2).map(({ codes }) => codes)).toEqual(expect.arrayContaining([9, 1]))
    expect((await list(content, 'commit')).error).toBe('importFailed')
    expect(await ledgerFaults()).toEqual([])
  })

  test('COD-11: names problems by row, column and choices, and stores nothing', async () => {
    const goods = await makeGoods(scene.world, admin)
    const before = await recordsNow()
    const content = [
      header,
      row(goods.codes[0]!),
      row(goods.codes[1]!, { species: 'Moon wood' }),
      row(goods.codes[2]!, { volume: 'much' }),
      row(goods.codes[3]!, { paper: 'NO-SUCH' }),
      row('NOT-A-CODE'),
    ].join('\n')
    const answer = await list(content, 'commit')
    expect(answer.error).toBe('importFailed')
    const problems = answer.data.errors.map(({ row: line, column, message }) => `${line} ${column}: ${message}`)
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^3 Tree species: “Moon wood” does not fit “Tree species”. Write one of these: .*Okoumé/),
        expect.stringMatching(/^4 Volume \(m³\): .*number/i),
        expect.stringMatching(/^5 Document proof number: Certificate or form file missing/),
        expect.stringMatching(/^6 Code: The QR code NOT-A-CODE does not exist/),
      ]),
    )
    expect(await recordsNow()).toBe(before)
    const missing = await list(header.replace('Operator;', ''), 'check')
    expect(missing.error).toBe('importColumns')
    expect((await list(`${header};Colour`, 'check')).error).toBe('importColumns')
    expect((await list(header, 'check', { templateId: '999999' })).data).toMatchObject({
      issues: [{ field: 'templateId' }],
    })
    expect((await list(header, 'check', {}, scene.field)).error).toBe('forbidden')
  })
})
