import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasKind } from './sizes.ts'

/**
 * Seconds that the longest files take on two quiet cores, three at a time, roughly: enough to order them. Clean checkouts and
 * machines that build remember nothing of earlier runs.
 */
const seconds: Record<string, number> = {
  'apps/admin/test/every-screen.test.ts': 132,
  'e2e/every-list.test.ts': 150,
  'apps/server/test/process/first-start.test.ts': 90,
  'e2e/french-day.test.ts': 80,
  'apps/server/test/faults/quick.test.ts': 77,
  'apps/server/test/faults/failover.test.ts': 70,
  'apps/admin/test/layout-in-browser.test.ts': 75,
  'e2e/lifecycle.test.ts': 59,
  'apps/trace/test/page.test.ts': 56,
  'apps/server/test/process/survives.test.ts': 55,
  'apps/server/test/custody/histories.test.ts': 50,
  'e2e/roles.test.ts': 90,
  'apps/server/test/backup/commands.test.ts': 49,
  'apps/server/test/upgrade/from-earlier.test.ts': 60,
  'apps/server/test/backup/moment.test.ts': 50,
  'apps/server/test/backup/enterprise.test.ts': 90,
  'apps/server/test/backup/enterprise-command.test.ts': 90,
  'apps/server/test/backup/enterprise-all.test.ts': 30,
  'apps/server/test/upgrade/own-database.test.ts': 40,
  'apps/admin/test/accessibility.test.ts': 47,
  'apps/server/test/process/behind-nginx.test.ts': 45,
  'apps/server/test/process/rolling-restart.test.ts': 45,
  'apps/server/test/platform/replica.test.ts': 60,
  'apps/server/test/process/behind-pgbouncer.test.ts': 45,
  'e2e/demonstrated-chain.test.ts': 40,
  'e2e/field-day.test.ts': 38,
  'apps/admin/test/sign-in.test.ts': 38,
  'apps/admin/test/messages.test.ts': 36,
  'apps/server/test/platform/frozen.test.ts': 36,
  'apps/server/test/process/generated.test.ts': 32,
  'e2e/main.test.ts': 31,
  'e2e/begin-with-code.test.ts': 30,
  'e2e/messaging-platform.test.ts': 29,
  'apps/server/test/system/odd-input.test.ts': 30,
  'apps/server/test/stage/export-all-stages.test.ts': 30,
  'apps/server/test/material/bad-volumes.test.ts': 30,
  'apps/trace/test/history.test.ts': 27,
  'apps/trace/test/forged-page.test.ts': 27,
  'apps/server/test/anchor/anchoring.test.ts': 30,
  'apps/server/test/monitor-log/monitor.test.ts': 26,
  'apps/server/test/wechat/requests.test.ts': 23,
  'apps/server/test/code/many-requests.test.ts': 25,
  'apps/server/test/ledger/recover.test.ts': 21,
  'apps/server/test/code/packing.test.ts': 21,
  'apps/server/test/backup/killed-check.test.ts': 20,
}
/** What is not named takes less; files in browsers still take the longest of those. */
const others: Readonly<Record<string, number>> = { journeys: 20, pages: 20, server: 4 }
/**
 * A worker keeps its imports and its open browser only until it gets a file of another project: projects that share them
 * come together. What a change breaks most often comes first; tests of processes and pages, of which a slow machine leaves
 * some out, come last.
 */
const together: readonly string[] = ['unit', 'replacing', 'server', 'journeys']
const last = together.length
/**
 * Files that share their imports together, the longest first, so that all workers end together; then those of processes and
 * pages, the shortest first, so that a slow machine leaves out as few of them as it can.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const path = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId)
    const weight = (file: TestSpecification) => seconds[path(file)] ?? others[file.project.name] ?? 0
    // Tests that start and kill processes leave the processors idle for half of their time: they come among the pages, which
    // never wait.
    const turn = (file: TestSpecification) => {
      const index = together.indexOf(file.project.name)
      return index < 0 || hasKind(path(file), 'processes') ? last : index
    }
    // Longer before shorter where the last run is remembered.
    const sorted = await super.sort(files)
    return sorted.sort(
      (a, b) => turn(a) - turn(b) || (turn(a) === last ? weight(a) - weight(b) : weight(b) - weight(a)),
    )
  }
}
