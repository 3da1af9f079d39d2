import { randomUUID } from 'node:crypto'
import type { CertificationStep } from '@timbermark/contract/calls'
import { certificationStates, isOneOf } from '@timbermark/contract'
import { stages, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { pdf } from '../samples.ts'
import { makeDept, makeHolder } from '../system/people.ts'

let world: World
let owner: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let second: Caller
let clerk: Caller
let field: Caller
let certifier: Caller
let goods: Goods
let body: Awaited<ReturnType<World['makeTenant']>>

const asCertifier = (id: number) => world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [id])

beforeAll(async () => {
  world = await makeWorld()
  owner = await world.makeTenant('OWNER')
  body = await world.makeTenant('BODY')
  await asCertifier(body.id)
  ;[admin, second, clerk, field] = [
    await world.signIn(owner, ['enterpriseAdmin']),
    await world.signIn(owner, ['enterpriseAdmin']),
    await world.signIn(owner, ['enterpriseClerk']),
    await world.signIn(owner, ['fieldReporter']),
  ]
  certifier = await world.signIn(body, ['certifier'])
  goods = await makeGoods(world, admin, { certified: false })
  await authorize(admin, field.accountId, ['felling', 'processing'])
})

const base = '/certification/authorization'
const today = '2026-11-01'
const judged = (result: 'pass' | 'fail', more: object = {}) => ({
  result,
  judgedOn: today,
  ...(result === 'fail' ? { reason: 'Papers do not fit' } : {}),
  ...more,
})
const numbers = (from: number, to: number, requestId = goods.requestId) => ({ numbers: [{ requestId, from, to }] })
const row = (from: number, to: number) => ({ ranges: [{ first: goods.codes[from], last: goods.codes[to] }] })
const one = (at: number) => ({ codes: [goods.codes[at]] })

const hand = (codes: object, caller = admin) =>
  caller.post<{ codes: number }>(`${base}/authorize`, { certifierId: body.id, ...codes })
const submit = (codes: object, caller = admin) => caller.post<{ codes: number }>(`${base}/submit`, codes)
const resubmit = (codes: object, caller = admin) =>
  caller.post<{ codes: number }>(`${base}/resubmit`, { reason: 'Now complete', ...codes })
const withdraw = (codes: object, caller = admin) =>
  caller.post<{ codes: number }>(`${base}/withdraw`, { reason: 'Another way', ...codes })
const judgeOwn = (codes: object, caller = second) => caller.post<{ codes: number }>(`${base}/judge`, codes)
const review = (codes: object, caller = certifier) =>
  caller.post<{ codes: number }>('/certification/review/judge', codes)

const stateOf = async (at: number) =>
  (await admin.get<{ certification: string }>(`/code/qr/${goods.codes[at]}`)).data.certification

function report(codes: (string | undefined)[], more: object = {}, caller = field) {
  const stage = String((more as { stage?: string }).stage ?? 'felling')
  const declared = stages.find(item => item.key === stage)!
  return Promise.all([templateOf(world, stage), circulationOf(world, 'free')]).then(([templateId, circulationId]) =>
    caller.post<{ recordId: number; refused: { code: string; error: string }[] }>('/stage/report', {
      reportId: randomUUID(),
      stage,
      templateId,
      circulationId,
      documentCode: goods.documentCode,
      operator: 'Reporter',
      time: '2026-11-01T08:00:00Z',
      codes,
      values: sampleValues(valueFields(declared).filter(field => field.required)),
      ...more,
    }),
  )
}

test('an enterprise of one person learns before it submits codes that somebody else has to review them', async () => {
  const alone = await world.makeTenant('ALONE')
  const only = await world.signIn(alone, ['enterpriseAdmin'])
  const others = async () => (await only.get<{ others: number }>('/certification/authorization/reviewers')).data.others
  expect(await others()).toBe(0)
  await world.signIn(alone, ['fieldReporter'])
  await world.signIn(alone, ['enterpriseClerk'])
  expect(await others(), 'neither may review').toBe(0)
  await world.signIn(alone, ['enterpriseAdmin'])
  expect(await others()).toBe(1)
})

