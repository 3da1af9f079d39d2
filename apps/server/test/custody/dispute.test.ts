import type { DisputeKind } from '@timbermark/contract'
import type { OfferDispute } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeDept, makeHolder } from '../system/people.ts'

/** Disputes about goods that were handed over: between exactly two enterprises, in words, settled by agreement. */
let world: World
let giver: Caller
let receiver: Caller
let stranger: Caller

beforeAll(async () => {
  world = await makeWorld({ background: true })
  const admin = async (name: string) => world.signIn(await world.makeTenant(name), ['enterpriseAdmin'])
  giver = await admin('GIVER')
  receiver = await admin('RECEIVER')
  stranger = await admin('STRANGER')
})

/** An offer as acceptance leaves it; acceptance itself is tested in `handover.test.ts`. */
async function addOffer(status = 'accepted', more: { dept?: number } = {}): Promise<number> {
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into custody_offer (tenant_id, dept_id, receiver_tenant_id, goods, giver, receiver, product, batch_number, codes, status, accepted_codes, created_by)
     values ($1, $2, $3, 'Logs · B-1', 'Demo GIVER', 'Demo RECEIVER', '{}', 'B-1', 5, $4, case $4 when 'accepted' then 5 end, $5) returning id`,
    [giver.tenantId, more.dept ?? null, receiver.tenantId, status, giver.accountId],
  )
  return Number(rows[0]!.id)
}

const read = async (by: Caller, id: number) => await by.get<OfferDispute>(`/custody/offer/${id}/dispute`)
const write = async (by: Caller, id: number, kind: DisputeKind, seen: number, text = `${kind} it`) =>
  await by.post<{ number: number; state: string }>(`/custody/offer/${id}/dispute`, { kind, seen, text })
const kindsOf = async (by: Caller, id: number) => (await read(by, id)).data.lines.map(({ kind }) => kind)
const listed = async (by: Caller, query: string) =>
  (await by.get(`/custody/offer/list?limit=100&${query}`)).rows.map(({ id }) => id)
const rowOf = async (by: Caller, id: number) =>
  (await by.get('/custody/offer/list?limit=100')).rows.find(row => row.id === id)
const titles = async (by: Caller) =>
  ((await by.get('/system/notice/listTop')) as unknown as { messages: { title: string }[] }).messages.map(
    ({ title }) => title,
  )
const waits = async (by: Caller) =>
  (await by.get<{ lines: { key: string; count: number }[] }>('/stats/waiting')).data.lines.find(
    ({ key }) => key === 'goodsDisputed',
  )?.count ?? 0

/** Two words of each side and a proposal: what most tests start from. Five lines. */
async function proposed(by: Caller = receiver): Promise<number> {
  const id = await addOffer()
  const other = by === receiver ? giver : receiver
  const lines = [
    [receiver, 'opened'],
    [giver, 'answered'],
    [receiver, 'answered'],
    [other, 'answered'],
    [by, 'proposed'],
  ] as const
  for (const [at, [side, kind]] of lines.entries()) expect((await write(side, id, kind, at)).code).toBe(200)
  return id
}

describe('a dispute', () => {
  test('is opened, answered and settled when the other side agrees to a proposal', async () => {
    const id = await addOffer()
    expect((await read(receiver, id)).data).toMatchObject({ state: 'none', seen: 0, can: ['opened'], side: 'receiver' })
    expect(await rowOf(giver, id)).toMatchObject({ dispute: 'none', disputeTurn: null, disputedAt: null })
    expect((await write(receiver, id, 'opened', 0, ' Rot inside ')).data).toEqual({ number: 1, state: 'open' })
    expect([await waits(giver), await waits(receiver)]).toEqual([1, 0])
    expect(await rowOf(giver, id)).toMatchObject({ dispute: 'open', disputeTurn: 'own' })
    expect(await rowOf(receiver, id)).toMatchObject({ dispute: 'open', disputeTurn: 'other' })
    expect((await read(giver, id)).data.can).toEqual(['answered', 'proposed'])
    expect((await read(receiver, id)).data.can).toEqual(['answered', 'proposed', 'takenBack'])
    await write(giver, id, 'answered', 1)
    expect([await waits(giver), await waits(receiver)]).toEqual([0, 1])
    await write(receiver, id, 'proposed', 2, 'Pay half')
    await write(giver, id, 'proposed', 3, 'Pay a third')
    // Words do not take a proposal away.
    expect((await write(receiver, id, 'answered', 4)).data.state).toBe('proposed')
    expect((await read(receiver, id)).data.can).toContain('agreed')
    expect((await write(receiver, id, 'agreed', 5, '')).data).toEqual({ number: 6, state: 'settled' })
    for (const [by, side] of [
      [giver, 'giver'],
      [receiver, 'receiver'],
    ] as const) {
      const { data } = await read(by, id)
      expect(data).toMatchObject({ side, giver: 'Demo GIVER', state: 'settled', can: ['opened'] })
      expect(data.lines.map(line => [line.side, line.kind, line.text])).toEqual([
        ['receiver', 'opened', 'Rot inside'],
        ['giver', 'answered', 'answered it'],
        ['receiver', 'proposed', 'Pay half'],
        ['giver', 'proposed', 'Pay a third'],
        ['receiver', 'answered', 'answered it'],
        ['receiver', 'agreed', null],
      ])
      expect(data.lines.at(-1)!.proposal).toBe(4)
      expect(
        data.lines.every(({ operator, time }) => operator !== '' && Math.abs(Date.parse(time) - Date.now()) < 60_000),
      ).toBe(true)
    }
    expect([await waits(giver), await waits(receiver)]).toEqual([0, 0])
    await expect
      .poll(() => titles(giver))
      .toEqual(expect.arrayContaining(['A dispute is settled', 'A handover is disputed']))
    await expect.poll(() => titles(receiver)).toContain('A resolution is proposed')
    expect((await write(giver, id, 'answered', 6)).error).toBe('custody.noDispute')
    // Another one may follow, by either side.
    expect((await write(giver, id, 'opened', 6)).data.state).toBe('open')
    expect((await read(giver, id)).data.lines.at(-1)).toMatchObject({ dispute: 2, side: 'giver' })
    expect((await write(receiver, id, 'takenBack', 7)).error).toBe('custody.notOpener')
    expect((await write(giver, id, 'takenBack', 7, '')).data.state).toBe('settled')
  })

  test('is written by phone by a field user of the receiver', async () => {
    const id = await addOffer()
    const phone = await world.signIn({ id: receiver.tenantId, deptId: null }, ['fieldReporter'])
    const [row] = (await phone.get(`/custody/offer/list?side=received&status=accepted&limit=1`)).rows
    expect(row).toMatchObject({ id, can: ['dispute'] })
    expect((await write(phone, id, 'opened', 0, 'Bark is missing')).code).toBe(200)
    await write(giver, id, 'proposed', 1, 'Pay half')
    expect((await read(phone, id)).data).toMatchObject({ side: 'receiver', can: expect.arrayContaining(['agreed']) })
    expect((await write(phone, id, 'agreed', 2, '')).data.state).toBe('settled')
    expect((await read(giver, id)).data.lines.map(({ text }) => text)).toEqual(['Bark is missing', 'Pay half', null])
  })

  test('is found by its state and by whose turn it is', async () => {
    const open = await addOffer()
    await write(giver, open, 'opened', 0)
    const withProposal = await proposed()
    expect(await listed(giver, 'dispute=open')).toContain(open)
    expect(await listed(giver, 'dispute=open')).not.toContain(withProposal)
    expect(await listed(receiver, 'dispute=proposed')).toEqual([withProposal])
    expect(await listed(receiver, 'disputeTurn=own')).toEqual([open])
    expect(await listed(giver, 'disputeTurn=own')).toEqual([withProposal])
    expect(await listed(giver, 'dispute=none')).not.toContain(open)
    expect(await listed(giver, 'dispute=nonsense')).toEqual([])
  })

  test('is refused where it makes no sense', async () => {
    for (const status of ['open', 'declined', 'withdrawn']) {
      const id = await addOffer(status)
      expect((await write(receiver, id, 'opened', 0)).error).toBe('custody.notAccepted')
      expect((await read(receiver, id)).data.can).toEqual([])
      expect((await rowOf(receiver, id))?.can).not.toContain('dispute')
    }
    const id = await addOffer()
    for (const kind of ['answered', 'proposed', 'agreed', 'takenBack'] as const)
      expect((await write(receiver, id, kind, 0)).error).toBe('custody.noDispute')
    for (const text of ['', '  '])
      expect((await write(receiver, id, 'opened', 0, text)).data).toMatchObject({
        issues: [{ field: 'text', error: 'required' }],
      })
    expect((await write(receiver, id, 'opened', 0, 'x'.repeat(1001))).code).not.toBe(200)
    await write(receiver, id, 'opened', 0)
    expect((await write(giver, id, 'opened', 1)).error).toBe('custody.disputeOpen')
    expect((await write(giver, id, 'agreed', 1)).error).toBe('custody.noProposal')
    await write(giver, id, 'proposed', 1)
    expect((await write(giver, id, 'agreed', 2)).error).toBe('custody.ownProposal')
    expect((await write(receiver, id, 'agreed', 1)).error).toBe('changedSince')
    // A proposal of a settled dispute is none of the next one.
    await write(receiver, id, 'agreed', 2, '')
    await write(giver, id, 'opened', 3)
    expect((await write(receiver, id, 'agreed', 4)).error).toBe('custody.noProposal')
  })

  test('moves no goods and stays with the offer', async () => {
    const goods = await makeGoods(world, giver)
    const { data } = await giver.post<{ id: number }>('/custody/offer', {
      receiver: 'RECEIVER',
      numbers: [{ requestId: goods.requestId, from: 1, to: 3 }],
    })
    expect((await receiver.put(`/custody/offer/${data.id}/accept`, {})).code).toBe(200)
    const held = async () =>
      (await world.admin.query('select count(*)::int as n from custody_handover where offer_id = $1', [data.id]))
        .rows[0].n
    const before = await held()
    expect(before).toBe(1)
    await write(giver, data.id, 'opened', 0)
    await write(receiver, data.id, 'proposed', 1)
    await write(giver, data.id, 'agreed', 2, '')
    expect(await held()).toBe(before)
    expect(await rowOf(receiver, data.id)).toMatchObject({ status: 'accepted', dispute: 'settled' })
  })

  test('is entered in the operation log without its words', async () => {
    const { rows } = await world.admin.query<{ param: string }>(
      `select oper_param as param from oper_log where tenant_id = $1 and oper_url like '%/dispute'`,
      [receiver.tenantId],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ param }) => param.includes('opened'))).toBe(true)
    expect(rows.filter(({ param }) => param.includes('Rot inside'))).toEqual([])
  })
})

describe('nobody but the two enterprises', () => {
  test('reads or writes', async () => {
    const id = await proposed()
    expect((await read(stranger, id)).error).toBe('notFound')
    expect((await write(stranger, id, 'answered', 5)).error).toBe('notFound')
    expect(await listed(stranger, 'dispute=proposed')).toEqual([])
    expect(await waits(stranger)).toBe(0)
    expect(
      await world.services.database.withTenant(stranger.tenantId, db =>
        db.query(sql`select id from custody_dispute_line where tenant_id = ${giver.tenantId}`),
      ),
    ).toEqual([])
    expect((await world.anonymous.get(`/custody/offer/${id}/dispute`)).code).toBe(401)
  })

  test('writes for another side, also by SQL under the role of the server', async () => {
    const id = await proposed()
    const insert = (by: Caller, side: string, receiverId = receiver.tenantId, giverId = giver.tenantId) =>
      world.services.database.withTenant(by.tenantId, db =>
        db.execute(sql`
          insert into custody_dispute_line (tenant_id, receiver_tenant_id, offer_id, number, dispute, side, kind, text, operator)
          values (${giverId}, ${receiverId}, ${id}, 6, 1, ${side}, 'answered', 'forged', 'x')`),
      )
    await expect(insert(giver, 'receiver')).rejects.toThrow(/row-level security/)
    await expect(insert(receiver, 'giver')).rejects.toThrow(/row-level security/)
    await expect(insert(stranger, 'receiver')).rejects.toThrow(/row-level security/)
    // As a side of an offer that it is not in.
    await expect(insert(stranger, 'receiver', stranger.tenantId)).rejects.toThrow(/foreign key/)
    await expect(insert(stranger, 'giver', receiver.tenantId, stranger.tenantId)).rejects.toThrow(/foreign key/)
    const change = (text: 'update' | 'delete') =>
      world.services.database.withTenant(giver.tenantId, db =>
        db.execute(
          text === 'update'
            ? sql`update custody_dispute_line set text = 'forged' where tenant_id = ${giver.tenantId} and offer_id = ${id}`
            : sql`delete from custody_dispute_line where tenant_id = ${giver.tenantId} and offer_id = ${id}`,
        ),
      )
    await expect(change('update')).rejects.toThrow(/permission denied/)
    await expect(change('delete')).rejects.toThrow(/permission denied/)
    expect((await read(giver, id)).data.lines.filter(({ text }) => text === 'forged')).toEqual([])
  })

  test('writes by phone what the field users of a giver may not: they have no right to hand goods over', async () => {
    const id = await addOffer()
    await write(receiver, id, 'opened', 0)
    const phone = await world.signIn({ id: giver.tenantId, deptId: null }, ['fieldReporter'])
    // The data scope of a field user is what is its own; the offer is another's.
    expect((await read(phone, id)).error).toBe('notFound')
    expect((await write(phone, id, 'answered', 1)).error).toBe('notFound')
  })

  test('writes without the permission of its side, or outside of the data scope', async () => {
    const { rows } = await world.admin.query<{ id: number }>(
      'select id from dept where tenant_id = $1 order by id limit 1',
      [giver.tenantId],
    )
    const root = Number(rows[0]!.id)
    const [here, there] = [await makeDept(giver, root), await makeDept(giver, root)]
    const holder = (permissions: string[], deptId: number) =>
      makeHolder(world, giver, deptId, permissions, { dataScope: '3' })
    const reader = await holder(['custody:offer:list'], here)
    const clerk = await holder(['custody:offer:list', 'custody:offer:add'], here)
    const elsewhere = await holder(['custody:offer:list', 'custody:offer:add'], there)
    // The right of receivers is none for a giver.
    const taker = await holder(['custody:offer:list', 'custody:offer:accept'], here)
    const id = await addOffer('accepted', { dept: here })
    await write(receiver, id, 'opened', 0)
    expect((await read(reader, id)).data).toMatchObject({ state: 'open', can: [] })
    expect((await read(taker, id)).data).toMatchObject({ state: 'open', can: [] })
    expect((await write(reader, id, 'answered', 1)).error).toBe('forbidden')
    expect((await write(taker, id, 'answered', 1)).error).toBe('notFound')
    expect((await read(elsewhere, id)).error).toBe('notFound')
    expect((await write(elsewhere, id, 'answered', 1)).error).toBe('notFound')
    expect((await write(clerk, id, 'answered', 1)).code).toBe(200)
    const depts = (await receiver.get('/system/dept/list')).data as unknown as { id: number }[]
    const seller = await makeHolder(world, receiver, depts[0]!.id, ['custody:offer:list', 'custody:offer:add'])
    expect((await read(seller, id)).data).toMatchObject({ state: 'open', can: [] })
    expect((await write(seller, id, 'answered', 2)).error).toBe('notFound')
    expect(await kindsOf(receiver, id)).toEqual(['opened', 'answered'])
  })
})

describe('at once', () => {
  test('two people of one side agree: it is agreed to once, and both are answered so', async () => {
    const colleague = await world.signIn({ id: giver.tenantId, deptId: null }, ['enterpriseAdmin'])
    for (let n = 0; n < 5; n++) {
      const id = await proposed()
      const answers = await Promise.all([write(giver, id, 'agreed', 5, ''), write(colleague, id, 'agreed', 5, '')])
      expect(answers.map(({ data }) => data)).toEqual([
        { number: 6, state: 'settled' },
        { number: 6, state: 'settled' },
      ])
      expect(await kindsOf(giver, id)).toHaveLength(6)
    }
  })

  test('one agrees while the other replaces the proposal: nobody agrees to words that they have not read', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await proposed()
      const [agreed, replaced] = await Promise.all(
        n % 2
          ? [write(giver, id, 'agreed', 5, ''), write(receiver, id, 'proposed', 5, 'Pay all')]
          : [write(receiver, id, 'proposed', 5, 'Pay all'), write(giver, id, 'agreed', 5, '')].toReversed(),
      )
      expect([agreed!.code === 200, replaced!.code === 200].filter(Boolean)).toHaveLength(1)
      expect(agreed!.code === 200 ? replaced!.error : agreed!.error).toBe('changedSince')
      const { data } = await read(giver, id)
      expect(data.state).toBe(agreed!.code === 200 ? 'settled' : 'proposed')
      expect(data.lines).toHaveLength(6)
    }
  })

  test('both sides open a dispute: there is one', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await addOffer()
      const answers = await Promise.all([write(giver, id, 'opened', 0), write(receiver, id, 'opened', 0)])
      expect(answers.map(({ error }) => error ?? 'written').toSorted()).toEqual(['changedSince', 'written'])
      expect(await kindsOf(giver, id)).toEqual(['opened'])
    }
  })
})

test('so much is written and no more; it can still be settled', async () => {
  const id = await proposed()
  await world.admin.query(
    `insert into custody_dispute_line (tenant_id, receiver_tenant_id, offer_id, number, dispute, side, kind, text, operator, proposal)
     select $1, $2, $3, n, 1, 'giver', 'answered', 'x', 'x', 5 from generate_series(6, 300) n`,
    [giver.tenantId, receiver.tenantId, id],
  )
  expect((await write(giver, id, 'answered', 300)).error).toBe('custody.disputeFull')
  expect((await read(giver, id)).data.can).toEqual(['agreed'])
  expect((await write(giver, id, 'agreed', 300, '')).code).toBe(200)
})
