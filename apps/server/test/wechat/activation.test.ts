import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generateCodesAndWait } from '../../src/areas/code/request/generate-codes.ts'
import { codeAt } from '../stand-ins/messaging-platform/codes.ts'
import { scan } from '../stand-ins/messaging-platform/marketcode.ts'
import { miniLoginCode } from '../stand-ins/messaging-platform/people.ts'
import {
  credentialsOf,
  fetched,
  type PlatformFixture,
  makeMill,
  startPlatformFixture,
  type Mill,
  runActivation,
  see,
} from './fixture.ts'
import { codeRequest } from '../code-request.ts'

let fixture: PlatformFixture
let mill: Mill
beforeAll(async () => {
  fixture = await startPlatformFixture()
})
afterAll(() => fixture.platform.stop())
beforeEach(async () => {
  Object.assign(fixture.platform, { fault: undefined, faultAt: '', faultTimes: undefined })
  mill = await makeMill(fixture)
  await mill.admin.put('/wechat/account', credentialsOf(fixture.platform))
})

interface Listed {
  id: number
  from: number
  to: number
  status: string
  done: number
  failure: string | null
  failureCode: number | null
}
const activations = async (id: number) =>
  (await mill.admin.get<Listed[]>(`/code/platform-request/${id}/activations`)).data
const activate = (id: number, from: number, to: number, more: object = {}) =>
  mill.admin.post<{ id: number }>(`/code/platform-request/${id}/activate`, { from, to, ...more })
const application = () => fixture.platform.applications.at(-1)!

/** Own codes of the same batch, made. */
async function ownCodes(): Promise<{ id: number; first: string }> {
  const { data } = await mill.admin.post<{ id: number }>('/code/request', codeRequest(mill.batchId, { name: 'Own' }))
  await mill.admin.put(`/code/request/${data.id}/submit`)
  const { services } = fixture.world
  await generateCodesAndWait(services, { tenantId: mill.tenantId, id: data.id }, new AbortController().signal)
  services.directory.forgetAll()
  const { rows } = await mill.admin.get(`/code/qr/list?requestId=${data.id}&page=1&limit=10`)
  return { id: data.id, first: rows[0]!.code as string }
}

describe('activation', () => {
  it('activates ranges for different products and versions, as the platform confirms', async () => {
    const id = await fetched(fixture, mill)
    const first = await activate(id, 0, 200, { miniVersion: 'experience' })
    await runActivation(fixture, mill, first.data.id)
    const second = await activate(id, 201, 201, { productTitle: 'Sapelli', productCode: '96385074' })
    await runActivation(fixture, mill, second.data.id)
    expect((await activations(id)).map(({ from, to, status, done }) => [from, to, status, done])).toEqual([
      [0, 200, 'active', 201],
      [201, 201, 'active', 1],
    ])
    const { data } = await mill.admin.get(`/code/platform-request/${id}/code?position=200`)
    expect(data).toMatchObject({ position: 200, active: { miniVersion: 'experience', from: 0, to: 200 } })
    const { address } = codeAt(application().id, 201)
    const byAddress = await mill.admin.get(
      `/code/platform-request/${id}/code?code=${encodeURIComponent(`http://${address}`)}`,
    )
    expect(byAddress.data).toMatchObject({ position: 201, address, active: { productTitle: 'Sapelli' } })
    expect((await mill.admin.get(`/code/platform-request/${id}/code?position=202`)).data.active).toBeNull()
    expect((await mill.admin.get(`/code/platform-request/${id}/code?code=NOTHING`)).error).toBe('wechat.codeUnknown')
    expect((await see(mill, id)).activated).toBe(202)
  })

  it('is refused outside the request, twice for a code, without the mini-program, and before the codes are stored', async () => {
    const id = await fetched(fixture, mill)
    for (const [from, to] of [
      [-1, 5],
      [5, 4],
      [0, 10_000],
    ])
      expect((await activate(id, from!, to!)).error).toBe('wechat.range')
    expect((await activate(id, 0, 5, { productCode: '6901234567893' })).error).toBe('wechat.ean')
    await activate(id, 10, 20)
    const again = await activate(id, 20, 30)
    expect([again.error, again.msg]).toEqual(['wechat.rangeActivated', expect.stringContaining('10 to 20')])
    await mill.admin.put('/wechat/account', { ...credentialsOf(fixture.platform), miniAppId: '' })
    expect((await activate(id, 40, 50)).msg).toContain('Mini-program app ID')
    const { data } = await mill.admin.post<{ id: number }>('/code/platform-request', {
      activityName: 'Later',
      batchId: mill.batchId,
      count: 10_000,
      productBrand: 'B',
      productTitle: 'T',
      productCode: '96385074',
      miniPath: 'pages/index',
    })
    expect((await activate(data.id, 0, 1)).error).toBe('wechat.notFetched')
  })

  it('is split where packages end, survives a kill between call and record, and is done once', async () => {
    const id = await fetched(fixture, mill, { count: 120_000 })
    const { data } = await activate(id, 49_990, 100_010)
    // Killed: the platform has the first piece, and nothing was recorded.
    await runActivation(fixture, mill, data.id)
    expect(application().activations.map(({ first, last }) => [first, last])).toEqual([
      [49_990, 49_999],
      [50_000, 99_999],
      [100_000, 100_010],
    ])
    await fixture.world.admin.query(
      "update platform_activation set status = 'running', done = 50010, next_at = now() where id = $1",
      [data.id],
    )
    await fixture.world.admin.query('update platform_request set activated = 0 where id = $1', [id])
    await runActivation(fixture, mill, data.id)
    const [only] = await activations(id)
    expect([only!.status, only!.done, application().activations.length]).toEqual(['active', 50_021, 3])
  })

  it('two workers at once activate once', async () => {
    const id = await fetched(fixture, mill)
    const { data } = await activate(id, 0, 9_999)
    await Promise.allSettled([runActivation(fixture, mill, data.id), runActivation(fixture, mill, data.id)])
    await runActivation(fixture, mill, data.id)
    const [only] = await activations(id)
    if (only!.status === 'failed') await mill.admin.put(`/code/platform-request/${id}/activate/${data.id}/resume`)
    await runActivation(fixture, mill, data.id)
    expect([(await activations(id))[0]!.status, application().activations.length]).toEqual(['active', 1])
  })

  it('a refusal of the platform is reported with its number, and can be resumed', async () => {
    const id = await fetched(fixture, mill)
    const { data } = await activate(id, 0, 9)
    Object.assign(fixture.platform, { fault: 'notAllowed', faultAt: 'codeactive' })
    await runActivation(fixture, mill, data.id)
    expect((await activations(id))[0]).toMatchObject({
      status: 'failed',
      failure: 'wechat.notAllowed',
      failureCode: 48001,
    })
    fixture.platform.fault = undefined
    await mill.admin.put(`/code/platform-request/${id}/activate/${data.id}/resume`)
    await runActivation(fixture, mill, data.id)
    expect((await activations(id))[0]).toMatchObject({ status: 'active', failure: null })
    const french = fixture.world.caller(mill.admin.token, 'fr')
    Object.assign(fixture.platform, { fault: 'notAllowed', faultAt: 'codeactivequery' })
    const { msg } = await french.get(`/code/platform-request/${id}/code?position=0`)
    expect(msg).toMatch(/^Cette fonction n’a pas été accordée au compte \(code de la messagerie\s:\s48001\)$/)
  })
})