test('CRT-02..04, ST-09..14: each step leads to the state in the table, and every other one is refused', async () => {
  // Verbs that lead from the first state to each, on one code each.
  const ways: Record<string, (() => Promise<{ code: number }>)[]> = {}
  const at: Record<string, number> = {}
  for (const [n, state] of certificationStates.values.entries()) at[state] = n
  const codeIn = (state: string) => one(at[state]!)
  ways.notAuthorized = []
  ways.notYetCertified = [() => submit(codeIn('notYetCertified'))]
  ways.authorizedNotCertified = [() => hand(codeIn('authorizedNotCertified'))]
  ways.failed = [() => submit(codeIn('failed')), () => judgeOwn({ ...codeIn('failed'), ...judged('fail') })]
  ways.authorizedFailed = [
    () => hand(codeIn('authorizedFailed')),
    () => review({ ...codeIn('authorizedFailed'), ...judged('fail') }),
  ]
  ways.certified = [() => hand(codeIn('certified')), () => review({ ...codeIn('certified'), ...judged('pass') })]
  for (const [state, steps] of Object.entries(ways)) {
    for (const step of steps) expect(await step(), state).toMatchObject({ code: 200, data: { codes: 1 } })
    expect(await stateOf(at[state]!)).toBe(state)
  }
  const verbs: Record<string, (codes: object) => Promise<{ code: number; error?: string }>> = {
    submit,
    authorize: hand,
    resubmit,
    pass: async codes => {
      const ownReview = await judgeOwn({ ...codes, ...judged('pass') })
      return ownReview.code === 200 ? ownReview : review({ ...codes, ...judged('pass') })
    },
    fail: async codes => {
      const ownReview = await judgeOwn({ ...codes, ...judged('fail') })
      return ownReview.code === 200 ? ownReview : review({ ...codes, ...judged('fail') })
    },
    withdraw,
  }
  for (const state of certificationStates.values)
    for (const [verb, act] of Object.entries(verbs)) {
      const may = certificationStates.transitions.some(
        transition => transition.verb === verb && isOneOf(transition.from, state),
      )
      if (may) continue
      const refused = await act(codeIn(state))
      expect(refused.code, `${verb} from ${state}`).toBe(500)
      expect(['certification.stateRefused', 'stage.foreignCode'], `${verb} from ${state}`).toContain(refused.error)
      expect(await stateOf(at[state]!), `${verb} from ${state}`).toBe(state)
    }
  expect(await resubmit(codeIn('failed'))).toMatchObject({ code: 200 })
  expect(await stateOf(at.failed!)).toBe('notYetCertified')
  expect(await resubmit(codeIn('authorizedFailed'))).toMatchObject({ code: 200 })
  expect(await stateOf(at.authorizedFailed!)).toBe('authorizedNotCertified')
  for (const state of ['failed', 'authorizedFailed', 'certified', 'notYetCertified', 'authorizedNotCertified']) {
    expect(await withdraw(codeIn(state)), state).toMatchObject({ code: 200 })
    expect(await stateOf(at[state]!)).toBe('notAuthorized')
  }
  // The initial state has no row, but the history has its steps.
  const { data: history } = await admin.get<CertificationStep[]>(`${base}/history?first=${goods.codes[at.failed!]}`)
  expect(history.map(({ action, state }) => [action, state])).toEqual([
    ['withdraw', 'notAuthorized'],
    ['resubmit', 'notYetCertified'],
    ['fail', 'failed'],
    ['submit', 'notYetCertified'],
  ])
})

test('a refusal names the code and its state, in the reader’s language', async () => {
  await hand(one(8))
  const texts = await Promise.all(
    ['zh', 'en', 'fr'].map(async language =>
      (await world.caller(admin.token, language).post(`${base}/submit`, one(8))).msg.replace(/[\u00a0\u202f]/g, ' '),
    ),
  )
  expect(texts).toEqual([
    `码 ${goods.codes[8]} 当前为“已授权未认证”，不能执行此操作`,
    `The code ${goods.codes[8]} is “Authorized but not certified”: that cannot be done now`,
    `Le code ${goods.codes[8]} est « Autorisé, non certifié » : cela ne peut pas se faire maintenant`,
  ])
})

