import { join } from 'node:path'
import pg from 'pg'
import type { FileForm } from '../../platform/backup/encryption.ts'
import type { Backup } from '../../platform/backup/format.ts'
import { migrate, prepareDatabase } from '../../platform/database/migrate.ts'
import { plainSession } from '../catalogue.ts'
import { startScratch } from '../connect.ts'
import { loadDatabase } from '../load.ts'
import type { Progress } from '../progress.ts'
import { openScratchFolder } from '../scratch-folder.ts'
import { isCompared, tableClasses } from './table-classes.ts'

/** One enterprise's rows of a backup, in a database of their own with the schema of this version. */
export interface ScratchCopy {
  client: pg.Client
  close(): Promise<void>
}

export interface CopyOptions {
  folder: string
  backup: Backup
  form: FileForm
  progress: Progress
  signal?: AbortSignal | undefined
}

/** Large tables without rows of one enterprise, and logs by month. */
const unread = /^(ledger_|chain_|scan_log|check_log|server_|visit_answer|captcha|spent_work|repeat_guard|throttle|job_)/

/**
 * Loads an enterprise's rows of a backup into a shipped PostgreSQL in a temporary folder, and brings them to the present
 * schema, as a restore followed by a start would. So rows of an earlier version are compared as this version stores them.
 * @throws BackupError
 */
export async function openScratchCopy(tenant: number, options: CopyOptions): Promise<ScratchCopy> {
  const { folder, backup, form, progress, signal } = options
  const { folder: scratch, remove } = await openScratchFolder('timbermark-enterprise-')
  const dataDir = join(scratch, 'data')
  let stop = async () => {}
  const close = async () => {
    await stop()
    await remove()
  }
  try {
    const postgres = await startScratch(dataDir)
    stop = () => postgres.close()
    await createDatabase(postgres.ownerUrl)
    await loadDatabase(postgres.ownerUrl, folder, backup, {
      form,
      progress,
      ...(signal && { signal }),
      only: { tenant, reads: table => (tableClasses[table] ? isCompared(table) : !unread.test(table)) },
      aboutToCommit: async () => {},
    })
    await migrate(postgres.ownerUrl)
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    stop = async () => {
      await client.end().catch(() => {})
      await postgres.close()
    }
    await client.query(plainSession)
    return { client, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The roles of the policies, and the database, as the start of a server creates them. */
async function createDatabase(ownerUrl: string): Promise<void> {
  const at = (database: string) => Object.assign(new URL(ownerUrl), { pathname: `/${database}` }).toString()
  await prepareDatabase(at, new URL(ownerUrl).pathname.slice(1))
}
