import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { thinHeads } from '../../src/areas/ledger/log/thin-heads.ts'
import { removeOldEntries } from '../../src/areas/monitor/schedule/retention.ts'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { checkLedgerNightly } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeWorld, type World } from '../harness.ts'
import { makeGrowth } from './make-growth.ts'

/**
 * Jobs over all rows of a large installation: each works in blocks, goes on where it was ended, and has the result of one statement
 * over everything. Rows are counted instead of time. `GROWTH=5` makes a million records.
 */
const scale = Number(process.env.GROWTH ?? 1)
const enterprises = 200 * scale
const logged = 500
/** Rows that one statement of a job may read into the process, or change. */
const mostRows = 5000

let world: World
let statements: number[] = []
const query = pg.Client.prototype.query

beforeAll(async () => {
  world = await makeWorld()
  await makeGrowth(world, { enterprises, accounts: 2, batches: 10, requests: 2, records: 1000, scanDays: 2, logged })
  await world.admin.query(`update oper_log set oper_time = oper_time - interval '500 days' where id % 2 = 0`)
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = (query as (...all: unknown[]) => unknown).apply(this, args)
    if (answer instanceof Promise && this !== world.admin)
      answer.then(
        (result: pg.QueryResult) => statements.push(result.rowCount ?? 0),
        () => {},
      )
    return answer
  } as typeof query
})
afterAll(() => {
  pg.Client.prototype.query = query
})
beforeEach(() => {
  statements = []
})

const count = async (text: string) => Number(Object.values((await world.admin.query(text)).rows[0])[0])
const largest = () => statements.reduce((most, rows) => Math.max(most, rows), 0)

/** A signal that aborts once so many statements were sent. */
function endAfter(sent: number): AbortSignal {
  const stop = new AbortController()
  const timer = setInterval(() => {
    if (statements.length >= sent) stop.abort(new Error('ended'))
  }, 1)
  stop.signal.addEventListener('abort', () => clearInterval(timer))
  return stop.signal
}

test('old log entries are removed in blocks, exactly those that are old', async () => {
  const { database } = world.services
  const old = await count(`select count(*) from oper_log where oper_time < now() - interval '400 days'`)
  const young = await count(`select count(*) from oper_log where oper_time >= now() - interval '400 days'`)
  expect(old).toBeGreaterThan(enterprises * 200)
  const args = { log: 'operlog', days: 400 } as const
  await expect(removeOldEntries(database, args, endAfter(9))).rejects.toThrow('ended')
  const left = await count(`select count(*) from oper_log where oper_time < now() - interval '400 days'`)
  expect(left).toBeLessThan(old)
  expect(left).toBeGreaterThan(0)
  expect(await removeOldEntries(database, args, new AbortController().signal)).toBe(left)
  expect(await count('select count(*) from oper_log')).toBe(young)
  expect(largest()).toBe(mostRows)
})

test('the check of the ledger reads records and contents in blocks, and goes on where it was ended', async () => {
  // Records that were made by SQL are not sealed: the check finds the first thousand of them, in whatever blocks.
  const signal = endAfter(60)
  await expect(checkLedgerNightly(world.services, { complete: true, signal })).rejects.toThrow('ended')
  const before = (
    await world.admin.query(`select section, place from ledger_check_place where cursor = 'whole' order by 1`)
  ).rows
  expect(before.length).toBeGreaterThan(0)
  const { found: faultCount } = await checkLedgerNightly(world.services, { complete: true })
  expect(faultCount).toBe(1000)
  expect(largest()).toBeLessThanOrEqual(mostRows)
  expect(statements.length).toBeGreaterThan((enterprises * 1000) / 2000)
})

test('roll-ups of stages are those of one statement over all records', async () => {
  await world.admin.query('truncate stage_sum, stage_time, stage_step')
  await world.admin.query(
    'insert into stage_change (tenant_id, batch_id) select tenant_id, id from batch where id in (select batch_id from stage_record)',
  )
  await expect(rollUpDirtyStages(world.services, endAfter(80))).rejects.toThrow('ended')
  expect(await count('select count(*) from stage_change')).toBeGreaterThan(0)
  await rollUpDirtyStages(world.services)
  expect(await count('select count(*) from stage_change')).toBe(0)
  // Days are those of the enterprise: by UTC they differ for a third of each day.
  const plain = `select r.tenant_id, (r.happened_at at time zone e.time_zone)::date as start, r.stage, count(*) as reports
    from stage_record r join enterprise e on e.id = r.tenant_id where r.status = 'current' group by 1, 2, 3`
  const rolledUp = `select tenant_id, start, stage, reports from stage_sum
    where grain = 'day' and product_id = 0 and tenant_id <> 0 and reports > 0`
  expect(await count(`select count(*) from ((${plain}) except (${rolledUp})) f`)).toBe(0)
  expect(await count(`select count(*) from ((${rolledUp}) except (${plain})) f`)).toBe(0)
  expect(await count(`select sum(reports) from stage_sum where grain = 'day' and tenant_id = 0`)).toBe(
    await count(`select count(*) from stage_record where status = 'current'`),
  )
})

test('heads are thinned in blocks, as one statement would', async () => {
  await world.admin.query('set session_replication_role = replica')
  await world.admin.query(
    `insert into ledger_checkpoint (size, root, note, signed_at)
     select 1000 + n, decode(repeat('00', 32), 'hex'), 'note', now() - interval '120 days' + n * interval '100 seconds'
     from generate_series(1, 100000) n`,
  )
  await world.admin.query('set session_replication_role = origin')
  const plain = await count(`
    select count(*) from (select size, signed_at, lead(signed_at) over (order by size) as next from ledger_checkpoint) h
    where date_trunc('day', signed_at, 'UTC') <> date_trunc('day', next, 'UTC') and signed_at < now() - interval '90 days'
       or date_trunc('hour', signed_at, 'UTC') <> date_trunc('hour', next, 'UTC') and signed_at between now() - interval '90 days' and now() - interval '7 days'
       or signed_at >= now() - interval '7 days' or next is null or size = (select min(size) from ledger_checkpoint)`)
  await expect(thinHeads(world.services.database, endAfter(20))).rejects.toThrow('ended')
  await thinHeads(world.services.database)
  expect(await count('select count(*) from ledger_checkpoint')).toBe(plain)
})
