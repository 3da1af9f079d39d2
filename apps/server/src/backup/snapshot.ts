import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { plainSession, type TableInfo } from './catalogue.ts'
import { BackupError } from '../platform/backup/errors.ts'
import type { FileForm } from '../platform/backup/encryption.ts'
import { type StoredLines, writeLines } from './table-file.ts'

/**
 * One snapshot of the database, read by several transactions. One connection keeps the snapshot alive and locks no
 * table; each table is read in a transaction of its own, so that its lock ends with it: a month's new partition of a
 * log can be created meanwhile, and scans do not wait for the backup.
 */
export class Snapshot {
  readonly keeper: pg.Client
  readonly #reader: pg.Client
  /** Sees every row when the owner does not: an owner who is no superuser is subject to forced row security. */
  readonly #across: pg.Client | undefined
  #id = ''

  private constructor(keeper: pg.Client, reader: pg.Client, across: pg.Client | undefined) {
    this.keeper = keeper
    this.#reader = reader
    this.#across = across
  }

  /**
   * @param before runs on the keeping connection before the snapshot is taken
   * @throws BackupError when no given connection sees every row
   */
  static async take(
    { ownerUrl, workerUrl }: { ownerUrl: string; workerUrl?: string },
    before: (keeper: pg.Client) => Promise<void>,
  ): Promise<Snapshot> {
    const opened: pg.Client[] = []
    const open = async (url: string) => {
      const client = new pg.Client({ connectionString: url, application_name: 'timbermark-backup', keepAlive: true })
      // A lost connection fails the current statement too; this listener only keeps the event from ending the process.
      client.on('error', () => {})
      opened.push(client)
      await client.connect()
      await client.query(plainSession)
      return client
    }
    try {
      const asOwner = async () => {
        const client = await open(ownerUrl)
        // A row that row security would hide fails the statement instead of being left out silently.
        await client.query('set row_security = off')
        return client
      }
      const keeper = await asOwner()
      const { rows } = await keeper.query<{ all: boolean }>(
        'select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user',
      )
      if (!rows[0]?.all && !workerUrl)
        throw new BackupError(
          'DATABASE_WORKER_URL: set it too; row security hides rows from an owner who is no superuser',
        )
      const snapshot = new Snapshot(keeper, await asOwner(), rows[0]?.all ? undefined : await open(workerUrl as string))
      await before(keeper)
      await keeper.query('begin isolation level repeatable read, read only')
      snapshot.#id = (await keeper.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]!.id
      return snapshot
    } catch (error) {
      await Promise.all(opened.map(client => client.end().catch(() => {})))
      throw error
    }
  }

  /** Copies the rows of a table in the snapshot into a new file. */
  copy(
    { table, columns, forced }: TableInfo,
    path: string,
    form: FileForm,
    signal?: AbortSignal,
  ): Promise<StoredLines> {
    const client = forced && this.#across ? this.#across : this.#reader
    const list = columns.map(column => client.escapeIdentifier(column)).join(', ')
    return this.#run(
      client,
      `copy public.${client.escapeIdentifier(table)} (${list}) to stdout`,
      { path, form },
      signal,
    )
  }

  /** Copies the rows of a query in the snapshot, across row security, into a new file. */
  copyQuery(query: string, path: string, form: FileForm, signal?: AbortSignal): Promise<StoredLines> {
    return this.#run(this.#across ?? this.#reader, `copy (${query}) to stdout`, { path, form }, signal)
  }

  async #run(
    client: pg.Client,
    statement: string,
    { path, form }: { path: string; form: FileForm },
    signal?: AbortSignal,
  ): Promise<StoredLines> {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`set transaction snapshot '${this.#id}'`)
    const stored = await writeLines(path, client.query(copyTo(statement)), form, signal)
    await client.query('commit')
    return stored
  }

  /** Reads in the snapshot, across row security. */
  async read<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.#across ?? this.#reader
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`set transaction snapshot '${this.#id}'`)
    const result = await work(client)
    await client.query('commit')
    return result
  }

  /** Releases the snapshot; the keeping connection stays open, with the locks of its session. */
  async release(): Promise<void> {
    await this.keeper.query('commit')
  }

  async close(): Promise<void> {
    await Promise.all([this.keeper, this.#reader, this.#across].map(client => client?.end().catch(() => {})))
  }
}
