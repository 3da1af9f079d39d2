import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { waitLimitMs } from './scripts/timeouts.ts'
import { TestOrder } from './scripts/testing/order.ts'
import { patternsOf } from './scripts/testing/sizes.ts'

const node = {
  environment: 'node' as const,
  runner: './scripts/testing/limited-runner.ts',
  // For what never ends alone: a busy machine may take many times what a quiet one does.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: waitLimitMs, interval: 50 } },
  // Servers that tests start as processes of their own must leave nothing in the home folder.
  env: { MEMORY_DIR: join(tmpdir(), `timbermark-memory-${process.pid}`) },
}
/**
 * What Node can run without a transform, Node loads, as in production: it compiles a file once for all test files, where the
 * runner would carry it into each anew. A test that has a module replaced is in `replacing`.
 */
const asItRuns = { deps: { external: [/\/apps\/server\/src\//, /\/packages\/[^/]+\/src\//] } }
const withDatabase = {
  ...node,
  server: asItRuns,
  globalSetup: ['apps/server/test/cluster.ts'],
  setupFiles: ['apps/server/test/closing.ts'],
}

/** Those that put something else in the place of a module: for them the runner loads every module itself. */
const replacing = [
  'apps/server/test/system/hashing.test.ts',
  'apps/server/test/conformance/{add-a-view,add-an-entity}.test.ts',
]
const inBrowser = patternsOf('browser')

/** Not as `exclude`, which would take the place of what a command line leaves out. */
const without = (patterns: readonly string[]) => patterns.map(pattern => `!${pattern}`)

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // Importing takes longer than testing: the next file uses what one file has imported.
          isolate: false,
          include: [
            'packages/**/*.test.ts',
            'apps/{admin,h5,trace}/**/*.test.{ts,tsx}',
            'test/**/*.test.ts',
            ...without(inBrowser),
          ],
        },
      },
      { test: { ...node, server: asItRuns, name: 'pages', include: inBrowser } },
      {
        test: {
          ...withDatabase,
          name: 'server',
          // The whole server is imported once for all files, not by each anew, which takes longer than most of their tests:
          // what a process remembers belongs to the database or the services that it is about. See closing.ts.
          isolate: false,
          include: ['apps/server/**/*.test.ts', ...without(replacing)],
        },
      },
      { test: { ...withDatabase, server: {}, name: 'replacing', include: replacing } },
      {
        test: {
          ...withDatabase,
          name: 'journeys',
          include: patternsOf('journey'),
          // One browser for all files, which has compiled the pages once (e2e/support/journey.ts); each file has its own site.
          isolate: false,
          setupFiles: ['e2e/support/close-browser.ts', ...withDatabase.setupFiles],
        },
      },
    ],
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
  },
})
