import { randomUUID } from 'node:crypto'
import { limits } from '@timbermark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize, circulationOf, makeGoods, templateOf } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { codeAt } from '../stand-ins/messaging-platform/codes.ts'
import { credentialsOf, fetched, type PlatformFixture, startPlatformFixture, see } from './fixture.ts'

/** Codes of the messaging platform that are scanned to report a stage. */
let fixture: PlatformFixture
let admin: Caller
let field: Caller
let goods: Awaited<ReturnType<typeof makeGoods>>
let application: number

beforeAll(async () => {
  fixture = await startPlatformFixture()
  const { world, platform } = fixture
  const tenant = await world.makeTenant('WX-FIELD')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await admin.put('/wechat/account', credentialsOf(platform))
  goods = await makeGoods(world, admin)
  const mill = { tenantId: tenant.id, deptId: tenant.deptId, admin, batchId: goods.batchId }
  const id = await fetched(fixture, mill, { requestId: goods.requestId })
  application = Number((await see(mill, id)).platformNumber)
  await authorize(admin, field.accountId, ['felling'])
})
afterAll(() => fixture.platform.stop())

const report = async (codes: string[], by = field) =>
  by.post<{ accepted: string[] }>('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: await templateOf(fixture.world, 'felling'),
    circulationId: await circulationOf(fixture.world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo',
    time: '2026-01-15T10:00:00Z',
    codes,
    values: { treeSpecies: 'OKO', fellingTime: '2026-01-15T08:30:00Z', loggingPermitNumber: 'PFA-1' },
  })

test.each([
  ['its printed address', ({ address }: { address: string }) => address, 0],
  ['its address as a link', ({ address }: { address: string }) => `http://${address}`, 1],
  ['its nine characters', ({ code }: { code: string }) => code, 2],
])(
  'by %s it is found before it is reported, and reported as the own code that it stands for',
  async (_, spell, position) => {
    const scanned = spell(codeAt(application, position))
    const about = () => field.get(`/stage/code/${encodeURIComponent(scanned)}?stage=felling`)
    expect((await about()).data).toMatchObject({ code: goods.codes[position], known: true, refusal: null })
    // From an offline phone: as scanned.
    expect((await report([scanned])).data.accepted).toEqual([goods.codes[position]])
    expect((await about()).data).toMatchObject({ refusal: 'stage.alreadyLinked' })
  },
)

test('both codes of one item in one report count as a repeated code', async () => {
  const { address } = codeAt(application, 5)
  expect(await report([address, goods.codes[5]!])).toMatchObject({ error: 'stage.duplicateCode' })
})

test('another enterprise finds nothing, and a platform code without own code is no code', async () => {
  const { world } = fixture
  const other = await world.signIn(await world.makeTenant('WX-OTHER'), ['enterpriseAdmin'])
  const { address } = codeAt(application, 6)
  const known = async (by: Caller, text: string) =>
    (await by.get<{ known: boolean }>(`/stage/code/${encodeURIComponent(text)}`)).data.known
  expect([await known(admin, address), await known(other, address)]).toEqual([true, false])
  expect(await known(admin, 'P.URL.CN/0NOBODYHASTHISONE')).toBe(false)
})

test('too many codes are refused before the index is queried', async () => {
  const many = Array.from({ length: limits.reportPlatformCodes + 1 }, (_, n) => codeAt(application, 100 + n).address)
  expect(await report(many)).toMatchObject({ error: 'stage.tooManyCodes' })
})
