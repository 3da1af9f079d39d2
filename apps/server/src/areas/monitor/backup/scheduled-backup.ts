import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../../platform/services.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isInProgress } from '../../../platform/backup/draft.ts'
import { readDescription } from '../../../platform/backup/format.ts'
import { commandFile } from '../../../platform/command.ts'
import { readInstallation } from '../../../platform/installation/installation.ts'
import { type RetentionRule, momentOf, nameOf, toRemove } from './retention.ts'

/** Most characters of a command's output in the log. */
const maxLoggedOutput = 2000
/** Prefix of a folder that is being removed: it is no backup any more, even when its removal is interrupted. */
const removalPrefix = '.leaving'

type Context = Pick<Services, 'settings' | 'log'>

interface CommandResult {
  code: number | null
  output: string
}

/**
 * Makes a backup into the backup folder, shares unchanged contents with the newest one, and removes older ones by the
 * rule. Removes what an interrupted run left first.
 * @returns how many there are now and how many were removed
 * @throws Refusal monitor.backup.off, monitor.backup.failed, monitor.backup.hookFailed
 */
export async function backUp(services: Context, rule: RetentionRule, signal: AbortSignal) {
  const folder = folderOf(services)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeUnfinished(folder)
  // Shared contents are compared file by file, so any readable backup may serve.
  const newest = (await listBackups(services, folder)).findLast(({ installation }) => installation !== undefined)?.name
  const name = await takeFreeName(folder)
  const { code, output } = await run(
    services,
    ['backup', join(folder, name), ...(newest ? ['--since', join(folder, newest)] : [])],
    signal,
  )
  // 3: made, but some contents were already missing in the installation. 4: made, but the program of BACKUP_HOOK failed.
  if (code !== 0 && code !== 3 && code !== 4) {
    services.log.error({ code, said: output }, 'a planned backup was not made')
    throw new Refusal('monitor.backup.failed')
  }
  if (code === 3) services.log.error({ said: output }, 'contents that a planned backup should hold are missing')
  const ownBackups = await listOwnBackups(services, folder, installationOf(join(folder, name)))
  const old = toRemove(ownBackups, rule)
  for (const each of old) await removeBackup(folder, each)
  if (code === 4) {
    services.log.error({ said: output }, 'the program of BACKUP_HOOK failed')
    throw new Refusal('monitor.backup.hookFailed')
  }
  return { backups: ownBackups.length - old.length, removed: old.length }
}

/**
 * Restores the newest backup to a separate place, starts it and reads it, as `backup:check` does.
 * @throws Refusal monitor.backup.off, monitor.backup.none, monitor.backup.damaged
 */
export async function checkNewest(services: Context & Pick<Services, 'database'>, signal: AbortSignal) {
  const folder = folderOf(services)
  const { id } = await services.database.acrossTenants('jobs', readInstallation)
  // An unreadable one may be this installation's: the check reports its fault.
  const mine = existsSync(folder)
    ? (await listBackups(services, folder)).filter(
        ({ installation }) => installation === undefined || installation === id,
      )
    : []
  const newest = mine.at(-1)?.name
  if (!newest) throw new Refusal('monitor.backup.none')
  const { code, output } = await run(services, ['check', join(folder, newest)], signal)
  if (code !== 0) {
    services.log.error({ code, said: output, backup: newest }, 'the newest backup is not good')
    throw new Refusal('monitor.backup.damaged')
  }
  return { hours: Math.round((Date.now() - momentOf(newest)!.getTime()) / 3_600_000) }
}

/** The name of this second. Two backups may start in one second: the later one waits for the next. */
async function takeFreeName(folder: string): Promise<string> {
  for (;;) {
    const name = nameOf(new Date())
    if (!existsSync(join(folder, name))) return name
    await pause(1000 - (Date.now() % 1000))
  }
}

function folderOf({ settings }: Context): string {
  if (!settings.backupDir) throw new Refusal('monitor.backup.off')
  return settings.backupDir
}

/** A scheduled backup; `installation` is undefined when unreadable, null when older than installation names. */
interface StoredBackup {
  name: string
  installation: string | null | undefined
}

/**
 * Scheduled backups, oldest first. Skips names in the future, which come from a wrong clock: as the newest, such a backup
 * would be shared and checked for years, and the rule would remove new ones at once.
 */
async function listBackups({ log }: Context, folder: string): Promise<StoredBackup[]> {
  const now = Date.now()
  const names = (await readdir(folder)).filter(name => momentOf(name)).sort()
  const later = names.filter(name => momentOf(name)!.getTime() > now)
  if (later.length > 0) log.warn({ later }, 'scheduled backups with a time in the future are ignored')
  return names
    .filter(name => !later.includes(name))
    .map(name => ({ name, installation: installationOf(join(folder, name)) }))
}

function installationOf(backup: string): StoredBackup['installation'] {
  try {
    return readDescription(backup).installation
  } catch {
    return undefined
  }
}

/** Names of this installation's scheduled backups: its rule removes nothing else in the folder. */
async function listOwnBackups(
  services: Context,
  folder: string,
  installation: StoredBackup['installation'],
): Promise<string[]> {
  const backups = await listBackups(services, folder)
  return backups
    .filter(backup => backup.installation !== undefined && backup.installation === installation)
    .map(({ name }) => name)
}

/**
 * Removes what a killed run left: unfinished backups and unfinished removals. An unfinished backup that may still be in
 * work stays: a command may outlive its worker, or run on another machine.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [stem, ending] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))]
    if (!momentOf(stem)) continue
    const path = join(folder, name)
    if (ending === removalPrefix || (ending === '.part' && !isInProgress(path)))
      await rm(path, { recursive: true, force: true })
  }
}

/** Renames first: an interrupted removal must not leave an incomplete folder that looks like a backup. */
async function removeBackup(folder: string, name: string): Promise<void> {
  const aside = join(folder, `${name}${removalPrefix}`)
  await rename(join(folder, name), aside)
  await rm(aside, { recursive: true, force: true })
}

/**
 * Runs the command with this installation's settings, and ends it when no caller waits any more: by a signal, or by
 * closing its channel when this process is killed.
 */
async function run({ settings }: Context, args: readonly string[], signal: AbortSignal): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandFile('backup'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: settings.dataDir,
      MASTER_KEY_FILE: settings.masterKeyFile,
      BACKUP_KEY_FILE: settings.backupKeyFile,
      BACKUP_HOOK: settings.backupHook,
      DATABASE_URL: settings.databaseUrl ?? '',
      DATABASE_OWNER_URL: settings.databaseOwnerUrl ?? '',
      DATABASE_WORKER_URL: settings.databaseWorkerUrl ?? '',
    },
  })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-maxLoggedOutput)))
  try {
    if (signal.aborted) stop()
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    return { code, output: output }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