test('submitters do not review their own codes, and owners do not judge codes of a third party', async () => {
  await submit(one(10), admin)
  expect(await judgeOwn({ ...one(10), ...judged('pass') }, admin)).toMatchObject({
    code: 500,
    error: 'certification.ownSubmission',
  })
  expect(await judgeOwn({ ...one(10), ...judged('fail') }, second)).toMatchObject({ code: 200 })
  // The account that resubmits them may not review them now.
  await resubmit(one(10), second)
  expect(await judgeOwn({ ...one(10), ...judged('pass') }, second)).toMatchObject({
    error: 'certification.ownSubmission',
  })
  expect(await judgeOwn({ ...one(10), ...judged('pass') }, admin)).toMatchObject({ code: 200 })
  await hand(one(11))
  expect(await judgeOwn({ ...one(11), ...judged('pass') })).toMatchObject({ error: 'certification.byThirdParty' })
  expect(await stateOf(11)).toBe('authorizedNotCertified')
})

test('only another enterprise that is a certifier in service can be authorized, and never the owner', async () => {
  const refused = { code: 500, error: 'certification.noCertifier' }
  const plain = await world.makeTenant('PLAIN')
  const disabled = await world.makeTenant('DISABLED')
  await asCertifier(disabled.id)
  await world.admin.query(`update enterprise set status = '1' where id = $1`, [disabled.id])
  for (const certifierId of [plain.id, disabled.id, owner.id, 999_999])
    expect(await hand({ ...one(12), certifierId }), String(certifierId)).toMatchObject(refused)
  const listed = await admin.get<{ id: number; label: string }[]>(`${base}/certifiers`)
  expect(listed.data.map(({ id }) => id)).toEqual([body.id])
  // A certifier that makes codes itself authorizes another one.
  const certifierAdmin = await world.signIn(body, ['enterpriseAdmin'])
  const theirs = await makeGoods(world, certifierAdmin, { certified: false })
  expect(
    await certifierAdmin.post(`${base}/authorize`, { certifierId: body.id, codes: [theirs.codes[0]] }),
  ).toMatchObject(refused)
  expect((await certifierAdmin.get<object[]>(`${base}/certifiers`)).data).toEqual([])
  await expect(
    world.admin.query(
      `insert into certification (tenant_id, request_number, serials, state, certifier_tenant_id, certifier_name, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code)
       values ($1, 1, '[0,1)', 'authorizedNotCertified', $1, 'x', 1, now(), 'x', 'x', 'x', 'item', 'x', 'GA')`,
      [owner.id],
    ),
  ).rejects.toThrow(/check/)
  expect(await stateOf(12)).toBe('notAuthorized')
})

test('each role has its own steps, and the others are refused', async () => {
  const codes = one(13)
  const printer = await world.signIn(owner, ['codePrinter'])
  const trader = await world.signIn(owner, ['trader'])
  for (const caller of [printer, trader, field, certifier])
    for (const act of [hand, submit, resubmit, withdraw]) expect(await act(codes, caller)).toMatchObject({ code: 403 })
  for (const caller of [printer, trader, field, clerk])
    expect(await review({ ...codes, ...judged('pass') }, caller)).toMatchObject({ code: 403 })
  expect(await withdraw(codes, clerk)).toMatchObject({ code: 403 })
  expect(await judgeOwn({ ...codes, ...judged('pass') }, clerk)).toMatchObject({ code: 403 })
  expect(await judgeOwn({ ...codes, ...judged('pass') }, certifier)).toMatchObject({ code: 403 })
  // A clerk submits codes of their departments.
  expect(await submit(codes, clerk)).toMatchObject({ code: 200 })
  const auditor = await world.signIn(owner, ['auditor'])
  expect((await auditor.get(`${base}/list?code=${goods.codes[13]}`)).rows).toHaveLength(1)
  expect(await withdraw(codes, auditor)).toMatchObject({ code: 403 })
  expect(await world.caller(undefined as never).get(`${base}/list`)).toMatchObject({ code: 401 })
})

test('the data scope applies to every step: codes of a request out of scope get the same refusal as forged ones', async () => {
  const boss = await admin.post<{ id: number }>('/system/dept', {
    parentId: owner.deptId,
    deptName: 'Elsewhere',
    orderNum: 1,
    status: '0',
  })
  const far = await makeGoods(world, admin, { certified: false, batchId: goods.batchId })
  await world.admin.query('update code_request set dept_id = $2 where id = $1', [far.requestId, boss.data.id])
  const inside = await world.signIn({ id: owner.id, deptId: boss.data.id }, ['enterpriseClerk'])
  const outside = { codes: [goods.codes[14]] }
  const foreign = { code: 500, error: 'stage.foreignCode' }
  expect(await submit(outside, inside)).toMatchObject(foreign)
  expect(await hand(numbers(15, 15), inside)).toMatchObject(foreign)
  expect(await inside.get(`${base}/history?first=${goods.codes[14]}`)).toMatchObject(foreign)
  expect(await submit({ codes: [far.codes[0]] }, inside)).toMatchObject({ code: 200 })
  expect((await inside.get(`${base}/list?limit=50`)).rows.map(row => row.firstCode)).toEqual([far.codes[0]])
})

