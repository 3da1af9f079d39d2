/** Codes in use, without a row each: looked up, paged and changed, compared with a table that has a row for each. */
import type { Claim } from './bench.ts'
import { median, spread } from './bench.ts'
import { type BenchWorld, makeBatch, requestCodes } from './world.ts'

const requests = 5000
const count = 20_000_000
const page = 500_000
const perPage = 20
/** Rows of the comparison table; what grows with its rows is scaled up. */
const plainRows = 1_000_000
const runs = 21

async function timed(work: () => Promise<unknown>, times = runs): Promise<number[]> {
  const took: number[] = []
  // The first runs, until everything is compiled and read, are not measured.
  for (let n = -3; n < times; n++) {
    const started = performance.now()
    await work()
    if (n >= 0) took.push(performance.now() - started)
  }
  return took
}

/** Completes requests without making their codes, which is measured elsewhere. */
const completed = `update code_request set status = 'completed', progress = 1, manifest_sha256 = repeat('0', 64), completed_at = now() where id = $1`

export async function measureCodesUsed(world: BenchWorld): Promise<Claim[]> {
  const { admin, services } = world
  const batch = await makeBatch(world)
  const id = await requestCodes(world, batch, count)
  await admin.query(completed, [id])
  await admin.query(
    `insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
       country_code, factory_code, batch_date, species, status, progress, manifest_sha256, completed_at)
     select r.tenant_id, 'Codes ' || n, r.batch_id, 10000, 'alnum', 8, 'item', 'regular', 'felling', 'GA', 'F1', '2026-11-01', 'OKO',
       'completed', 1, repeat('0', 64), now() from code_request r, generate_series(1, $2::int) n where r.id = $1`,
    [id, requests - 1],
  )
  services.directory.forgetAll()
  await admin.query(
    `create table plain_used as
     select n as id, upper(md5(n::text)) as code, 'notAuthorized' as state from generate_series(1, $1::int) n`,
    [plainRows],
  )
  await admin.query('create unique index on plain_used (code)')
  await admin.query('create unique index on plain_used (id)')
  await admin.query('analyze plain_used, code_request')

  const [code] = await world.call<string[]>('POST', '/code/qr/values', {
    requestId: id,
    spans: [{ from: 12_345_678, to: 12_345_678 }],
  })
  const lookup = await timed(() => world.call('GET', `/code/qr/${code}`))
  const health = await timed(() => world.call('GET', '/getInfo'))
  const paged = await timed(() => world.call('GET', `/code/qr/list?requestId=${id}&page=${page}&limit=${perPage}`))
  const plainPaged = await timed(
    () => admin.query(`select * from plain_used order by id offset $1 limit $2`, [plainRows / 2, perPage]),
    5,
  )
  const all = [{ requestId: id, from: 1, to: count }]
  const submitted: number[] = []
  for (let n = -1; n < 9; n++) {
    const started = performance.now()
    await world.call('POST', '/certification/authorization/submit', { numbers: all })
    if (n >= 0) submitted.push(performance.now() - started)
    await world.call('POST', '/certification/authorization/withdraw', { numbers: all, reason: 'Bench' })
  }
  await world.call('POST', '/certification/authorization/submit', { numbers: all })
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from certification where tenant_id = $1',
    [world.tenantId],
  )
  const updated = await timed(
    () => admin.query(`update plain_used set state = 'notYetCertified' where id <= 100000`),
    1,
  )
  await admin.query('drop table plain_used')

  const scaledPage = (median(plainPaged) * page * perPage) / (plainRows / 2)
  const scaledUpdate = (median(updated) * count) / 100_000
  return [
    {
      title: `one code found among ${requests} requests`,
      found: `${spread(lookup)} ms, the call with session and rights included (a call that reads no code: ${spread(health)} ms)`,
      bound: 'under 10 ms',
      held: median(lookup) < 10,
    },
    {
      title: `page ${page} of a request of ${count} codes`,
      found: `${spread(paged)} ms; by offset in a table of codes ${spread(plainPaged)} ms for ${plainRows / 2}, scaled to ${scaledPage.toFixed(0)} ms: ${(scaledPage / median(paged)).toFixed(0)} times`,
      bound: 'under 30 ms',
      held: median(paged) < 30,
    },
    {
      title: `${count} codes handed in for certification`,
      found: `${spread(submitted)} ms and ${rows[0]!.n} row; a table of codes ${(median(updated) / 1000).toFixed(2)} s for 100,000 rows, scaled to ${(scaledUpdate / 1000).toFixed(0)} s: ${(scaledUpdate / median(submitted)).toFixed(0)} times`,
      bound: 'under 50 ms, one row',
      held: median(submitted) < 50 && rows[0]!.n === 1,
    },
  ]
}
