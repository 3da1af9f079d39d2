import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import type { CaseEvidence } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { locks } from '../../src/platform/database/locks.ts'
import { remindOfCases } from '../../src/areas/channel/cases/remind-of-cases.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder, makeUser, refused } from '../system/people.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'
import { sheetOf } from '../sheet.ts'
import { backdate, check, makeDivisions, scan, stranger, watched } from './market.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let clerk: Caller
let goods: Goods
let dealerId: number

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('CASES')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  clerk = await world.signIn(tenant, ['enterpriseClerk'])
  goods = await makeGoods(world, admin)
  await makeDivisions(world)
  const level = { code: 'L1', name: 'Level one', level: '1', orderNum: 1, status: '0' }
  const levelId = (await admin.post<{ id: number }>('/channel/dealer-level', level)).data.id
  dealerId = (await admin.post<{ id: number }>('/channel/dealer', { name: 'Hangzhou dealer', levelId })).data.id
  await admin.post('/channel/territory', { dealerId, divisionCode: '330000', validFrom: '2026-01-01' })
  const range = { first: goods.codes[0], last: goods.codes[19] }
  const answer = await admin.post('/channel/assignment/assign', { dealerId, ranges: [range] })
  if (answer.code !== 200) throw new Error(answer.msg)
})

const casesOf = async (code: string, by = admin) => (await by.get(`/channel/case/list?code=${code}`)).rows
const warningsOn = async (code: string) =>
  (await world.anonymous.get<{ warnings: { reason?: string }[] }>(`/trace/${code}`)).data.warnings.map(w => w.reason)
const securityOf = async (code: string) => {
  const opened = await world.services.directory.open(code)
  if (!opened.known) throw new Error('unknown')
  return opened.codes.security(opened.serial, opened.entry.codeRule, opened.entry.securityLength)
}

