/**
 * The commands `backup`, `restore`, `check` and `key`. Exit code: 0 done; 1 not done, and nothing incomplete is left; 2 wrong
 * call; 3 a backup was made, but contents were missing in the installation already; 4 a backup was made, but the program
 * of BACKUP_HOOK failed; 130 interrupted.
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../platform/settings.ts'
import { makeBackup } from './backup.ts'
import { checkBackup } from './check.ts'
import { generateBackupKey } from '../platform/backup/encryption.ts'
import { DamagedBackup, explainError } from '../platform/backup/errors.ts'
import { runHook } from './hook.ts'
import { progressOn } from './progress.ts'
import { restoreBackup } from './restore.ts'
import { backupReport, checkReport, restoreReport } from './terminal.ts'

const usage = {
  backup: 'npm run backup -- <new folder> [--since <earlier backup>]',
  restore: 'npm run restore -- <backup> [--key <file of the master key>] [--backup-key <file>]',
  check: 'npm run backup:check -- <backup> [--key <file of the master key>] [--backup-key <file>]',
  key: 'npm run backup:key -- <new file>',
}

const failures = { backup: 'Not backed up', restore: 'Not restored', check: 'Not checked', key: 'Not made' }

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<number> {
  const command = process.argv[2]
  if (command !== 'backup' && command !== 'restore' && command !== 'check' && command !== 'key') {
    complain(Object.values(usage).join('\n'))
    return 2
  }
  const parsed = read(command)
  if (!parsed) {
    complain(`Usage: ${usage[command]}`)
    return 2
  }
  // People who wait for an answer have priority.
  setPriority(10)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!stopping.signal.aborted) say(`${signal}: stopping and clearing away`)
      stopping.abort()
    })
  endWithParent(stopping)
  const started = performance.now()
  const options = { ...parsed, signal: stopping.signal, progress: progressOn(say, complain) }
  try {
    if (command === 'key') {
      const { text, recipient } = await generateBackupKey()
      await writeFile(parsed.folder, text, { mode: 0o600, flag: 'wx', flush: true })
      say(`Backup key made: ${parsed.folder}`)
      say(`Set BACKUP_KEY_FILE to it. Keep a copy in another place than the backups: without it none can be read.`)
      say(`A machine that only makes backups needs no more than this line of it: ${recipient}`)
      return 0
    }
    const settings = readSettings('demo')
    if (command === 'backup') {
      const backup = await makeBackup(settings, options)
      for (const line of backupReport(backup, settings, parsed.folder, performance.now() - started)) say(line)
      if (settings.backupHook) {
        const problem = await runHook(settings.backupHook, parsed.folder, stopping.signal)
        if (problem) {
          complain(`The backup is made, but BACKUP_HOOK failed: ${problem}`)
          return 4
        }
        say(`BACKUP_HOOK: ${settings.backupHook} has taken it`)
      }
      return backup.files.missing > 0 ? 3 : 0
    }
    if (command === 'restore') {
      const restored = await restoreBackup(settings, options)
      for (const line of restoreReport(restored, settings, performance.now() - started)) say(line)
      return 0
    }
    const check = await checkBackup(settings, options)
    for (const line of checkReport(check)) say(line)
    return check.wrong.length === 0 ? 0 : 1
  } catch (error) {
    if (stopping.signal.aborted) {
      complain('Interrupted: nothing was left')
      return 130
    }
    const sentence = explainError(error)
    if (sentence === undefined) throw error
    if (command === 'check' && error instanceof DamagedBackup) say(`NOT good: ${sentence}`)
    else complain(`${failures[command]}: ${sentence}`)
    return 1
  }
}

/** Ends with the worker that scheduled it: that worker is gone, and the next one makes its own backup. */
function endWithParent(stopping: AbortController): void {
  // Nobody reads its output then; a broken pipe must not prevent the cleanup.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const stop = () => stopping.abort()
  process.once('disconnect', stop)
  // The parent had gone before the listener was added.
  if (process.connected === false) stop()
}

const text = { type: 'string' } as const
const optionsOf = {
  backup: { since: text },
  restore: { key: text, 'backup-key': text },
  check: { key: text, 'backup-key': text },
  key: {},
}

function read(
  command: keyof typeof usage,
): { folder: string; since?: string; keyFile?: string; backupKeyFile?: string } | undefined {
  // Relative to the user's working folder, not to the one that npm changed to.
  const at = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      options: optionsOf[command],
      allowPositionals: true,
    })
    if (positionals.length !== 1 || !positionals[0]) return undefined
    const { since, key, 'backup-key': backupKey } = values as Record<string, string | undefined>
    return {
      folder: at(positionals[0]),
      ...(since ? { since: at(since) } : {}),
      ...(key ? { keyFile: at(key) } : {}),
      ...(backupKey ? { backupKeyFile: at(backupKey) } : {}),
    }
  } catch {
    return undefined
  }
}

main().then(
  code => process.exit(code),
  error => {
    console.error(error)
    process.exit(1)
  },
)
