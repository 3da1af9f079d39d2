import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { ledgerLog } from '../areas/ledger/log/log.ts'
import { checkWholeLedger } from '../areas/ledger/log/verify.ts'
import { rowChecks } from '../areas/trace/proof/nightly-check.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Services } from '../platform/services.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { makeServices } from '../services.ts'
import { openScratchFolder } from './scratch-folder.ts'
import { startScratchServer } from './scratch-server.ts'
import { startShipped } from './connect.ts'
import { BackupError } from '../platform/backup/errors.ts'
import { type Backup, mayBeKeyOf, readDescription } from '../platform/backup/format.ts'
import { readKey } from '../platform/backup/key.ts'
import { type CheckResult, checkCodePages, checkFileBytes, checkReadiness } from './inspect.ts'
import type { Progress } from './progress.ts'
import { madeWithoutKey, restoreBackup } from './restore.ts'

export interface CheckOptions {
  folder: string
  keyFile?: string
  /** File of the key that the backup is encrypted with, when it is not the one of the settings. */
  backupKeyFile?: string
  signal?: AbortSignal
  progress: Progress
}

export interface Check {
  backup: Backup
  looked: CheckResult[]
  /** Everything that is wrong, one sentence each; empty for a good backup. */
  wrong: string[]
  /** What could not be checked, and why; and what is worth knowing although nothing is wrong. */
  remarks: string[]
}

/**
 * Proves a backup by starting it in a scratch folder: restores it, runs a server on it, reads the whole ledger, opens
 * pages and files. The installation itself is not touched. Without the master key only what needs no key is checked.
 */
export async function checkBackup(
  settings: Settings,
  { folder, keyFile, backupKeyFile, signal, progress }: CheckOptions,
): Promise<Check> {
  const usedKeyFile = keyFile ?? settings.masterKeyFile
  const foundKey = readKey(usedKeyFile)
  if (keyFile && !foundKey) throw new BackupError(`${keyFile} does not exist`)
  const backup = readDescription(folder, foundKey)
  if (keyFile && foundKey && !mayBeKeyOf(foundKey, backup))
    throw new BackupError(`${keyFile} holds another master key than the backup was made with`)
  const key = foundKey && mayBeKeyOf(foundKey, backup) ? usedKeyFile : undefined
  const { folder: scratch, remove } = await openScratchFolder('timbermark-check-')
  const check: Check = { backup, looked: [], wrong: [], remarks: [] }
  try {
    const copy: Settings = { ...copySettings(scratch, backup), databaseUrl: undefined, databaseOwnerUrl: undefined }
    if (key) await writeFile(copy.masterKeyFile, readFileSync(key), { mode: 0o600 })
    await restoreBackup(copy, {
      folder,
      backupKeyFile: backupKeyFile ?? settings.backupKeyFile,
      withoutKey: !key,
      signal,
      progress,
    })
    signal?.throwIfAborted()
    if (key && backup.key === null) check.remarks.push(madeWithoutKey)
    if (key) await checkOnServer(copy, check, progress, signal)
    else {
      const why = foundKey ? `${usedKeyFile} holds another key than the backup's` : `${usedKeyFile} is not there`
      check.remarks.push(
        `signatures of the ledger, pages of codes and files through a server need the master key (--key <file>): ${why}`,
      )
      await checkWithoutKey(copy, check, progress)
    }
  } finally {
    await remove()
  }
  check.wrong.push(...check.looked.flatMap(({ wrong }) => wrong))
  if (backup.files.missing > 0)
    check.wrong.push(`${backup.files.missing} files were missing in the installation already when the backup was made`)
  return check
}

/** Settings of the copy. The ledger's name is the host of the URL that it was signed under. */
function copySettings(scratch: string, backup: Backup): Settings {
  return readSettings('test', {
    DATA_DIR: join(scratch, 'data'),
    MASTER_KEY_FILE: join(scratch, 'master.key'),
    MEMORY_DIR: join(scratch, 'memory'),
    PUBLIC_URL: addressOf(backup),
  })
}

function addressOf({ ledger }: Backup): string {
  const host = ledger?.note.split('\n')[0]?.split('/')[0]
  if (!host) return 'http://localhost'
  const name = host.replace(/:\d+$/, '')
  return `${name === 'localhost' || name.startsWith('127.') || name === '[::1]' ? 'http' : 'https'}://${host}`
}

async function checkOnServer(
  copy: Settings,
  check: Check,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { dataDir, masterKeyFile } = copy
  const memoryDir = join(dirname(dataDir), 'memory')
  await mkdir(memoryDir, { mode: 0o700 })
  const server = await startScratchServer({ dataDir, keyFile: masterKeyFile, memoryDir }, copy.publicUrl, signal)
  try {
    progress.done('a server runs on the restored copy')
    const { adminUrl } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }
    await withServices(copy, adminUrl, async services => {
      const { remarks, ...ready } = await checkReadiness(server.url)
      check.looked.push(ready, await checkRows(adminUrl, check.backup))
      check.remarks.push(...remarks.map(alarm => `the copy's server reports the alarm ${alarm}`))
      signal?.throwIfAborted()
      check.looked.push(await checkLedger(services, true))
      signal?.throwIfAborted()
      check.looked.push(await checkCodePages(server.url, services), await checkFileBytes(server.url, services))
    })
  } finally {
    await server.stop()
  }
}

async function checkWithoutKey(copy: Settings, check: Check, progress: Progress): Promise<void> {
  // Nothing that is checked here depends on the key; the services only need to have one.
  await writeFile(copy.masterKeyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const database = await startShipped(copy.dataDir)
  try {
    progress.done('a database runs on the restored copy')
    // As the next start would do.
    await migrate(database.ownerUrl)
    await withServices(copy, database.ownerUrl, async services => {
      check.looked.push(await checkRows(database.ownerUrl, check.backup), await checkLedger(services, false))
    })
  } finally {
    await database.close()
  }
}

/** The services of a server, connected as the owner. */
async function withServices(copy: Settings, url: string, work: (services: Services) => Promise<void>): Promise<void> {
  const services = await makeServices(copy, { serverUrl: url, workerUrl: url })
  try {
    await work(services)
  } finally {
    await services.directory.stop()
    await services.database.close()
  }
}

/** Counts the rows of every table. A started server may have added a few, e.g. the bootstrap rows of a newer version. */
async function checkRows(url: string, backup: Backup): Promise<CheckResult> {
  const looked: CheckResult = { what: 'rows counted', count: 0, wrong: [] }
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const { table, rows } of backup.tables) {
      const answer = await client.query<{ n: string }>(
        `select count(*)::text as n from public.${client.escapeIdentifier(table)}`,
      )
      const now = Number(answer.rows[0]!.n)
      looked.count += now
      if (now < rows) looked.wrong.push(`${table} has ${now} rows instead of ${rows}`)
    }
  } finally {
    await client.end().catch(() => {})
  }
  return looked
}

async function checkLedger(services: Services, signed: boolean): Promise<CheckResult> {
  const { faults, leaves, heads, contents } = await checkWholeLedger(services.database, ledgerLog(services), rowChecks)
  const counted = signed ? faults : faults.filter(({ kind }) => kind !== 'headUnsigned')
  return {
    what: `leaves of the ledger recomputed (${heads} ${signed ? 'signatures' : 'heads'}, ${contents} sealed contents)`,
    count: leaves,
    wrong: counted.slice(0, 20).map(({ kind, place }) => `ledger: ${kind} ${place}`),
  }
}