test('a step on the middle of a range splits it, and equal adjacent ranges become one row again', async () => {
  const many = await makeGoods(world, admin, { certified: false, batchId: goods.batchId })
  const span = (from: number, to: number) => numbers(from, to, many.requestId)
  await hand(span(1, 10_000))
  const rows = async () => {
    const { rows: ranges } = await world.admin.query<{ serials: string; state: string }>(
      `select c.serials::text, c.state from certification c join code_request r using (tenant_id, request_number) where r.id = $1 order by 1`,
      [many.requestId],
    )
    return ranges.map(({ serials, state }) => `${serials} ${state}`)
  }
  const codesAt = async (n: number) =>
    (await admin.get(`/code/qr/list?requestId=${many.requestId}&page=${n}&limit=1`)).rows[0]!.code as string
  const part = async (from: number, to: number) => ({
    ranges: [{ first: await codesAt(from), last: await codesAt(to) }],
  })
  expect(await review({ ...(await part(101, 200)), ...judged('pass') })).toMatchObject({ data: { codes: 100 } })
  expect(await rows()).toEqual([
    '[0,100) authorizedNotCertified',
    '[100,200) certified',
    '[200,10000) authorizedNotCertified',
  ])
  // A range that is partly certified already does not change at all.
  expect(await review({ ...(await part(1, 300)), ...judged('pass') })).toMatchObject({
    error: 'certification.stateRefused',
  })
  expect(await rows()).toHaveLength(3)
  await review({ ...(await part(1, 100)), ...judged('fail') })
  await resubmit(span(1, 100))
  expect(await withdraw(span(1, 10_000))).toMatchObject({ data: { codes: 10_000 } })
  expect(await rows()).toEqual([])
  await submit(span(1, 100))
  await submit(span(101, 200))
  expect(await judgeOwn({ ...span(51, 150), ...judged('pass') })).toMatchObject({ data: { codes: 100 } })
  expect(await rows()).toEqual(['[0,50) notYetCertified', '[150,200) notYetCertified', '[50,150) certified'])
  const listed = await admin.get(`${base}/list?code=${await codesAt(60)}`)
  expect(listed.rows).toMatchObject([{ from: 51, to: 150, codes: 100, state: 'certified' }])
  const filtered = await admin.get(
    `/code/qr/list?requestId=${many.requestId}&certification=notYetCertified&page=2&limit=40`,
  )
  expect(filtered.total).toBe(100)
  expect(filtered.rows.map(({ serial }) => serial)).toEqual([
    ...Array.from({ length: 10 }, (_, n) => 41 + n),
    ...Array.from({ length: 30 }, (_, n) => 151 + n),
  ])
  const unsaid = await admin.get(`/code/qr/list?requestId=${many.requestId}&certification=notAuthorized&limit=10`)
  expect([unsaid.total, unsaid.rows[0]!.serial]).toEqual([9800, 201])
})

test('20,000,000 codes are one row for each step, and cost no more than one code does', async () => {
  const { requestId } = await makeGoods(world, admin, { certified: false, count: 20_000_000, batchId: goods.batchId })
  /** Statements and milliseconds of each step of a sequence. */
  const costs = async (span: object, codes: number) => {
    const costs: { statements: number; ms: number }[] = []
    const timed = async (work: () => Promise<{ code: number }>) => {
      const [before, start] = [world.services.database.statements, performance.now()]
      expect(await work()).toMatchObject({ code: 200, data: { codes } })
      await world.services.audit.whenSettled()
      costs.push({ statements: world.services.database.statements - before, ms: performance.now() - start })
    }
    await timed(() => submit(span))
    await timed(() => judgeOwn({ ...span, ...judged('fail') }))
    await timed(() => resubmit(span))
    await timed(() => withdraw(span))
    await timed(() => hand(span))
    return costs
  }
  const one = await costs(numbers(20_000_000, 20_000_000, requestId), 1)
  await withdraw(numbers(20_000_000, 20_000_000, requestId))
  const all = await costs(numbers(1, 20_000_000, requestId), 20_000_000)
  const [first, ...others] = one.map(({ statements }) => statements)
  // The first step on all continues one on a single code, which is compared with what was sealed by three statements more.
  expect(all.map(({ statements }) => statements)).toEqual([first! + 3, ...others])
  const least = (of: typeof all) => Math.min(...of.map(({ ms }) => ms))
  // The extra cost compared with one code, on a machine with other load.
  expect(least(all)).toBeLessThan(2 * least(one) + 50)
  const { rows } = await world.admin.query(
    `select (select count(*)::int from certification c where c.request_number = r.request_number) as facts,
            (select count(*)::int from certification_step s where s.request_number = r.request_number) as steps
     from code_request r where r.id = $1`,
    [requestId],
  )
  expect(rows).toEqual([{ facts: 1, steps: 11 }])
})

