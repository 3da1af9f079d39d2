import { createHmac, randomUUID } from 'node:crypto'
import type { CheckAnswer } from '@timbermark/contract/trace'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, guessLimits } from '../../src/areas/trace/guess-limits.ts'
import { networkOf } from '../../src/platform/http/network.ts'
import { hintOf } from '../../src/areas/trace/routes.ts'
import { Visits } from '../../src/areas/trace/visits.ts'
import { makeScene, type Scene } from './scene.ts'

let scene: Scene
let next = 0
let code: string

beforeAll(async () => {
  scene = await makeScene('CHECKS')
})
beforeEach(async () => {
  code = scene.goods.codes[next++]!
  await scene.world.admin.query('truncate check_limit')
})

async function right(text = code): Promise<string> {
  const opened = await scene.world.services.directory.open(text)
  if (!opened.known) throw new Error('a code of ours')
  return opened.codes.security(opened.serial, opened.entry.codeRule, opened.entry.securityLength)
}

async function check(securityCode: string, more: Record<string, unknown> = {}, ip = '203.0.113.1', text = code) {
  const answer = await scene.world.app.inject({
    method: 'POST',
    url: '/api/trace/check',
    remoteAddress: ip,
    headers: { 'accept-language': 'en' },
    payload: { code: text, securityCode, ...more },
  })
  return answer.json<{ code: number; error?: string; data: CheckAnswer }>()
}

/** A picture whose answer the test knows, as makeCaptcha would keep it. */
async function picture(ip: string, answer = 'abcd'): Promise<string> {
  const uuid = randomUUID()
  const hash = createHmac('sha256', scene.world.services.secrets.derive('captcha')).update(`${uuid}:${answer}`).digest()
  await scene.world.admin.query("insert into captcha values ($1, $2, $3, now() + interval '2 minutes')", [
    uuid,
    hash,
    ip,
  ])
  return uuid
}

const wrong = 'AAAAAAAA'

