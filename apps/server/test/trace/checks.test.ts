import { createHmac, randomUUID } from 'node:crypto'
import type { CheckAnswer } from '@timbermark/contract/trace'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { halfLifeSeconds, originOf } from '../../src/areas/trace/limits/guess-limits.ts'
import { neighbourhoodOf } from '../../src/platform/http/network.ts'
import { networkOf } from '../../src/platform/http/network.ts'
import { hintOf } from '../../src/areas/trace/page/routes.ts'
import { createWorkTask, verifyWork } from '../../src/areas/trace/limits/proof-of-work.ts'
import { solveProofOfWork } from '../../../trace/src/browser/proof-of-work.ts'
import { Visits } from '../../src/areas/trace/visits/visits.ts'
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

/** A captcha with a known answer, stored as makeCaptcha does. */
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

const ask = check
const wrong = 'AAAAAAAA'

/** Moves the attempts this many seconds into the past. */
const later = (seconds: number) =>
  scene.world.admin.query("update check_limit set since = since - $1 * interval '1 second'", [seconds])

describe('the anti-counterfeit check', () => {
  it('TRC-03, TRC-04, TRC-05: correct or wrong, the count and the first time', async () => {
    const one = await check(await right())
    expect(one).toMatchObject({ code: 200, data: { outcome: 'genuine', checks: 1, wrongChecks: 0, first: true } })
    const two = await check(wrong)
    const { firstCheckAt } = one.data
    const times = { firstCheckAt, firstRightAt: firstCheckAt }
    expect(two.data).toEqual({ outcome: 'notGenuine', checks: 2, wrongChecks: 1, first: false, ...times })
    const three = await check(await right())
    expect(three.data).toEqual({ outcome: 'genuine', checks: 3, wrongChecks: 1, first: false, ...times })
  })

  it('a stranger’s wrong guesses leave the first check to the buyer, and are counted separately', async () => {
    const guesses = [await check(wrong, {}, '198.51.100.9'), await check('BBBBBBBB', {}, '198.51.100.9')]
    const at = guesses[0]!.data.firstCheckAt
    for (const [n, guess] of guesses.entries()) {
      const counts = { checks: n + 1, wrongChecks: n + 1, firstCheckAt: at, firstRightAt: null }
      expect(guess.data).toEqual({ outcome: 'notGenuine', first: false, ...counts })
    }
    const page = () => scene.world.anonymous.get<{ counts: object }>(`/trace/${code}`)
    expect((await page()).data.counts).toMatchObject({
      checks: 2,
      wrongChecks: 2,
      firstCheckAt: at,
      firstRightAt: null,
    })
    const buyer = await check(await right())
    expect(buyer.data).toMatchObject({ outcome: 'genuine', checks: 3, first: true })
    const { firstRightAt } = buyer.data
    expect((await page()).data.counts).toMatchObject({ checks: 3, wrongChecks: 2, firstCheckAt: at, firstRightAt })
    const { rows } = await scene.world.admin.query('select checks, wrong_checks from code_stat where serial = $1', [
      next - 1,
    ])
    expect(rows).toEqual([{ checks: 1, wrong_checks: 2 }])
  })

  it('of wrong and correct checks that arrive together, the first correct one is first', async () => {
    const mine = await right()
    const answers = await Promise.all(
      [wrong, mine, 'BBBBBBBB', mine].map((typed, n) => check(typed, {}, `203.0.113.${100 + n}`)),
    )
    expect(answers.map(({ data }) => data.outcome === 'genuine')).toEqual([false, true, false, true])
    expect(answers.flatMap(({ data }) => (data.first ? [data.checks - data.wrongChecks] : []))).toEqual([1])
    expect(answers.map(({ data }) => data.checks).sort()).toEqual([1, 2, 3, 4])
  })

  it('tolerates typing variants, and accepts no security code of another code', async () => {
    const mine = await right()
    expect((await check(` ${mine.toLowerCase().replace(/(.{4})/, '$1-')} `)).data.outcome).toBe('genuine')
    expect((await check(await right(scene.goods.codes[next + 5]!))).data.outcome).toBe('notGenuine')
  })

  it('TRC-10: is logged with its place, never with the typed code', async () => {
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

  it('A04: after five wrong attempts of a client at a code a captcha is required, for the correct code too; never a lock', async () => {
    for (let n = 0; n < 5; n++) expect((await check(wrong)).data.challenge, `try ${n + 1}`).toBeUndefined()
    const challenged = await check(await right())
    expect(challenged.data).toMatchObject({
      outcome: 'notJudged',
      checks: 5,
      wrongChecks: 5,
      challenge: { uuid: expect.any(String), image: expect.stringMatching(/^data:image\/png;base64,/) },
    })
    // Neither judged nor counted.
    expect((await check(await right())).data.checks).toBe(5)
    // Another client needs no captcha for attempts of this one (A05).
    expect((await check(await right(), {}, '198.51.100.2')).data).toMatchObject({ outcome: 'genuine', checks: 6 })
    const uuid = await picture('203.0.113.1')
    expect(await check(await right(), { captcha: { uuid, text: 'abcd' } })).toMatchObject({
      data: { outcome: 'genuine', checks: 7 },
    })
  })

  it('no answer says not genuine, or has a boolean that could be read so, before the code is judged', async () => {
    for (let n = 0; n < 8; n++) {
      const { data } = await check(n < 5 ? wrong : await right())
      expect(data.outcome).toBe(n < 5 ? 'notGenuine' : 'notJudged')
      expect(data).not.toHaveProperty('genuine')
    }
  })

  it('counts agree with the log: on the page, in the answer, in the daily sums and for the code', async () => {
    await check(wrong)
    await check(await right())
    await check(await right())
    const { rows } = await scene.world.admin.query(
      'select count(*)::int as checks, count(*) filter (where not genuine)::int as "wrongChecks", min(checked_at) as "firstCheckAt" from check_log where serial = $1',
      [next - 1],
    )
    const log = { ...rows[0], firstCheckAt: rows[0].firstCheckAt.toISOString() }
    expect((await check(await right())).data).toMatchObject({ ...log, checks: log.checks + 1 })
    const page = await scene.world.anonymous.get<{ counts: object }>(`/trace/${code}`)
    expect(page.data.counts).toMatchObject({ ...log, checks: log.checks + 1 })
    const sums = await scene.world.admin.query(
      `select (select sum(checks)::int from scan_day) = count(*) as checks,
              (select sum(wrong_checks)::int from scan_day) = count(*) filter (where not genuine) as wrong from check_log`,
    )
    expect(sums.rows).toEqual([{ checks: true, wrong: true }])
    const home = await scene.admin.get<Record<'checks' | 'wrongChecks', number>>('/stats/overview')
    const list = async (query = '') => (await scene.admin.get(`/trace/check-log/list${query}`)).total
    expect([home.data.checks, home.data.wrongChecks]).toEqual([await list(), await list('?genuine=false')])
  })

  it('shows later correct checks when and in which town the first one was, never the position', async () => {
    await check(await right(), { longitude: 120.9807, latitude: 31.3857 })
    const again = await check(await right(), {}, '198.51.100.7')
    expect(again.data).toMatchObject({
      outcome: 'genuine',
      first: false,
      firstPlace: 'Suzhou, China',
    })
    expect(JSON.stringify(again)).not.toMatch(/120\.98|昆山/)
    // No other answer contains it.
    expect((await check(wrong, {}, '198.51.100.8')).data.firstPlace).toBeUndefined()
  })

  it('a captcha is valid once, for its client, and a wrong answer uses it up (A51)', async () => {
    for (let n = 0; n < 5; n++) await check(wrong)
    const uuid = await picture('203.0.113.1')
    expect((await check(await right(), { captcha: { uuid, text: 'nope' } })).error).toBe('auth.captchaWrong')
    expect((await check(await right(), { captcha: { uuid, text: 'abcd' } })).error).toBe('auth.captchaExpired')
    expect((await check(await right(), { captcha: { uuid: await picture('203.0.113.77'), text: 'abcd' } })).error).toBe(
      'auth.captchaExpired',
    )
    const good = await picture('203.0.113.1')
    expect((await check(wrong, { captcha: { uuid: good, text: 'abcd' } })).data).toMatchObject({
      outcome: 'notGenuine',
      wrongChecks: 6,
    })
    expect((await check(wrong, { captcha: { uuid: good, text: 'abcd' } })).error).toBe('auth.captchaExpired')
  })

  describe('proof of work instead of the captcha', () => {
    // Each from its own address: captchas are limited per address.
    let address = 200
    beforeEach(() => {
      address++
    })
    const check = (typed: string, more: Record<string, unknown> = {}) => ask(typed, more, `203.0.113.${address}`)
    /** Computes the work as the reader's browser does. */
    const worked = async ({ data }: { data: CheckAnswer }) => {
      const { task, bits } = data.challenge!.work!
      return { bits, work: { task, answer: (await solveProofOfWork({ task, bits }))! } }
    }

    it('lets a correct code pass and a wrong one be wrong, is valid once, and only for this code and device', async () => {
      for (let n = 0; n < 5; n++) await check(wrong)
      const { work } = await worked(await check(await right()))
      expect((await check(await right(), { work: { ...work, answer: '0' } })).data.outcome).toBe('notJudged')
      expect((await check(await right(), { work })).data.outcome).toBe('genuine')
      expect((await check(await right(), { work })).data.outcome).toBe('notJudged')
      const again = await worked(await check(wrong))
      expect((await check(wrong, { work: again.work })).data).toMatchObject({ outcome: 'notGenuine', wrongChecks: 6 })
    })

    it('one of many concurrent uses of a task passes; a lost answer is repeated', async () => {
      for (let n = 0; n < 5; n++) await check(wrong)
      const { work } = await worked(await check(wrong))
      const body = { work, visit: randomUUID() }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => check(wrong, { ...body, visit: randomUUID() })),
      )
      expect(answers.filter(({ data }) => data.outcome === 'notGenuine')).toHaveLength(1)
      const one = { ...(await worked(await check(await right()))), visit: randomUUID() }
      const first = await check(await right(), { work: one.work, visit: one.visit })
      expect(first.data.outcome).toBe('genuine')
      expect((await check(await right(), { work: one.work, visit: one.visit })).data).toEqual(first.data)
    })

    it('costs more the more is guessed, work begun before no longer suffices, and the cost decays', async () => {
      const guessed = (times: number) => scene.world.admin.query('update check_limit set wrong = wrong * $1', [times])
      for (let n = 0; n < 5; n++) await check(wrong)
      const cheap = await worked(await check(await right()))
      await guessed(3)
      const dear = await worked(await check(await right()))
      expect(dear.bits).toBeGreaterThan(cheap.bits)
      expect((await check(await right(), { work: cheap.work })).data.outcome).toBe('notJudged')
      expect((await check(await right(), { work: dear.work })).data.outcome).toBe('genuine')
      await guessed(4)
      expect((await check(await right())).data.challenge).toMatchObject({ image: expect.any(String) })
      expect((await check(await right())).data.challenge!.work).toBeUndefined()
      await later(2 * halfLifeSeconds)
      expect((await check(await right())).data.challenge!.work!.bits).toBe(dear.bits)
    })

    it('is refused when it is expired, invented, or signed for other bits', async () => {
      for (let n = 0; n < 5; n++) await check(wrong)
      const { secrets } = scene.world.services
      const about = { requestNumber: 1, serial: 1, device: 'x' }
      const task = createWorkTask(secrets, 4, about)
      const answer = (await solveProofOfWork({ task, bits: 4 }))!
      expect(verifyWork(secrets, { task, answer }, about)).toBe(4)
      expect(verifyWork(secrets, { task, answer }, about, Date.now() + 300_000)).toBe(0)
      expect(verifyWork(secrets, { task, answer }, { ...about, serial: 2 })).toBe(0)
      expect(verifyWork(secrets, { task, answer }, { ...about, device: 'y' })).toBe(0)
      expect(verifyWork(secrets, { task: task.replace('.4.', '.1.'), answer }, about)).toBe(0)
      for (const invalidTask of ['', '.', 'a.b.c.d', '9999999999.14.x.AAAA', '💥'])
        expect((await check(await right(), { work: { task: invalidTask, answer: '1' } })).data.outcome).toBe(
          'notJudged',
        )
    })
  })

  it('many strangers at one code: a captcha for everybody and a warning on the page, and both decay', async () => {
    const stranger = (n: number) => check(wrong, {}, `198.51.${n}.1`)
    for (let n = 0; n < 31; n++) expect((await stranger(n)).data.challenge, `stranger ${n}`).toBeUndefined()
    const buyer = async () => (await check(await right(), {}, '192.0.2.99')).data.outcome
    expect(await buyer()).toBe('notJudged')
    const warnings = async () =>
      (await scene.world.anonymous.get<{ warnings: object[] }>(`/trace/${code}`)).data.warnings
    expect(await warnings()).toContainEqual({ kind: 'manyWrongChecks' })
    await later(halfLifeSeconds / 6)
    expect(await buyer(), 'an hour later').toBe('genuine')
    const { admin } = scene.world
    await admin.query("select ensure_log_partitions((current_date - interval '8 days')::date)")
    await admin.query("update check_log set checked_at = checked_at - interval '8 days' where serial = $1", [next - 1])
    expect(await warnings()).toEqual([])
  })

  it('thirty wrong attempts behind one address do not affect its other devices; many more do', async () => {
    const codes = scene.goods.codes.slice(30, 50)
    const phone = (n: number) => ({ device: `phone ${n}` })
    for (let n = 0; n < 30; n++)
      expect((await check(wrong, phone(n), '203.0.113.3', codes[n % 20])).data.challenge).toBeUndefined()
    const neighbour = async () => (await check(await right(), phone(99), '203.0.113.3')).data.outcome
    expect(await neighbour()).toBe('genuine')
    await scene.world.admin.query(
      "update check_limit set wrong = wrong * 2 where bucket like 'address:%' and bucket not like '%:%:%'",
    )
    expect(await neighbour()).toBe('notJudged')
    // A neighbouring address is not affected.
    expect((await check(await right(), {}, '203.0.113.4')).data.outcome).toBe('genuine')
    await later(halfLifeSeconds)
    expect(await neighbour()).toBe('genuine')
  })

  it('a guessing device soon needs a captcha, even with a new address and new codes', async () => {
    const tries = await Promise.all(
      scene.goods.codes.slice(30, 50).map(text => check(wrong, { device: 'one' }, '203.0.113.60', text)),
    )
    const judged = tries.filter(({ data }) => data.outcome === 'notGenuine').length
    expect(judged).toBeGreaterThanOrEqual(10)
    expect(judged).toBeLessThan(18)
  })

  it('a new device name gains a guesser only a few attempts at a code', async () => {
    let judged = 0
    for (let n = 0; n < 30; n++)
      if ((await check(wrong, { device: `name ${n}` }, '203.0.113.70')).data.outcome === 'notGenuine') judged++
    expect(judged).toBeLessThanOrEqual(8)
  })

  it('the weight of wrong attempts halves every six hours and ends', async () => {
    for (let n = 0; n < 5; n++) await check(wrong)
    expect((await check(await right())).data.outcome).toBe('notJudged')
    await later(halfLifeSeconds)
    for (let n = 0; n < 2; n++) expect((await check(wrong)).data.challenge).toBeUndefined()
    const { rows } = await scene.world.admin.query('select max(wrong) as most from check_limit')
    expect(rows[0].most).toBeCloseTo(4.5, 1)
    await later(20 * halfLifeSeconds)
    await new Visits(scene.world.services.database, scene.world.services.log).upkeep()
    expect((await scene.world.admin.query('select count(*)::int as n from check_limit')).rows).toEqual([{ n: 0 }])
  })

  it('two processes agree on the limits, to within one attempt', async () => {
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
      origin: { device: 'one', address: 'one', network: 'one' },
      device: null,
      solved: 0,
      mark: null,
    }
    let judged = 0
    for (let n = 0; n < 20; n++)
      judged += (await Promise.all(writers.map(writer => writer.check(attempt)))).filter(
        answer => !answer.challenged,
      ).length
    expect(judged).toBeGreaterThanOrEqual(5)
    expect(judged).toBeLessThanOrEqual(6)
  })

  it('attempts that arrive together are judged one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => check(wrong, {}, '203.0.113.80')))
    expect(answers.filter(answer => !answer.data.challenge)).toHaveLength(5)
  })
})

describe('the origin of a client', () => {
  it('is a keyed hash, the same for a whole IPv6 network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:DB8:1:2::9'))
    expect(networkOf('2001:db8:1:2::')).not.toBe(networkOf('2001:db8:1:3::'))
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
    const origin = (ip: string, device: string | null) => originOf(scene.world.services.secrets, ip, device)
    expect(JSON.stringify(origin('203.0.113.5', 'phone'))).not.toMatch(/203|phone/)
    expect([neighbourhoodOf('203.0.113.5'), neighbourhoodOf('2001:db8:1:2::9')]).toEqual([
      '203.0.113.0/24',
      '2001:db8:1::/48',
    ])
    const [mine, next] = [origin('203.0.113.5', 'phone'), origin('203.0.113.6', 'phone')]
    expect(mine.network).toBe(next.network)
    // A device name only counts together with its address.
    expect([mine.address === next.address, mine.device === next.device]).toEqual([false, false])
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