test('ranges that are reversed, beyond the end, of two requests or empty are refused before anything is written', async () => {
  const other = await makeGoods(world, admin, { certified: false, batchId: goods.batchId })
  expect(await submit(row(20, 15))).toMatchObject({ error: 'code.rangeBroken' })
  expect(await submit({ ranges: [{ first: goods.codes[15], last: other.codes[20] }] })).toMatchObject({
    error: 'code.rangeBroken',
  })
  expect(await submit(numbers(20, 15))).toMatchObject({
    error: 'stage.noSuchRange',
    data: { issues: [{ field: 'numbers.0.to' }] },
  })
  expect(await submit(numbers(9_999, 10_001))).toMatchObject({ error: 'stage.noSuchRange' })
  expect(await submit(numbers(0, 5))).toMatchObject({ error: 'invalid' })
  expect(await submit({})).toMatchObject({ error: 'stage.noCodes' })
  expect(await submit({ codes: ['0'.repeat(20)] })).toMatchObject({ error: 'stage.foreignCode' })
  const odd = { codes: Array.from({ length: 25 }, (_, n) => goods.codes[15 + n]), ...numbers(1, 2, 999_999) }
  expect(await submit(odd)).toMatchObject({ error: 'invalid' })
  expect(await judgeOwn({ ...one(15), ...judged('fail', { reason: ' ' }) })).toMatchObject({ error: 'invalid' })
  expect(await judgeOwn({ ...one(15), ...judged('pass', { judgedOn: '2999-01-01' }) })).toMatchObject({
    error: 'invalid',
  })
  expect(await stateOf(15)).toBe('notAuthorized')
  // Codes and ranges that overlap within one step count once.
  expect(await submit({ ...row(15, 20), codes: [goods.codes[16]], ...numbers(18, 23) })).toMatchObject({
    data: { codes: 8 },
  })
})

test('of many concurrent decisions about the same codes one succeeds, and no code is ever in two rows', async () => {
  await submit(row(25, 29))
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => judgeOwn({ ...row(25, 25 + (n % 5)), ...judged(n % 2 ? 'pass' : 'fail') })),
  )
  const done = answers.filter(({ code }) => code === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(answers.filter(({ code }) => code !== 200 && code !== 503).map(({ error }) => error))).toEqual(
    new Set(['certification.stateRefused']),
  )
  // The successful ones were about different codes: together at most the five.
  expect(done.reduce((sum, { data }) => sum + data.codes, 0)).toBeLessThanOrEqual(5)
  const first = await Promise.all([
    ...Array.from({ length: 10 }, () => hand(row(30, 34))),
    ...Array.from({ length: 10 }, () => submit(row(32, 36))),
  ])
  const taken = first.filter(({ code }) => code === 200)
  expect(taken).toHaveLength(1)
  const { rows } = await world.admin.query(
    `select a.id from certification a join certification b using (tenant_id, request_number) where a.id < b.id and a.serials && b.serials`,
  )
  expect(rows).toEqual([])
  await expect(
    world.admin.query(
      `insert into certification (tenant_id, dept_id, request_number, serials, state, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code)
       select tenant_id, dept_id, request_number, int4range(lower(serials), lower(serials) + 1), 'notYetCertified', step_id, since, owner_name, product_name, batch_number, code_type, species, country_code
       from certification limit 1`,
    ),
  ).rejects.toThrow(/certification_once/)
})

