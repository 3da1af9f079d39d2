import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDatabase } from '../src/platform/database/migrate.ts'
import {
  databaseFolder,
  removeDatabase,
  type RunningPostgres,
  startPostgres,
} from '../src/platform/postgres/postgres.ts'
import { freePort } from '../src/platform/free-port.ts'
import { isAlive, postmasterOf, ServerProcess } from './processes.ts'
import { Network } from './network.ts'
import { allReady, endPostmaster, makeFolder, type Site, writeKey } from './site.ts'
import { pause, until } from './wait.ts'

const databaseName = 'campaign'

/** An external database, with the network between it and the servers. */
export class ExternalDatabase {
  readonly #folder: string
  #running: RunningPostgres | undefined
  network!: Network

  constructor(folder: string) {
    this.#folder = join(folder, 'postgres')
  }

  get folder(): string {
    return databaseFolder(this.#folder)
  }

  get running(): RunningPostgres {
    if (!this.#running) throw new Error('the database was never started')
    return this.#running
  }

  async start(): Promise<void> {
    // Releases what it held for a killed one.
    await this.#running?.stop().catch(() => {})
    let failure: unknown
    // Children of a killed one hold its shared memory for a moment.
    const up = await until(
      async () => {
        try {
          this.#running = await startPostgres({ folder: this.#folder, durable: true })
          return true
        } catch (error) {
          failure = error
          return false
        }
      },
      { patienceMs: 20_000, everyMs: 200 },
    )
    if (!up) throw failure
    this.network ??= await Network.open(this.running.port)
    this.network.lead(this.running.port)
  }

  postmaster(): number | undefined {
    return postmasterOf(this.folder)
  }

  async kill(): Promise<void> {
    const pid = this.postmaster()
    if (pid === undefined) throw new Error('the database is not running')
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid), { patienceMs: 5000 })
  }

  async close(): Promise<void> {
    await this.network?.close()
    await endPostmaster(this.folder)
    removeDatabase(this.#folder)
  }
}

/** The folders and the database of a site whose processes are not made yet. */
export interface SeveralParts {
  folder: string
  database: ExternalDatabase
  urls: { DATABASE_URL: string; DATABASE_WORKER_URL: string; DATABASE_OWNER_URL: string; DATABASE_DIRECT_URL?: string }
  ports: number[]
  /** More of every process's environment. */
  environment: Record<string, string>
}

/** Several processes on one external database: two for the interface, two for the jobs. */
export class SeveralSite implements Site {
  readonly name: string = 'several'
  readonly folder: string
  readonly dataDir: string
  readonly keyFile: string
  readonly publicUrl: string
  readonly addresses: readonly string[]
  readonly webs: readonly ServerProcess[]
  readonly workers: readonly ServerProcess[]
  readonly database: ExternalDatabase

  protected constructor({ folder, database, urls, ports, environment: more }: SeveralParts) {
    this.folder = folder
    this.database = database
    this.dataDir = join(folder, 'data')
    this.keyFile = writeKey(folder)
    this.publicUrl = `http://localhost:${ports[0]}`
    this.addresses = ports.map(port => `http://127.0.0.1:${port}`)
    const environment = {
      ...urls,
      DATA_DIR: this.dataDir,
      MEMORY_DIR: join(folder, 'memory'),
      PUBLIC_URL: this.publicUrl,
      MASTER_KEY_FILE: this.keyFile,
      CAPTCHA: 'off',
      // The load comes from many clients (call.ts), as if through a proxy.
      TRUST_PROXY: 'loopback',
      ...more,
    }
    mkdirSync(environment.MEMORY_DIR, { recursive: true })
    const server = (name: string, more: Record<string, string>) =>
      new ServerProcess({
        name,
        mode: 'production',
        logFile: join(folder, `${name.replace(' ', '-')}.log`),
        environment: { ...environment, ...more },
      })
    this.webs = ports.map((port, place) => server(`web ${place + 1}`, { PORT: String(port), WORKER: 'off' }))
    this.workers = [1, 2].map(number => server(`worker ${number}`, { PORT: '0', WEB: 'off' }))
  }

  static async make(environment: Record<string, string> = {}): Promise<SeveralSite> {
    return new SeveralSite(await SeveralSite.makeParts('several', environment))
  }

  /** Starts a database for such a site. */
  static async makeParts(name: string, environment: Record<string, string>): Promise<SeveralParts> {
    const folder = makeFolder(name)
    const database = new ExternalDatabase(folder)
    await database.start()
    const urls = await prepareDatabase(database.running.url, databaseName)
    const through = (url: string) => Object.assign(new URL(url), { port: String(database.network.port) }).toString()
    return {
      folder,
      database,
      urls: {
        DATABASE_URL: through(urls.serverUrl),
        DATABASE_WORKER_URL: through(urls.workerUrl),
        DATABASE_OWNER_URL: through(urls.ownerUrl),
      },
      ports: [await freePort(), await freePort()],
      environment,
    }
  }

  get servers(): readonly ServerProcess[] {
    return [...this.webs, ...this.workers]
  }

  adminUrl(): string {
    return this.database.running.url(databaseName)
  }

  async ready(): Promise<boolean> {
    return this.servers.every(server => server.alive) && (await allReady(this.addresses))
  }

  async open(patienceMs: number): Promise<void> {
    const [first, ...others] = this.servers
    await this.#start([first!], [this.addresses[0]!], patienceMs)
    await this.#start(others, this.addresses, patienceMs)
  }

  async #start(servers: readonly ServerProcess[], addresses: readonly string[], patienceMs: number): Promise<void> {
    for (const server of servers) server.start()
    const dead = () => servers.find(server => !server.alive)
    const up = await until(async () => dead() !== undefined || (await allReady(addresses)), { patienceMs })
    if (up && !dead()) return
    const silent = dead() ?? servers[0]!
    throw new Error(`${silent.name} did not start: ${silent.said.slice(-2000)}`)
  }

  /** Restarts one that was frozen or killed, as its supervisor would do. */
  restart(server: ServerProcess): void {
    if (!server.alive) server.start()
  }

  async giveHand(patienceMs: number): Promise<void> {
    this.database.network.thaw()
    this.database.network.refuse(false)
    this.database.network.delay(0)
    for (const server of this.servers) {
      server.signal('SIGCONT')
      await server.kill('SIGKILL')
    }
    if (this.database.postmaster() === undefined) await this.database.start()
    await pause(500)
    await this.open(patienceMs)
  }

  async close(): Promise<void> {
    for (const server of this.servers) {
      server.signal('SIGCONT')
      await server.kill('SIGKILL')
    }
    await this.database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
