import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bootstrapInstallation } from '../src/areas/system/bootstrap/bootstrap.ts'
import { Database } from '../src/platform/database/database.ts'
import { Jobs } from '../src/platform/jobs/jobs.ts'
import { migrate, prepareDatabase, type RoleUrls } from '../src/platform/database/migrate.ts'
import { removeDatabase, type RunningPostgres, startPostgres } from '../src/platform/postgres/postgres.ts'
import { pino } from 'pino'

/** What a test file needs to make its own database: a clone of a migrated, delivered template. */
export interface Cluster {
  adminUrl: string
  serverUrl: string
  workerUrl: string
  /** Folder of the run for what several test files copy; see ready-cluster.ts. */
  shelf: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster
  }
}

export const template = 'timbermark_template'

type Started = ReturnType<typeof startCluster>

/** Each kind of test loads this file for itself; the run is one object for all of them. */
const runs = globalThis as { timbermarkClusters?: WeakMap<object, { started: Started; users: number }> }

/**
 * Starts one PostgreSQL for all test files of a run.
 * @throws when it cannot be had; no test has run then
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  runs.timbermarkClusters ??= new WeakMap()
  const run = runs.timbermarkClusters.get(project.vitest) ?? { started: startCluster(), users: 0 }
  runs.timbermarkClusters.set(project.vitest, run)
  run.users++
  try {
    const { cluster, stop } = await run.started
    project.provide('cluster', cluster)
    return async () => {
      if (--run.users === 0) await stop()
    }
  } catch (cause) {
    const error = new Error('The set-up of the tests failed: no PostgreSQL for them. No test has run.', { cause })
    // The runner lists only errors it holds already; without one it would report "No test files found".
    project.vitest.state.catchError(error, 'Failed Set-up')
    throw error
  }
}

/** A PostgreSQL with a delivered template; a test that does harm to its database starts one of its own. */
export async function startCluster(): Promise<{ cluster: Cluster; stop: () => Promise<void> }> {
  const folder = join(mkdtempSync(join(tmpdir(), 'timbermark-test-')), 'postgres')
  const shelf = join(folder, '../shelf')
  const postgres = await startPostgres({ folder, durable: false })
  const { serverUrl, workerUrl } = await makeDelivered(postgres, template)
  return {
    cluster: { adminUrl: postgres.url('postgres'), serverUrl, workerUrl, shelf },
    stop: async () => {
      await postgres.stop()
      for (const one of [folder, join(shelf, 'postgres')]) removeDatabase(one)
      rmSync(join(folder, '..'), { recursive: true, force: true })
      rmSync(join(tmpdir(), `timbermark-memory-${process.pid}`), { recursive: true, force: true })
    },
  }
}

/** Makes a database as every installation begins: migrated, and with what is delivered. */
export async function makeDelivered(postgres: RunningPostgres, name: string): Promise<RoleUrls> {
  const prepared = await prepareDatabase(postgres.url, name)
  await migrate(prepared.ownerUrl)
  const database = new Database(prepared)
  const jobs = new Jobs(database, pino({ level: 'silent' }))
  await jobs.prepare()
  await database.acrossTenants('seed', bootstrapInstallation)
  await database.close()
  return prepared
}