test('a certifier sees the codes it was authorized for and nothing else of the owner; another one sees nothing', async () => {
  await hand(row(38, 41))
  const { rows } = await certifier.get(`/certification/review/list?code=${goods.codes[39]}`)
  expect(rows).toMatchObject([
    { firstCode: goods.codes[38], lastCode: goods.codes[41], codes: 4, ownerName: 'Demo OWNER', can: ['judge'] },
  ])
  expect((await certifier.get('/certification/review/list?limit=50')).rows.every(row => row.state !== 'failed')).toBe(
    true,
  )
  const others = await world.makeTenant('RIVAL')
  await asCertifier(others.id)
  const rival = await world.signIn(others, ['certifier'])
  expect((await rival.get('/certification/review/list')).rows).toEqual([])
  const foreign = { code: 500, error: 'stage.foreignCode' }
  expect(await review({ ...row(38, 41), ...judged('pass') }, rival)).toMatchObject(foreign)
  expect(await rival.get(`/certification/review/history?first=${goods.codes[38]}`)).toMatchObject(foreign)
  // No call shows other codes.
  expect(await review({ ...row(37, 41), ...judged('pass') })).toMatchObject(foreign)
  expect(await review({ ...one(45), ...judged('pass') })).toMatchObject(foreign)
  expect(await certifier.get(`/certification/review/history?first=${goods.codes[45]}`)).toMatchObject(foreign)
  for (const path of [
    `/code/qr/${goods.codes[38]}`,
    `/code/request/${goods.requestId}`,
    `/catalog/batch/${goods.batchId}`,
  ])
    expect((await certifier.get(path)).code, path).not.toBe(200)
  const chief = await world.signIn(body, ['enterpriseAdmin'])
  for (const path of [
    `/code/request/${goods.requestId}`,
    `/catalog/batch/${goods.batchId}`,
    `${base}/history?first=${goods.codes[38]}`,
  ])
    expect((await chief.get(path)).code, path).not.toBe(200)
  expect((await chief.get(`${base}/list`)).rows).toEqual([])
  expect(await withdraw(row(38, 41), chief)).toMatchObject(foreign)
  expect(await submit(numbers(1, 2), chief)).toMatchObject({ error: 'invalid' })
  // Withdrawn codes disappear from its list at once.
  await withdraw(row(38, 41))
  expect((await certifier.get(`/certification/review/list?code=${goods.codes[39]}`)).rows).toEqual([])
  expect(await review({ ...row(38, 41), ...judged('pass') })).toMatchObject(foreign)
})

test('row security lets a certifier write only results for rows that name it', async () => {
  const { database } = world.services
  const tried = (text: string) =>
    database
      .withTenant(body.id, db => db.execute({ text, values: [] } as never))
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
  const insert = (certifierId: string, state: string) =>
    tried(
      `insert into certification (tenant_id, request_number, serials, state, certifier_tenant_id, certifier_name, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code)
       values (${owner.id}, 1, '[0,1)', '${state}', ${certifierId}, ${certifierId === 'null' ? 'null' : "'x'"}, 1, now(), 'x', 'x', 'x', 'item', 'x', 'GA')`,
    )
  expect(await insert('null', 'certified')).toMatch(/row-level security/)
  expect(await tried(`update certification set state = 'certified' where tenant_id = ${owner.id}`)).toMatch(
    /permission denied/,
  )
  expect(await tried(`delete from certification_step where tenant_id = ${owner.id}`)).toMatch(/permission denied/)
  expect(
    await tried(
      `insert into certification_step (tenant_id, request_number, serials, action, state, certifier_tenant_id, certifier_name, operator, enterprise_name, reason, recorded_at)
       values (${owner.id}, 1, '[0,1)', 'withdraw', 'notAuthorized', ${body.id}, 'x', 'x', 'x', 'x', now())`,
    ),
  ).toMatch(/row-level security/)
})

