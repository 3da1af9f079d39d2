import { execFileSync } from 'node:child_process'
import pg from 'pg'

/** Every process of a PostgreSQL, its postmaster first. */
async function processesOf(adminUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number])
  const postmaster = pairs.find(([pid]) => pid === rows[0]!.pid)![1]
  const children = pairs.filter(([pid, parent]) => parent === postmaster && pid !== rows[0]!.pid)
  await client.end()
  return [postmaster, ...children.map(([pid]) => pid)]
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
