import { thinHeads } from '../../src/areas/ledger/log/thin-heads.ts'
import { removeOldEntries } from '../../src/areas/monitor/schedule/retention.ts'
import { rollUpDirtyDays } from '../../src/areas/stats/rollups/schedule-rollups.ts'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { applyVisitRetention } from '../../src/areas/stats/rollups/visit-retention.ts'
import { checkLedgerNightly } from '../../src/areas/trace/proof/nightly-check.ts'
import type { Services } from '../../src/platform/services.ts'

export interface AllRowsJob {
  title: string
  run: (services: Services, signal: AbortSignal) => Promise<unknown>
  /** SQL that gives the job its rows; `{rows}` is their number. */
  prepare: string
  /** SQL of a number that becomes smaller as the job proceeds. */
  left: string
}

/** Scans of one code request on twenty days, the last of them so many days ago, whose days are in this state. */
const scansOf = (ago: number, state: 'due' | 'counted') => `
  select ensure_log_partitions(current_date - ${ago} - d) from generate_series(0, 20) d;
  insert into scan_log (tenant_id, request_number, serial, product_id, longitude, latitude, city, ip, device, scanned_at)
  select r.tenant_id, r.request_number, n % 10000, r.product_id, 9.451234, 0.391234, 'City ' || n % 50, '192.0.2.1', 'device', current_date - ${ago} - n % 20 + interval '12 hours'
  from (select r.tenant_id, r.request_number, b.product_id from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    where r.status in ('completed', 'downloaded') order by r.tenant_id, r.id limit 1) r, generate_series(1, {rows}) n;
  insert into visit_day (tenant_id, day, state)
  select distinct tenant_id, scanned_at::date, '${state}' from scan_log where scanned_at::date between current_date - ${ago} - 19 and current_date - ${ago}
  on conflict (tenant_id, day) do update set state = excluded.state, counted_at = null, coarse_at = null`

/** Jobs that go through all rows of an installation. */
export const allRowsJobs = {
  ledgerCheck: {
    title: 'check of the whole ledger',
    run: (services, signal) => checkLedgerNightly(services, { complete: true, signal }),
    prepare: `delete from ledger_check_place where cursor = 'whole'`,
    // Each section notes its place after every block.
    left: `select 1000000000 - count(*) filter (where ended_at is not null) * 100000000
      - coalesce(sum(length(place::text)), 0) - count(*) * 1000 as n from ledger_check_place where cursor = 'whole'`,
  },
  operationLog: {
    title: 'retention of the operation log',
    run: ({ database }, signal) => removeOldEntries(database, { log: 'operlog', days: 400 }, signal),
    prepare: `insert into oper_log (tenant_id, account_id, oper_name, title, business_type, request_method, oper_url, oper_time)
      select 1, 1, 'Growth', 'catalog.batch', 1, 'PUT', '/catalog/batch', now() - interval '401 days' - n * interval '1 second'
      from generate_series(1, {rows}) n`,
    left: `select count(*) as n from oper_log where oper_time < now() - interval '400 days'`,
  },
  stages: {
    title: 'roll-up of stages',
    run: (services, signal) => rollUpDirtyStages(services, signal),
    prepare: `insert into stage_change (tenant_id, batch_id) select tenant_id, id from batch`,
    left: 'select count(*) + (select count(*) from stage_day_due) as n from stage_change',
  },
  visits: {
    title: 'roll-up of scans',
    run: (services, signal) => rollUpDirtyDays(services, { resting: false, signal }),
    prepare: scansOf(2, 'due'),
    left: `select count(*) as n from visit_day where state <> 'counted'`,
  },
  visitRetention: {
    title: 'coarsening of old scans',
    run: ({ database }, signal) => applyVisitRetention(database, { months: 36, preciseDays: 180 }, signal),
    prepare: scansOf(200, 'counted'),
    left: 'select count(*) as n from visit_day where coarse_at is null and day < current_date - 180',
  },
  heads: {
    title: 'thinning of signed heads',
    run: ({ database }, signal) => thinHeads(database, signal),
    prepare: `insert into ledger_checkpoint (size, root, note, signed_at)
      select 1000000 + n, decode(repeat('00', 32), 'hex'), 'note', now() - interval '200 days' + n * interval '10 seconds'
      from generate_series(1, {rows}) n`,
    left: 'select count(*) as n from ledger_checkpoint',
  },
} as const satisfies Record<string, AllRowsJob>

export type AllRowsJobName = keyof typeof allRowsJobs
