import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeApp } from '../src/app.ts'
import { bootstrapInstallation } from '../src/areas/system/bootstrap/bootstrap.ts'
import { createAccount, createEnterprise } from '../src/areas/tenant/create.ts'
import { startBackground } from '../src/background.ts'
import type { App } from '../src/platform/http/http.ts'
import { migrate, prepareDatabase } from '../src/platform/database/migrate.ts'
import { startPostgres } from '../src/platform/postgres/postgres.ts'
import type { Services } from '../src/platform/services.ts'
import { readSettings } from '../src/platform/settings.ts'
import { makeServices } from '../src/services.ts'
import { openWorlds } from './open-worlds.ts'
import { layDatabase } from './ready-cluster.ts'

/** One server on an installation of its own, its database in the data folder as `npm start` has it. */
export interface Server {
  services: Services
  app: App
  /** Connection that bypasses row security. */
  admin: pg.Client
  urls: { serverUrl: string; workerUrl: string; ownerUrl: string }
  /** The lines of the log. */
  told: string[]
  call<T = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
}

/** A separate folder that a database run as another user can access; removed after the file's tests. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-installation-'))
  chmodSync(folder, 0o755)
  openWorlds.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface ServerOptions {
  dataDir: string
  memoryDir: string
  environment?: Record<string, string>
  /** A further server on the database of this one, with a data folder of its own. */
  sharedWith?: Server
  /** Runs jobs and the sequencer. */
  background?: boolean
}

/** Starts a server; the first one of a data folder makes an enterprise `MARKS` with an administrator. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, memoryDir, environment = {}, sharedWith, background = false } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const isNew = !sharedWith && !existsSync(join(dataDir, 'postgres.secret'))
  if (isNew) await layDatabase(dataDir)
  const postgres = sharedWith ? undefined : await startPostgres({ folder: join(dataDir, 'postgres'), durable: false })
  const urls = sharedWith?.urls ?? (await prepareDatabase(postgres!.url, 'timbermark'))
  await migrate(urls.ownerUrl)
  const admin = new pg.Client({ connectionString: urls.ownerUrl })
  await admin.connect()
  // A new id, because state outside databases is distinguished by it.
  if (isNew) await admin.query('update installation set id = gen_random_uuid()')
  const settings = readSettings('test', {
    DATA_DIR: dataDir,
    MEMORY_DIR: memoryDir,
    PORT: '0',
    CAPTCHA: 'off',
    PUBLIC_URL: 'http://trace.example',
    ...(sharedWith ? { MASTER_KEY_FILE: sharedWith.services.settings.masterKeyFile } : {}),
    ...environment,
  })
  const services = await makeServices(settings, urls)
  const logged: string[] = []
  const tell = (first: unknown, second?: string) => void logged.push(typeof first === 'string' ? first : (second ?? ''))
  Object.assign(services.log, { warn: tell, error: tell, fatal: tell })
  await services.jobs.prepare()
  await services.database.acrossTenants('seed', bootstrapInstallation)
  const jobs = background ? await startBackground(services) : undefined
  const app = await makeApp(services)
  const token = await services.database.acrossTenants('seed', async db => {
    const known = (await admin.query(`select id from enterprise where identification = 'MARKS'`)).rows[0]
    const tenant = known
      ? { id: Number(known.id), deptId: null }
      : await createEnterprise(db, services.secrets, { identification: 'MARKS', name: 'Marks' })
    const id = await createAccount(db, tenant.id, {
      userName: `u${Math.random().toString(36).slice(2)}`,
      nickName: 'Marks',
      password: 'Marks-password-1',
      userType: 1,
      deptId: tenant.deptId,
      roleKeys: ['enterpriseAdmin'],
    })
    return services.sessions.open(db, { id, tenantId: tenant.id }, '127.0.0.1', 'test')
  })
  services.directory.forgetAll()
  let stopped = false
  const server: Server = {
    services,
    app,
    admin,
    urls,
    told: logged,
    async call(method, path, body) {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const answer = response.json() as { code: number; msg: string; data: never }
      if (answer.code !== 200) throw new Error(`${method} ${path}: ${response.payload}`)
      return answer.data
    },
    async stop() {
      if (stopped) return
      stopped = true
      await app.close()
      await jobs?.stop()
      await services.audit.whenSettled()
      await services.directory.stop()
      await services.database.close()
      await admin.end()
      await postgres?.stop()
    },
  }
  openWorlds.push(server.stop)
  return server
}
