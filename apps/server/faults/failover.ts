import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDatabase } from '../src/platform/database/migrate.ts'
import { freePort } from '../src/platform/free-port.ts'
import { DatabaseNode } from './database-node.ts'
import { Network } from './network.ts'
import { ServerProcess } from './processes.ts'
import { allReady, makeFolder, type Site, writeKey } from './site.ts'
import { pause, until } from './wait.ts'

const databaseName = 'campaign'

/**
 * A web process and a worker, each on a machine of its own, on a primary with a standby; both reach the database at an
 * address that moves, as a proxy or a provider's name does.
 */
export class FailoverSite implements Site {
  readonly name: string
  readonly folder: string
  readonly dataDir: string
  readonly keyFile: string
  readonly publicUrl: string
  readonly addresses: readonly string[]
  readonly web: ServerProcess
  worker: ServerProcess
  readonly #port: number
  readonly #urls: Record<string, string>
  readonly address: Network
  /** Leads to the standby, where reads are sent to it. */
  readonly readAddress: Network | undefined
  readonly #more: Record<string, string>
  primary: DatabaseNode
  standby: DatabaseNode
  #nodes = 2

  private constructor(
    folder: string,
    {
      primary,
      standby,
      address,
      readAddress,
      urls,
    }: {
      primary: DatabaseNode
      standby: DatabaseNode
      address: Network
      readAddress: Network | undefined
      urls: Record<string, string>
    },
    port: number,
    more: Record<string, string>,
  ) {
    this.name = readAddress ? 'replica' : 'failover'
    this.readAddress = readAddress
    this.#more = more
    this.folder = folder
    this.primary = primary
    this.standby = standby
    this.address = address
    this.#urls = urls
    this.#port = port
    this.dataDir = join(folder, 'web')
    this.keyFile = writeKey(folder)
    this.publicUrl = `http://localhost:${port}`
    this.addresses = [`http://127.0.0.1:${port}`]
    // The two machines share the files, and nothing else.
    const files = join(this.dataDir, 'files')
    mkdirSync(files, { recursive: true })
    this.web = this.#server('web', { PORT: String(port), WORKER: 'off' })
    this.worker = this.makeWorker('worker')
  }

  /**
   * @param environment more of every process's environment
   * @param options `reads`: whether the standby is read from
   */
  static async make(environment: Record<string, string> = {}, { reads = false } = {}): Promise<FailoverSite> {
    const folder = makeFolder(reads ? 'replica' : 'failover')
    const primary = await DatabaseNode.create(folder, 'node_1')
    const prepared = await prepareDatabase(name => primary.url(name), databaseName)
    const standby = await DatabaseNode.follow(primary, folder, 'node_2')
    const address = await Network.open(primary.port)
    const readAddress = reads ? await Network.open(standby.port) : undefined
    const through = (url: string, { port } = address) => Object.assign(new URL(url), { port: String(port) }).toString()
    const urls = {
      DATABASE_URL: through(prepared.serverUrl),
      DATABASE_WORKER_URL: through(prepared.workerUrl),
      DATABASE_OWNER_URL: through(prepared.ownerUrl),
      ...(readAddress && { DATABASE_READ_URL: through(prepared.serverUrl, readAddress) }),
    }
    const nodes = { primary, standby, address, readAddress, urls }
    return new FailoverSite(folder, nodes, await freePort(), environment)
  }

  /** A worker on a machine of its own that remembers nothing yet; not started. */
  makeWorker(name: string): ServerProcess {
    const dataDir = join(this.folder, name)
    mkdirSync(dataDir, { recursive: true })
    rmSync(join(dataDir, 'files'), { force: true })
    symlinkSync(join(this.dataDir, 'files'), join(dataDir, 'files'))
    return this.#server(name, { PORT: '0', WEB: 'off' })
  }

