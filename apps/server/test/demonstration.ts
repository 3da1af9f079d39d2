import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { seedDemonstration } from '../src/seed/demonstration.ts'
import { makeWorld, type World } from './harness.ts'

const name = 'timbermark_demonstration'

/** Makes the demonstration that a newcomer finds after the first start. */
export async function addDemonstration({ admin, services }: World): Promise<void> {
  // Production processes were notified that the installation is complete; the demonstration is made only in an
  // installation that is not complete yet.
  await admin.query(`update installation set state = 'making'`)
  await seedDemonstration(services, () => {})
}

/** The initial state of worlds with the demonstration. It is made once in a run, by the first test file that needs it. */
export async function demonstrationOrigin(): Promise<{ template: string; dataDir: string }> {
  const { adminUrl, shelf } = inject('cluster')
  const dataDir = join(shelf, 'demonstration')
  const control = new pg.Client({ connectionString: adminUrl })
  await control.connect()
  await control.query('select pg_advisory_lock(44)')
  try {
    const existing = await control.query('select from pg_database where datname = $1', [name])
    if (existing.rowCount === 0) {
      const world = await makeWorld({ background: true })
      await addDemonstration(world)
      await world.close({ dataTo: dataDir })
      // Last, because it marks the installation complete.
      await control.query(`alter database ${new URL(world.databaseUrl).pathname.slice(1)} rename to ${name}`)
    }
  } finally {
    await control.end()
  }
  return { template: name, dataDir }
}
