import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { copyCluster } from '../platform/postgres/copy-cluster.ts'
import { databaseFolder } from '../platform/postgres/postgres.ts'
import { flushFolder } from '../platform/installation/write-file.ts'
import type { Settings } from '../platform/settings.ts'
import { BackupError, DamagedBackup } from '../platform/backup/errors.ts'
import { assertApart, markFiles } from './backup.ts'
import { externalUrls, openInstallation } from './connect.ts'
import type { Progress } from './progress.ts'
import { errorCode } from '../platform/error-facts.ts'

/** Files of a data folder in a base copy, in addition to the cluster and the contents. */
export const baseFiles = ['postgres.secret', ...markFiles]

/** How long the archive may take for the last segment, milliseconds. */
const archiveWaitMs = 300_000

const descriptionFile = 'base.json'

const shape = z.object({
  product: z.literal('timbermark'),
  kind: z.literal('base'),
  /** Moments from here on can be restored. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** First segment of the write-ahead log that a restore needs. */
  firstSegment: z.string(),
})

export type Base = z.infer<typeof shape>

/**
 * Copies the shipped database as files, running or not, together with the contents of the data folder. With the archive of
 * its write-ahead log it can be brought to any later moment.
 * @throws BackupError in one sentence; nothing is left then
 */
export async function makeBase(
  settings: Settings,
  { folder, signal, progress }: { folder: string; signal?: AbortSignal; progress: Progress },
): Promise<Base> {
  assertApart(folder, settings.dataDir)
  if (externalUrls(settings))
    throw new BackupError('This is for the shipped database; copy your own with pg_basebackup (docs/operations.md)')
  if (existsSync(folder)) throw new BackupError(`${folder} exists already: name a folder that does not`)
  const database = await openInstallation(settings)
  const draft = `${folder}.part`
  const client = new pg.Client({ connectionString: database.ownerUrl, application_name: 'timbermark-base' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mode: string; version: string; at: Date }>(
      `select current_setting('archive_mode') as mode, current_setting('server_version') as version, now() as at`,
    )
    const { mode, version } = rows[0]!
    if (mode !== 'on')
      throw new BackupError(
        'WAL_ARCHIVE_DIR is not set: without the archive this copy could not be brought to a moment',
      )
    await mkdir(draft, { mode: 0o700 })
    const started = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('timbermark', true)) as segment`,
    )
    const cluster = databaseFolder(join(settings.dataDir, 'postgres'))
    await assertWhole(cluster)
    await copyCluster(cluster, join(draft, 'postgres'), signal)
    // Waits until every segment that the copy needs is in the archive.
    const { label, at } = await endCopy(client)
    await writeFile(join(draft, 'postgres', 'backup_label'), label, { mode: 0o600, flush: true })
    progress.done('the database is copied')
    const files = join(settings.dataDir, 'files')
    if (!settings.objectStore && existsSync(files)) {
      await cp(files, join(draft, 'files'), { recursive: true, filter: source => source !== join(files, 'tmp') })
      progress.done('the files are copied')
    }
    for (const name of baseFiles)
      if (existsSync(join(settings.dataDir, name))) await cp(join(settings.dataDir, name), join(draft, name))
    signal?.throwIfAborted()
    const base: Base = {
      product: 'timbermark',
      kind: 'base',
      takenAt: at.toISOString(),
      postgres: version,
      firstSegment: started.rows[0]!.segment,
    }
    await writeFile(join(draft, descriptionFile), `${JSON.stringify(base, null, 1)}\n`, { mode: 0o600, flush: true })
    flushFolder(draft)
    await rename(draft, folder)
    return base
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
    await database.close()
  }
}

/** Waits for the archive, but not for one that takes nothing. */
async function endCopy(client: pg.Client): Promise<{ label: string; at: Date }> {
  await client.query(`set statement_timeout = '${archiveWaitMs}'`)
  try {
    const { rows } = await client.query<{ label: string; at: Date }>(
      'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
    )
    return rows[0]!
  } catch (error) {
    // query_canceled
    if (errorCode(error) !== '57014') throw error
    throw new BackupError(
      'The archive in WAL_ARCHIVE_DIR takes no segments: is the disk full, or may it not be written?',
      {
        cause: error,
      },
    )
  }
}

/** @throws BackupError when a part of the cluster lies outside its folder */
async function assertWhole(cluster: string): Promise<void> {
  for (const entry of await readdir(join(cluster, 'pg_tblspc')))
    throw new BackupError(`The table space ${await readlink(join(cluster, 'pg_tblspc', entry))} lies elsewhere`)
}

/** @throws DamagedBackup when the folder holds no complete base copy */
export function readBase(folder: string): Base {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')))
  } catch (error) {
    throw new DamagedBackup(`${folder} is no base copy: npm run backup:base makes one`, { cause: error })
  }
}