test('a review retains its documents: the owner opens them, and the certifier can no longer remove or change them', async () => {
  const upload = await certifier.upload<{ id: string }>('/common/upload', { name: 'audit.pdf', content: pdf })
  const paper = await certifier.post<{ id: number }>('/evidence/document', {
    code: 'AUDIT-1',
    name: 'Audit report',
    type: 'certificate',
    file: [upload.data.id],
  })
  await hand(one(43))
  expect(await review({ ...one(43), ...judged('pass', { papers: ['AUDIT-0'] }) })).toMatchObject({
    error: 'stage.documentMissing',
  })
  // The certifier cannot name a document of the owner.
  expect(await review({ ...one(43), ...judged('pass', { papers: [goods.documentCode] }) })).toMatchObject({
    error: 'stage.documentMissing',
  })
  expect(await stateOf(43)).toBe('authorizedNotCertified')
  expect(await review({ ...one(43), ...judged('pass', { papers: ['AUDIT-1'], reason: 'Seen' }) })).toMatchObject({
    code: 200,
  })
  const { data: steps } = await admin.get<CertificationStep[]>(`${base}/history?first=${goods.codes[43]}`)
  expect(steps[0]).toMatchObject({
    action: 'pass',
    enterpriseName: 'Demo BODY',
    judgedOn: today,
    reason: 'Seen',
    papers: [{ code: 'AUDIT-1', name: 'Audit report' }],
  })
  const file = await world.app.inject({ url: steps[0]!.papers[0]!.file.url })
  expect([file.statusCode, file.rawPayload.length]).toEqual([200, pdf.length])
  const chief = await world.signIn(body, ['enterpriseAdmin'])
  expect(await chief.delete(`/evidence/document/${paper.data.id}`)).toMatchObject({ error: 'evidence.inUse' })
  expect(await certifier.put('/evidence/document', { id: paper.data.id, name: 'Other' })).toMatchObject({
    error: 'evidence.inUse',
  })
})

