/**
 * The commands `backup`, `restore` and `check`. Exit code: 0 done; 1 not done, and nothing incomplete is left; 2 wrong
 * call; 3 a backup was made, but contents were missing in the installation already; 130 interrupted.
 */
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../platform/settings.ts'
import { makeBackup } from './backup.ts'
import { checkBackup } from './check.ts'
import { DamagedBackup, explainError } from '../platform/backup/errors.ts'
import { progressOn } from './progress.ts'
import { restoreBackup } from './restore.ts'
import { backupReport, checkReport, restoreReport } from './terminal.ts'

const usage = {
  backup: 'npm run backup -- <new folder> [--since <earlier backup>]',
  restore: 'npm run restore -- <backup> [--key <file of the master key>]',
  check: 'npm run backup:check -- <backup> [--key <file of the master key>]',
}

const failures = { backup: 'Not backed up', restore: 'Not restored', check: 'Not checked' }

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<number> {
  const command = process.argv[2]
  if (command !== 'backup' && command !== 'restore' && command !== 'check') {
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
    const settings = readSettings('demo')
    if (command === 'backup') {
      const backup = await makeBackup(settings, options)
      for (const line of backupReport(backup, settings, parsed.folder, performance.now() - started)) say(line)
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

function read(command: keyof typeof usage): { folder: string; since?: string; keyFile?: string } | undefined {
  // Relative to the user's working folder, not to the one that npm changed to.
  const at = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      options: command === 'backup' ? { since: { type: 'string' } } : { key: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length !== 1 || !positionals[0]) return undefined
    const { since, key } = values as { since?: string; key?: string }
    return { folder: at(positionals[0]), ...(since ? { since: at(since) } : {}), ...(key ? { keyFile: at(key) } : {}) }
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
