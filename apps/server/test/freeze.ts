import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Every process of this machine with its parent. Minimal Linux systems have no `ps`; other systems have no `/proc`. */
function listProcesses(): { pid: number; parent: number }[] {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(line => line.trim().split(/\s+/).map(Number) as [number, number])
      .map(([pid, parent]) => ({ pid, parent }))
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        // proc(5): `pid (name) state parent ...`; a name may hold spaces and brackets itself.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

/** Every process of a PostgreSQL, its postmaster first. */
async function processesOf(adminUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]!.pid
  const processes = listProcesses()
  const postmaster = processes.find(({ pid }) => pid === backend)!.parent
  const children = processes.filter(({ pid, parent }) => parent === postmaster && pid !== backend)
  await client.end()
  return [postmaster, ...children.map(({ pid }) => pid)]
}

/**
 * Suspends every process of a PostgreSQL.
 * @returns resumes them
 */
export async function freeze(adminUrl: string): Promise<() => void> {
  const pids = await processesOf(adminUrl)
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // A backend that has ended meanwhile.
      }
    }
  }
  send('SIGSTOP')
  return () => send('SIGCONT')
}
