import {
  type AnyEntity,
  columnOf,
  entities,
  isStateful,
  entityByKey,
  keyOf,
  listing,
  nextState,
  permissionOf,
  permissionVerbOf,
  pressedTransitions,
  quote,
  reasonLength,
  type Stateful,
  tableOf,
  type Transition,
  transitionPath,
} from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'

/** The walk over every lifecycle: each verb from each state, with the permission, without it, and from another enterprise. */
let world: World
let owner: Caller
let operator: Caller
let powerless: Caller
let stranger: Caller
const permissionsByCaller = new Map<Caller, readonly string[]>()

beforeAll(async () => {
  world = await makeWorld()
  const home = await world.makeTenant('OWNER')
  owner = await world.signIn(home, ['enterpriseAdmin'])
  // Requests of codes of the messaging platform need an account there.
  await owner.put('/wechat/account', {
    enabled: true,
    appId: 'wx0000000000000001',
    secret: 'secret',
    codeKey: '0123456789abcdef',
  })
  powerless = await world.signIn(home, [])
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  for (const caller of [owner, operator, powerless, stranger])
    permissionsByCaller.set(caller, (await caller.get<{ permissions: string[] }>('/getInfo')).data.permissions)
})

const lifecycles = (entities as readonly AnyEntity[]).filter(isStateful)
const walked = lifecycles.flatMap(entity =>
  pressedTransitions(entity).map(transition => [`${keyOf(entity)} ${transition.verb}`, entity, transition] as const),
)

