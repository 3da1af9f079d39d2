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
    `update ledger_checkpoint set signed_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
       - case when size < 9 then interval '100 days' when size < 17 then interval '20 days' else interval '0 days' end
       + (size / 4) % 2 * interval '1 day' * (size < 9)::int + (size / 2) % 4 * interval '2 hours' + size % 2 * interval '5 minutes'`,
  )
  await world.admin.query(
    `insert into ledger_cosignature (size, witness, line, signed_at) values (5, 'witness+1', 'line', now())`,
  )
})

test('of old heads the last of each hour or day stays, and those that a witness signed', async () => {
  expect((await sizes()).length).toBe(25)
  const { rows } = await world.admin.query<{ size: string }>(`
    select size from (
      select size, signed_at, lead(signed_at) over (order by size) as next from ledger_checkpoint) h
    where size > 0 and size <> 5 and (
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
  expect(left).toEqual(expect.arrayContaining([0, 5, 17, 18, 19, 20, 21, 22, 23, 24]))
  expect(await thinHeads(world.services.database), 'nothing is left to thin').toBe(0)
})

test('the ledger stays consistent, and heads that were thinned still count as contained', async () => {
  const { database } = world.services
  expect((await checkWholeLedger(database, ledgerLog(world.services))).faults).toEqual([])
  expect(await compareLedger(world.services)).toBeUndefined()
  const served = async (size: number) => (await world.app.inject(`/ledger/checkpoint/${size}`)).statusCode
  expect(await served(24)).toBe(200)
  expect(await served(1)).toBe(404)
  expect((await world.app.inject('/ledger/consistency/1/24')).statusCode).toBe(200)
})

test.each([
  ['the newest one', 24],
  ['one of this week', 20],
  ['one that a witness signed', 5],
  ['the first one', 0],
])('nobody can delete %s', async (_what, size) => {
  await expect(world.admin.query('delete from ledger_checkpoint where size = $1', [size])).rejects.toThrow(
    'never changed or removed',
  )
})
