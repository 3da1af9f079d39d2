import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { makeFolder } from '../src/platform/installation/data-folder.ts'
import { chownTo, runAs } from '../src/platform/postgres/folders.ts'
import { databaseFolder, removeDatabase, startPostgres } from '../src/platform/postgres/postgres.ts'
import { makeDelivered } from './cluster.ts'
import { copyFolder } from './copy-folder.ts'

/**
 * Gives an empty data folder the shipped database as a first start has made it before anybody was entered: migrated,
 * delivered, stopped. It is made once in a run and copied, which takes a tenth of the time; how a first start makes it
 * is what `process/` tests. All copies are one installation by their number: each needs a memory of its own.
 */
export async function layDatabase(dataDir: string): Promise<void> {
  const { shelf } = inject('cluster')
  const from = await madeOnce(shelf)
  makeFolder(dataDir)
  const to = databaseFolder(join(dataDir, 'postgres'))
  if (dirname(to) !== dataDir) {
    makeFolder(dirname(to))
    chownTo(dirname(to), runAs(from))
  }
  copyFolder(from, to)
  copyFileSync(join(shelf, 'postgres.secret'), join(dataDir, 'postgres.secret'))
}

/** @returns folder of the stopped cluster */
async function madeOnce(shelf: string): Promise<string> {
  const turn = new pg.Client({ connectionString: inject('cluster').adminUrl })
  await turn.connect()
  try {
    // The first test file makes it, the others wait.
    await turn.query('select pg_advisory_lock(43)')
    const readyMark = join(shelf, 'whole')
    if (!existsSync(readyMark)) {
      removeDatabase(join(shelf, 'postgres'))
      makeFolder(shelf)
      const postgres = await startPostgres({ folder: join(shelf, 'postgres'), durable: false })
      try {
        await makeDelivered(postgres, 'timbermark')
      } finally {
        await postgres.stop()
      }
      writeFileSync(readyMark, '')
    }
    return databaseFolder(join(shelf, 'postgres'))
  } finally {
    await turn.end()
  }
}
