import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import type { Caller } from '../harness.ts'
import { makeDept, makeHolder, refused } from '../system/people.ts'
import { makeScene, type Scene, sceneIn } from '../trace/scene.ts'

/** Reporters ask for the withdrawal or correction of their own records; the office decides. */
let scene: Scene
let admin: Caller
let field: Caller
let next = 0
/** A record that the field user has just reported. */
let record: number

interface Detail {
  status: string
  version: number
  change: {
    id: number
    kind: string
    status: string
    reason: string
    proposed: Record<string, unknown> | null
    remark: string | null
  } | null
  changeUntil: string | null
}

const ask = (recordId: number, more: Record<string, unknown> = {}, caller = field) =>
  caller.post<{ id: number }>('/stage/change-request', { recordId, kind: 'withdrawal', reason: 'Wrong log', ...more })
const requestOf = async (recordId: number, more: Record<string, unknown> = {}) => {
  const answer = await ask(recordId, more)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
const decline = (id: number, caller = admin, remark = 'It is right as it is') =>
  caller.put(`/stage/change-request/${id}/decline`, { remark })
const takeBack = (id: number, caller = field) => caller.put(`/stage/change-request/${id}/take-back`, {})
const withdraw = (recordId: number, changeRequestId?: number, caller = admin) =>
  caller.put<{ recordId: number }>(`/stage/record/${recordId}/void`, { reason: 'Wrong log', changeRequestId })
const correct = (recordId: number, changeRequestId?: number, caller = admin) =>
  caller.put<{ recordId: number }>(`/stage/record/${recordId}/correct`, {
    reason: 'Wrong log',
    documentCode: scene.goods.documentCode,
    operator: 'Desk clerk',
    time: '2026-11-02T08:00:00Z',
    values: sampleValues(valueFields(stageByKey('felling')).filter(one => one.required)),
    changeRequestId,
  })
const show = async (id: number, caller = field) => (await caller.get<Detail>(`/stage/record/${id}`)).data
const listed = (caller = admin, query = '') => caller.get(`/stage/change-request/list?limit=100${query}`)
const rowOf = async (id: number, caller = admin) => (await listed(caller)).rows.find(row => row.id === id)
const setHours = (hours: number, caller = admin) => caller.put('/stage/change-request/rule', { hours })
/** Moves the report of a record into the past, and answers how to undo that: the time is sealed. */
async function age(id: number, hours: number): Promise<() => Promise<unknown>> {
  const { world } = scene
  const { rows } = await world.admin.query<{ at: Date }>('select recorded_at as at from stage_record where id = $1', [
    id,
  ])
  const set = (at: Date) => world.admin.query('update stage_record set recorded_at = $2 where id = $1', [id, at])
  await set(new Date(rows[0]!.at.getTime() - hours * 3_600_000))
  return () => set(rows[0]!.at)
}
const messagesTo = async (caller: Caller, kind: string) =>
  (
    await scene.world.admin.query<{ facts: Record<string, unknown> }>(
      'select facts from message where account_id = $1 and kind = $2 order by id',
      [caller.accountId, kind],
    )
  ).rows.map(({ facts }) => facts)

beforeAll(async () => {
  scene = await makeScene('CHANGES')
  admin = scene.admin
  field = scene.field
})
beforeEach(async () => {
  record = await scene.report('felling', [scene.goods.codes[next++]!])
})

describe('a reporter asks', () => {
  test('for their own current record, and reads what became of it', async () => {
    const fresh = await show(record)
    expect(fresh).toMatchObject({ change: null })
    const until = Date.parse(fresh.changeUntil!)
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(48)
    const id = await requestOf(record, { kind: 'correction', reason: '  Two trunks, not three  ' })
    expect(await show(record)).toMatchObject({
      change: { id, kind: 'correction', status: 'waiting', reason: 'Two trunks, not three', remark: null },
      changeUntil: null,
    })
    const mine = await field.get('/stage/record/mine?limit=50')
    expect(mine.rows.find(row => row.recordId === record)).toMatchObject({
      change: { kind: 'correction', status: 'waiting' },
    })
    expect(await decline(id)).toMatchObject({ code: 200 })
    const declined = await show(record)
    expect(declined).toMatchObject({
      status: 'current',
      change: { status: 'declined', remark: 'It is right as it is' },
    })
    expect(declined.changeUntil, 'may ask again').not.toBeNull()
  })

  test('once while a request waits, and again after it was taken back', async () => {
    const id = await requestOf(record)
    expect(refused(await ask(record))).toBe('stage.changeWaiting')
    expect(await takeBack(id)).toMatchObject({ code: 200 })
    expect(refused(await takeBack(id))).toBe('stage.changeSettled')
    expect(await show(record)).toMatchObject({ change: { status: 'takenBack' } })
    expect(await ask(record)).toMatchObject({ code: 200 })
  })

  test('twice at once: one request', async () => {
    const answers = await Promise.all([ask(record), ask(record, { reason: 'Another reason' })])
    expect(answers.map(refused).sort()).toEqual(['accepted', 'stage.changeWaiting'])
  })

  test('with a reason of bounded length and a known kind', async () => {
    expect(refused(await ask(record, { reason: '   ' }))).not.toBe('accepted')
    expect(refused(await ask(record, { reason: 'x'.repeat(501) }))).not.toBe('accepted')
    expect(refused(await ask(record, { kind: 'removal' }))).not.toBe('accepted')
    expect(await ask(record, { reason: 'x'.repeat(500) })).toMatchObject({ code: 200 })
  })

  test('with the values that would be right, which only the office enters into the record', async () => {
    const proposed = {
      operator: 'Ondo Mba',
      time: '2026-11-02T06:30:00Z',
      values: { logNumber: 'A-17', length: '11.8' },
    }
    const id = await requestOf(record, { kind: 'correction', proposed })
    const before = await show(record)
    expect(before.change).toMatchObject({ id, kind: 'correction', proposed })
    expect(before).toMatchObject({ version: 1, status: 'current' })
    expect((await correct(record, id)).code).toBe(200)
    expect((await show(record)).change).toMatchObject({ status: 'agreed', proposed })
  })

  test('not with values that a report could not have, nor with values of a withdrawal', async () => {
    const propose = (values: Record<string, unknown>, kind = 'correction') =>
      ask(record, { kind, proposed: { values } })
    const issuesOf = async (answer: ReturnType<typeof propose>) => {
      const { error, data } = await answer
      return [
        error,
        ...(data as unknown as { issues: { field: string; error: string }[] }).issues.map(one => one.field),
      ]
    }
    expect(await issuesOf(propose({ length: 'long' }))).toEqual(['invalid', 'proposed.values.length'])
    expect(await issuesOf(propose({ nothing: '1' }))).toEqual(['invalid', 'proposed.values.nothing'])
    const { key } = valueFields(stageByKey('felling')).find(({ type }) => type === 'images')!
    expect(await issuesOf(propose({ [key]: ['1'] }))).toEqual(['invalid', `proposed.values.${key}`])
    expect(await issuesOf(propose({ logNumber: 'A-1' }, 'withdrawal'))).toEqual(['invalid', 'proposed'])
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`key${n}`, '1']))
    expect((await propose(many)).error).toBe('invalid')
    expect((await show(record)).change).toBeNull()
  })

  test('not for the record of another reporter, of the office, or of another enterprise', async () => {
    const { world, tenant } = scene
    const other = await world.signIn(tenant, ['fieldReporter'])
    const stranger = (await sceneIn(world, 'OTHERS')).field
    for (const caller of [other, stranger, admin]) {
      expect(refused(await ask(record, {}, caller))).toBe('notFound')
      expect((await show(record, caller))?.changeUntil ?? null).toBeNull()
    }
    const id = await requestOf(record)
    for (const caller of [other, stranger]) {
      expect(refused(await takeBack(id, caller))).toBe('notFound')
      expect(refused(await decline(id, caller))).not.toBe('accepted')
    }
    const noReporter = await makeHolder(world, admin, tenant.deptId, ['stage:record:list'])
    expect(refused(await ask(record, {}, noReporter))).toBe('forbidden')
    expect((await rowOf(id))?.status).toBe('waiting')
  })

  test('not for a version that is no longer current', async () => {
    await correct(record)
    expect(refused(await ask(record))).toBe('stage.notCurrent')
    expect(await show(record)).toMatchObject({ status: 'superseded', changeUntil: null })
  })

  test('within the time that the enterprise sets', async () => {
    const undo = await age(record, 49)
    expect(await ask(record)).toMatchObject({ error: 'stage.changeTooLate', msg: expect.stringContaining('48 hours') })
    expect((await show(record)).changeUntil).toBeNull()
    expect((await admin.get('/stage/change-request/rule')).data).toEqual({ hours: 48 })
    expect(await setHours(50)).toMatchObject({ code: 200 })
    const id = await requestOf(record)
    await takeBack(id)
    await setHours(0)
    expect(refused(await ask(record))).toBe('stage.changeNotOffered')
    expect((await show(record)).changeUntil).toBeNull()
    expect(refused(await setHours(-1))).not.toBe('accepted')
    expect(refused(await setHours(8761))).not.toBe('accepted')
    const clerk = await scene.world.signIn(scene.tenant, ['enterpriseClerk'])
    expect(refused(await setHours(10, clerk))).toBe('forbidden')
    await setHours(48)
    await undo()
  })
})

