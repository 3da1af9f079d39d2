import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt } from '../stand-ins/messaging-platform/codes.ts'
import {
  addRequest,
  credentialsOf,
  fetched,
  type PlatformFixture,
  makeMill,
  startPlatformFixture,
  type Mill,
  requestBody,
  run,
  see,
} from './fixture.ts'

let fixture: PlatformFixture
let mill: Mill
beforeAll(async () => {
  fixture = await startPlatformFixture()
})
afterAll(() => fixture.platform.stop())
beforeEach(async () => {
  const { platform } = fixture
  platform.fault = undefined
  platform.faultAt = ''
  platform.faultTimes = undefined
  mill = await makeMill(fixture)
  await mill.admin.put('/wechat/account', credentialsOf(platform))
})

const calls = (name: string) => fixture.platform.calls.filter(call => call.path.endsWith(name))

describe('what a request must contain (VAL-18, VAL-19)', () => {
  it.each([
    [9_999, false],
    [10_000, true],
    [10_001, false],
    [15_000, false],
    [20_000_000, true],
    [20_010_000, false],
  ])('a count of %d: %s, with the one message when it is refused (VAL-17, CON-01)', async (count, taken) => {
    const { code, msg } = await mill.admin.post('/code/platform-request', requestBody(mill.batchId, { count }))
    const message = 'must be >= 10000, <= 20000000 or an integer multiple of 10000'
    expect([code, msg]).toEqual(taken ? [200, 'ok'] : [500, message])
  })

  it.each(['productBrand', 'productTitle', 'productCode', 'miniPath', 'activityName', 'batchId', 'count'])(
    'no empty %s',
    async field => {
      const { code, msg } = await mill.admin.post('/code/platform-request', requestBody(mill.batchId, { [field]: '' }))
      expect([code, msg]).toEqual([500, expect.stringContaining('cannot be empty')])
    },
  )

  it.each([
    ['6901234567892', true],
    ['6901234567893', false],
    ['96385074', true],
    ['96385075', false],
    ['690123456789', false],
    ['abc', false],
  ])('barcode %s: %s', async (productCode, taken) => {
    const { code, error } = await mill.admin.post('/code/platform-request', requestBody(mill.batchId, { productCode }))
    expect([code === 200, error ?? null]).toEqual([taken, taken ? null : 'wechat.ean'])
  })

  it('start and end position cover the number (COD-13)', async () => {
    const id = await addRequest(mill, { count: 30_000 })
    const { data } = await mill.admin.get(`/code/platform-request/${id}`)
    expect([data.startPosition, data.endPosition]).toEqual([0, 29_999])
  })

  it('own codes are of the same batch, and one for each', async () => {
    const other = await makeMill(fixture)
    const { error } = await mill.admin.post('/code/platform-request', requestBody(mill.batchId, { requestId: 1 }))
    expect(error).toBe('invalid')
    const foreign = await mill.admin.post('/code/platform-request', requestBody(other.batchId))
    expect(foreign.code).toBe(500)
  })
})

