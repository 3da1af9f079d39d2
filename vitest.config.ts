import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const node = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Servers that tests start as processes of their own must leave nothing in the home folder.
  env: { MEMORY_DIR: join(tmpdir(), `timbermark-memory-${process.pid}`) },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/admin/**/*.test.ts',
            'apps/admin/**/*.test.tsx',
            'apps/h5/**/*.test.ts',
            'apps/h5/**/*.test.tsx',
            'apps/trace/**/*.test.ts',
            'apps/trace/**/*.test.tsx',
            'test/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          testTimeout: 180_000,
        },
      },
    ],
    maxWorkers: 2,
  },
})