describe('the office decides', () => {
  test('agrees to a withdrawal by voiding the record, in one transaction', async () => {
    const id = await requestOf(record)
    const answer = await withdraw(record, id)
    expect(answer).toMatchObject({ code: 200 })
    expect(await show(answer.data.recordId, admin)).toMatchObject({
      status: 'voided',
      change: { id, status: 'agreed' },
    })
    expect(await show(record)).toMatchObject({ change: { status: 'agreed' } })
    expect(refused(await withdraw(record, id)), 'done already').toBe('stage.notCurrent')
    expect(await messagesTo(field, 'changeAgreed')).toContainEqual(expect.objectContaining({ record }))
    const { services } = scene.world
    await scene.append()
    expect((await checkWholeLedger(services.database, ledgerLog(services), rowChecks)).faults).toEqual([])
  })

  test('agrees to a correction by correcting the record', async () => {
    const id = await requestOf(record, { kind: 'correction' })
    const answer = await correct(record, id)
    expect(answer).toMatchObject({ code: 200 })
    expect(await show(answer.data.recordId, admin)).toMatchObject({ version: 2, change: { id, status: 'agreed' } })
  })

  test('not by the other verb, and not with a request about another record', async () => {
    const id = await requestOf(record, { kind: 'correction' })
    expect(refused(await withdraw(record, id))).toBe('notFound')
    const elsewhere = await scene.report('felling', [scene.goods.codes[next++]!])
    expect(refused(await correct(elsewhere, id))).toBe('notFound')
    expect(refused(await withdraw(record, 999_999_999))).toBe('notFound')
    expect(await show(record)).toMatchObject({ status: 'current', change: { status: 'waiting' } })
  })

  test('a record that is voided or corrected for another reason closes its request', async () => {
    const id = await requestOf(record)
    await correct(record)
    expect(await rowOf(id)).toMatchObject({ status: 'closed', can: [] })
    expect(refused(await decline(id))).toBe('stage.changeSettled')
    expect(await messagesTo(field, 'changeClosed')).toContainEqual(expect.objectContaining({ record }))
  })

  test('waiting requests come first, and those who may decide see what they can do', async () => {
    const old = await requestOf(record)
    const later = await scene.report('felling', [scene.goods.codes[next++]!])
    await decline(await requestOf(later))
    const states = (await listed()).rows.map(row => row.status)
    expect(states.lastIndexOf('waiting')).toBeLessThan(states.findIndex(state => state !== 'waiting'))
    expect(await rowOf(old)).toMatchObject({ kind: 'withdrawal', stage: 'felling', can: ['agree', 'decline'] })
    expect((await listed(admin, '&status=declined')).rows.every(row => row.status === 'declined')).toBe(true)
  })

  test('only with the right to do what is asked for, and within its data scope', async () => {
    const { world, tenant } = scene
    const list = 'stage:change-request:list'
    const corrector = await makeHolder(world, admin, tenant.deptId, [list, 'stage:record:correct'])
    const elsewhere = await makeHolder(
      world,
      admin,
      await makeDept(admin, tenant.deptId),
      [list, 'stage:record:void', 'stage:record:correct'],
      { dataScope: '3' },
    )
    const id = await requestOf(record)
    expect(await rowOf(id, corrector)).toMatchObject({ can: [] })
    expect(await rowOf(id, elsewhere)).toBeUndefined()
    for (const caller of [corrector, elsewhere]) {
      expect(refused(await decline(id, caller))).toBe('notFound')
      expect(await messagesTo(caller, 'changeRequested')).toEqual([])
    }
    expect(refused(await withdraw(record, id, corrector))).toBe('forbidden')
    expect(refused(await decline(id, field))).toBe('forbidden')
    expect(await messagesTo(admin, 'changeRequested')).not.toEqual([])
    const another = await scene.report('felling', [scene.goods.codes[next++]!])
    const correction = await requestOf(another, { kind: 'correction' })
    expect(await messagesTo(corrector, 'changeRequested')).toHaveLength(1)
    expect(await decline(correction, corrector)).toMatchObject({ code: 200 })
  })

  test('two at once: one decision holds, and the record follows it', async () => {
    for (let round = 0; round < 6; round++) {
      const contested = await scene.report('felling', [scene.goods.codes[next++]!])
      const id = await requestOf(contested)
      const rivals = [
        () => withdraw(contested, id),
        () => decline(id),
        () => takeBack(id),
        () => withdraw(contested, id),
      ]
      const answers = await Promise.all((round % 2 ? rivals : rivals.reverse()).map(decide => decide()))
      const outcomes = answers.map(refused)
      expect(outcomes.filter(outcome => outcome === 'accepted')).toHaveLength(1)
      for (const outcome of outcomes) expect(['accepted', 'stage.changeSettled', 'stage.notCurrent']).toContain(outcome)
      const { status, change } = await show(contested)
      expect([change?.status === 'agreed', status]).toEqual(
        change?.status === 'agreed' ? [true, 'superseded'] : [false, 'current'],
      )
    }
  })

  test('a correction and a new request at once: the request is refused, or closed', async () => {
    for (let round = 0; round < 4; round++) {
      const contested = await scene.report('felling', [scene.goods.codes[next++]!])
      const [request, correction] = await Promise.all([ask(contested), correct(contested)])
      expect(correction).toMatchObject({ code: 200 })
      if (request.code === 200) expect(await rowOf(request.data.id)).toMatchObject({ status: 'closed' })
      else expect(refused(request)).toBe('stage.notCurrent')
    }
  })
})

