import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { alive } from './claim.ts'

/**
 * Ends the database that a killed restore left running in a folder that is going to be removed. It is told by its own
 * file and only ended when it really is the database of this folder.
 */
export async function endOrphan(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid <= 1 || !alive(pid) || !worksIn(pid, folder)) return
  for (const [signal, waitMs] of [
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const until = Date.now() + waitMs; Date.now() < until; ) {
      if (!alive(pid)) return
      await new Promise(done => setTimeout(done, 50))
    }
  }
}

/** PostgreSQL works in its data folder, and was started with it. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return typeof stdout === 'string' && stdout.includes('postgres') && stdout.includes(folder)
  }
}