describe('from the application to the file', () => {
  it('applies once, waits while it is made, fetches every package, completes', async () => {
    const id = await addRequest(mill, { count: 120_000 })
    expect((await mill.admin.put(`/code/platform-request/${id}/apply`)).code).toBe(200)
    expect((await see(mill, id)).status).toBe('inProgress')
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'inProgress', fetched: 0, failure: null })
    await run(fixture, mill, id)
    expect((await see(mill, id)).status).toBe('processing')
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'completed', fetched: 120_000, stopped: false })
    // Nothing is left to do.
    const before = fixture.platform.calls.length
    await run(fixture, mill, id)
    expect(fixture.platform.calls.length).toBe(before)

    const file = await mill.admin.get(`/code/platform-request/${id}/download`)
    const lines = file.raw.toString('utf8').split('\r\n')
    expect(lines.length).toBe(120_002)
    const application = Number((await see(mill, id)).platformNumber)
    for (const position of [0, 1, 49_999, 50_000, 119_999]) {
      const { code, address, lattice } = codeAt(application, position)
      const plain = lines[position + 1]!.replaceAll('"', '')
      expect(plain).toBe(`${position},${code},${address},${lattice}`)
    }
    expect((await see(mill, id)).status).toBe('downloaded')
    // A downloaded request stays downloaded when downloaded again.
    expect((await mill.admin.get(`/code/platform-request/${id}/download?from=5&to=6`)).raw.toString()).toMatch(
      /^position,code,address,lattice\r\n5,.*\r\n6,.*\r\n$/,
    )
    expect((await mill.admin.get(`/code/platform-request/${id}/download?from=5&to=120000`)).error).toBe('wechat.range')
  })

  it('a time-out while applying makes one application', async () => {
    const { platform } = fixture
    const had = platform.applications.length
    const id = await addRequest(mill)
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    Object.assign(platform, { fault: 'busy', faultAt: 'applycode', faultTimes: 1 })
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({
      status: 'inProgress',
      failure: 'wechat.busy',
      failureCode: -1,
      stopped: false,
    })
    await run(fixture, mill, id)
    // As if the answer had been lost.
    await fixture.world.admin.query('update platform_request set platform_number = null where id = $1', [id])
    await run(fixture, mill, id)
    await run(fixture, mill, id)
    expect((await see(mill, id)).status).toBe('completed')
    expect(platform.applications.length).toBe(had + 1)
  })

  it.each(['down', 'garbage', 'rateLimit', 'busy'] as const)('goes on after the platform was %s', async fault => {
    const id = await addRequest(mill)
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    Object.assign(fixture.platform, { fault, faultAt: 'applycodequery', faultTimes: 2 })
    for (let n = 0; n < 6; n++) await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'completed', failure: null })
  })

  it('waits for a slow platform', async () => {
    fixture.platform.fault = 'slow'
    expect((await see(mill, await fetched(fixture, mill))).status).toBe('completed')
  })

  it('a second package that fails twice: nothing is stored twice, completed only at the end', async () => {
    const id = await addRequest(mill, { count: 150_000 })
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    for (let n = 0; n < 2; n++) await run(fixture, mill, id)
    const { platform } = fixture
    const before = calls('applycodedownload').length
    // Each run fetches what it can; the first package comes before the trouble.
    const stop = new AbortController()
    platform.fault = 'slow'
    platform.slowMs = 50
    const first = run(fixture, mill, id, stop.signal)
    while ((await see(mill, id)).fetched < 50_000) await new Promise(done => setTimeout(done, 20))
    stop.abort()
    await expect(first).rejects.toThrow()
    Object.assign(platform, { fault: 'down', faultAt: 'applycodedownload', faultTimes: 2 })
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'processing', failure: 'wechat.unreachable', stopped: false })
    await run(fixture, mill, id)
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'completed', fetched: 150_000, failure: null })
    const firsts = calls('applycodedownload')
      .slice(before)
      .map(call => Number(call.body.code_start))
    expect(firsts.filter(start => start === 0)).toHaveLength(1)
    const stored = await fixture.world.admin.query(
      'select count(*)::int as segments, count(sealed)::int as sealed from platform_segment where platform_request_id = $1',
      [id],
    )
    expect(stored.rows[0]).toEqual({ segments: 3, sealed: 3 })
  })

  it.each([
    ['wrongKey', 'wechat.decrypt'],
    ['badSegment', 'wechat.segmentWrong'],
  ] as const)('%s: nothing is kept, it says so, and goes on when it is mended', async (fault, failure) => {
    fixture.platform.fault = fault
    const id = await fetched(fixture, mill)
    expect(await see(mill, id)).toMatchObject({ status: 'processing', fetched: 0, failure, stopped: true })
    const { rows } = await fixture.world.admin.query(
      'select count(*)::int as n from platform_code_index where platform_request_id = $1',
      [id],
    )
    expect(rows[0].n).toBe(0)
    fixture.platform.fault = undefined
    expect((await mill.admin.put(`/code/platform-request/${id}/resume`)).code).toBe(200)
    expect((await mill.admin.put(`/code/platform-request/${id}/resume`)).error).toBe('wechat.notStopped')
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'completed', failure: null, stopped: false })
  })

  it('a request refused before the platform has it can be corrected and sent again', async () => {
    Object.assign(fixture.platform, { fault: 'notAllowed', faultAt: 'applycode' })
    const id = await addRequest(mill)
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({
      status: 'initialized',
      failure: 'wechat.notAllowed',
      failureCode: 48001,
    })
    const before = (await see(mill, id)).applicationNumber
    expect((await mill.admin.put('/code/platform-request', { id, count: 20_000 })).code).toBe(200)
    fixture.platform.fault = undefined
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    for (let n = 0; n < 3; n++) await run(fixture, mill, id)
    const after = await see(mill, id)
    expect([after.status, after.fetched, after.applicationNumber === before]).toEqual(['completed', 20_000, false])
  })

  it('two workers at once: one of them writes', async () => {
    const id = await addRequest(mill)
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    for (let n = 0; n < 2; n++) await run(fixture, mill, id)
    const ends = await Promise.allSettled([run(fixture, mill, id), run(fixture, mill, id), run(fixture, mill, id)])
    expect(ends.filter(end => end.status === 'rejected').length).toBeLessThan(3)
    await run(fixture, mill, id)
    expect(await see(mill, id)).toMatchObject({ status: 'completed', fetched: 10_000 })
  })

  it('fixed fields do not change, and an application is not removed', async () => {
    const id = await fetched(fixture, mill)
    const edit = (body: object) => mill.admin.put('/code/platform-request', { id, ...body })
    expect((await edit({ count: 20_000 })).error).toBe('wechat.frozen')
    expect((await edit({ productTitle: 'Sapelli board' })).code).toBe(200)
    expect((await mill.admin.delete(`/code/platform-request/${id}`)).error).toBe('stateRefused')
  })
})

