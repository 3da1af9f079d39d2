import { thinHeads } from '../../src/areas/ledger/log/thin-heads.ts'
import { removeOldEntries } from '../../src/areas/monitor/schedule/retention.ts'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
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
