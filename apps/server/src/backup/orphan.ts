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
  for (const until = performance.now() + 20_000; performance.now() < until; ) {
    const pids = processesIn(realpathSync(folder))
    if (pids.length === 0) return
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended by itself.
      }
    while (pids.some(isProcessAlive) && performance.now() < until) await new Promise(done => setTimeout(done, 50))
  }
}

/** PostgreSQL processes of this folder: by their working folder or their command line. */
function processesIn(folder: string): number[] {
  const ours = (program: string) => /^(postgres|initdb)/.test(basename(program))
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
      .filter(pid => {
        try {
          const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
          if (!ours(commandLine[0] ?? '')) return false
          return commandLine.includes(folder) || readlinkSync(`/proc/${pid}/cwd`) === folder
        } catch {
          return false
        }
      })
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\S+)(.*)$/.exec(line))
    .filter(match => match !== null && ours(match[2]!) && `${match[3]} `.includes(` ${folder} `))
    .map(match => Number(match![1]))
}
