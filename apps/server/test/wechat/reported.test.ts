import { randomUUID } from 'node:crypto'
import { limits } from '@timbermark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize, circulationOf, makeGoods, templateOf } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { codeAt } from '../stand-ins/messaging-platform/codes.ts'
import { credentialsOf, fetched, type Given, givenPlatform, see } from './given.ts'

/** Codes of the messaging platform that are scanned to report a stage. */
let given: Given
let admin: Caller
let field: Caller
let goods: Awaited<ReturnType<typeof makeGoods>>
let application: number

beforeAll(async () => {
  given = await givenPlatform()
  const { world, platform } = given
  const tenant = await world.makeTenant('WX-FIELD')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await admin.put('/wechat/account', credentialsOf(platform))
  goods = await makeGoods(world, admin)
  const mill = { tenantId: tenant.id, deptId: tenant.deptId, admin, batchId: goods.batchId }
  const id = await fetched(given, mill, { requestId: goods.requestId })
  application = Number((await see(mill, id)).platformNumber)
  await authorize(admin, field.accountId, ['felling'])
})
afterAll(() => given.platform.stop())

const report = async (codes: string[], by = field) =>
  by.post<{ accepted: string[] }>('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: await templateOf(given.world, 'felling'),
    circulationId: await circulationOf(given.world, 'free'),
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
    // From a phone that could not ask: as it was scanned.
    expect((await report([scanned])).data.accepted).toEqual([goods.codes[position]])
    expect((await about()).data).toMatchObject({ refusal: 'stage.alreadyLinked' })
  },
)

test('both codes of one thing in one report are one code twice', async () => {
  const { address } = codeAt(application, 5)
  expect(await report([address, goods.codes[5]!])).toMatchObject({ error: 'stage.duplicateCode' })
})

test('another enterprise finds nothing, and what stands for nothing is no code', async () => {
  const { world } = given
  const other = await world.signIn(await world.makeTenant('WX-OTHER'), ['enterpriseAdmin'])
  const { address } = codeAt(application, 6)
  const known = async (by: Caller, text: string) =>
    (await by.get<{ known: boolean }>(`/stage/code/${encodeURIComponent(text)}`)).data.known
  expect([await known(admin, address), await known(other, address)]).toEqual([true, false])
  expect(await known(admin, 'P.URL.CN/0NOBODYHASTHISONE')).toBe(false)
})

test('more than the index is asked for at once are refused before it is', async () => {
  const many = Array.from({ length: limits.reportPlatformCodes + 1 }, (_, n) => codeAt(application, 100 + n).address)
  expect(await report(many)).toMatchObject({ error: 'stage.tooManyCodes' })
})
