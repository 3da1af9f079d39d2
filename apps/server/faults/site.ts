import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFolder, removeDatabase } from '../src/platform/postgres/postgres.ts'
import { freePort } from '../src/platform/free-port.ts'
import { isAlive, postmasterOf, ServerProcess } from './processes.ts'
import { pause, until } from './wait.ts'

/** An installation: its folders and the processes that it consists of. */
export interface Site {
  /** E.g. `embedded`. */
  readonly name: string
  readonly folder: string
  readonly dataDir: string
  readonly keyFile: string
  readonly publicUrl: string
  /** Addresses that callers use, including those of killed processes. */
  readonly addresses: readonly string[]
  readonly servers: readonly ServerProcess[]
  /** Connection of a role that row security does not restrict; changes when the database is restarted. */
  adminUrl(): string
  /** Is every process that should serve ready? */
  ready(): Promise<boolean>
  /**
   * Starts everything and waits until it serves.
   * @throws Error with the output
   */
  open(patienceMs: number): Promise<void>
  /**
   * Manual help: ends what hangs, and starts again.
   * @throws Error when that does not help either
   */
  giveHand(patienceMs: number): Promise<void>
  /** Ends what was started, by process id, and removes the folder. */
  close(): Promise<void>
}

/** A folder of the campaign's own that the database's user can access. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `timbermark-faults-${name}-`))
  // Otherwise a server started by root would store its database elsewhere, and a copy of the folder would not contain
  // it.
  chmodSync(folder, 0o755)
  return folder
}

export function writeKey(folder: string): string {
  const file = join(folder, 'master.key')
  writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return file
}

/** Does `/readyz` of every address report that it serves? */
export async function allReady(addresses: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(
    addresses.map(address =>
      fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        async response => {
          await response.arrayBuffer()
          return response.ok
        },
        () => false,
      ),
    ),
  )
  return answers.every(Boolean)
}

/** One process with the shipped database, as `npm start` and a single machine run it. */
export class EmbeddedSite implements Site {
  readonly name = 'embedded'
  readonly folder: string
  readonly dataDir: string
  readonly memoryDir: string
  readonly keyFile: string
  readonly publicUrl: string
  readonly addresses: readonly string[]
  readonly server: ServerProcess

  private constructor(folder: string, port: number, environment: Record<string, string>) {
    this.folder = folder
    this.dataDir = join(folder, 'data')
    this.memoryDir = join(folder, 'memory')
    mkdirSync(this.memoryDir, { recursive: true })
    this.keyFile = writeKey(folder)
    this.publicUrl = `http://localhost:${port}`
    this.addresses = [`http://127.0.0.1:${port}`]
    this.server = new ServerProcess({
      name: 'server',
      mode: 'production',
      logFile: join(folder, 'server.log'),
      environment: {
        PORT: String(port),
        DATA_DIR: this.dataDir,
        MEMORY_DIR: this.memoryDir,
        PUBLIC_URL: this.publicUrl,
        MASTER_KEY_FILE: this.keyFile,
        DATABASE_EMBEDDED: 'on',
        CAPTCHA: 'off',
        // The load comes from many clients (call.ts), as if through a proxy.
        TRUST_PROXY: 'loopback',
        ...environment,
      },
    })
  }

  /**
   * @param folder where it is; a new one by default
   * @param environment more of the server's environment
   */
  static async make(folder = makeFolder('embedded'), environment: Record<string, string> = {}): Promise<EmbeddedSite> {
    return new EmbeddedSite(folder, await freePort(), environment)
  }

  get servers(): readonly ServerProcess[] {
    return [this.server]
  }

  get databaseFolder(): string {
    return databaseFolder(join(this.dataDir, 'postgres'))
  }

  postmaster(): number | undefined {
    return postmasterOf(this.databaseFolder)
  }

  adminUrl(): string {
    return (JSON.parse(readFileSync(join(this.dataDir, 'database.json'), 'utf8')) as { adminUrl: string }).adminUrl
  }

  ready(): Promise<boolean> {
    return this.server.alive ? allReady(this.addresses) : Promise.resolve(false)
  }

  async open(patienceMs: number): Promise<void> {
    this.server.start()
    const up = await until(async () => !this.server.alive || (await this.ready()), { patienceMs })
    if (!up || !this.server.alive) throw new Error(`The server did not start: ${this.server.said.slice(-2000)}`)
  }

  async giveHand(patienceMs: number): Promise<void> {
    await this.server.kill('SIGKILL')
    await endPostmaster(this.databaseFolder)
    await this.open(patienceMs)
  }

  async close(): Promise<void> {
    this.server.signal('SIGCONT')
    await this.server.kill('SIGKILL')
    await endPostmaster(this.databaseFolder)
    removeDatabase(join(this.dataDir, 'postgres'))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Ends a database of ours for good. */
export async function endPostmaster(folder: string): Promise<void> {
  const pid = postmasterOf(folder)
  if (pid === undefined) return
  process.kill(pid, 'SIGCONT')
  process.kill(pid, 'SIGQUIT')
  if (!(await until(() => !isAlive(pid), { patienceMs: 5000 }))) process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid), { patienceMs: 5000 })
  // Its children notice its end within a moment.
  await pause(300)
}

/** Incomplete files that nothing works on any more. */
export function litter(dataDir: string): string[] {
  const leftovers: string[] = []
  const halfFiles = join(dataDir, 'files', 'tmp')
  if (existsSync(halfFiles)) leftovers.push(...readdirSync(halfFiles).map(name => `files/tmp/${name}`))
  for (const name of readdirSync(dataDir)) if (/\.(new|tmp|part)$/.test(name)) leftovers.push(name)
  return leftovers
}
