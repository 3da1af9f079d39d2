import { beforeAll, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { thinHeads } from '../../src/areas/ledger/log/thin-heads.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { compareLedger } from '../../src/areas/ledger/recovery/compare.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { makeWorld, type World } from '../harness.ts'
import { unguarded } from '../unguarded.ts'
import { namesOf, queueNamed } from './entries.ts'

/** Old heads are thinned; what somebody may rely on stays, and nobody can remove anything else. */
let world: World

/** Size of head number n: each holds one entry more, and the statement of the index. */
const sizeOf = (n: number) => 2 * n + 1

const sizes = async () =>
  (await world.admin.query<{ size: string }>('select size from ledger_checkpoint order by size')).rows.map(row =>
    Number(row.size),
  )

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('HEADS')
  const sequencer = makeSequencer(world.services)
  await sequencer.append()
  for (let n = 1; n <= 24; n++) {
    await queueNamed(world.services, tenant.id, namesOf(1, `head ${n}`))
    await sequencer.append()
  }
  // Four heads a day, a few minutes apart in twos; the oldest are 100 days old, the middle ones 20, the newest of today.
  await unguarded(
    world.admin,
    `update ledger_checkpoint c set signed_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
       - case when n < 9 then interval '100 days' when n < 17 then interval '20 days' else interval '0 days' end
       + (n / 4) % 2 * interval '1 day' * (n < 9)::int + (n / 2) % 4 * interval '2 hours' + n % 2 * interval '5 minutes'
     from (select size, row_number() over (order by size) - 1 as n from ledger_checkpoint) h where h.size = c.size`,
  )
  await world.admin.query(
    `insert into ledger_cosignature (size, witness, line, signed_at) values (${sizeOf(5)}, 'witness+1', 'line', now())`,
  )
})

test('of old heads the last of each hour or day stays, and those that a witness signed', async () => {
  expect((await sizes()).length).toBe(25)
  const { rows } = await world.admin.query<{ size: string }>(`
    select size from (
      select size, signed_at, lead(signed_at) over (order by size) as next from ledger_checkpoint) h
    where size > 1 and size <> ${sizeOf(5)} and (
      signed_at < now() - interval '90 days' and date_trunc('day', signed_at, 'UTC') = date_trunc('day', next, 'UTC')
      or signed_at between now() - interval '90 days' and now() - interval '7 days'
        and date_trunc('hour', signed_at, 'UTC') = date_trunc('hour', next, 'UTC'))`)
  const thinned = rows.map(row => Number(row.size))
  expect(thinned.length).toBeGreaterThan(6)
  const before = await sizes()
  const stop = AbortSignal.abort(new Error('ended'))
  await expect(thinHeads(world.services.database, stop)).rejects.toThrow('ended')
  expect(await sizes()).toEqual(before)
  expect(await thinHeads(world.services.database)).toBe(thinned.length)
  const left = before.filter(size => !thinned.includes(size))
  expect(await sizes()).toEqual(left)
  expect(left).toEqual(expect.arrayContaining([0, 5, 17, 18, 19, 20, 21, 22, 23, 24].map(sizeOf)))
  expect(await thinHeads(world.services.database), 'nothing is left to thin').toBe(0)
})

test('the ledger stays consistent, and heads that were thinned still count as contained', async () => {
  const { database } = world.services
  expect((await checkWholeLedger(database, ledgerLog(world.services))).faults).toEqual([])
  expect(await compareLedger(world.services)).toBeUndefined()
  const served = async (size: number) => (await world.app.inject(`/ledger/checkpoint/${size}`)).statusCode
  expect(await served(sizeOf(24))).toBe(200)
  expect(await served(sizeOf(1))).toBe(404)
  expect((await world.app.inject(`/ledger/consistency/${sizeOf(1)}/${sizeOf(24)}`)).statusCode).toBe(200)
})

test.each([
  ['the newest one', sizeOf(24)],
  ['one of this week', sizeOf(20)],
  ['one that a witness signed', sizeOf(5)],
  ['the first one', sizeOf(0)],
])('nobody can delete %s', async (_what, size) => {
  await expect(world.admin.query('delete from ledger_checkpoint where size = $1', [size])).rejects.toThrow(
    'never changed or removed',
  )
})
