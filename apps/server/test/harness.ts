import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { makeApp } from '../src/app.ts'
import { hashPassword } from '../src/areas/system/identity/passwords.ts'
import { createAccount, createEnterprise } from '../src/areas/tenant/create.ts'
import { startBackground } from '../src/background.ts'
import type { App, RouteSpec } from '../src/platform/http/http.ts'
import type { Services } from '../src/platform/services.ts'
import { readSettings } from '../src/platform/settings.ts'
import { makeServices } from '../src/services.ts'
import { type Cluster, template } from './cluster.ts'
import { openWorlds } from './open-worlds.ts'
import { watchTenants } from './tenancy/watch.ts'

export interface Answered<T = unknown> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  code: number
  msg: string
  error?: string
  data: T
  rows: Record<string, unknown>[]
  total: number
  raw: Buffer
}

/** A client that calls the interface. */
export interface Caller {
  token: string | null
  accountId: number
  tenantId: number
  get<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answered<T>>
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<T>>
  put<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered<T>>
  delete<T = Record<string, unknown>>(path: string): Promise<Answered<T>>
  upload<T = Record<string, unknown>>(
    path: string,
    file: { name: string; content: Buffer; type?: string },
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answered<T>>
}

export interface World {
  services: Services
  app: App
  anonymous: Caller
  /** Connection that bypasses row security: for reading and for tampering. */
  admin: pg.Client
  databaseUrl: string
  makeTenant(identification: string): Promise<{ id: number; deptId: number }>
  /** A signed-in account of a tenant with delivered roles. */
  signIn(
    tenant: { id: number; deptId: number | null },
    roleKeys: readonly string[],
    options?: { userType?: number; deptId?: number | null; language?: string },
  ): Promise<Caller>
  caller(token: string | null, language?: string): Caller
  /** @param keep where its data folder is to stay */
  close(keep?: { dataTo: string }): Promise<void>
}

/** Of everybody whom `signIn` makes: slow on purpose, hence made once. */
let hash: Promise<string> | undefined

/** The address of worlds that name none; their ledgers are signed under its host. */
export const worldAddress = 'http://trace.example'

/**
 * A server of its own on a database of its own, ended after the file's tests. `background` also runs jobs and the
 * sequencer, for tests that wait for them.
 */
export async function makeWorld({
  background = false,
  environment = {},
  cluster = inject('cluster'),
  origin = { template },
  standby,
  routes,
}: {
  background?: boolean
  environment?: Record<string, string>
  cluster?: Cluster
  /**
   * The initial state, when it is more than the deliveries: a database without connections, and the data folder of its
   * files and keys.
   */
  origin?: { template: string; dataDir?: string }
  /** A standby of the cluster that reads are sent to. */
  standby?: { at(url: string): string }
  /** Routes below /api in place of all declared ones. */
  routes?: readonly RouteSpec[]
} = {}): Promise<World> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const control = new pg.Client({ connectionString: cluster.adminUrl })
  await control.connect()
  // Cloning needs the template to itself: one clone at a time over all test files.
  await control.query('select pg_advisory_lock(42)')
  await control.query(`create database ${name} template ${origin.template} strategy file_copy`)
  await control.query('select pg_advisory_unlock(42)')
  await control.end()
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const dataDir = mkdtempSync(join(tmpdir(), 'timbermark-data-'))
  if (origin.dataDir) cpSync(origin.dataDir, dataDir, { recursive: true })
  const settings = readSettings('test', {
    DATA_DIR: dataDir,
    PORT: '0',
    CAPTCHA: 'off',
    PUBLIC_URL: worldAddress,
    ...environment,
  })
  const urls = { serverUrl: at(cluster.serverUrl), workerUrl: at(cluster.workerUrl) }
  const services = await makeServices(settings, {
    ...urls,
    ...(standby && { replica: { serverUrl: standby.at(urls.serverUrl), workerUrl: standby.at(urls.workerUrl) } }),
  })
  services.directory.forgetAll()
  const running = background ? await startBackground(services) : undefined
  const app = await makeApp(services, routes && { routes })
  await app.ready()
  const admin = new pg.Client({ connectionString: at(cluster.adminUrl) })
  await admin.connect()
  const allNamed = await watchTenants(services.database, admin)

  const caller = (token: string | null, language = 'en', ids = { accountId: 0, tenantId: 0 }): Caller => {
    const call = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answered<never>> => {
      const response = await app.inject({
        method,
        url: path.startsWith('/api/') || !path.startsWith('/') ? path : `/api${path}`,
        headers: {
          'accept-language': language,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body !== undefined && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const json = String(response.headers['content-type'] ?? '').includes('json') ? response.json() : {}
      return {
        status: response.statusCode,
        headers: response.headers,
        raw: response.rawPayload,
        code: 0,
        msg: '',
        rows: [],
        total: 0,
        ...json,
      } as Answered<never>
    }
    return {
      token,
      ...ids,
      get: (path, headers) => call('GET', path, undefined, headers),
      post: (path, body, headers) => call('POST', path, body ?? {}, headers),
      put: (path, body, headers) => call('PUT', path, body ?? {}, headers),
      delete: path => call('DELETE', path),
      upload: (path, file, fields = {}, headers = {}) => {
        const boundary = `----${randomUUID()}`
        const parts: Buffer[] = Object.entries(fields).map(([field, value]) =>
          Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
        )
        parts.push(
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
          ),
          file.content,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        )
        return call('POST', path, Buffer.concat(parts), {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          ...headers,
        })
      },
    }
  }

  let closed = false
  const close = async (keep?: { dataTo: string }) => {
    if (closed) return
    closed = true
    await app.close()
    await running?.stop()
    await services.audit.whenSettled()
    await services.directory.stop()
    await services.database.close()
    await admin.end()
    if (keep) cpSync(dataDir, keep.dataTo, { recursive: true })
    rmSync(dataDir, { recursive: true, force: true })
    allNamed()
  }
  openWorlds.push(close)

  return {
    services,
    app,
    admin,
    databaseUrl: at(cluster.adminUrl),
    anonymous: caller(null),
    caller,
    close,
    makeTenant: async identification => {
      const created = await services.database.acrossTenants('seed', db =>
        createEnterprise(db, services.secrets, { identification, name: `Demo ${identification}` }),
      )
      services.directory.forgetAll()
      return created
    },
    signIn: async (tenant, roleKeys, options = {}) => {
      hash ??= hashPassword('Demo-password-1')
      const password = { hash: await hash }
      const userType = options.userType ?? (roleKeys.includes('fieldReporter') ? 2 : 1)
      return services.database.acrossTenants('seed', async db => {
        const accountId = await createAccount(db, tenant.id, {
          userName: `u${randomBytes(6).toString('hex')}`,
          nickName: 'Demo',
          password,
          userType,
          deptId: options.deptId === undefined ? tenant.deptId : options.deptId,
          roleKeys,
        })
        const token = await services.sessions.open(db, { id: accountId, tenantId: tenant.id }, '127.0.0.1', 'test')
        return caller(token, options.language, { accountId, tenantId: tenant.id })
      })
    },
  }
}
