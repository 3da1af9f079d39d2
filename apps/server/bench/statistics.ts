/**
 * The statistics screens over the roll-ups of 100,000,000 scans, and how the roll-ups are computed: they are written as
 * the worker would write them, and one day is in the log entry by entry, so that the worker's computation and a plain
 * count are measured too.
 */
import { rollUpDirtyStages } from '../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { rollUpDirtyDays } from '../src/areas/stats/rollups/schedule-rollups.ts'
import { type Claim, median, percentile } from './bench.ts'
import { makeBatch, type BenchWorld } from './world.ts'

const scans = 100_000_000
const days = 730
const requests = 40
const cities = 100
/** Other enterprises, each with a hundredth of the scans, for the platform's screens. */
const others = 100
/** Entries in the log one by one, all within one day. */
const logged = 1_000_000
const runs = 45

async function fill(world: BenchWorld): Promise<void> {
  const { admin, tenantId } = world
  const batchId = await makeBatch(world)
  await admin.query(
    `insert into product (tenant_id, code, name, category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species)
     select tenant_id, 'S' || n, 'Product ' || n, category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species
     from product, generate_series(1, 20) n where id = (select product_id from batch where id = $1)`,
    [batchId],
  )
  await admin.query(
    `insert into batch (tenant_id, batch_number, product_id, circulation_id)
     select b.tenant_id, 'S' || n, p.id, b.circulation_id from batch b, generate_series(1, ${requests}) n
     join product p on p.code = 'S' || (1 + n % 20) where b.id = $1`,
    [batchId],
  )
  await admin.query(
    `insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
      country_code, factory_code, batch_date, species, status)
     select tenant_id, batch_number, id, 20000000, 'alnum', 8, 'item', 'regular', 'felling', 'GA', 'F1', current_date, 'OKO', 'downloaded'
     from batch where batch_number ~ '^S[0-9]+$' and tenant_id = $1`,
    [tenantId],
  )
  await admin.query(
    `insert into enterprise (identification, name) select 'B' || n, 'Other ' || n from generate_series(1, ${others}) n`,
  )
  const each = Math.max(1, Math.round(scans / days / requests / cities))
  // One day of one request in one city: one in four who scan also checks.
  await admin.query(
    `insert into visit_place (tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks)
     select r.tenant_id, 'day', (current_date - d)::timestamptz, r.request_number, b.product_id, 'CN', 'Province ' || c % 30, 'City ' || c,
       ${each} + (c + d) % 3, ${each} / 4, ${each} / 40
     from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id, generate_series(1, ${days}) d, generate_series(1, ${cities}) c
     where r.tenant_id = $1`,
    [tenantId],
  )
  await admin.query(
    `insert into visit_place (tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks)
     select e.id, 'day', (current_date - d)::timestamptz, 0, 0, 'CN', 'Province ' || c % 30, 'City ' || c, 5, 1, 0
     from enterprise e, generate_series(1, 92) d, generate_series(1, ${cities}) c where e.identification ~ '^B[0-9]+$'`,
  )
  const sums = 'sum(scans), sum(checks), sum(wrong_checks)'
  const columns =
    'tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks'
  await admin.query(
    `insert into visit_place (${columns}) select tenant_id, grain, start, 0, 0, country, province, city, ${sums} from visit_place
      where tenant_id = $1 group by 1, 2, 3, 6, 7, 8`,
    [tenantId],
  )
  await admin.query(
    `insert into visit_place (${columns}) select 0, grain, start, 0, 0, country, province, city, ${sums} from visit_place
      where request_number = 0 group by 2, 3, 6, 7, 8`,
  )
  await admin.query(
    `insert into visit_place (${columns}) select tenant_id, 'month', date_trunc('month', start), request_number, product_id, country,
      province, city, ${sums} from visit_place group by 1, 3, 4, 5, 6, 7, 8`,
  )
  const counted = 'tenant_id, grain, start, request_number, product_id, scans, checks, wrong_checks'
  await admin.query(
    `insert into visit_count (${counted}) select tenant_id, grain, start, request_number, product_id, ${sums} from visit_place group by 1, 2, 3, 4, 5`,
  )
  await admin.query(
    `insert into visit_count (${counted}) select tenant_id, 'hour', start + h * interval '1 hour', request_number, product_id, scans / 24,
      checks / 24, wrong_checks / 24
     from visit_count, generate_series(0, 23) h where grain = 'day' and start > current_date - 100`,
  )
  await admin.query(
    `insert into visit_day (tenant_id, day, state, counted_at) select distinct tenant_id, start::date, 'counted', now() from visit_count where grain = 'day'`,
  )
  // A million scans of one earlier day, each of them in the log.
  await admin.query(`select ensure_log_partitions((current_date - 900)::date)`)
  await admin.query(
    `insert into scan_log (tenant_id, request_number, serial, product_id, country, province, city, scanned_at)
     select $1, r.request_number, n, b.product_id, 'CN', 'Province ' || n % 30, 'City ' || n % ${cities},
       (current_date - 900)::timestamptz + n % 86400 * interval '1 second'
     from generate_series(1, ${logged}) n
     join (select request_number, batch_id, tenant_id, row_number() over () - 1 as place from code_request where tenant_id = $1) r on r.place = n % ${requests}
     join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id`,
    [tenantId],
  )
  await admin.query('insert into visit_day (tenant_id, day) values ($1, current_date - 900)', [tenantId])
  await admin.query('vacuum analyze visit_place, visit_count, visit_day, scan_log, code_request, batch, product')
}

