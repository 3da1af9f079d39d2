import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { databaseFolder, removeDatabase, startPostgres } from '../../src/platform/postgres/postgres.ts'

/** A PostgreSQL that can be killed and comes back on the same port with the same data. */
export interface MortalPostgres {
  url(database: string): string
  /** SIGKILL: connections are not closed properly. */
  kill(): void
  /** Starts it again; waits until it accepts connections. */
  revive(): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/** Durable: a commit that is lost with the kill would be no fault of the code under test. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const wanted = join(mkdtempSync(join(tmpdir(), 'timbermark-mortal-')), 'postgres')
  const postgres = await startPostgres({ folder: wanted, durable: true })
  const folder = databaseFolder(wanted)
  const pid = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  // The format that the database itself writes: the program, then each argument in quotation marks.
  const command = readFileSync(join(folder, 'postmaster.opts'), 'utf8').trim()
  const program = command.slice(0, command.indexOf(' "'))
  const args = [...command.matchAll(/"([^"]*)"/g)].map(match => match[1] ?? '')
  const { uid, gid } = statSync(folder)
  const answers = async () => {
    const client = new pg.Client({ connectionString: postgres.url('postgres'), connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  const gone = async (process_: number) => {
    for (;;) {
      try {
        process.kill(process_, 0)
      } catch {
        return
      }
      await new Promise(wake => setTimeout(wake, 20))
    }
  }
  return {
    url: postgres.url,
    kill: () => void process.kill(pid(), 'SIGKILL'),
    async revive() {
      await gone(pid())
      // Until the last of its children has noticed, a new server refuses to start.
      for (let tries = 0; tries < 100; tries++) {
        const child = spawn(program, args, {
          ...(process.getuid?.() === 0 ? { uid, gid } : {}),
          cwd: '/',
          stdio: 'ignore',
        })
        const ended = new Promise<boolean>(done => child.once('exit', () => done(true)))
        for (;;) {
          if (await answers()) return
          const over = await Promise.race([ended, new Promise<false>(wake => setTimeout(() => wake(false), 50))])
          if (over) break
        }
        await new Promise(wake => setTimeout(wake, 100))
      }
      throw new Error('The database did not come back')
    },
    async close() {
      const last = pid()
      process.kill(last, 'SIGQUIT')
      await gone(last)
      // It leaves the folder; a process that is given the same inode next would find it taken.
      await postgres.stop()
      removeDatabase(wanted)
      rmSync(dirname(wanted), { recursive: true, force: true })
    },
  }
}
