import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CodeType } from '@timbermark/contract'
import pg from 'pg'
import { makeApp } from '../src/app.ts'
import { bootstrapInstallation } from '../src/areas/system/bootstrap/bootstrap.ts'
import { createAccount, createEnterprise } from '../src/areas/tenant/create.ts'
import { startBackground } from '../src/background.ts'
import { migrate, prepareDatabase } from '../src/platform/database/migrate.ts'
import { removeDatabase, startPostgres } from '../src/platform/postgres/postgres.ts'
import type { Services } from '../src/platform/services.ts'
import { readSettings } from '../src/platform/settings.ts'
import { makeServices } from '../src/services.ts'
import { codeRequest } from '../test/code-request.ts'

export interface BenchWorld {
  services: Services
  urls: { serverUrl: string; workerUrl: string; ownerUrl: string }
  url: string
  token: string
  tenantId: number
  admin: pg.Client
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

/**
 * A server with a durable database of its own, as in production, on loopback.
 * @param background whether the scheduled work runs; without it nothing enters the log by itself
 */
export async function openBench({ background: runsBackground = true } = {}): Promise<BenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-bench-'))
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: true })
  const urls = await prepareDatabase(postgres.url, 'bench')
  await migrate(urls.ownerUrl)
  const quiet = readSettings('test', {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    CAPTCHA: 'off',
    PUBLIC_URL: 'http://trace.example',
  })
  // As it runs for users: in test mode every answer is checked against its declaration.
  const settings = { ...quiet, mode: 'demo' as const }
  const services = await makeServices(settings, urls)
  await services.jobs.prepare()
  await services.database.acrossTenants('seed', bootstrapInstallation)
  const background = runsBackground ? await startBackground(services) : undefined
  const app = await makeApp(services)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token, tenantId } = await services.database.acrossTenants('seed', async db => {
    const tenant = await createEnterprise(db, services.secrets, { identification: 'BENCH', name: 'Bench' })
    const id = await createAccount(db, tenant.id, {
      userName: 'bench',
      nickName: 'Bench',
      password: 'Bench-password-1',
      userType: 1,
      deptId: tenant.deptId,
      roleKeys: ['enterpriseAdmin'],
    })
    return {
      token: await services.sessions.open(db, { id, tenantId: tenant.id }, '127.0.0.1', 'bench'),
      tenantId: tenant.id,
    }
  })
  services.directory.forgetAll()
  const admin = new pg.Client({ connectionString: urls.ownerUrl })
  await admin.connect()
  return {
    services,
    urls,
    url,
    token,
    tenantId,
    admin,
    async call(method, path, body) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          // Each call has a key of its own, however often the same is sent.
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as { code: number; msg: string; data: never }
      if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.msg}`)
      return answer.data
    },
    async close() {
      await app.close()
      await background?.stop()
      await services.audit.whenSettled()
      await services.database.close()
      await admin.end()
      await postgres.stop()
      removeDatabase(join(folder, 'postgres'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A batch to request codes for. */
export async function makeBatch(world: BenchWorld): Promise<number> {
  const mark = String(Date.now())
  const category = await world.call<{ id: number }>('POST', '/catalog/category', { name: `C${mark}`, orderNum: 1 })
  const product = await world.call<{ id: number }>('POST', '/catalog/product', {
    code: `P${mark}`,
    name: 'Bench',
    categoryId: category.id,
    enterpriseName: 'Bench',
    foreignName: 'Okoumé',
    chineseName: '奥古曼',
    latinGenus: 'Aucoumea',
    latinSpecies: 'klaineana',
  })
  return (
    await world.call<{ id: number }>('POST', '/catalog/batch', { batchNumber: `B${mark}`, productId: product.id })
  ).id
}

export async function requestCodes(
  world: BenchWorld,
  batchId: number,
  count: number,
  codeType: CodeType = 'item',
): Promise<number> {
  const { id } = await world.call<{ id: number }>(
    'POST',
    '/code/request',
    codeRequest(batchId, { name: 'Bench', count, codeType }),
  )
  return id
}

/** Submits and waits until the codes are made. @returns milliseconds from submit to completed */
export async function makeCodes(world: BenchWorld, id: number): Promise<number> {
  const started = performance.now()
  await world.call('PUT', `/code/request/${id}/submit`)
  for (;;) {
    const { status, failure } = await world.call<{ status: string; failure: string | null }>(
      'GET',
      `/code/request/${id}`,
    )
    if (status === 'completed') return performance.now() - started
    if (status === 'initialized') throw new Error(failure ?? 'failed')
    await new Promise(done => setTimeout(done, 100))
  }
}
