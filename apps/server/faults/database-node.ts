import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { copyCluster } from '../src/platform/postgres/copy-cluster.ts'
import { databaseProcesses } from '../src/platform/postgres/processes.ts'
import { chownTo, type RunAs } from '../src/platform/postgres/folders.ts'
import {
  databaseFolder,
  removeDatabase,
  type RunningPostgres,
  startPostgres,
} from '../src/platform/postgres/postgres.ts'
import { signalAll } from './scene.ts'
import { until } from './wait.ts'

/** One PostgreSQL of a pair: a primary, or a standby that follows one and can be promoted. */
export class DatabaseNode {
  /** Its name as a standby (`application_name`), e.g. `node_1`. */
  readonly name: string
  readonly #configuredFolder: string
  #running: RunningPostgres | undefined

  private constructor(folder: string, name: string) {
    this.name = name
    this.#configuredFolder = join(folder, name, 'postgres')
  }

  /** A new, empty primary. */
  static async create(folder: string, name: string): Promise<DatabaseNode> {
    const node = new DatabaseNode(folder, name)
    await node.#start()
    return node
  }

  /**
   * A standby of a running primary, made from a base backup as `pg_basebackup` makes one (the packages do not bring that
   * program): between `pg_backup_start` and `pg_backup_stop` the files are copied as they are, and the log that makes
   * them whole is streamed through a slot. Returns when it streams.
   */
  static async follow(primary: DatabaseNode, folder: string, name: string): Promise<DatabaseNode> {
    const node = new DatabaseNode(folder, name)
    await primary.withClient(async client => {
      await client.query('select pg_create_physical_replication_slot($1, true)', [name])
      await client.query('select pg_backup_start($1, true)', [name])
      const owner = statSync(primary.folder)
      const user = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
      mkdirSync(dirname(node.#configuredFolder), { recursive: true })
      mkdirSync(dirname(node.folder), { recursive: true })
      await copyCluster(primary.folder, node.folder)
      copyFileSync(primary.#secretFile, node.#secretFile)
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
      const address = new URL(primary.url('postgres'))
      const write = (file: string, text: string) => appendFileSync(join(node.folder, file), text)
      write('backup_label', rows[0]!.labelfile)
      write('standby.signal', '')
      write(
        'postgresql.auto.conf',
        [
          `primary_conninfo = 'host=127.0.0.1 port=${address.port} user=${address.username} password=${decodeURIComponent(address.password)} application_name=${name}'`,
          `primary_slot_name = '${name}'`,
          // Whoever is promoted has no standby yet.
          "synchronous_standby_names = ''",
          '',
        ].join('\n'),
      )
      chownAll(node.folder, user)
    })
    await node.#start()
    if (!(await until(() => primary.isFollowedBy(name), { patienceMs: 60_000, everyMs: 100 })))
      throw new Error(`${name} does not follow ${primary.name}`)
    return node
  }

  get folder(): string {
    return databaseFolder(this.#configuredFolder)
  }

  get #secretFile(): string {
    return join(dirname(this.#configuredFolder), 'postgres.secret')
  }

  get port(): number {
    return this.#up.port
  }

  get #up(): RunningPostgres {
    if (!this.#running) throw new Error(`${this.name} was never started`)
    return this.#running
  }

  async #start(): Promise<void> {
    this.#running = await startPostgres({ folder: this.#configuredFolder, durable: true })
  }

  /** Connection of the superuser. */
  url(database: string): string {
    return this.#up.url(database)
  }

  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url('postgres'), application_name: 'campaign-node' })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  isFollowedBy(name: string): Promise<boolean> {
    return this.withClient(async client => {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_replication where application_name = $1 and state = 'streaming'",
        [name],
      )
      return rowCount === 1
    })
  }

  /** A standby that is gone for good. */
  async forget(name: string): Promise<void> {
    await this.withClient(async client => {
      const isFree = async () => {
        const { rowCount } = await client.query(
          'select 1 from pg_replication_slots where slot_name = $1 and not active',
          [name],
        )
        return rowCount === 1
      }
      if (!(await until(isFree, { patienceMs: 60_000 }))) throw new Error(`${name} is still followed`)
      await client.query('select pg_drop_replication_slot($1)', [name])
    })
  }

  /** Which standbys a commit waits for; an empty text for none. Returns once the standby counts as synchronous. */
  async commitAfter(standbys: string): Promise<void> {
    await this.withClient(async client => {
      await client.query(`alter system set synchronous_standby_names = ${client.escapeLiteral(standbys)}`)
      await client.query('select pg_reload_conf()')
      const holds = async () => {
        const { rowCount } = await client.query(
          "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')",
        )
        return rowCount! > 0 === (standbys !== '')
      }
      if (!(await until(holds, { patienceMs: 30_000 }))) throw new Error(`no standby of ${standbys} is synchronous`)
    })
  }

  /** What the primary sends to its standbys stays on its way: their network or their disk is slow. */
  async holdSenders(): Promise<void> {
    const pids = await this.withClient(async client => {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_replication')
      return rows.map(({ pid }) => pid)
    })
    signalAll(pids, 'SIGSTOP')
  }

  /** The machine is gone: all of its processes at once. */
  async killMachine(): Promise<void> {
    for (let left = this.#processes(); left.length > 0; left = this.#processes()) {
      signalAll(left, 'SIGKILL')
      await until(() => this.#processes().length === 0, { patienceMs: 2000, everyMs: 10 })
    }
    await this.#running?.stop().catch(() => {})
  }

  /** It keeps its connections and does nothing. */
  freeze(): void {
    signalAll(this.#processes(), 'SIGSTOP')
  }

  thaw(): void {
    signalAll(this.#processes(), 'SIGCONT')
  }

  /** Makes a primary of a standby. */
  async promote(): Promise<void> {
    await this.withClient(async client => {
      const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, 60) as done')
      if (!rows[0]!.done) throw new Error(`${this.name} was not promoted`)
    })
  }

  async close(): Promise<void> {
    await this.killMachine()
    removeDatabase(this.#configuredFolder)
    rmSync(dirname(this.#configuredFolder), { recursive: true, force: true })
  }

  #processes(): number[] {
    const file = join(this.folder, 'postmaster.pid')
    let named: number | undefined
    try {
      named = Number(readFileSync(file, 'utf8').split('\n')[0])
    } catch {
      // It was never started, or ended in order.
    }
    try {
      return databaseProcesses(this.folder, named)
    } catch {
      return []
    }
  }
}

/** Gives a folder and all that is in it to the database's user. */
function chownAll(folder: string, user: RunAs): void {
  if (user.uid === undefined) return
  chownTo(folder, user)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownTo(join(folder, entry), user)
}
