import { type ChildProcess, spawn } from 'node:child_process'
import pg from 'pg'
import type { RunAs } from './folders.ts'
import { archiveSettings } from './wal-archive.ts'

export interface PostmasterOptions {
  postgres: string
  folder: string
  port: number
  user: RunAs
  durable: boolean
  walArchive?: string | undefined
  /** Connection that shows whether the database accepts connections. */
  url: string
  log: (line: string) => void
  say: (line: string) => void
}

/** One run of the database's main process. */
export interface Postmaster {
  pid: number | undefined
  /** Settles with its last output when it has ended, for any reason. */
  ended: Promise<string>
  /** Fast shutdown: waits until every committed byte is safe. */
  stop(): Promise<void>
}

/** The database did not start; `message` holds its last output. */
export class DatabaseStartError extends Error {}

/** Without any answer for this long it will never start, in milliseconds. */
const silenceMs = 60_000
/** A database in recovery reports that, and may have gigabytes to process. */
const recoveryMs = 20 * 60_000

/**
 * Starts the database's main process and waits until it accepts connections.
 * @throws DatabaseStartError
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { postgres, folder, port, user, durable, walArchive, log } = options
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    log_min_messages: 'warning',
    timezone: 'UTC',
    // After a crash all files are flushed first: flush the file system at once, not some three thousand files in turn.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(walArchive === undefined ? {} : archiveSettings(walArchive)),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In its own process group: Ctrl-C in the terminal must reach the server first, which finishes its requests and then
  // stops the database.
  const child = spawn(postgres, ['-D', folder, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Whenever the server process exits, its database ends too.
  const emergency = () => child.kill('SIGINT')
  process.once('exit', emergency)
  const lastOutput: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastOutput.push(text)
    if (lastOutput.length > 20) lastOutput.shift()
    log(text)
  })
  const state = { ended: false }
  const ended = new Promise<string>(resolve => {
    const done = (why: string) => {
      state.ended = true
      process.off('exit', emergency)
      resolve(lastOutput.join('').trim() || why)
    }
    child.once('error', error => done(error.message))
    child.once('exit', (code, signal) => done(`ended with ${signal ?? code}`))
  })
  const stop = async () => {
    if (!state.ended) child.kill('SIGINT')
    await ended
  }
  try {
    await waitUntilReady(options, child, state, lastOutput)
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: child.pid, ended, stop }
}

async function waitUntilReady(
  { url, folder, say }: PostmasterOptions,
  child: ChildProcess,
  state: { ended: boolean },
  last: readonly string[],
): Promise<void> {
  const began = performance.now()
  let answeredAt = began
  let reportedAt = began
  for (let attempt = 0; ; attempt++) {
    const answer = await probeConnection(url)
    if (answer === 'ready') return
    const now = performance.now()
    if (answer === 'recovering') answeredAt = now
    else if (answer !== 'silent')
      throw new DatabaseStartError(`The database in ${folder} refuses the connection: ${answer}`)
    if (state.ended || child.exitCode !== null || now - answeredAt > silenceMs || now - began > recoveryMs)
      throw new DatabaseStartError(
        `The database in ${folder} did not start: ${last.join('').trim() || 'it said nothing'}`,
      )
    if (now - reportedAt > 4000) {
      reportedAt = now
      say(
        answer === 'recovering'
          ? `The database recovers after an interruption (${Math.round((now - began) / 1000)} s) ...`
          : `Waiting for the database (${Math.round((now - began) / 1000)} s) ...`,
      )
    }
    await new Promise(wake => setTimeout(wake, attempt < 40 ? 25 : 100))
  }
}

/** @returns `ready`, `recovering` ("not yet") or `silent`; else the reason of the refusal */
async function probeConnection(url: string): Promise<string> {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A connection that is cut off while connecting also emits an event.
  probe.on('error', () => {})
  try {
    await probe.connect()
    return 'ready'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '57P03') return 'recovering'
    // An SQLSTATE, unlike a connection error (EPIPE), has a digit. Classes 53 and 57 are temporary.
    const refused = code && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !/^5[37]/.test(code)
    return refused ? message : 'silent'
  } finally {
    await probe.end().catch(() => {})
  }
}