describe('a scan in the platform’s app', () => {
  const entrance = async () => (await mill.admin.get<{ entrance: string }>('/wechat/account')).data.entrance
  const anonymous = () => fixture.world.anonymous

  it('leads from its ticket to the trace page of the own code', async () => {
    const codes = await ownCodes()
    const id = await fetched(fixture, mill, { requestId: codes.id })
    const { data } = await activate(id, 0, 9)
    await runActivation(fixture, mill, data.id)
    const base = `/wechat/mini/${await entrance()}`
    const login = await anonymous().post<{ visitor: string }>(`${base}/login`, {
      code: miniLoginCode(fixture.platform),
    })
    expect(login.data.visitor).not.toContain('person-1')
    const { address } = codeAt(application().id, 0)
    const { ticket } = scan(fixture.platform, address, 'mini-person-1')!
    const { data: answer } = await anonymous().post(`${base}/scan`, { visitor: login.data.visitor, ticket })
    expect(answer).toMatchObject({ code: '000$+.%/:', productTitle: 'Okoumé board' })
    expect(String(answer.tracePath).toUpperCase()).toContain(codes.first)

    // Somebody else's ticket, an unknown one, a foreign token, a used login code.
    const { ticket: foreign } = scan(fixture.platform, address, 'mini-person-2')!
    for (const wrong of [foreign, 'f'.repeat(32)])
      expect((await anonymous().post(`${base}/scan`, { visitor: login.data.visitor, ticket: wrong })).error).toBe(
        'wechat.ticketUnknown',
      )
    expect((await anonymous().post(`${base}/scan`, { visitor: 'made-up', ticket })).error).toBe('wechat.visitorExpired')
    const code = miniLoginCode(fixture.platform)
    await anonymous().post(`${base}/login`, { code })
    expect((await anonymous().post(`${base}/login`, { code })).msg).toContain('40163')
    // A code that was never activated leads nowhere.
    expect(scan(fixture.platform, codeAt(application().id, 500).address, 'mini-person-1')).toBeUndefined()
  })

  it('a token of one enterprise is invalid at another, and strangers learn of no account', async () => {
    const other = await makeMill(fixture)
    await other.admin.put('/wechat/account', credentialsOf(fixture.platform))
    const theirs = (await other.admin.get<{ entrance: string }>('/wechat/account')).data.entrance
    const code = miniLoginCode(fixture.platform)
    const login = await anonymous().post<{ visitor: string }>(`/wechat/mini/${await entrance()}/login`, { code })
    const crossed = await anonymous().post(`/wechat/mini/${theirs}/scan`, { visitor: login.data.visitor, ticket: 'x' })
    expect(crossed.error).toBe('wechat.visitorExpired')
    for (const wrong of ['nothing', `${mill.tenantId.toString(36)}.${'A'.repeat(24)}`])
      expect((await anonymous().post(`/wechat/mini/${wrong}/login`, { code: 'x' })).error).toBe('notFound')
    await other.admin.put('/wechat/account', { ...credentialsOf(fixture.platform), enabled: false })
    expect((await anonymous().post(`/wechat/mini/${theirs}/login`, { code: 'x' })).error).toBe('notFound')
  })

  it('the entrance of a disabled enterprise is closed, to new visitors and to those who came before', async () => {
    const base = `/wechat/mini/${await entrance()}`
    const login = async () =>
      anonymous().post<{ visitor: string }>(`${base}/login`, { code: miniLoginCode(fixture.platform) })
    const { visitor } = (await login()).data
    const setStatus = (status: string) =>
      fixture.world.admin.query('update enterprise set status = $1 where id = $2', [status, mill.tenantId])
    await setStatus('1')
    expect((await login()).error).toBe('notFound')
    expect((await anonymous().post(`${base}/scan`, { visitor, ticket: 'x' })).error).toBe('notFound')
    await setStatus('0')
    expect((await login()).code).toBe(200)
  })
})
