import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { openBlobs } from '../platform/files/blobs/blobs.ts'
import { prepareDatabase } from '../platform/database/migrate.ts'
import { databaseFolder, startPostgres } from '../platform/postgres/postgres.ts'
import type { Settings } from '../platform/settings.ts'
import { copyBlob, inOrder, sealedBlobs } from './blob-files.ts'
import { database, externalUrls } from './connect.ts'
import { type FileForm, formOf } from '../platform/backup/encryption.ts'
import { BackupError } from '../platform/backup/errors.ts'
import { type Backup, mayBeKeyOf, layout, readDescription } from '../platform/backup/format.ts'
import { readKey } from '../platform/backup/key.ts'
import { type Loading, loadDatabase, migrationsOf, occupied } from './load.ts'
import { beginRestoring, readRestoring, type Restoring } from './marker.ts'
import { endOrphans } from './orphan.ts'
import type { Progress } from './progress.ts'
import { listedFiles, verifyBackup } from './verify.ts'

/** The rows show whether a master key belongs to them; only a seal by that key could show that nobody changed them. */
export const madeWithoutKey = 'The backup was made without its master key: nobody can tell whether it was changed since'

export interface RestoreOptions {
  folder: string
  /** File of the master key, when it is not yet where the server reads it. */
  keyFile?: string
  /** File of the key that the backup is encrypted with, when it is not the one of the settings. */
  backupKeyFile?: string
  /** Restores without a key: only to check the rows. */
  withoutKey?: boolean
  signal?: AbortSignal
  progress: Progress
}

export interface Restored {
  backup: Backup
  rows: number
  /** Migrations that the next start adds. */
  newer: string[]
  /** Nothing was done: an interrupted run had completed the restore. */
  already?: true
}

/**
 * Creates an installation from a backup, in an empty place only. The whole backup is read and verified before anything
 * is written. Until the restore is complete a marker in the data folder prevents a start, and the next restore begins
 * again.
 * @throws BackupError, SettingsError in one sentence; what was created is removed then
 */
export async function restoreBackup(settings: Settings, options: RestoreOptions): Promise<Restored> {
  const { folder, progress, signal } = options
  const { dataDir, masterKeyFile } = settings
  const keyFile = existsSync(masterKeyFile) ? masterKeyFile : options.keyFile
  const key = options.withoutKey || keyFile === undefined ? undefined : readKey(keyFile)
  const backup = readDescription(folder, key)
  if (!options.withoutKey) {
    if (!key)
      throw new BackupError(
        `The master key is needed: put it to ${masterKeyFile}, or name the file that holds it with --key <file>`,
      )
    if (!mayBeKeyOf(key, backup))
      throw new BackupError(`${keyFile} holds another master key than the backup was made with: no code could be read`)
    if (backup.key === null) progress.warn(madeWithoutKey)
  }
  const { newer } = migrationsOf(backup)
  const form = await formOf(backup.encryption, options.backupKeyFile ?? settings.backupKeyFile)
  const external = externalUrls(settings)
  if (await preparePlace(settings, external?.ownerUrl)) return { backup, rows: 0, newer, already: true }

  const dataDirWasThere = existsSync(dataDir)
  // Before the backup is verified, which takes long: a start must not create an installation here meanwhile.
  const restoring: Restoring = { from: folder, made: [] }
  const claim = await beginRestoring(dataDir, restoring)
  let keyWritten = false
  let committing = false
  try {
    await verifyBackup(folder, backup, { form, progress, signal })
    const created = [
      'files',
      ...backup.kept.map(({ name }) => name),
      ...(external ? [] : ['postgres', 'postgres.secret']),
    ].filter(name => !existsSync(join(dataDir, name)))
    restoring.made = created
    await claim.update(restoring)
    if (key && !existsSync(masterKeyFile)) {
      await mkdir(dirname(masterKeyFile), { recursive: true })
      await writeFile(masterKeyFile, readFileSync(keyFile as string), { mode: 0o600, flag: 'wx', flush: true })
      keyWritten = true
      progress.done(`master key put to ${masterKeyFile}`)
    }
    await restoreFiles({ folder, settings, backup, form, options })
    claim.assertMine()
    for (const { name } of backup.kept) {
      // Marks that outlived the database are newer than the backup's.
      if (created.includes(name))
        await writeFile(join(dataDir, name), await buffer(form.open(join(folder, layout.kept, name))), {
          mode: 0o600,
          flush: true,
        })
    }
    const rows = await restoreRows({
      folder,
      dataDir,
      backup,
      form,
      ownerUrl: external?.ownerUrl,
      progress,
      signal,
      key,
      aboutToCommit: async transaction => {
        if (!external) return claim.assertMine()
        await claim.update({ ...restoring, transaction })
        committing = true
      },
    })
    await claim.release()
    return { backup, rows, newer }
  } catch (error) {
    if (committing) {
      // If the connection is lost now, nobody knows whether the rows were committed; the marker lets the next run find
      // out.
      claim.stop()
      throw new BackupError(
        'The connection to the database was lost during the commit: run the restore again, it will find out the result',
        {
          cause: error,
        },
      )
    }
    // Another run took this one for dead and owns the place now: its files must stay, perhaps of a database in use.
    if (!claim.isMine()) {
      claim.stop()
      throw error
    }
    await removeCreated(dataDir, restoring.made)
    if (keyWritten) await rm(masterKeyFile, { force: true })
    await claim.release()
    if (!dataDirWasThere) await rmdir(dataDir).catch(() => {})
    throw error
  }
}