describe('sales outside a territory', () => {
  test('DLR-05, OPEN-28: are one case per dealer and place, once several people have scanned codes there', async () => {
    const [first, second, third] = goods.codes
    await scan(world, first!, 'hangzhou')
    await scan(world, first!, 'chengdu')
    // Ten times the same buyer is one buyer.
    const buyer = stranger()
    for (let times = 0; times < 3; times++) await scan(world, second!, 'chengdu', buyer)
    await watched(world)
    expect((await admin.get('/channel/case/list?kind=crossSale')).rows).toEqual([])
    await scan(world, third!, 'chengdu')
    await watched(world)
    const { rows } = await admin.get('/channel/case/list?kind=crossSale')
    expect(
      rows.map(({ createBy }) => createBy),
      'nobody made it',
    ).toEqual([null])
    expect(rows).toMatchObject([
      { dealerName: 'Hangzhou dealer', status: 'open', codes: 3, visits: 5, place: 'China, Sichuan, Chengdu' },
    ])
    await scan(world, goods.codes[3]!, 'chengdu')
    await watched(world)
    const again = (await admin.get('/channel/case/list?kind=crossSale')).rows
    expect(again).toMatchObject([{ id: rows[0]!.id, codes: 4, visits: 6 }])
    const evidence = (await admin.get<CaseEvidence>(`/channel/case/${rows[0]!.id}/evidence`)).data
    expect(evidence).toMatchObject({ territories: ['浙江省'], total: 6 })
    expect(evidence.places).toHaveLength(1)
    expect(evidence.visits).toHaveLength(6)
    expect(
      evidence.visits
        .filter(({ code }) => code === second)
        .every(({ source }) => source === evidence.visits.find(v => v.code === second)!.source),
    ).toBe(true)
    expect(await warningsOn(third!)).toContain('channel')
  })

  test('a visit without a position, inside, before the assignment, or of unassigned codes opens no case', async () => {
    for (const code of goods.codes.slice(5, 10)) {
      await scan(world, code)
      await scan(world, code, 'hangzhou')
    }
    const loose = goods.codes[30]!
    for (let times = 0; times < 4; times++) await scan(world, loose, 'beijing')
    const early = goods.codes[10]!
    for (let times = 0; times < 4; times++) await scan(world, early, 'beijing')
    await world.admin.query(`truncate case_hint, case_visit, channel_case cascade`)
    await backdate(world, early, [400, 399, 398, 397])
    await watched(world)
    expect((await admin.get('/channel/case/list?kind=crossSale')).rows).toEqual([])
  })

  test('is dismissed with a note, then stays quiet; reopened it continues', async () => {
    for (const code of goods.codes.slice(11, 14)) await scan(world, code, 'xian')
    await watched(world)
    const [opened] = (await clerk.get('/channel/case/list?status=open&kind=crossSale')).rows
    const id = opened!.id as number
    const noted = async () => (await admin.get(`/channel/case/${id}`)).data
    expect((await clerk.put(`/channel/case/${id}/dismiss`)).code).toBe(500)
    expect((await clerk.put(`/channel/case/${id}/dismiss`, { reason: 'Trade fair' })).data).toMatchObject({
      status: 'dismissed',
    })
    expect(await noted()).toMatchObject({ status: 'dismissed', note: 'Trade fair' })
    await scan(world, goods.codes[14]!, 'xian')
    await watched(world)
    expect((await admin.get('/channel/case/list?kind=crossSale&status=open')).rows).toEqual([])
    expect(await warningsOn(goods.codes[11]!)).not.toContain('channel')
    await clerk.put(`/channel/case/${id}/reopen`, { reason: 'It was no fair' })
    await scan(world, goods.codes[15]!, 'xian')
    await watched(world)
    expect(await noted()).toMatchObject({ status: 'open', codes: 5 })
    await clerk.put(`/channel/case/${id}/confirm`, {})
    expect(await noted()).toMatchObject({ status: 'confirmed' })
  })

  test('is assigned to a user, who gets a message; not to a user of another enterprise', async () => {
    const [opened] = (await admin.get('/channel/case/list?kind=crossSale')).rows
    const give = (accountId: number | null) => admin.put('/channel/case/assignee', { caseId: opened!.id, accountId })
    const outsider = await world.signIn(await world.makeTenant('OUTSIDE'), ['enterpriseAdmin'])
    expect((await give(outsider.accountId)).code).toBe(500)
    expect((await give(clerk.accountId)).code).toBe(200)
    expect((await clerk.get('/channel/case/list?assigned=me')).rows).toMatchObject([{ id: opened!.id }])
    const { rows } = await world.admin.query('select kind from message where account_id = $1', [clerk.accountId])
    expect(rows).toContainEqual({ kind: 'caseAssigned' })
    expect(await casesOf(goods.codes[11]!, outsider)).toEqual([])
    for (const path of [`/channel/case/${opened!.id}`, `/channel/case/${opened!.id}/evidence`])
      expect((await outsider.get(path)).code).toBe(404)
    expect((await outsider.put(`/channel/case/${opened!.id}/confirm`, {})).code).toBe(404)
    const sheet = `/channel/case/${opened!.id}/evidence/export`
    expect((await outsider.get(sheet)).code).toBe(404)
    const { raw } = await admin.get(sheet, { 'accept-language': 'fr' })
    const cells = await sheetOf(raw)
    expect(cells.rows.length).toBeGreaterThan(3)
    expect(cells.rows.flat().map(String)).toContain(goods.codes[11])
  })

  test('is given to people in the scope of the right to assign, by their names and not by what they sign in with', async () => {
    const [opened] = (await admin.get('/channel/case/list?kind=crossSale')).rows
    const dept = await makeDept(admin, tenant.deptId)
    const colleague = await makeUser(admin, dept, { nickName: 'Near Colleague' })
    const reporter = await makeUser(admin, dept, { userType: 2 })
    const far = await makeUser(admin, tenant.deptId)
    const rights = ['channel:case:list', 'channel:case:query', 'channel:case:assign']
    const assigner = await makeHolder(world, admin, dept, rights, { dataScope: '4' })
    await world.admin.query('update channel_case set dept_id = $2 where id = $1', [opened!.id, dept])
    const offered = (await assigner.get<{ id: number; label: string }[]>('/channel/case/assignees')).data
    expect(offered.map(one => one.id).sort()).toEqual([colleague.id, assigner.accountId].sort())
    expect(offered).toContainEqual({ id: colleague.id, label: 'Near Colleague' })
    const give = async (accountId: number | null) =>
      refused(await assigner.put('/channel/case/assignee', { caseId: opened!.id, accountId }))
    await admin.put('/channel/case/assignee', { caseId: opened!.id, accountId: clerk.accountId })
    // Who has it already may keep it.
    expect(await give(clerk.accountId)).toBe('accepted')
    expect(await give(colleague.id)).toBe('accepted')
    for (const id of [far.id, reporter.id, clerk.accountId, 999_999_999])
      expect(await give(id)).toBe('channel.assigneeMissing')
    // Several at once: each by the rules of one, and one message for all.
    const id = Number(opened!.id)
    const several = (ids: number[], accountId: number | null) =>
      assigner.put<EditOutcomes>('/channel/case/several/assignee', { ids, accountId })
    const messagesTo = async (id: number) =>
      (await world.admin.query(`select from message where kind = 'caseAssigned' and account_id = $1`, [id])).rowCount!
    await several([id], null)
    const before = await messagesTo(colleague.id)
    const outside = 999_999_999
    const mixed = (await several([outside, id, id], colleague.id)).data
    expect(mixed).toMatchObject({ done: 1, failed: 1 })
    expect(mixed.results).toMatchObject([
      { id: outside, ok: false, error: 'notFound' },
      { id, ok: true },
    ])
    expect((await admin.get('/channel/case/list?kind=crossSale')).rows).toMatchObject([{ assigneeId: colleague.id }])
    expect(await messagesTo(colleague.id)).toBe(before + 1)
    await several([id], colleague.id)
    expect(await messagesTo(colleague.id), 'nothing has changed').toBe(before + 1)
    expect((await several([id], far.id)).data).toMatchObject({ done: 0, failed: 1 })
    expect((await several([id], null)).data).toMatchObject({ done: 1 })
    await admin.put('/channel/case/assignee', { caseId: opened!.id, accountId: clerk.accountId })
    await world.admin.query('update channel_case set dept_id = $2 where id = $1', [opened!.id, tenant.deptId])
  })

  test('that nobody changes is brought to the assignee’s attention once in so many days', async () => {
    const [opened] = (await admin.get('/channel/case/list?kind=crossSale')).rows
    const { database } = world.services
    const messagesOf = async (account: number, kind: string) =>
      (await world.admin.query('select 1 from message where account_id = $1 and kind = $2', [account, kind])).rowCount
    await world.admin.query(
      `update channel_case set status = 'open', updated_at = now() - interval '8 days', created_at = now() - interval '9 days' where id = $1`,
      [opened!.id],
    )
    expect(await remindOfCases(database, 9)).toEqual({ told: 0, cases: 0 })
    expect(await remindOfCases(database, 7)).toEqual({ told: 1, cases: 1 })
    expect(await remindOfCases(database, 7)).toEqual({ told: 0, cases: 0 })
    expect(await messagesOf(clerk.accountId, 'casesWaiting')).toBe(1)
    await world.admin.query(
      `update channel_case set assignee_id = null, reminded_at = now() - interval '8 days' where id = $1`,
      [opened!.id],
    )
    expect(await remindOfCases(database, 7)).toEqual({ told: 1, cases: 1 })
    expect(await messagesOf(admin.accountId, 'casesUnassigned')).toBe(1)
    await admin.put(`/channel/case/${opened!.id}/confirm`, {})
    await world.admin.query(
      `update channel_case set updated_at = now() - interval '80 days', reminded_at = null where id = $1`,
      [opened!.id],
    )
    expect(await remindOfCases(database, 7)).toEqual({ told: 0, cases: 0 })
  })

  test('abroad a country is a territory: China is outside', async () => {
    const levelId = (await admin.get(`/channel/dealer/${dealerId}`)).data.levelId
    const { id } = (await admin.post<{ id: number }>('/channel/dealer', { name: 'Paris dealer', levelId })).data
    const territory = { dealerId: id, validFrom: '2026-01-01' }
    for (const divisionCode of ['ZZ', 'fr', 'FRA'])
      expect((await admin.post('/channel/territory', { ...territory, divisionCode })).data).toMatchObject({
        issues: [{ field: 'divisionCode', error: 'referenceMissing' }],
      })
    expect((await admin.post('/channel/territory', { ...territory, divisionCode: 'FR' })).code).toBe(200)
    expect((await admin.post('/channel/territory', { ...territory, dealerId, divisionCode: 'FR' })).code).toBe(200)
    const { rows: listed } = await admin.get(`/channel/territory/list?dealerId=${id}`, { 'accept-language': 'zh' })
    expect(listed).toMatchObject([{ divisionName: '法国', sharedWith: 'Hangzhou dealer' }])
    const choices = await admin.get('/system/division/choices?search=franc', { 'accept-language': 'en' })
    expect(choices.data).toContainEqual({ id: 'FR', label: 'France · FR' })
    await admin.post('/channel/assignment/assign', { dealerId: id, codes: goods.codes.slice(40, 46) })
    for (const code of goods.codes.slice(40, 43)) await scan(world, code, 'lyon')
    await watched(world)
    expect((await admin.get(`/channel/case/list?dealerId=${id}`)).rows).toEqual([])
    for (const code of goods.codes.slice(43, 46)) await scan(world, code, 'hangzhou')
    await watched(world)
    expect((await admin.get(`/channel/case/list?dealerId=${id}`)).rows).toMatchObject([{ kind: 'crossSale', codes: 3 }])
  })
})