/**
 * 200,000 reports of 12,500 batches over two years, some days between their stages.
 * @returns how long the worker computed their roll-ups, in ms
 */
async function fillReports(world: BenchWorld): Promise<number> {
  const { admin, tenantId } = world
  await admin.query(
    `insert into batch (tenant_id, batch_number, product_id, circulation_id)
     select tenant_id, 'R' || n, product_id, circulation_id from (select * from batch where tenant_id = $1 limit 1) b, generate_series(1, 12500) n`,
    [tenantId],
  )
  await admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count,
      codes_digest, public_values, personal_salt, created_by)
     select b.tenant_id, gen_random_uuid(), b.id, s.stage, s.id, 'x', 'x',
       now() - (b.id % 700 + 120 - 5 * s.place) * interval '1 day' + (b.id * 7919 + s.place * 104729) % 864000 * interval '1 second', 100,
       repeat('0', 64), '{}', '', 1
     from batch b, (select distinct on (stage) stage, id, dense_rank() over (order by stage) as place from stage_template) s
     where b.tenant_id = $1 and b.batch_number ~ '^R[0-9]+$' and s.place <= 16`,
    [tenantId],
  )
  await admin.query('vacuum analyze stage_record, batch')
  await admin.query(
    'insert into stage_change (tenant_id, batch_id) select tenant_id, id from batch where tenant_id = $1',
    [tenantId],
  )
  const started = performance.now()
  await rollUpDirtyStages(world.services)
  const counting = performance.now() - started
  await admin.query('vacuum analyze stage_step, stage_sum, stage_time')
  return counting
}

export async function measureStatistics(world: BenchWorld): Promise<Claim[]> {
  await fill(world)
  const countingStages = await fillReports(world)
  const { admin, tenantId, services } = world
  const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const range = (from: number, to = 1) => `from=${dayOf(from)}&to=${dayOf(to)}`
  const { rows } = await admin.query<{ id: string }>(`select id from product where code = 'S7' and tenant_id = $1`, [
    tenantId,
  ])
  const product = rows[0]!.id
  const screens: [string, string][] = [
    ['trend of 7 days by hour', `/stats/trend?grain=hour&${range(7)}`],
    ['trend of 92 days', `/stats/trend?${range(92)}`],
    ['trend of 24 months', `/stats/trend?grain=month&${range(720)}`],
    ['trend of 92 days of one product', `/stats/trend?${range(92)}&productId=${product}`],
    ['products of 30 days', `/stats/product?${range(30)}`],
    ['products of 92 days', `/stats/product?${range(92)}`],
    ['products of 12 months', `/stats/product?grain=month&${range(360)}`],
    ['cities of 30 days', `/stats/place?${range(30)}`],
    ['cities of 92 days', `/stats/place?${range(92)}`],
    ['cities of 12 months', `/stats/place?grain=month&${range(360)}`],
    [
      'failed checks by city, 30 days of one product',
      `/stats/place?${range(30)}&productId=${product}&sortBy=wrongChecks`,
    ],
    ['stages of 30 days', `/stats/stage?${range(30)}`],
    ['stages of 12 months', `/stats/stage?grain=month&${range(360)}`],
  ]
  const claims: Claim[] = []
  const ask = async (path: string, times: number) => {
    const spent: number[] = []
    for (let run = 0; run < times; run++) {
      const started = performance.now()
      await world.call('GET', path)
      spent.push(performance.now() - started)
    }
    return spent.slice(Math.min(5, times - 1))
  }
  for (const [title, path] of screens) {
    // The cost of a call without statistics, on this machine at this moment.
    const other = await ask('/system/notice/listTop', runs)
    const spent = await ask(path, runs)
    const p95 = percentile(spent, 0.95)
    claims.push({
      title: `statistics over the sums of ${scans.toLocaleString('en')} scans: ${title}`,
      found: `median ${median(spent).toFixed(1)}, p95 ${p95.toFixed(1)} ms; the newest notices beside it median ${median(other).toFixed(1)}, p95 ${percentile(other, 0.95).toFixed(1)} ms`,
      bound: 'p95 under 50 ms',
      held: p95 < 50,
    })
  }
  claims.push({
    title: 'sums of 200,000 reports of stages, counted anew by the worker',
    found: `${(countingStages / 1000).toFixed(1)} s`,
    bound: 'within a minute',
    held: countingStages < 60_000,
  })
  // The same question about the day in the log: counted directly, and from its roll-ups.
  await admin.query(`update visit_day set state = 'due' where tenant_id = $1 and day = current_date - 900`, [tenantId])
  const started = performance.now()
  await rollUpDirtyDays(services, { resting: false })
  const counting = performance.now() - started
  const plain: number[] = []
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    await admin.query(
      `select city, count(*) from scan_log where tenant_id = $1 and scanned_at >= current_date - 900 and scanned_at < current_date - 899
        group by city order by 2 desc limit 50`,
      [tenantId],
    )
    plain.push(performance.now() - begun)
  }
  const sums = median(await ask(`/stats/place?${range(900, 900)}`, 25))
  const ratio = median(plain) / sums
  claims.push({
    title: `cities of one day with ${logged.toLocaleString('en')} scans, from the sums against a plain count of the log`,
    found: `${sums.toFixed(1)} ms against ${median(plain).toFixed(0)} ms: ${ratio.toFixed(0)} times; the worker counted the day in ${(counting / 1000).toFixed(1)} s`,
    bound: 'at least 20 times',
    held: ratio >= 20,
  })
  return claims
}
