import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseProcesses, readPidFile } from './processes.ts'
import { errorCode } from '../error-facts.ts'

/** How long each way of ending a process may take, in milliseconds: an orderly end, an immediate end, an end by the kernel. */
const endings: readonly (readonly [signal: NodeJS.Signals, patience: number])[] = [
  ['SIGINT', 3000],
  ['SIGQUIT', 1500],
  ['SIGKILL', 10_000],
]

/**
 * Ends the database processes that a killed server left running in this folder, and removes its pid file. The caller
 * holds the folder's lock, so that a database found here has lost its server. Committed work is safe in every way of
 * ending.
 * @throws Error when a process cannot be ended
 */
export async function endOrphans(folder: string, say: (line: string) => void): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  const postmaster = readPidFile(pidFile)
  let left = databaseProcesses(folder, postmaster)
  const hasPostmaster = () => postmaster !== undefined && left.includes(postmaster)
  if (hasPostmaster()) say(`A killed server left its database running; it is stopped first (process ${postmaster}) ...`)
  for (const [signal, waitMs] of endings) {
    // Backends follow their postmaster. Backends that outlived it would interpret SIGINT differently.
    if (signal === 'SIGINT' && !hasPostmaster()) continue
    for (const pid of signal !== 'SIGKILL' && hasPostmaster() ? [postmaster!] : left) signalTo(pid, signal)
    for (const until = performance.now() + waitMs; left.length > 0 && performance.now() < until; ) {
      await new Promise(wake => setTimeout(wake, 10))
      left = databaseProcesses(folder, postmaster)
    }
    if (left.length === 0) break
  }
  if (left.length > 0) throw new Error(`The process ${left[0]} keeps ${folder} and cannot be ended`)
  // A stale pid file could name another process by now, and PostgreSQL would refuse to start.
  rmSync(pidFile, { force: true })
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
