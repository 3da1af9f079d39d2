import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { errorCode } from '../error-facts.ts'

/** Does a process with this id exist? A zombie still counts. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * The PostgreSQL processes that work in this folder now: the postmaster, its backends, a cluster being created. Never
 * another process, whatever a stale pid file says.
 * @param named the process that the folder's pid file names; used where the system does not report working folders
 */
export function databaseProcesses(folder: string, named?: number): number[] {
  if (process.platform === 'linux') return processesIn(realpathSync(folder))
  if (named === undefined || !isAlive(named)) return []
  const command = commandOf(named)
  return command.includes('postgres') && command.includes(folder) ? [named] : []
}

/** Every PostgreSQL process has the folder of its cluster as its working folder; an ended one has none. */
function processesIn(folder: string): number[] {
  const pids: number[] = []
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const where = readlinkSync(`/proc/${entry}/cwd`)
      // The folder of a cluster may have been removed while its processes run.
      if (where !== folder && where !== `${folder} (deleted)`) continue
      if (basename(readlinkSync(`/proc/${entry}/exe`)).startsWith('postgres')) pids.push(Number(entry))
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
  return pids
}

function commandOf(pid: number): string {
  const [program, ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`,
        ]
      : ['ps', '-p', String(pid), '-o', 'command=']
  return spawnSync(program!, args, { encoding: 'utf8' }).stdout ?? ''
}

/** The process id in a pid file; undefined without a file, NaN when it holds none. */
export function readPidFile(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10)
  } catch {
    return undefined
  }
}
