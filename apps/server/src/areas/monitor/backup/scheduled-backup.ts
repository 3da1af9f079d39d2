import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../../platform/services.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isInProgress } from '../../../platform/backup/draft.ts'
import { readDescription } from '../../../platform/backup/format.ts'
import { commandFile } from '../../../platform/command.ts'
import { readInstallation } from '../../../platform/installation/installation.ts'
import { type KeepRule, momentOf, nameOf, toRemove } from './retention.ts'

/** Of what a command says, so much goes into the log. */
const saidMost = 2000
/** A folder on its way out; it is no backup any more, even when its removal is cut off. */
const leaving = '.leaving'

type Needs = Pick<Services, 'settings' | 'log'>

interface Ended {
  code: number | null
  said: string
}

/**
 * Makes a backup into the folder of the installation, taking over unchanged contents from the newest one, and lets older
 * ones go by the rule. What an earlier run left half is cleared away first.
 * @returns how many there are now and how many went
 * @throws Refusal monitor.backup.off, monitor.backup.failed
 */
export async function backUp(services: Needs, rule: KeepRule, signal: AbortSignal) {
  const folder = folderOf(services)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await clearHalves(folder)
  // What it shares with an earlier one is compared file by file, so that it may be anybody's that can be read.
  const newest = (await backupsIn(services, folder)).findLast(({ installation }) => installation !== undefined)?.name
  const name = nameOf(new Date())
  const { code, said } = await run(
    services,
    ['backup', join(folder, name), ...(newest ? ['--since', join(folder, newest)] : [])],
    signal,
  )
  // 3: made, but contents were missing in the installation already.
  if (code !== 0 && code !== 3) {
    services.log.error({ code, said }, 'a planned backup was not made')
    throw new Refusal('monitor.backup.failed')
  }
  if (code === 3) services.log.error({ said }, 'contents that a planned backup should hold are missing')
  const own = await ownIn(services, folder, installationOf(join(folder, name)))
  const old = toRemove(own, rule)
  for (const each of old) await removeBackup(folder, each)
  return { backups: own.length - old.length, removed: old.length }
}

/**
 * Restores the newest backup aside, starts it there and reads it, as `backup:check` does.
 * @throws Refusal monitor.backup.off, monitor.backup.none, monitor.backup.damaged
 */
export async function checkNewest(services: Needs & Pick<Services, 'database'>, signal: AbortSignal) {
  const folder = folderOf(services)
  const { id } = await services.database.acrossTenants('jobs', readInstallation)
  // One that cannot be read may be ours: the check tells what is wrong with it.
  const mine = existsSync(folder)
    ? (await backupsIn(services, folder)).filter(
        ({ installation }) => installation === undefined || installation === id,
      )
    : []
  const newest = mine.at(-1)?.name
  if (!newest) throw new Refusal('monitor.backup.none')
  const { code, said } = await run(services, ['check', join(folder, newest)], signal)
  if (code !== 0) {
    services.log.error({ code, said, backup: newest }, 'the newest backup is not good')
    throw new Refusal('monitor.backup.damaged')
  }
  return { hours: Math.round((Date.now() - momentOf(newest)!.getTime()) / 3_600_000) }
}

function folderOf({ settings }: Needs): string {
  if (!settings.backupDir) throw new Refusal('monitor.backup.off')
  return settings.backupDir
}

/** A planned backup; of no installation is one that cannot be read, and of `null` one from before installations had a name. */
interface Found {
  name: string
  installation: string | null | undefined
}

/**
 * Planned backups, the oldest first. One from a moment that is still to come was named by a clock that was wrong: taken for the
 * newest, it would be shared with and checked for years, and those that are made now would go by the rule at once.
 */
async function backupsIn({ log }: Needs, folder: string): Promise<Found[]> {
  const now = Date.now()
  const names = (await readdir(folder)).filter(name => momentOf(name)).sort()
  const later = names.filter(name => momentOf(name)!.getTime() > now)
  if (later.length > 0) log.warn({ later }, 'planned backups of a moment still to come are left alone')
  return names
    .filter(name => !later.includes(name))
    .map(name => ({ name, installation: installationOf(join(folder, name)) }))
}

function installationOf(backup: string): Found['installation'] {
  try {
    return readDescription(backup).installation
  } catch {
    return undefined
  }
}

/** Names of an installation's own planned backups: what else lies in the folder is not let go by its rule. */
async function ownIn(services: Needs, folder: string, own: Found['installation']): Promise<string[]> {
  const found = await backupsIn(services, folder)
  return found.filter(({ installation }) => installation !== undefined && installation === own).map(({ name }) => name)
}

/**
 * What a killed run left: halves of a backup, and backups that were on their way out. A half that somebody may be at work in stays:
 * a command may outlive its worker, or be another machine's.
 */
async function clearHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [stem, ending] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))]
    if (!momentOf(stem)) continue
    const path = join(folder, name)
    if (ending === leaving || (ending === '.part' && !isInProgress(path)))
      await rm(path, { recursive: true, force: true })
  }
}

/** Renamed first: a removal that is cut off must not leave what looks like a backup and lacks parts. */
async function removeBackup(folder: string, name: string): Promise<void> {
  const aside = join(folder, `${name}${leaving}`)
  await rename(join(folder, name), aside)
  await rm(aside, { recursive: true, force: true })
}

/**
 * Runs the command with this installation's own settings, and ends it when nobody waits any more: by a signal, or by the end of
 * its channel when this process is killed.
 */
async function run({ settings }: Needs, args: readonly string[], signal: AbortSignal): Promise<Ended> {
  const child = spawn(process.execPath, [commandFile('backup'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: settings.dataDir,
      MASTER_KEY_FILE: settings.masterKeyFile,
      DATABASE_URL: settings.databaseUrl ?? '',
      DATABASE_OWNER_URL: settings.databaseOwnerUrl ?? '',
      DATABASE_WORKER_URL: settings.databaseWorkerUrl ?? '',
    },
  })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-saidMost)))
  try {
    if (signal.aborted) stop()
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    return { code, said }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