/**
 * May a restore use this place? Removes what an interrupted one left.
 * @returns true when an interrupted one had already completed
 * @throws BackupError when the place holds data that no restore created
 */
async function preparePlace(settings: Settings, ownerUrl: string | undefined): Promise<boolean> {
  const { dataDir } = settings
  const left = readRestoring(dataDir)
  if (left?.held) throw new BackupError(`Process ${left.pid} is restoring a backup into ${dataDir} right now`)
  if (left && !ownerUrl) await removeCreated(dataDir, left.made)
  if (!ownerUrl) {
    const folder = join(dataDir, 'postgres')
    if (existsSync(folder) || existsSync(databaseFolder(folder)))
      throw new BackupError(`${dataDir} holds a database: restore into an empty folder (DATA_DIR), nothing was changed`)
    if (left) await rm(join(dataDir, 'restoring.json'), { force: true })
    return false
  }
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    if (left?.transaction && /^\d+$/.test(left.transaction)) {
      const { rows } = await client
        .query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [left.transaction])
        // A transaction id that this database has not reached belongs to another database.
        .catch(() => ({ rows: [] }))
      if (rows[0]?.status === 'committed' && (await occupied(client))) {
        await rm(join(dataDir, 'restoring.json'), { force: true })
        return true
      }
    }
    const table = await occupied(client)
    if (table)
      throw new BackupError(
        `The database is not empty (it has ${table}): restore into an empty one, nothing was changed`,
      )
  } finally {
    await client.end().catch(() => {})
  }
  if (left) {
    await removeCreated(dataDir, left.made)
    await rm(join(dataDir, 'restoring.json'), { force: true })
  }
  return false
}

/** Removes what a restore created, including a database that it left running. */
async function removeCreated(dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // Names come from a file: ignore anything that could point outside the data folder.
    if (!/^[a-z][a-z.-]*$/.test(name)) continue
    const path = join(dataDir, name)
    if (name === 'postgres') {
      const real = databaseFolder(path)
      await endOrphans(real)
      await rm(real, { recursive: true, force: true })
      if (real !== path) await rmdir(dirname(real)).catch(() => {})
    }
    await rm(path, { recursive: true, force: true })
  }
}

async function restoreFiles({
  folder,
  settings,
  backup,
  form,
  options: { progress, signal },
}: {
  folder: string
  settings: Settings
  backup: Backup
  form: FileForm
  options: RestoreOptions
}): Promise<void> {
  const from = sealedBlobs(join(folder, layout.files), form)
  const to = await openBlobs(settings)
  let count = 0
  for await (const { sha256, size } of inOrder(listedFiles(folder, form), async ({ sha256 }) => ({
    sha256,
    size: await copyBlob(from, to, sha256),
  }))) {
    signal?.throwIfAborted()
    if (size === undefined) throw new BackupError(`The content ${sha256} of the backup is missing or damaged`)
    count++
    progress.now(`${count} of ${backup.files.count} files`)
  }
  progress.done(`${count} files`)
}

async function restoreRows({
  folder,
  dataDir,
  backup,
  ownerUrl,
  ...loading
}: Loading & { folder: string; dataDir: string; backup: Backup; ownerUrl: string | undefined }): Promise<number> {
  if (ownerUrl) return loadDatabase(ownerUrl, folder, backup, loading)
  const postgres = await startPostgres({ folder: join(dataDir, 'postgres'), durable: true })
  try {
    loading.signal?.throwIfAborted()
    const prepared = await prepareDatabase(postgres.url, database)
    return await loadDatabase(prepared.ownerUrl, folder, backup, loading)
  } finally {
    await postgres.stop()
  }
}