describe('what is stored', () => {
  test('the operation log names who did what, without the reason', async () => {
    const id = await requestOf(record, { reason: 'CANARY reason' })
    await decline(id, admin, 'CANARY remark')
    const { rows } = await scene.world.admin.query<{ line: string }>(
      `select o::text as line from oper_log o where oper_url like '%/stage/change-request%' and account_id = any($1)`,
      [[field.accountId, admin.accountId]],
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { line } of rows) expect(line).not.toContain('CANARY')
  })

  test('removing the personal data of the record removes the words of its requests, and closes a waiting one', async () => {
    const first = await requestOf(record, { reason: 'CANARY reason' })
    await decline(first, admin, 'CANARY remark')
    const proposed = { operator: 'CANARY operator', values: { logNumber: 'CANARY log' } }
    const second = await requestOf(record, { kind: 'correction', reason: 'CANARY again', proposed })
    expect(await admin.post(`/stage/record/${record}/forget`)).toMatchObject({ code: 200 })
    expect(await rowOf(first)).toMatchObject({ status: 'declined', reason: '', remark: null })
    expect(await rowOf(second)).toMatchObject({ status: 'closed', reason: '', remark: null })
    const { rows } = await scene.world.admin.query(
      `select 1 from change_request t where t::text like '%CANARY%' and record_id = $1`,
      [record],
    )
    expect(rows).toEqual([])
  })
})