describe('copied labels', () => {
  test('a second scan far away warns its reader at once, and the owner has a case', async () => {
    const code = goods.codes[31]!
    expect((await scan(world, code, 'hangzhou')).warnings).toBeUndefined()
    await backdate(world, code, [1])
    expect((await scan(world, code, 'beijing')).warnings).toEqual([{ kind: 'clone', reason: 'impossibleSpeed' }])
    expect(await casesOf(code)).toMatchObject([{ kind: 'speed', status: 'open', code, visits: 2, codes: 1 }])
    expect(await warningsOn(code)).toEqual(['impossibleSpeed'])
    const { rows } = await world.admin.query(`select 1 from message where account_id = $1 and kind = 'caseRaised'`, [
      admin.accountId,
    ])
    expect(rows).toHaveLength(1)
    // A dismissed case gives no warning, whatever follows.
    const [opened] = await casesOf(code)
    await admin.put(`/channel/case/${opened!.id}/dismiss`, { reason: 'A picture in an advertisement' })
    expect(await warningsOn(code)).toEqual([])
    expect((await scan(world, code, 'guangzhou')).warnings).toBeUndefined()
    expect(await casesOf(code)).toHaveLength(1)
  })

  test('one phone, or one network, cannot cause a warning with invented positions', async () => {
    const [one, two] = [goods.codes[32]!, goods.codes[33]!]
    const liar = stranger()
    for (const town of ['hangzhou', 'beijing', 'guangzhou', 'xian'] as const) await scan(world, one, town, liar)
    const office = stranger().remoteAddress
    for (const town of ['hangzhou', 'beijing', 'guangzhou'] as const)
      await scan(world, two, town, { ...stranger(), remoteAddress: office })
    await watched(world)
    expect([...(await casesOf(one)), ...(await casesOf(two))]).toEqual([])
  })

  test('a warning fades when nothing follows', async () => {
    const code = goods.codes[34]!
    await scan(world, code, 'hangzhou')
    await backdate(world, code, [1])
    await scan(world, code, 'beijing')
    expect(await warningsOn(code)).toEqual(['impossibleSpeed'])
    await world.admin.query(`update case_visit set at = at - interval '31 days'`)
    expect(await warningsOn(code)).toEqual([])
  })

  test('too many towns, and right checks far from the first owner’s, are cases', async () => {
    const many = goods.codes[35]!
    for (const town of ['hangzhou', 'chengdu', 'beijing', 'guangzhou'] as const) await scan(world, many, town)
    await world.admin.query('delete from channel_case where serial = 35')
    await backdate(world, many, [500, 400, 300, 200])
    await world.services.cloneDetector.evaluateSoon(await codeOf(many))
    expect((await casesOf(many)).map(({ kind }) => kind)).toEqual(['places'])
    const owned = goods.codes[36]!
    const security = await securityOf(owned)
    for (const town of ['hangzhou', 'chengdu', 'chengdu'] as const) await check(world, owned, security, town)
    await world.services.cloneDetector.evaluateSoon(await codeOf(owned))
    await world.admin.query('delete from channel_case where serial = 36')
    await backdate(world, owned, [500, 400, 300])
    await world.services.cloneDetector.evaluateSoon(await codeOf(owned))
    expect((await casesOf(owned)).map(({ kind }) => kind)).toEqual(['rechecked'])
  })

  test('with far more visitors than one item has, fewer towns are enough', async () => {
    const code = goods.codes[27]!
    const { requestNumber, serial } = await codeOf(code)
    for (const town of ['hangzhou', 'beijing', 'guangzhou'] as const) await scan(world, code, town)
    await world.admin.query('delete from channel_case where serial = 27')
    await backdate(world, code, [500, 400, 300])
    const readers = (count: number, network: string) =>
      world.admin.query(
        `insert into scan_log (tenant_id, request_number, serial, ip, device, scanned_at)
         select $1, $2, $3, format('198.18.%s.4', n), concat($5::text, n), now() - interval '1 hour' from generate_series(1, $4::int) n`,
        [tenant.id, requestNumber, serial, count, network],
      )
    await world.services.cloneDetector.evaluateSoon(await codeOf(code))
    expect(await casesOf(code)).toEqual([])
    // As many visits by one person count as one visitor.
    await world.admin.query(
      `insert into scan_log (tenant_id, request_number, serial, ip, device, scanned_at)
       select $1, $2, $3, '198.18.200.4', 'same', now() - interval '1 hour' from generate_series(1, 20)`,
      [tenant.id, requestNumber, serial],
    )
    await watched(world)
    expect(await casesOf(code)).toEqual([])
    await readers(8, 'phone ')
    await world.services.cloneDetector.evaluateSoon(await codeOf(code))
    expect((await casesOf(code)).map(({ kind }) => kind)).toEqual(['places'])
  })

  test('a code without evidence is evaluated while another process records cases', async () => {
    const code = goods.codes[39]!
    await world.admin.query('select pg_advisory_lock($1)', [locks.cloneDetection])
    try {
      await scan(world, code, 'hangzhou')
      await scan(world, code, 'hangzhou')
      expect(await world.services.cloneDetector.evaluateSoon(await codeOf(code))).toEqual([])
    } finally {
      await world.admin.query('select pg_advisory_unlock($1)', [locks.cloneDetection])
    }
  })

  test('a code that is scanned repeatedly is not evaluated at each scan; the log reader covers it', async () => {
    const code = goods.codes[38]!
    for (let n = 0; n < 6; n++) await scan(world, code, 'hangzhou')
    expect((await scan(world, code, 'beijing')).warnings).toBeUndefined()
    expect(await casesOf(code)).toEqual([])
    await watched(world)
    expect((await casesOf(code)).map(({ kind }) => kind)).toEqual(['speed'])
    // The next visitor gets the known warnings, evaluated again or not.
    expect((await scan(world, code, 'beijing')).warnings).toMatchObject([{ reason: 'impossibleSpeed' }])
  })

  test('a repeated visitor is evaluated once, and does not use up the limit of others', async () => {
    const code = goods.codes[28]!
    const buyer = stranger()
    for (let n = 0; n < 8; n++) await scan(world, code, 'hangzhou', buyer)
    await backdate(world, code, Array(8).fill(1))
    expect((await scan(world, code, 'beijing')).warnings).toMatchObject([{ reason: 'impossibleSpeed' }])
    const { cloneDetector: watch } = world.services
    const met = await codeOf(goods.codes[29]!)
    expect(await watch.evaluateSoon(met, { by: 'scan, a' })).toEqual([])
    expect(await watch.evaluateSoon(met, { by: 'scan, a' })).toBeUndefined()
    expect(await watch.evaluateSoon(met, { by: 'check, a' })).toEqual([])
    expect(await watch.evaluateSoon(met, { by: 'scan, b' })).toEqual([])
  })

  test('entries of other or crashed processes are read from the logs', async () => {
    const code = goods.codes[37]!
    const { requestNumber, serial } = await codeOf(code)
    await world.admin.query(
      `insert into scan_log (tenant_id, request_number, serial, longitude, latitude, country, province, city, ip, device, scanned_at) values
         ($1, $2, $3, 120.15512, 30.27411, 'CN', '浙江省', '杭州市', '198.51.100.4', 'a', now() - interval '1 hour'),
         ($1, $2, $3, 116.40741, 39.90423, 'CN', '北京市', '北京市', '198.18.7.4', 'b', now())`,
      [tenant.id, requestNumber, serial],
    )
    expect(await casesOf(code)).toEqual([])
    await watched(world)
    expect((await casesOf(code)).map(({ kind }) => kind)).toEqual(['speed'])
    // Reading again from the beginning counts nothing twice.
    await world.admin.query('update watch_mark set entry = 0')
    await watched(world)
    expect(await casesOf(code)).toMatchObject([{ visits: 2 }])
  })
})

