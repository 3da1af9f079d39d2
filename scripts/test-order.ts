import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Seconds that the longest files take on two quiet cores, roughly: enough to begin with the longest, so that both workers
 * end at about the same time. Clean checkouts and machines that build remember nothing of earlier runs.
 */
const seconds: Record<string, number> = {
  'apps/admin/test/walk.test.ts': 150,
  'e2e/french-day.test.ts': 130,
  'apps/server/test/process/first-start.test.ts': 115,
  'apps/admin/test/layout-in-browser.test.ts': 90,
  'apps/server/test/process/generated.test.ts': 85,
  'apps/server/test/faults/quick.test.ts': 80,
  'e2e/whole-way.test.ts': 75,
  'apps/server/test/process/survives.test.ts': 58,
  'apps/admin/test/sign-in.test.ts': 55,
  'apps/server/test/backup/commands.test.ts': 53,
  'apps/admin/test/accessibility.test.ts': 50,
  'e2e/begin-with-code.test.ts': 50,
  'apps/trace/test/page.test.ts': 50,
  'e2e/accessibility.test.ts': 45,
  'e2e/languages.test.ts': 40,
  'e2e/main.test.ts': 36,
  'apps/server/test/process/behind-nginx.test.ts': 35,
  'apps/admin/test/frame.test.ts': 35,
  'apps/admin/test/messages.test.ts': 30,
  'apps/trace/test/history.test.ts': 30,
  'apps/server/test/tool/interface.test.ts': 30,
  'apps/server/test/monitor-log/monitor.test.ts': 28,
  'apps/server/test/conformance/data-scope.test.ts': 25,
  'apps/server/test/keys/master.test.ts': 25,
}
/** What is not named takes less; files in browsers still take the longest of those. */
const others: Readonly<Record<string, number>> = { journeys: 20, pages: 20, server: 4 }
/**
 * A worker keeps what it has imported, and the browser that it has open, only until it is given a file of another project:
 * those that share them come together, and after those that share nothing. What is shortest comes last, so that no worker is
 * left alone for long.
 */
const together: readonly string[] = ['journeys', 'server', 'unit']

/** The longest first; files that share their imports together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId, project }: TestSpecification) =>
      seconds[relative(this.ctx.config.root, moduleId)] ?? others[project.name] ?? 0
    const turn = ({ project }: TestSpecification) => together.indexOf(project.name)
    // Longer before shorter where the last run is remembered.
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => turn(a) - turn(b) || weight(b) - weight(a))
  }
}
