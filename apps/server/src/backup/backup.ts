import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { isAbsolute, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { foreignKeyError } from '../platform/secrets/key-of-database.ts'
import { opensKeys } from '../platform/secrets/tenant-keys.ts'
import { openBlobs } from '../platform/files/blobs/blobs.ts'
import type { Secrets } from '../platform/installation/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { inOrder, linkBlob, sealBlob } from './blob-files.ts'
import {
  type PartInfo,
  readMigrations,
  readParts,
  readSequenceNames,
  readTables,
  readWrappedKeys,
} from './catalogue.ts'
import { openInstallation } from './connect.ts'
import {
  type BackupKey,
  encryptedForm,
  type FileForm,
  plainForm,
  readBackupKey,
} from '../platform/backup/encryption.ts'
import { Draft } from '../platform/backup/draft.ts'
import { BackupError } from '../platform/backup/errors.ts'
import {
  type Backup,
  formatVersion,
  layout,
  plainFormat,
  readDescription,
  writeDescription,
} from '../platform/backup/format.ts'
import { fingerprint, readKey } from '../platform/backup/key.ts'
import type { Progress } from './progress.ts'
import { Snapshot } from './snapshot.ts'
import { eachLine, writeLines } from './table-file.ts'
import { locks } from '../platform/database/locks.ts'

/** Files of a data folder, in addition to file contents, that cannot be made again. */
export const markFiles = ['memory.json', 'ledger-head.json', 'demo-accounts.json']

export interface BackupOptions {
  /** Folder of the backup; must not exist. */
  folder: string
  /** An earlier backup whose contents may be shared by hard links. */
  since?: string
  signal?: AbortSignal
  progress: Progress
}

/**
 * Copies an installation, running or not, into a folder: every row of one snapshot, the file contents that rows refer
 * to, and the marks outside the database. It does not contain the master key.
 * @throws BackupError in one sentence; nothing is left then
 */
export async function makeBackup(
  settings: Settings,
  { folder, since, signal, progress }: BackupOptions,
): Promise<Backup> {
  assertApart(folder, settings.dataDir)
  const key = readKey(settings.masterKeyFile)
  const backupKey = settings.backupKeyFile === undefined ? undefined : await readBackupKey(settings.backupKeyFile)
  const shared = since !== undefined && mayShare(readDescription(since), backupKey, progress) ? since : undefined
  const database = await openInstallation(settings)
  try {
    const draft = await Draft.begin(folder, left =>
      progress.done(`${left} was left by an interrupted run and is removed`),
    )
    try {
      const backup = await fill({
        draft,
        settings,
        key,
        backupKey,
        form: backupKey ? encryptedForm(backupKey) : plainForm,
        since: shared,
        signal,
        progress,
        database,
      })
      signal?.throwIfAborted()
      await writeDescription(draft.folder, backup, key)
      await draft.finish()
      return backup
    } catch (error) {
      const isLost = draft.isLost
      await draft.abandon()
      // Without its folder it fails with whatever it did at that moment.
      if (isLost && !(error instanceof BackupError) && !signal?.aborted)
        throw new BackupError(`Another run has taken over ${folder} from this one, which had stopped for too long`, {
          cause: error,
        })
      throw error
    }
  } finally {
    await database.close()
  }
}

/** Files of an earlier backup can be shared when they are stored in the same form, and can be compared. */
function mayShare({ encryption }: Backup, key: BackupKey | undefined, progress: Progress): boolean {
  if (encryption?.recipient !== key?.recipient)
    progress.warn('The earlier backup is encrypted in another way: no files are shared with it')
  else if (key && key.identity === undefined)
    progress.warn('Without the secret part of the backup key no file can be compared: no files are shared')
  else return true
  return false
}

/** @throws BackupError for a folder inside the data folder: it would be lost together with its source */
export function assertApart(folder: string, dataDir: string): void {
  const path = relative(dataDir, folder)
  if (path === '' || (!path.startsWith('..') && !isAbsolute(path)))
    throw new BackupError(`${folder} is inside the data folder and would be lost with it: name a folder elsewhere`)
}

interface Filling extends Omit<BackupOptions, 'folder'> {
  draft: Draft
  settings: Settings
  key: Secrets | undefined
  backupKey: BackupKey | undefined
  form: FileForm
  database: { ownerUrl: string; workerUrl?: string }
}

async function fill(filling: Filling): Promise<Backup> {
  const { draft, settings, key, backupKey, form, signal, database } = filling
  await mkdir(draft.path(layout.tables), { mode: 0o700 })
  // Before the snapshot: marks newer than the rows would mean that this backup lacks something.
  const marks = await copyMarks(settings.dataDir, draft, form)
  const snapshot = await Snapshot.take(database, keeper =>
    // Held by the session: contents stay until the last one is copied, which may be after the end of the snapshot.
    keeper.query('select pg_advisory_lock_shared($1)', [locks.blobs]).then(() => {}),
  )
  // A statement that is no longer needed ends with its connection.
  const stop = () => void snapshot.close()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const { keeper } = snapshot
    const migrations = await readMigrations(keeper)
    if (migrations.length === 0) throw new BackupError('The database holds no installation of Timbermark')
    // A wrong or replaced key file: the backup would name a key that opens none of its rows.
    if (key && !opensKeys(key, await snapshot.read(readWrappedKeys))) throw foreignKeyError(settings.masterKeyFile)
    const about = await describe(keeper)
    const partitions = await readParts(keeper)
    assertMonths(partitions)
    const tables = await copyTables(snapshot, filling)
    await snapshot.copyQuery(fileHashesQuery, draft.path('wanted.gz'), plainForm, signal)
    await snapshot.release()
    const files = await copyFiles(filling)
    // Last of all, so that numbers assigned during the backup are not assigned again after a restore.
    const sequences = await readSequences(keeper)
    if (JSON.stringify(await readMigrations(keeper)) !== JSON.stringify(migrations))
      throw new BackupError('The schema was changed by a newer version meanwhile: make the backup again')
    return {
      product: 'timbermark',
      format: backupKey ? formatVersion : plainFormat,
      software: softwareVersion(),
      key: key ? fingerprint(key) : null,
      ...about,
      migrations,
      partitions,
      tables,
      sequences,
      files,
      kept: marks,
      ...(backupKey ? { encryption: { recipient: backupKey.recipient } } : {}),
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await snapshot.close()
  }
}

function softwareVersion(): string {
  return (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as { version: string }
  ).version
}

async function copyMarks(dataDir: string, draft: Draft, form: FileForm): Promise<Backup['kept']> {
  await mkdir(draft.path(layout.kept), { mode: 0o700 })
  const marks: Backup['kept'] = []
  for (const name of markFiles) {
    const path = join(dataDir, name)
    if (!existsSync(path)) continue
    const content = await buffer(Readable.from(form.seal(Readable.from([readFileSync(path)]))))
    await writeFile(draft.path(layout.kept, name + form.suffix), content, { mode: 0o600, flag: 'wx', flush: true })
    marks.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return marks
}

/** Facts about the snapshot itself. */
async function describe(keeper: pg.Client): Promise<Pick<Backup, 'takenAt' | 'postgres' | 'installation' | 'ledger'>> {
  const { rows } = await keeper.query<{ at: Date; version: string; known: boolean }>(
    `select clock_timestamp() as at, current_setting('server_version') as version, to_regclass('public.installation') is not null as known`,
  )
  const { at, version, known } = rows[0]!
  const installation = known
    ? (await keeper.query<{ id: string }>('select id::text from public.installation limit 1')).rows[0]?.id
    : undefined
  const head = (
    await keeper.query<{ size: string; root: string; note: string }>(
      `select size::text, encode(root, 'hex') as root, note from public.ledger_checkpoint order by ledger_checkpoint.size desc limit 1`,
    )
  ).rows[0]
  return {
    takenAt: at.toISOString(),
    postgres: version,
    installation: installation ?? null,
    ledger: head ? { ...head, size: Number(head.size) } : null,
  }
}

/** @throws Error for a table that is not partitioned by time: a restore could not create its partitions */
function assertMonths(parts: readonly PartInfo[]): void {
  for (const { table, bound } of parts)
    if (!/^FOR VALUES FROM \('[0-9: +.-]{10,40}'\) TO \('[0-9: +.-]{10,40}'\)$/.test(bound))
      throw new Error(`The part ${table} is not partitioned by time: ${bound}`)
}

async function copyTables(snapshot: Snapshot, { draft, form, progress, signal }: Filling): Promise<Backup['tables']> {
  const tableInfos = await readTables(snapshot.keeper)
  const tables: Backup['tables'] = []
  let rows = 0
  for (const info of tableInfos) {
    signal?.throwIfAborted()
    const stored = await snapshot.copy(info, draft.path(layout.tables, `${info.table}.copy.gz`), form, signal)
    tables.push({ table: info.table, columns: info.columns, ...stored })
    rows += stored.rows
    progress.now(`${tables.length} of ${tableInfos.length} tables, ${rows} rows`)
  }
  progress.done(`${tables.length} tables, ${rows} rows`)
  return tables
}

/** Both the content of a file and its public copy are stored by hash. */
const fileHashesQuery = `
  select sha256 from public.file_object union select public_sha256 from public.file_object where public_sha256 is not null order by 1`

async function copyFiles({ settings, draft, form, since, progress, signal }: Filling): Promise<Backup['files']> {
  const source = await openBlobs(settings)
  const target = draft.path(layout.files)
  await mkdir(target, { mode: 0o700 })
  let count = 0
  let bytes = 0
  let missing = 0
  let linked = 0
  const hashList = draft.path('wanted.gz')
  const take = async (sha256: string) => {
    const shared = since ? await linkBlob(join(since, layout.files), target, sha256, form) : undefined
    if (shared !== undefined) linked++
    return { sha256, size: shared ?? (await sealBlob(source, target, sha256, form)) }
  }
  const lines = async function* () {
    for await (const { sha256, size } of inOrder(eachLine(hashList, plainForm), take)) {
      signal?.throwIfAborted()
      if (size === undefined) {
        missing++
        progress.warn(`The content ${sha256} is missing or damaged in ${settings.dataDir}`)
        continue
      }
      count++
      bytes += size
      progress.now(`${count} files, ${bytes} bytes`)
      yield `${sha256} ${size}\n`
    }
  }
  const list = await writeLines(draft.path(layout.fileList), Readable.from(lines()), form, signal)
  await rm(hashList)
  progress.done(`${count} files, ${bytes} bytes${linked > 0 ? `, ${linked} of them shared with ${since}` : ''}`)
  return { count, bytes, missing, list: { bytes: list.bytes, sha256: list.sha256 } }
}

async function readSequences(keeper: pg.Client): Promise<Backup['sequences']> {
  const sequences: Backup['sequences'] = []
  for (const sequence of await readSequenceNames(keeper)) {
    const { rows } = await keeper.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public.${keeper.escapeIdentifier(sequence)}`,
    )
    sequences.push({ sequence, last: Number(rows[0]!.last), called: rows[0]!.called })
  }
  return sequences
}