async function codeOf(code: string) {
  const opened = await world.services.directory.open(code)
  if (!opened.known) throw new Error('unknown')
  return { tenantId: tenant.id, requestNumber: opened.entry.requestNumber, serial: opened.serial }
}

describe('stage records that contradict scans', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneIn(world, 'RECORDED')
  })
  const kindsOf = async (code: string) => (await casesOf(code, scene.admin)).map(row => row.kind)

  test('scans abroad of goods that have not left their port are a case; after they left not', async () => {
    const [code, later] = scene.goods.codes as [string, string]
    await scene.report('felling', [code])
    await scan(world, code, 'hangzhou')
    await watched(world)
    expect(await kindsOf(code)).toEqual([])
    await scan(world, code, 'hangzhou')
    await watched(world)
    expect(await kindsOf(code)).toEqual(['early'])
    expect(await warningsOn(code)).toEqual(['beforePort'])
    await scene.report('seaShipping', [code], { time: '2026-11-10T08:00:00Z' })
    await scan(world, later, 'hangzhou')
    await scan(world, later, 'hangzhou')
    await watched(world)
    expect(await kindsOf(later)).toEqual([])
  })

  test('scans of a sold item in several far towns are a case', async () => {
    const sold = await makeGoods(world, scene.admin)
    const [code, unsold] = sold.codes as [string, string]
    await scene.report('productSales', [code], { time: '2026-11-01T08:00:00Z' })
    for (const one of [code, unsold])
      for (const town of ['hangzhou', 'beijing', 'chengdu', 'guangzhou'] as const) await scan(world, one, town)
    await backdate(world, code, [200, 140, 80, 20])
    await backdate(world, unsold, [200, 140, 80, 20])
    await watched(world)
    // Evaluated again with changed times.
    await world.admin.query('truncate case_hint, case_visit, channel_case cascade')
    await world.admin.query('update watch_mark set entry = 0')
    await watched(world)
    expect(await kindsOf(code)).toEqual(['sold'])
    expect(await warningsOn(code)).toEqual(['afterSale'])
    expect(await kindsOf(unsold)).toEqual(['places'])
  })
})
