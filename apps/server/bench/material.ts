/** What the account of wood costs: posting a report, and reading a balance among many entries. `MATERIAL_ENTRIES` says how many. */
import { postRecords } from '../src/areas/material/ledger/post-records.ts'
import { loadAccount } from '../src/areas/material/ledger/store.ts'
import { sql } from '../src/platform/database/sql.ts'
import { addHistory } from '../test/trace/history.ts'
import { type Claim, percentile, spread } from './bench.ts'
import { type BenchWorld, makeBatch } from './world.ts'

const entries = Number(process.env.MATERIAL_ENTRIES ?? 2_000_000)
const entriesOfBatch = 10
const runs = 300

/** Batches with accounts of ten entries each. */
async function fillAccounts({ admin, tenantId }: BenchWorld, batchId: number): Promise<void> {
  const batches = Math.ceil(entries / entriesOfBatch)
  await admin.query(
    `insert into batch (tenant_id, batch_number, product_id, dept_id, created_by)
     select tenant_id, 'WOOD' || n, product_id, dept_id, created_by from batch, generate_series(1, $2::int) n where id = $1`,
    [batchId, batches],
  )
  await admin.query(
    `insert into material_balance (tenant_id, batch_id, species, form, volume, volume_in, source)
     select tenant_id, id, 'OKO', 'log', $2, $2, 'felled' from batch where tenant_id = $1 and batch_number like 'WOOD%'`,
    [tenantId, entriesOfBatch],
  )
  await admin.query(
    `insert into material_entry (tenant_id, batch_id, species, form, act, volume, stage, record_id, happened_at)
     select $1, b.id, 'OKO', 'log', 'felled', 1, 'felling', b.id * 100 + n, now() - n * interval '1 day'
     from generate_series(1, $2::int) n cross join batch b where b.tenant_id = $1 and b.batch_number like 'WOOD%'`,
    [tenantId, entriesOfBatch],
  )
  await admin.query('vacuum analyze batch, material_balance, material_entry')
}

/** Times each run of an act, after a few that are not counted. */
async function timed(act: (n: number) => Promise<unknown>, count = runs): Promise<number[]> {
  const times: number[] = []
  for (let n = -5; n < count; n++) {
    const started = performance.now()
    await act(n)
    if (n >= 0) times.push(performance.now() - started)
  }
  return times
}

export async function measureMaterial(world: BenchWorld): Promise<Claim[]> {
  const { services, tenantId, admin } = world
  const { database } = services
  const batchId = await makeBatch(world)
  await fillAccounts(world, batchId)
  const { rows } = await admin.query<{ id: number }>(
    `select id::int from batch where tenant_id = $1 and batch_number like 'WOOD%' order by random() limit $2`,
    [tenantId, runs + 10],
  )
  const ids = rows.map(({ id }) => id)
  const idAt = (n: number) => ids.at(n)!
  const records = await addHistory(services, tenantId, { batchId, stage: 'felling', count: runs + 10 })

  const byKey = await timed(n =>
    database.withTenant(tenantId, db =>
      db.query(sql`select * from batch where tenant_id = ${tenantId} and id = ${idAt(n)}`),
    ),
  )
  const balance = await timed(n => database.withTenant(tenantId, db => loadAccount(db, tenantId, idAt(n))))
  const listed = await timed(n => world.call('GET', `/material/balance/list?batchNumber=WOOD${n + 10}&limit=10`), 50)
  const posted = await timed(n =>
    database.withTenant(tenantId, db =>
      postRecords({ db, language: 'en' }, tenantId, { stage: 'felling', posted: [records.at(n)!] }),
    ),
  )
  const written = await timed(n =>
    database.withTenant(tenantId, db =>
      db.query(sql`update batch set remark = ${`${n}`} where tenant_id = ${tenantId} and id = ${idAt(n)}`),
    ),
  )
  const p95 = (times: readonly number[]) => percentile(times, 0.95).toFixed(1)
  const among = `among ${entries} entries`
  return [
    {
      title: `account of a batch ${among}`,
      found: `${spread(balance)} ms, p95 ${p95(balance)}; a row by its key in the same run ${spread(byKey)}, p95 ${p95(byKey)}; the list, over the interface, ${spread(listed)}`,
      bound: 'p95 under 5 ms',
      held: percentile(balance, 0.95) < 5,
    },
    {
      title: `posting of one report ${among}, in a transaction of its own`,
      found: `${spread(posted)} ms, p95 ${p95(posted)}; an update by key likewise ${spread(written)}, p95 ${p95(written)}`,
      bound: 'p95 under 15 ms',
      held: percentile(posted, 0.95) < 15,
    },
  ]
}