describe('tokens', () => {
  it('one is fetched for all callers, and another once it expires between two calls', async () => {
    const id = await addRequest(mill)
    await mill.admin.put(`/code/platform-request/${id}/apply`)
    const before = calls('stable_token').length
    await run(fixture, mill, id)
    fixture.platform.endTokens()
    await run(fixture, mill, id)
    await run(fixture, mill, id)
    expect((await see(mill, id)).status).toBe('completed')
    expect(calls('stable_token').length - before).toBeLessThanOrEqual(2)
  })

  it('is not fetched again while valid, and is fetched after it expired', async () => {
    const before = calls('stable_token').length
    await mill.admin.post('/wechat/account/check')
    const once = calls('stable_token').length
    await fetched(fixture, mill)
    expect([once - before, calls('stable_token').length - once]).toEqual([2, 0])
    fixture.platform.ahead += 7_200_000
    expect((await see(mill, await fetched(fixture, mill))).status).toBe('completed')
    expect(calls('stable_token').length - once).toBe(1)
  })
})

describe('without an account', () => {
  it('requests can be prepared and not sent', async () => {
    const bare = await makeMill(fixture)
    const id = await addRequest(bare)
    expect((await bare.admin.get('/code/platform-request/account')).data).toEqual({ account: 'none', miniAppId: '' })
    expect((await bare.admin.put(`/code/platform-request/${id}/apply`)).error).toBe('wechat.noAccount')
    const { codeKey: _, ...noKey } = credentialsOf(fixture.platform)
    await bare.admin.put('/wechat/account', noKey)
    expect((await bare.admin.put(`/code/platform-request/${id}/apply`)).error).toBe('wechat.codeKey')
    await bare.admin.put('/wechat/account', { ...noKey, enabled: false })
    expect((await bare.admin.put(`/code/platform-request/${id}/apply`)).error).toBe('wechat.accountOff')
    expect((await see(bare, id)).status).toBe('initialized')
  })
})
