import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'

/** What one process cost: milliseconds of processor and of time, bytes of memory. */
export interface ProcessCost {
  start: { processorMs: number; ms: number }
  afterStart: { heap: number; rss: number }
  request: { processorMs: number; ms: number }
  afterRequest: { heap: number; rss: number }
  /** Whether a code of the request opens afterwards. */
  opened: boolean
  /** Rows that the database read for the process. */
  rowsRead: number
}

export interface MeasuredInstallation {
  serverUrl: string
  workerUrl: string
  dataDir: string
  admin: pg.Client
  tenantId: number
  /** An initialized code request of that enterprise. */
  requestId: number
  environment?: Record<string, string>
}

/** Rows that scans and indexes of the application's tables returned so far. */
async function rowsRead(admin: pg.Client): Promise<number> {
  // The statistics of a connection that has ended are there at once; those of others within a second.
  await new Promise(done => setTimeout(done, 1100))
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ n: string }>(
    'select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as n from pg_stat_user_tables',
  )
  return Number(rows[0]!.n)
}

/** Starts a process on an installation, lets it make one request's codes, and measures both. */
export async function measureProcess(installation: MeasuredInstallation): Promise<ProcessCost> {
  const { serverUrl, workerUrl, dataDir, admin, tenantId, requestId, environment = {} } = installation
  const before = await rowsRead(admin)
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'measure-process.ts')], {
    env: {
      ...process.env,
      SERVER_URL: serverUrl,
      WORKER_URL: workerUrl,
      DATA_DIR: dataDir,
      TENANT: String(tenantId),
      REQUEST: String(requestId),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number | null>(done => child.on('close', done))
  const last = Buffer.concat(parts).toString().trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !last.startsWith('{')) throw new Error(`The measured process ended with ${code}: ${last}`)
  return { ...(JSON.parse(last) as Omit<ProcessCost, 'rowsRead'>), rowsRead: (await rowsRead(admin)) - before }
}
