import { afterAll, beforeAll, expect, it } from 'vitest'
import { isEan } from '@timbermark/contract'
import { decryptPackage, readPackage } from '../../src/areas/wechat/package.ts'
import {
  addRequest,
  credentialsOf,
  type PlatformFixture,
  makeMill,
  startPlatformFixture,
  type Mill,
} from './fixture.ts'

let fixture: PlatformFixture
let mill: Mill
beforeAll(async () => {
  fixture = await startPlatformFixture()
  mill = await makeMill(fixture)
})
afterAll(() => fixture.platform.stop())

/** From the notes on the platform, section 1.5. */
const vector =
  'JmDpgpF3cSN1UyqPqupFLSSdjDHhj2brd5JUZuib5hG/Dze/F0FYARn52EZwQstLj2SOH3yjFa7hV1TCS9vI6b+YsmKDCBYqKJVuPsUXO80psl76nl6F6CTrdj4kJnTqVfBO6OAdMLj7wFjOHaNYzA=='
const key = '0123456789abcdef'

it('decrypts the known package exactly', async () => {
  expect(decryptPackage(vector, key)).toBe(`${'0110'.repeat(17)}\t044GZ*J10\t0\tP.URL.CN/0ALL$V2QCNVRHYPO:K3\n`)
  expect(await readPackage(vector, key, { first: 0, last: 0 })).toEqual([
    { position: 0, code: '044GZ*J10', address: 'P.URL.CN/0ALL$V2QCNVRHYPO:K3', lattice: '0110'.repeat(17) },
  ])
})

it('refuses a package of another key, of another place, or cut short', async () => {
  for (const wrong of ['0123456789abcdeg', 'fedcba9876543210'])
    await expect(readPackage(vector, wrong, { first: 0, last: 0 })).rejects.toMatchObject({ key: 'wechat.decrypt' })
  await expect(readPackage(vector, key, { first: 1, last: 1 })).rejects.toMatchObject({ key: 'wechat.segmentWrong' })
  await expect(readPackage(vector, key, { first: 0, last: 1 })).rejects.toMatchObject({ key: 'wechat.segmentWrong' })
})

it('recognizes a right barcode', () => {
  expect(['4006381333931', '96385074', '036000291452', '10614141000415'].map(isEan)).toEqual([true, true, true, true])
  expect(['4006381333930', '12345678', '036000291453', '1234567', ''].map(isEan)).toEqual(Array(5).fill(false))
})

it('stores secrets encrypted and never shows them; omitted ones stay', async () => {
  const { admin } = mill
  const { platform, world } = fixture
  expect((await admin.get('/wechat/account')).data).toMatchObject({ enabled: false, hasSecret: false, entrance: null })
  await admin.put('/wechat/account', credentialsOf(platform))
  const answer = await admin.get('/wechat/account')
  expect(answer.data).toMatchObject({ enabled: true, hasSecret: true, hasCodeKey: true, hasMiniSecret: true })
  const { secret, miniSecret, codeKey, ...open } = credentialsOf(platform)
  for (const hidden of [secret, miniSecret, codeKey]) expect(answer.raw.toString('utf8')).not.toContain(hidden)
  expect((await admin.post('/wechat/account/check')).data).toEqual({ ok: true, error: null, code: null })
  await admin.put('/wechat/account', open)
  expect((await admin.post('/wechat/account/check')).data).toEqual({ ok: true, error: null, code: null })
  // Neither the row nor the log of operations holds one.
  for (const table of ['wechat_account', 'wechat_token', 'oper_log']) {
    const { rows } = await world.admin.query(`select t::text as said from ${table} t`)
    const logTexts = rows.map(row => row.said as string).join('\n')
    for (const hidden of [secret, miniSecret, codeKey]) {
      expect(logTexts).not.toContain(hidden)
      expect(logTexts).not.toContain(Buffer.from(hidden).toString('hex'))
    }
  }
})

it('reports by text and number why the platform does not accept it', async () => {
  const { admin } = mill
  await admin.put('/wechat/account', { ...credentialsOf(fixture.platform), secret: 'wrong' })
  expect((await admin.post('/wechat/account/check')).data).toEqual({ ok: false, error: 'wechat.secret', code: 40125 })
  await admin.put('/wechat/account', { ...credentialsOf(fixture.platform), appId: 'wx9999999999999999' })
  expect((await admin.post('/wechat/account/check')).data).toEqual({ ok: false, error: 'wechat.appId', code: 40013 })
  await admin.put('/wechat/account', credentialsOf(fixture.platform))
  fixture.platform.fault = 'notListed'
  expect((await admin.post('/wechat/account/check')).data).toEqual({ ok: false, error: 'wechat.address', code: 40164 })
  fixture.platform.fault = undefined
})

it('refuses invalid values', async () => {
  const put = async (more: object) =>
    (await mill.admin.put<{ issues?: unknown }>('/wechat/account', { ...credentialsOf(fixture.platform), ...more })).msg
  expect(await put({ appId: 'abc' })).toContain('begins with wx')
  expect(await put({ codeKey: 'short' })).toContain('16 characters')
  expect(await put({ miniPath: '/pages' })).toContain('leading slash')
  expect(await put({ appId: '' })).toContain('cannot be empty')
})

it('is for administrators; clerks see its state, and no other enterprise sees anything', async () => {
  const tenant = { id: mill.tenantId, deptId: mill.deptId }
  const { world } = fixture
  const clerk = await world.signIn(tenant, ['enterpriseClerk'])
  expect((await clerk.get('/wechat/account')).code).toBe(403)
  expect((await clerk.put('/wechat/account', credentialsOf(fixture.platform))).code).toBe(403)
  expect((await clerk.get('/code/platform-request/account')).data).toMatchObject({ account: 'ready' })
  const id = await addRequest(mill)
  expect((await clerk.get(`/code/platform-request/${id}/download`)).code).toBe(403)
  const auditor = await world.signIn(tenant, ['auditor'])
  expect((await auditor.put(`/code/platform-request/${id}/apply`)).code).toBe(403)
  expect((await auditor.get(`/code/platform-request/${id}`)).code).toBe(200)
  const other = await makeMill(fixture)
  for (const answer of [
    await other.admin.get(`/code/platform-request/${id}`),
    await other.admin.put(`/code/platform-request/${id}/apply`),
    await other.admin.get(`/code/platform-request/${id}/activations`),
    await other.admin.get(`/code/platform-request/${id}/code?position=0`),
    await other.admin.get(`/code/platform-request/${id}/download`),
  ])
    expect(answer.error).toBe('notFound')
  expect((await other.admin.get('/wechat/account')).data).toMatchObject({ enabled: false, appId: '' })
})

it('is removed with its secrets', async () => {
  await mill.admin.delete('/wechat/account')
  expect((await mill.admin.get('/wechat/account')).data).toMatchObject({ hasSecret: false, entrance: null })
  expect((await mill.admin.post('/wechat/account/check')).error).toBe('wechat.noAccount')
})
