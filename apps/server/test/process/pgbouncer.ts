import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../src/platform/free-port.ts'
import { chownTo, runAs } from '../../src/platform/postgres/folders.ts'
import { onPath, unpackPackages } from './debian-package.ts'
import { endProgram, untilUp } from './helper-program.ts'

const cache = join(import.meta.dirname, '../../../../node_modules/.cache/pgbouncer')
const unpacked = join(cache, 'usr/sbin/pgbouncer')

/** The libraries of the unpacked package, in front of the system's. */
function libraries(): string | undefined {
  const folder = join(cache, 'usr/lib')
  const machine = existsSync(folder) ? readdirSync(folder).find(name => name.endsWith('-linux-gnu')) : undefined
  return machine && join(folder, machine)
}

const environmentOf = (folder: string | undefined) => ({
  ...process.env,
  ...(folder ? { LD_LIBRARY_PATH: folder } : {}),
})

function runs(pgbouncer: string | undefined): pgbouncer is string {
  return pgbouncer !== undefined && versionOf(pgbouncer) !== undefined
}

/** The version of the program, `1.18.0`; undefined when it does not run. */
export function versionOf(pgbouncer: string): string | undefined {
  const { status, stdout } = spawnSync(pgbouncer, ['--version'], {
    encoding: 'utf8',
    env: environmentOf(pgbouncer === unpacked ? libraries() : undefined),
  })
  return status === 0 ? /PgBouncer ([\d.]+)/i.exec(stdout)?.[1] : undefined
}

/**
 * PgBouncer: the setting `PGBOUNCER`, else the system's, else the system's package unpacked next to the other tools of
 * the tests; undefined where it cannot be had.
 */
export function findPgbouncer(): string | undefined {
  const known = [process.env.PGBOUNCER || undefined, onPath('pgbouncer'), unpacked].find(runs)
  if (known) return known
  unpackPackages(cache, ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'])
  return runs(unpacked) ? unpacked : undefined
}

export interface Pgbouncer {
  /** The same address of a database, through the pooler. */
  through(url: string): string
  said(): string
  /** Ends it at once, as a crash does, and starts it again on the same port. */
  restart(): Promise<void>
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

/**
 * A pooler in transaction mode before a PostgreSQL.
 * @param urls addresses of the database, one for each role that may connect
 * @param connections that it makes for each role, at most
 * @param settings further lines of its configuration
 */
export async function startPgbouncer(
  pgbouncer: string,
  urls: readonly string[],
  { connections = 4, settings = [] }: { connections?: number; settings?: readonly string[] } = {},
): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-pgbouncer-'))
  chmodSync(folder, 0o755)
  // It does not run as root, and another user may not reach the folder of the packages.
  let program = pgbouncer
  let libraryFolder: string | undefined
  if (pgbouncer === unpacked) {
    program = join(folder, 'pgbouncer')
    libraryFolder = join(folder, 'libraries')
    cpSync(unpacked, program)
    mkdirSync(libraryFolder)
    const source = libraries()
    if (source) cpSync(source, libraryFolder, { recursive: true })
  }
  const user = runAs(folder)
  const { hostname, port } = new URL(urls[0]!)
  const ownPort = await freePort()
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const accounts = urls
    .map(url => new URL(url))
    .map(({ username, password }) => [username, password].map(quoted).join(' '))
  const files = { users: join(folder, 'users.txt'), configuration: join(folder, 'pgbouncer.ini') }
  writeFileSync(files.users, `${accounts.join('\n')}\n`, { mode: 0o600 })
  writeFileSync(
    files.configuration,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${files.users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 300',
      'server_login_retry = 1',
      ...settings,
      '',
    ].join('\n'),
  )
  for (const path of [folder, ...Object.values(files)]) chownTo(path, user)
  let output = ''
  const start = async () => {
    const child = spawn(program, [files.configuration], {
      ...user,
      cwd: dirname(files.configuration),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentOf(libraryFolder),
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    await untilUp(
      'pgbouncer',
      child,
      () => listensAt(ownPort),
      () => output,
    )
    return child
  }
  let child = await start()
  return {
    through: url => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(ownPort) }).toString(),
    said: () => output,
    async restart() {
      await endProgram(child, 'SIGKILL')
      child = await start()
    },
    signal: signal => void child.kill(signal),
    async stop() {
      child.kill('SIGCONT')
      await endProgram(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function listensAt(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
