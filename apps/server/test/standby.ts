import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../src/platform/free-port.ts'
import { chownTo, runAs } from '../src/platform/postgres/folders.ts'
import {
  databaseFolder,
  removeDatabase,
  type RunningPostgres,
  startPostgres,
} from '../src/platform/postgres/postgres.ts'
import { type Postmaster, startPostmaster } from '../src/platform/postgres/postmaster.ts'
import { findPrograms } from '../src/platform/postgres/programs.ts'
import { type Cluster, makeDelivered, template } from './cluster.ts'
import { copyFolder } from './copy-folder.ts'

/** A PostgreSQL of the packages that a standby can follow, with the template of test databases. */
export interface Primary {
  cluster: Cluster
  postgres: RunningPostgres
  /** Folder of its files. */
  folder: string
  close(): Promise<void>
}

export async function startPrimary(): Promise<Primary> {
  const parent = mkdtempSync(join(tmpdir(), 'timbermark-primary-'))
  const configured = join(parent, 'postgres')
  const postgres = await startPostgres({ folder: configured, durable: false })
  const { serverUrl, workerUrl } = await makeDelivered(postgres, template)
  return {
    cluster: { adminUrl: postgres.url('postgres'), serverUrl, workerUrl, shelf: join(parent, 'shelf') },
    postgres,
    folder: databaseFolder(configured),
    async close() {
      await postgres.stop()
      removeDatabase(configured)
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

/** A hot standby of a primary, by streaming. */
export interface Standby {
  /** The same address of a database, at the standby. */
  at(url: string): string
  /** Replays nothing more of what it receives, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Makes it a primary with a history of its own. */
  promote(): Promise<void>
  /** Ends it and removes its files. */
  close(): Promise<void>
}

/** Copies a running primary and starts the copy as its standby. The packages have no program for it. */
export async function startStandby({ postgres, folder: source }: Primary): Promise<Standby> {
  const parent = mkdtempSync(join(tmpdir(), 'timbermark-standby-'))
  const folder = databaseFolder(join(parent, 'postgres'))
  const user = runAs(source)
  mkdirSync(join(folder, '..'), { recursive: true })
  chownTo(join(folder, '..'), user)
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query(`select pg_backup_start('standby', true)`)
  copyFolder(source, folder)
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await admin.end()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chownTo(join(folder, name), user)
  }
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(folder, name), { force: true })
  write('backup_label', rows[0]!.labelfile)
  write('standby.signal', '')
  const { hostname, port: primaryPort, username, password } = new URL(postgres.url('postgres'))
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${decodeURIComponent(password)}'\n`,
  )
  const programs = await findPrograms()
  const port = await freePort()
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).toString()
  const url = at(postgres.url('postgres'))
  const run = (): Promise<Postmaster> =>
    startPostmaster({ ...programs, folder, port, user, durable: false, url, log: () => {}, say: () => {} })
  let postmaster = await run()
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  return {
    at,
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    promote: () => ask('select pg_promote()'),
    stop: () => postmaster.stop(),
    async start() {
      postmaster = await run()
    },
    async close() {
      await postmaster.stop()
      removeDatabase(join(parent, 'postgres'))
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