test('ERR-23, SEC-30, H5-08, CRT-05: only certified codes are reported, by any call, unless the template says otherwise', async () => {
  const many = await makeGoods(world, admin, { certified: false, batchId: goods.batchId })
  const [first, next, third] = many.codes as [string, string, string]
  const texts = await Promise.all(
    (['zh', 'en', 'fr'] as const).map(
      async language => (await report([first], {}, world.caller(field.token, language))).msg,
    ),
  )
  expect(texts[0]).toBe(`二维码 ${first} 未通过第三方认证，已被拦截，请联系管理员`)
  for (const text of texts) expect(text).toContain(first)
  const scanned = () => field.get<{ refusal: string | null; ask?: string }>(`/stage/code/${first}?stage=felling`)
  expect((await scanned()).data.refusal).toBe('stage.notCertified')
  // The refusal names contacts: people of the own enterprise with the permission, by name and role, else the third party.
  const refusalOf = async (caller = field) => (await report([first], {}, caller)).data.refused[0]!
  const named = (await refusalOf()) as { message?: string }
  expect(named.message).toMatch(/administrator\. To have it certified, ask .+\(Enterprise administrator\).*\.$/)
  expect(named.message).not.toMatch(/reporter|BODY/)
  expect(((await refusalOf(world.caller(field.token, 'zh'))) as { message?: string }).message).toMatch(
    /请联系管理员。如需认证，请联系.+（企业管理员）/,
  )
  expect((await scanned()).data.ask).toMatch(/^To have it certified, ask /)
  const codes = { codes: [first, next] }
  await hand(codes)
  expect(await report([first])).toMatchObject({ error: 'stage.notCertified' })
  expect((await scanned()).data.ask).toBe('It waits for Demo BODY, which was authorized to review it.')
  await withdraw(codes)
  await submit(codes)
  // The submitter does not review them, so they are not named.
  const reviewers = (await scanned()).data.ask!
  expect(reviewers).toMatch(/^It waits for your enterprise’s own review: ask /)
  expect(reviewers.match(/\(/g)).toHaveLength(1)
  await withdraw(codes)
  await hand(codes)
  await review({ ...codes, ...judged('fail') })
  expect(await report([first])).toMatchObject({ error: 'stage.notCertified' })
  await resubmit(codes)
  await review({ ...codes, ...judged('pass') })
  expect((await scanned()).data.refusal).toBeNull()
  // One that is not certified stops the report, and is named; nothing of it is stored.
  const mixed = await report([first, third, next])
  expect(mixed).toMatchObject({ error: 'stage.notCertified', data: { refused: [{ code: third }] } })
  expect(mixed.data.refused).toHaveLength(1)
  expect(await report([first])).toMatchObject({ code: 200 })
  // From the back office by ranges, and by tables.
  const ranges = (from: number, to: number) => ({ ranges: [{ requestId: many.requestId, from, to }] })
  expect(await report([], ranges(2, 3), admin)).toMatchObject({
    error: 'stage.notCertified',
    data: { refused: [{ code: third }] },
  })
  expect(await report([], ranges(2, 2), admin)).toMatchObject({ code: 200 })
  await withdraw(codes)
  // Earlier reports stay; new ones are checked again.
  expect(await report([first], { stage: 'processing' })).toMatchObject({ error: 'stage.notCertified' })
  const template = await admin.post<{ id: number }>('/stage/template', {
    name: 'felling-open',
    displayName: 'Open',
    stage: 'felling',
    orderNum: 1,
    visible: '0',
    status: '0',
    certifiedOnly: false,
  })
  expect(await report([third], { templateId: template.data.id })).toMatchObject({ code: 200 })
  const fourth = many.codes[3]!
  const lookUpCode = async (templateId: string) =>
    (await field.get<{ refusal: string | null }>(`/stage/code/${fourth}?stage=felling${templateId}`)).data.refusal
  expect(await lookUpCode(`&templateId=${template.data.id}`)).toBeNull()
  expect(await lookUpCode(`&templateId=${await templateOf(world, 'felling')}`)).toBe('stage.notCertified')
  // Before a template is chosen a code is refused only where every one would refuse it.
  expect(await lookUpCode('')).toBeNull()
  expect(await admin.put('/stage/template', { id: template.data.id, certifiedOnly: true })).toMatchObject({ code: 200 })
  expect(await report([fourth], { templateId: template.data.id })).toMatchObject({ error: 'stage.notCertified' })
  const created = await admin.post<{ id: number }>('/stage/template', {
    name: 'felling-new',
    displayName: 'New',
    stage: 'felling',
    orderNum: 1,
    visible: '0',
    status: '0',
  })
  expect((await admin.get<{ certifiedOnly: boolean }>(`/stage/template/${created.data.id}`)).data.certifiedOnly).toBe(
    true,
  )
})

test('a review names only documents that the reviewer could look up, for the owner and the third party alike', async () => {
  const secretOf = async (chief: Caller, tenant: typeof owner) => {
    const paper = async (code: string) => {
      const file = await chief.upload<{ id: string }>('/common/upload', { name: 'paper.pdf', content: pdf })
      return chief.post<{ id: number }>('/evidence/document', { code, name: code, type: 'form', file: [file.data.id] })
    }
    const { id } = (await paper('SECRET-8')).data
    const elsewhere = await makeDept(chief, tenant.deptId)
    await world.admin.query('update document set dept_id = $1 where id = $2', [elsewhere, id])
    await paper('OPEN-3')
    return id
  }
  const scope = { dataScope: '3' }
  const papersRight = 'evidence:document:list'
  const chief = await world.signIn(body, ['enterpriseAdmin'])
  const ids = [await secretOf(admin, owner), await secretOf(chief, body)]
  const ownReviewer = ['certification:authorization:list', 'certification:authorization:judge', papersRight]
  const thirdParty = ['certification:review:list', 'certification:review:judge', papersRight]
  const reviewer = await makeHolder(world, admin, owner.deptId, ownReviewer, scope)
  const third = await makeHolder(world, chief, body.deptId, thirdParty, scope)
  expect((await reviewer.get('/evidence/document/list?code=SECRET')).rows).toEqual([])
  await submit(one(44))
  await hand(one(45))
  const secret = judged('pass', { papers: ['OPEN-3', 'SECRET-8'] })
  const refusal = { error: 'stage.documentMissing', data: { issues: [{ params: { code: 'SECRET-8' } }] } }
  expect(await judgeOwn({ ...one(44), ...secret }, reviewer)).toMatchObject(refusal)
  expect(await review({ ...one(45), ...secret }, third)).toMatchObject(refusal)
  expect([await stateOf(44), await stateOf(45)]).toEqual(['notYetCertified', 'authorizedNotCertified'])
  // Nothing relies on it, so its owner may still change it.
  const renamed = { name: 'Changed' }
  expect(await admin.put('/evidence/document', { id: ids[0], ...renamed })).toMatchObject({ code: 200 })
  expect(await chief.put('/evidence/document', { id: ids[1], ...renamed })).toMatchObject({ code: 200 })
  const open = judged('pass', { papers: ['OPEN-3'] })
  expect(await judgeOwn({ ...one(44), ...open }, reviewer)).toMatchObject({ code: 200 })
  expect(await review({ ...one(45), ...open }, third)).toMatchObject({ code: 200 })
})