/** Makes records that a form alone does not add. Answers the id. */
const rowMakers: Record<string, (verb?: string) => Promise<number>> = {
  async 'catalog/recall'() {
    const { id } = await addSample(owner, entityByKey('catalog/batch')!, 'WALK')
    const body = { batchId: id, reason: 'x', advice: 'x', contact: 'x', reports: 'ask' }
    return (await owner.post<{ id: number }>('/catalog/recall/declare', body)).data.id
  },
  async 'custody/offer'(verb) {
    // The receiver declines, the giver withdraws.
    const [giver, receiver] = verb === 'decline' ? [stranger, owner] : [owner, stranger]
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into custody_offer (tenant_id, receiver_tenant_id, goods, giver, receiver, product, batch_number, codes, created_by)
       values ($1, $2, 'Logs', 'A', 'B', '{}', 'B-1', 1, $3) returning id`,
      [giver.tenantId, receiver.tenantId, giver.accountId],
    )
    return Number(rows[0]!.id)
  },
  async 'custody/invitation'(verb) {
    // The partner declines, the holder withdraws and revokes.
    const [holder, partner] = verb === 'decline' ? [stranger, owner] : [owner, stranger]
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into custody_invitation (tenant_id, partner_tenant_id, goods, holder, partner, product, batch_number, codes, stages, until_on,
         status, created_by)
       values ($1, $2, 'Logs', 'A', 'B', '{}', 'B-1', 1, '{exportCustoms}', current_date + 9, $3, $4) returning id`,
      [holder.tenantId, partner.tenantId, verb === 'revoke' ? 'accepted' : 'open', holder.accountId],
    )
    return Number(rows[0]!.id)
  },
  async 'custody/supplier-invitation'() {
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into supplier_invitation (tenant_id, account_id, goods, codes, stages, until_on, created_by)
       values ($1, $2, 'Logs', 1, '{felling}', current_date + 9, $2) returning id`,
      [owner.tenantId, owner.accountId],
    )
    return Number(rows[0]!.id)
  },
  async 'material/transfer'() {
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into material_transfer (tenant_id, batches, volume, happened_at, created_by)
       values ($1, 'B-1 → B-2', 1, now(), $2) returning id`,
      [owner.tenantId, owner.accountId],
    )
    return Number(rows[0]!.id)
  },
  async 'channel/case'() {
    const request = await addSample(owner, entityByKey('code/request')!, 'WALK')
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into channel_case (tenant_id, dept_id, created_by, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
       select q.tenant_id, q.dept_id, q.created_by, 'speed', q.id::text, q.request_number, 1, 1, 2, 60, now(), now() from code_request q where q.id = $1 returning id`,
      [request.id],
    )
    return Number(rows[0]!.id)
  },
  async 'trade/quote'() {
    const { id } = await addSample(owner, listing, 'WALK')
    expect((await operator.put(transitionPath(listing, 'approve', id), { seen: 1 })).code).toBe(200)
    return (await stranger.post<{ id: number }>(`/${keyOf(quote)}`, { listingId: id, price: '12.50' })).data.id
  },
}

function addRow(entity: Stateful & AnyEntity, verb?: string): Promise<number> {
  const author = entity.tenancy === 'platform' ? operator : owner
  return rowMakers[keyOf(entity)]?.(verb) ?? addSample(author, entity, 'WALK').then(({ id }) => id)
}

const permissionFor = (entity: Stateful, { verb }: Transition) => permissionOf(entity, permissionVerbOf(entity, verb)!)

function holderOf(entity: Stateful, transition: Transition): Caller {
  const holder = [owner, operator].find(caller =>
    permissionsByCaller.get(caller)!.includes(permissionFor(entity, transition)),
  )
  if (!holder) throw new Error(`No caller of this test holds ${permissionFor(entity, transition)}`)
  return holder
}

const put = (caller: Caller, entity: Stateful, { verb }: Transition, id: number | undefined, body?: object) =>
  caller.put<{ id: number; status: string }>(transitionPath(entity, verb, id), body)

async function setState(entity: Stateful, id: number, state: string): Promise<void> {
  await world.admin.query(`update "${tableOf(entity)}" set ${columnOf(entity.states.field)} = $1 where id = $2`, [
    state,
    id,
  ])
}

async function rowOf(entity: Stateful, id: number): Promise<Record<string, unknown>> {
  return (await world.admin.query(`select * from "${tableOf(entity)}" where id = $1`, [id])).rows[0]
}

const stateOf = async (entity: Stateful, id: number) => (await rowOf(entity, id))[columnOf(entity.states.field)]

/** A row of the list as the caller reads it, with `can` and `why`. */
async function listedRow(caller: Caller, entity: Stateful, id: number) {
  const { rows } = await caller.get(`/${keyOf(entity)}/list?limit=100`)
  return rows.find(row => row.id === id) as { can: string[]; why: Record<string, string> } | undefined
}

const refusal = (answer: Answered) => `${answer.code} ${answer.error}`
/** Version of a record that was added and not changed. */
const firstVersion = 1
const version = ({ seen }: Transition) => (seen === undefined ? {} : { seen: firstVersion })
const bodyFor = (transition: Transition) => ({
  ...version(transition),
  ...(transition.reason && { reason: 'Not as described' }),
})

test('the call of every button is served for one record and, where declared, for many', () => {
  const served = new Set(routes.map(route => `${route.method} ${route.path}`))
  const wanted = walked.flatMap(([, entity, { verb, bulk }]) => [
    `PUT ${transitionPath(entity, verb, ':id(^\\d+$)')}`,
    ...(bulk ? [`PUT ${transitionPath(entity, verb)}`] : []),
  ])
  expect(wanted.filter(path => !served.has(path))).toEqual([])
  expect(wanted.length).toBeGreaterThan(10)
})

describe.each(walked)('%s', (_title, entity, transition) => {
  let id = 0
  let holder: Caller
  beforeAll(async () => {
    id = await addRow(entity, transition.verb)
    holder = holderOf(entity, transition)
  })

  test.each(entity.states.values)('from %s', async state => {
    await setState(entity, id, state)
    const expected = nextState(entity.states, transition.verb, state)
    const row = await listedRow(holder, entity, id)
    expect(row?.can.includes(transition.verb), 'in `can` exactly when the state allows it').toBe(expected !== undefined)
    expect(row?.why[transition.verb]).toBe(expected === undefined ? 'stateRefused' : undefined)
    const answer = await put(holder, entity, transition, id, bodyFor(transition))
    if (expected === undefined) expect(refusal(answer)).toBe('500 stateRefused')
    else expect(answer).toMatchObject({ code: 200, data: { id, status: expected } })
    expect(await stateOf(entity, id)).toBe(expected ?? state)
    if (expected === undefined || !transition.reason) return
    expect((await rowOf(entity, id))[columnOf(transition.reason.field)]).toBe('Not as described')
  })

  test('refused without the permission; not found from another enterprise', async () => {
    const [from] = transition.from
    await setState(entity, id, from!)
    expect(refusal(await put(powerless, entity, transition, id, bodyFor(transition)))).toBe('403 forbidden')
    expect(refusal(await put(world.anonymous, entity, transition, id, bodyFor(transition)))).toBe('401 unauthenticated')
    const foreign = await put(stranger, entity, transition, id, bodyFor(transition))
    const hasPermission = permissionsByCaller.get(stranger)!.includes(permissionFor(entity, transition))
    expect(refusal(foreign)).toBe(hasPermission ? '404 notFound' : '403 forbidden')
    const missing = await put(stranger, entity, transition, 999_999_999, bodyFor(transition))
    expect(refusal(foreign)).toBe(refusal(missing))
    expect(await stateOf(entity, id)).toBe(from)
  })

  test('a reason only where one is declared, within its length, and never left out where it is required', async () => {
    const [from] = transition.from
    await setState(entity, id, from!)
    const issues = async (body: object) =>
      (
        (await put(holder, entity, transition, id, { ...version(transition), ...body })).data as {
          issues?: { field: string; error: string }[]
        }
      ).issues
    if (!transition.reason) {
      expect(await issues({ reason: 'Why not' })).toMatchObject([{ field: 'reason', error: 'unknownField' }])
    } else {
      const { field, is } = transition.reason
      expect(await issues({ reason: 'x'.repeat(reasonLength(entity, transition) + 1) })).toMatchObject([
        { field, error: 'tooLong' },
      ])
      if (is === 'required')
        for (const empty of [{}, { reason: '' }, { reason: '  ' }, { reason: null }])
          expect(await issues(empty)).toMatchObject([{ field, error: 'required' }])
    }
    expect(await stateOf(entity, id)).toBe(from)
  })
})

test.each(walked.filter(([, , { bulk }]) => bulk))(
  '%s for many: moves each record that allows it and answers a refusal for each other one',
  async (_title, entity, transition) => {
    const holder = holderOf(entity, transition)
    const id = await addRow(entity)
    const [from] = transition.from
    const forbidden = entity.states.values.find(state => !transition.from.includes(state))!
    const other = await addRow(entity)
    const late = await addRow(entity)
    for (const one of [id, other]) await setState(entity, one, from!)
    await setState(entity, late, forbidden)
    const ids = [late, id, 999_999_999, other, id]
    const seen = transition.seen === undefined ? {} : { seen: ids.map(() => firstVersion) }
    const body = { ids, ...bodyFor(transition), ...seen }
    const path = transitionPath(entity, transition.verb)
    expect(refusal(await powerless.put(path, body))).toBe('403 forbidden')
    const foreign = await stranger.put<{ done: number }>(path, body)
    expect(foreign.code === 403 || foreign.data.done === 0, 'no record of another enterprise is moved').toBe(true)
    const refused = (one: number, error: string) => ({ id: one, ok: false, error, message: expect.any(String) })
    expect((await holder.put(path, body)).data).toEqual({
      done: 2,
      failed: 2,
      ...(transition.undo && { undo: { id: expect.any(Number), seconds: 60 } }),
      results: [
        refused(late, 'stateRefused'),
        { id, ok: true, status: transition.to },
        refused(999_999_999, 'notFound'),
        { id: other, ok: true, status: transition.to },
      ],
    })
    for (const one of [id, other]) expect(await stateOf(entity, one)).toBe(transition.to)
    expect(await stateOf(entity, late)).toBe(forbidden)
    for (const wrong of [[], Array.from({ length: 101 }, (_, n) => n + 1), ['1']])
      expect((await holder.put(path, { ...body, ids: wrong })).code).toBe(500)
  },
)