  /** Settings of a process on this machine, for commands too. */
  environment(machine: string): Record<string, string> {
    return {
      ...this.#urls,
      DATA_DIR: join(this.folder, machine),
      MEMORY_DIR: join(this.folder, `${machine}-memory`),
      PUBLIC_URL: this.publicUrl,
      MASTER_KEY_FILE: this.keyFile,
    }
  }

  #server(name: string, more: Record<string, string>): ServerProcess {
    const environment = this.environment(name)
    mkdirSync(environment.MEMORY_DIR!, { recursive: true })
    return new ServerProcess({
      name,
      mode: 'production',
      logFile: join(this.folder, `${name}.log`),
      // The load comes from many clients (call.ts), as if through a proxy.
      environment: {
        ...environment,
        CAPTCHA: 'off',
        TRUST_PROXY: 'loopback',
        DRAIN_SECONDS: '0',
        ...this.#more,
        ...more,
      },
    })
  }

  get servers(): readonly ServerProcess[] {
    return [this.web, this.worker]
  }

  adminUrl(): string {
    return this.primary.url(databaseName)
  }

  async ready(): Promise<boolean> {
    return this.web.alive && this.worker.alive && (await allReady(this.addresses))
  }

  async open(patienceMs: number): Promise<void> {
    for (const server of this.servers) {
      if (!server.alive) server.start()
      const up = await until(async () => !server.alive || (await allReady(this.addresses)), { patienceMs })
      if (!up || !server.alive) throw new Error(`${server.name} did not start: ${server.said.slice(-2000)}`)
    }
  }

  /**
   * The primary's machine is gone; the standby is promoted, as docs/operations.md says, and the address moves.
   * @returns when the address had moved, by `performance.now()`
   */
  async failOver(): Promise<number> {
    const lost = this.primary
    this.address.refuse(true)
    await lost.killMachine()
    this.address.reset()
    await this.standby.promote()
    this.primary = this.standby
    this.address.lead(this.primary.port)
    this.address.refuse(false)
    const moved = performance.now()
    await lost.close()
    return moved
  }

  /** A new standby in place of the lost machine. */
  async follow(): Promise<void> {
    this.standby = await DatabaseNode.follow(this.primary, this.folder, `node_${++this.#nodes}`)
    this.readAddress?.lead(this.standby.port)
    this.readAddress?.refuse(false)
  }

  /** The standby's machine is gone. */
  async loseStandby(): Promise<void> {
    const { name } = this.standby
    this.readAddress?.refuse(true)
    await this.standby.close()
    this.readAddress?.reset()
    // Or the primary would keep its log for a standby that never comes back.
    await this.primary.forget(name)
  }

  /** Commits wait for the standby, or do not. */
  async setSynchronous(synchronous: boolean): Promise<void> {
    await this.primary.commitAfter(synchronous ? `ANY 1 (${this.standby.name})` : '')
  }

  /** Waits until the standby has everything. */
  async untilCaughtUp(): Promise<void> {
    const { name } = this.standby
    const caughtUp = () =>
      this.primary.withClient(async client => {
        const { rowCount } = await client.query(
          'select 1 from pg_stat_replication where application_name = $1 and replay_lsn >= pg_current_wal_lsn()',
          [name],
        )
        return rowCount === 1
      })
    if (!(await until(caughtUp, { patienceMs: 60_000 }))) throw new Error(`${name} does not catch up`)
  }

  async giveHand(patienceMs: number): Promise<void> {
    this.address.thaw()
    this.standby.thaw()
    this.address.refuse(false)
    this.readAddress?.thaw()
    for (const server of this.servers) {
      server.signal('SIGCONT')
      await server.kill('SIGKILL')
    }
    await this.setSynchronous(false)
    await pause(500)
    await this.open(patienceMs)
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.kill('SIGKILL')
    await this.address.close()
    await this.readAddress?.close()
    for (const node of [this.standby, this.primary]) await node.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Alarms of a process; an empty list while it does not answer. */
export async function alarmsAt(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as { alarms?: { key: string }[] } | undefined
  return body?.alarms?.map(({ key }) => key) ?? []
}
