import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { isProcessAlive } from '../platform/backup/claim.ts'

/**
 * Ends processes that a killed run left in the folder of a database that will be removed: the database itself, or the
 * program that was creating it, which would go on writing.
 */
export async function endOrphans(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const found = workingIn(realpathSync(folder))
    if (found.length === 0) return
    for (const pid of found)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended by itself.
      }
    while (found.some(isProcessAlive) && Date.now() < until) await new Promise(done => setTimeout(done, 50))
  }
}

/** PostgreSQL processes of this folder: by their working folder or their command line. */
function workingIn(folder: string): number[] {
  const ours = (program: string) => /^(postgres|initdb)/.test(basename(program))
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
      .filter(pid => {
        try {
          const told = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
          if (!ours(told[0] ?? '')) return false
          return told.includes(folder) || readlinkSync(`/proc/${pid}/cwd`) === folder
        } catch {
          return false
        }
      })
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\S+)(.*)$/.exec(line))
    .filter(found => found !== null && ours(found[2]!) && `${found[3]} `.includes(` ${folder} `))
    .map(found => Number(found![1]))
}
