import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { chownTo, runAs } from '../platform/postgres/folders.ts'
import { databaseFolder, startPostgres } from '../platform/postgres/postgres.ts'
import { DatabaseStartError } from '../platform/postgres/postmaster.ts'
import { restoreCommand } from '../platform/postgres/wal-archive.ts'
import type { Settings } from '../platform/settings.ts'
import { BackupError } from '../platform/backup/errors.ts'
import { type Base, baseFiles, readBase } from './base.ts'
import { externalUrls } from './connect.ts'
import { beginRestoring, readRestoring } from './marker.ts'
import type { Progress } from './progress.ts'

export interface MomentOptions {
  /** Folder of a base copy. */
  base: string
  /** Folder of the archived write-ahead log. */
  archive: string
  /** Everything that was committed up to here is in the result. */
  to: Date
  progress: Progress
}

/** Settings of the recovery, which its end removes. */
const recoverySettings = [
  'hot_standby',
  'restore_command',
  'recovery_target_time',
  'recovery_target_action',
  'recovery_target_timeline',
] as const

/**
 * Makes an installation as it was at a moment, in an empty place: the base copy, and the write-ahead log since.
 * @throws BackupError in one sentence; what was created is removed then
 */
export async function restoreMoment(settings: Settings, options: MomentOptions): Promise<Base> {
  const { base: folder, archive, to, progress } = options
  const { dataDir } = settings
  if (externalUrls(settings))
    throw new BackupError('This is for the shipped database; bring your own to a moment with its own tools')
  const base = readBase(folder)
  if (to.getTime() < new Date(base.takenAt).getTime())
    throw new BackupError(`${folder} was taken at ${base.takenAt}: an earlier moment needs an earlier base copy`)
  if (to.getTime() > Date.now()) throw new BackupError(`${to.toISOString()} has not come yet`)
  if (!existsSync(archive)) throw new BackupError(`The archive ${archive} does not exist`)
  if (/['%\n]/.test(archive)) throw new BackupError(`The path of the archive must not contain ' or %: ${archive}`)
  const cluster = join(dataDir, 'postgres')
  if (existsSync(cluster) || existsSync(databaseFolder(cluster)) || readRestoring(dataDir))
    throw new BackupError(`${dataDir} is not empty: name an empty folder (DATA_DIR), nothing was changed`)
  // A start must not take the place for its own meanwhile.
  const claim = await beginRestoring(dataDir, { from: folder, made: ['postgres', 'files', ...baseFiles] })
  const real = databaseFolder(cluster)
  try {
    const user = runAs(real)
    if (real !== cluster) {
      await mkdir(dirname(real), { recursive: true })
      chownTo(dirname(real), user)
    }
    await cp(join(folder, 'postgres'), real, { recursive: true })
    await prepareRecovery(real, archive, to)
    await giveAway(real, user)
    // Marks that outlived the database are newer than the copy's.
    for (const name of ['files', ...baseFiles])
      if (existsSync(join(folder, name)) && !existsSync(join(dataDir, name)))
        await cp(join(folder, name), join(dataDir, name), { recursive: true })
    progress.done('the base copy is laid out')
    await recover(cluster)
    progress.done(`the log is applied up to ${to.toISOString()}`)
    await claim.release()
    return base
  } catch (error) {
    for (const name of ['files', ...baseFiles]) await rm(join(dataDir, name), { recursive: true, force: true })
    await rm(real, { recursive: true, force: true })
    await claim.release()
    throw error
  }
}

async function prepareRecovery(cluster: string, archive: string, to: Date): Promise<void> {
  const values: Record<(typeof recoverySettings)[number], string> = {
    // Connections wait until the moment is reached.
    hot_standby: 'off',
    restore_command: restoreCommand(archive).replaceAll("'", "''"),
    // Names of zones, and Z is one, are not known yet when this setting is read.
    recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    recovery_target_timeline: 'latest',
  }
  const lines = recoverySettings.map(name => `${name} = '${values[name]}'`)
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\n${lines.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

/** The user that the database runs as owns its files. */
async function giveAway(folder: string, user: ReturnType<typeof runAs>): Promise<void> {
  chownTo(folder, user)
  if (user.uid === undefined) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    chownTo(join(entry.parentPath, entry.name), user)
}

async function recover(cluster: string): Promise<void> {
  try {
    const postgres = await startPostgres({ folder: cluster, durable: true })
    try {
      const client = new pg.Client({ connectionString: postgres.url('postgres') })
      client.on('error', () => {})
      await client.connect()
      for (const name of recoverySettings) await client.query(`alter system reset ${name}`)
      await client.end()
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    if (error instanceof DatabaseStartError && /before configured recovery target was reached/.test(error.message))
      throw new BackupError(
        'The archive ends before this moment: name an earlier one, or copy the missing segments of the log there',
        { cause: error },
      )
    if (error instanceof DatabaseStartError && /could not locate (a valid|required) checkpoint/.test(error.message))
      throw new BackupError('The archive lacks the first segments that the base copy needs', { cause: error })
    throw error
  }
}
