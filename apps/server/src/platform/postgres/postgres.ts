import { dirname, join } from 'node:path'
import { freePort } from '../free-port.ts'
import { makeFolder } from '../installation/data-folder.ts'
import { type FolderLock, lockFolder } from '../installation/folder-lock.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { endOrphans } from './orphans.ts'
import { databaseFolder, chownTo, removeDatabase, runAs } from './folders.ts'
import { DatabaseStartError, type Postmaster, startPostmaster } from './postmaster.ts'
import { findPrograms } from './programs.ts'
import { type DatabaseWatcher, supervise } from './supervise.ts'
import { openWalArchive } from './wal-archive.ts'

export { databaseFolder, removeDatabase }

/**
 * The PostgreSQL of the npm packages, run in a folder of ours. Only the binaries are taken from the package: its own
 * process handling stops the database as soon as a signal arrives, before requests in progress have ended.
 */
export interface RunningPostgres {
  /** Connection of the cluster's superuser to a database of this name. */
  url(database: string): string
  /** Stays the same when the database is restarted. */
  port: number
  /** From now on a database that ends by itself is restarted, and the watcher is notified. */
  keepAlive(watcher: DatabaseWatcher): void
  /** Fast shutdown: waits until every committed byte is safe, then releases the folder. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Folder of the cluster; its password is stored next to it. */
  folder: string
  /** Tests, and copies that are thrown away, give up durability for speed. */
  durable: boolean
  /** Folder that the write-ahead log is copied to. */
  walArchive?: string
  /** Lock of the data folder (the parent of `folder`), when the caller has taken it already; it stays the caller's. */
  lock?: FolderLock
  /** Receives what PostgreSQL writes. */
  log?: (line: string) => void
  /** Reports steps that take a while, for the person who waits. */
  say?: (line: string) => void
}

/**
 * Creates the cluster when there is none, ends what a killed server left running, starts the database, and waits until
 * it accepts connections. The data folder belongs to this process alone until `stop`.
 * @throws SettingsError when another process uses the folder
 */
export async function startPostgres({
  folder: configuredFolder,
  durable,
  walArchive,
  lock,
  log = () => {},
  say = () => {},
}: PostgresOptions): Promise<RunningPostgres> {
  const folder = databaseFolder(configuredFolder)
  const outside = folder !== configuredFolder
  const locks: FolderLock[] = []
  const releaseLocks = async () => {
    for (const one of locks.splice(0)) await one.release()
  }
  try {
    makeFolder(dirname(configuredFolder))
    if (!lock) locks.push(await lockFolder(dirname(configuredFolder)))
    const user = runAs(folder)
    if (outside) {
      makeFolder(dirname(folder))
      chownTo(dirname(folder), user)
      locks.push(await lockFolder(dirname(folder)))
    }
    if (walArchive !== undefined) openWalArchive(walArchive, user)
    const programs = await findPrograms()
    const secretFile = join(dirname(configuredFolder), 'postgres.secret')
    const password = await ensureCluster({ ...programs, folder, outside, secretFile, user, durable, say })
    const port = await freePort()
    const url = (database: string) =>
      `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
    const options = { ...programs, folder, port, user, durable, walArchive, url: url('postgres'), log, say }
    const run = async (): Promise<Postmaster> => {
      for (const until = performance.now() + 10_000; ; ) {
        await endOrphans(folder, say)
        try {
          return await startPostmaster(options)
        } catch (error) {
          // Shared memory of an earlier database whose last process is about to end.
          if (
            !(error instanceof DatabaseStartError && /shared memory block/.test(error.message)) ||
            performance.now() > until
          )
            throw error
        }
        await new Promise(wake => setTimeout(wake, 100))
      }
    }
    const supervised = supervise(run, await run())
    return {
      url,
      port,
      keepAlive: supervised.keepAlive,
      async stop() {
        await supervised.stop()
        await releaseLocks()
      },
    }
  } catch (error) {
    await releaseLocks()
    throw error
  }
}