describe('the anti-counterfeit check', () => {
  it('TRC-03, TRC-04, TRC-05: right or wrong, the count and the first time', async () => {
    const one = await check(await right())
    expect(one).toMatchObject({ code: 200, data: { genuine: true, checks: 1, first: true } })
    const two = await check(wrong)
    expect(two.data).toEqual({ genuine: false, checks: 1, first: false, firstCheckAt: one.data.firstCheckAt })
  })

  it('a stranger’s wrong guesses leave the first check to the buyer, and are counted apart', async () => {
    const guesses = [await check(wrong, {}, '198.51.100.9'), await check('BBBBBBBB', {}, '198.51.100.9')]
    for (const guess of guesses)
      expect(guess.data).toEqual({ genuine: false, checks: 0, first: false, firstCheckAt: '' })
    const page = () => scene.world.anonymous.get<{ counts: object }>(`/trace/${code}`)
    expect((await page()).data.counts).toMatchObject({ checks: 0, firstCheckAt: null })
    const buyer = await check(await right())
    expect(buyer.data).toMatchObject({ genuine: true, checks: 1, first: true })
    expect((await page()).data.counts).toMatchObject({ checks: 1, firstCheckAt: buyer.data.firstCheckAt })
    const { rows } = await scene.world.admin.query('select checks, wrong_checks from code_stat where serial = $1', [
      next - 1,
    ])
    expect(rows).toEqual([{ checks: 1, wrong_checks: 2 }])
  })

  it('wrong and right ones that arrive together: the first right one is first', async () => {
    const mine = await right()
    const answers = await Promise.all(
      [wrong, mine, 'BBBBBBBB', mine].map((typed, n) => check(typed, {}, `203.0.113.${100 + n}`)),
    )
    expect(answers.map(({ data }) => data.genuine)).toEqual([false, true, false, true])
    expect(answers.filter(({ data }) => data.first).map(({ data }) => [data.genuine, data.checks])).toEqual([[true, 1]])
    expect(answers.flatMap(({ data }) => (data.genuine ? [data.checks] : [])).sort()).toEqual([1, 2])
  })

  it('reads what a buyer types forgivingly, and takes no code for another one’s', async () => {
    const mine = await right()
    expect((await check(` ${mine.toLowerCase().replace(/(.{4})/, '$1-')} `)).data.genuine).toBe(true)
    expect((await check(await right(scene.goods.codes[next + 5]!))).data.genuine).toBe(false)
  })

  it('TRC-10: is logged with its place, never with what was typed', async () => {
    const mine = await right()
    await check(mine, { longitude: 120.9807, latitude: 31.3857 })
    await check('QWERTYUI')
    const { rows } = await scene.world.admin.query('select * from check_log order by id desc limit 2')
    expect(rows[1]).toMatchObject({
      genuine: true,
      city: '苏州市',
      district: '昆山市',
      given_hint: `${mine[0]}…${mine.at(-1)}`,
    })
    expect(rows[0]).toMatchObject({ genuine: false, given_hint: 'Q…1' })
    const tables = ['check_log', 'code_stat', 'check_limit', 'oper_log', 'scan_day']
    for (const table of tables) {
      const text = JSON.stringify((await scene.world.admin.query(`select * from ${table}`)).rows)
      expect(text).not.toContain(mine)
      expect(text).not.toContain('QWERTY')
    }
    expect((await scene.world.admin.query("select checks from scan_day where city = '苏州市'")).rows).toEqual([
      { checks: 1 },
    ])
  })

  it('500 at once on one code: counted exactly, exactly one first', async () => {
    const mine = await right()
    const answers = await Promise.all(Array.from({ length: 500 }, () => check(mine, {}, '127.0.0.1')))
    expect(answers.map(answer => answer.data.checks).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 500 }, (_, n) => n + 1),
    )
    expect(answers.filter(answer => answer.data.first)).toHaveLength(1)
  })

  it('A04: five wrong tries of a client at a code, then a picture, for the right code too; never a lock', async () => {
    for (let n = 0; n < guessLimits.codeAndClient; n++)
      expect((await check(wrong)).data.challenge, `try ${n + 1}`).toBeUndefined()
    const asked = await check(await right())
    expect(asked.data).toMatchObject({
      genuine: false,
      checks: 0,
      challenge: { uuid: expect.any(String), image: expect.stringMatching(/^data:image\/png;base64,/) },
    })
    // Neither judged nor counted.
    expect((await check(await right())).data.checks).toBe(0)
    // Another client is not asked for another one's tries (A05).
    expect((await check(await right(), {}, '203.0.113.2')).data).toMatchObject({ genuine: true, checks: 1 })
    const uuid = await picture('203.0.113.1')
    expect(await check(await right(), { captcha: { uuid, text: 'abcd' } })).toMatchObject({
      data: { genuine: true, checks: 2 },
    })
  })

  it('a picture serves once, for whom it was made, and a wrong answer uses it up (A51)', async () => {
    for (let n = 0; n < 5; n++) await check(wrong)
    const uuid = await picture('203.0.113.1')
    expect((await check(await right(), { captcha: { uuid, text: 'nope' } })).error).toBe('auth.captchaWrong')
    expect((await check(await right(), { captcha: { uuid, text: 'abcd' } })).error).toBe('auth.captchaExpired')
    expect((await check(await right(), { captcha: { uuid: await picture('203.0.113.77'), text: 'abcd' } })).error).toBe(
      'auth.captchaExpired',
    )
    const good = await picture('203.0.113.1')
    expect((await check(wrong, { captcha: { uuid: good, text: 'abcd' } })).data).toMatchObject({
      genuine: false,
      checks: 0,
    })
    expect((await check(wrong, { captcha: { uuid: good, text: 'abcd' } })).error).toBe('auth.captchaExpired')
  })

  it('twenty wrong tries at a code in a day, from wherever: a picture for everybody, and a warning on the page', async () => {
    for (let n = 0; n < guessLimits.code; n++)
      expect((await check(wrong, {}, `203.0.113.${20 + n}`)).data.challenge).toBeUndefined()
    expect((await check(await right(), {}, '203.0.113.99')).data.challenge).toBeDefined()
    const page = await scene.world.anonymous.get<{ warnings: object[] }>(`/trace/${code}`)
    expect(page.data.warnings).toContainEqual({ kind: 'manyWrongChecks' })
  })

  it('thirty wrong tries of a client in a day, over however many codes', async () => {
    const codes = scene.goods.codes.slice(30, 40)
    for (let n = 0; n < guessLimits.client; n++)
      expect((await check(wrong, {}, '203.0.113.3', codes[n % 10])).data.challenge).toBeUndefined()
    expect((await check(wrong, {}, '203.0.113.3', scene.goods.codes[41])).data.challenge).toBeDefined()
    expect((await check(wrong, {}, '203.0.113.4', scene.goods.codes[41])).data.challenge).toBeUndefined()
  })

  it('two hundred wrong tries ever: a picture always', async () => {
    await check(wrong)
    await scene.world.admin.query('update code_stat set wrong_checks = $1 where serial = $2', [
      guessLimits.lifetime - 1,
      next - 1,
    ])
    await scene.world.admin.query('truncate check_limit')
    expect((await check(wrong)).data.challenge).toBeUndefined()
    await scene.world.admin.query('truncate check_limit')
    expect((await check(await right(), {}, '203.0.113.5')).data.challenge).toBeDefined()
  })

  it('counts start anew after 24 hours, and not earlier', async () => {
    for (let n = 0; n < 5; n++) await check(wrong)
    await scene.world.admin.query("update check_limit set until = until - interval '23 hours 59 minutes'")
    expect((await check(wrong)).data.challenge).toBeDefined()
    await scene.world.admin.query("update check_limit set until = until - interval '1 minute'")
    expect((await check(wrong)).data.challenge).toBeUndefined()
    expect((await scene.world.admin.query('select max(wrong)::int as n from check_limit')).rows[0].n).toBe(1)
  })

  it('two processes agree on the limits, to within one try', async () => {
    const { world, tenant } = scene
    const writers = [1, 2].map(() => new Visits(world.services.database, world.services.log))
    const attempt = {
      tenantId: tenant.id,
      requestNumber: 5_000_000,
      serial: 1,
      productId: null,
      longitude: null,
      latitude: null,
      country: null,
      province: null,
      city: null,
      district: null,
      ip: null,
      genuine: false,
      hint: '…',
      client: 'one',
      solved: false,
      mark: null,
    }
    let judged = 0
    for (let n = 0; n < 20; n++)
      judged += (await Promise.all(writers.map(writer => writer.check(attempt)))).filter(
        answer => !answer.challenged,
      ).length
    expect(judged).toBeGreaterThanOrEqual(guessLimits.codeAndClient)
    expect(judged).toBeLessThanOrEqual(guessLimits.codeAndClient + 1)
  })

  it('tries that arrive together are judged one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => check(wrong)))
    expect(answers.filter(answer => !answer.data.challenge)).toHaveLength(guessLimits.codeAndClient)
  })
})

describe('what stands for a client', () => {
  it('is a keyed hash, the same for a whole IPv6 network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:DB8:1:2::9'))
    expect(networkOf('2001:db8:1:2::')).not.toBe(networkOf('2001:db8:1:3::'))
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
    expect(clientOf(scene.world.services.secrets, '203.0.113.5')).not.toContain('203')
  })

  it.each([
    ['K7M4X2Q9', 'K…9'],
    ['K7M', '…'],
    ['', '…'],
    ['木木木木木木', '?…?'],
    ['A\u0000BCDEFG', 'A…G'],
  ])('hint of %j', (typed, hint) => {
    expect(hintOf(typed)).toBe(hint)
  })
})
