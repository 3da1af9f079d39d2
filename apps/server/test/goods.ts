import { entityByKey } from '@timbermark/contract'
import { codeRange } from '../src/areas/code/directory/range-facts.ts'
import { takeStep } from '../src/areas/certification/step.ts'
import type { Actor } from '../src/platform/actor.ts'
import { notifyDirectoryChange } from '../src/areas/code/directory/code-directory.ts'
import { sealRequest } from '../src/areas/ledger/sealing/seal-rows.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { Caller, World } from './harness.ts'
import { pdf, sampleBody } from './samples.ts'
import { codeRequest } from './code-request.ts'

export interface Goods {
  batchId: number
  requestId: number
  codes: string[]
  documentCode: string
}

/** A batch with a completed code request and an evidence document; generation is tested elsewhere. */
export async function makeGoods(
  world: World,
  admin: Caller,
  options: { codeType?: string; batchId?: number; count?: number; certified?: boolean } = {},
): Promise<Goods> {
  const batchId = options.batchId ?? (await makeBatch(world, admin))
  const request = await admin.post<{ id: number }>(
    '/code/request',
    codeRequest(batchId, { count: options.count ?? 10_000, codeType: options.codeType ?? 'item' }),
  )
  await completeRequest(world, request.data.id)
  if (options.certified !== false) await certifyRequest(world, request.data.id)
  const codes = await admin.get(`/code/qr/list?requestId=${request.data.id}&limit=50`)
  const upload = await admin.upload<{ id: string }>('/common/upload', { name: 'certificate.pdf', content: pdf })
  const documentCode = `CERT-${request.data.id}`
  await admin.post('/evidence/document', {
    code: documentCode,
    name: 'Felling permit',
    type: 'certificate',
    file: [upload.data.id],
  })
  return { batchId, requestId: request.data.id, codes: codes.rows.map(row => row.code as string), documentCode }
}

/** A batch whose stages can be reported in any order, unless a circulation is set. */
export async function makeBatch(world: World, admin: Caller, circulationId?: number): Promise<number> {
  const body = await sampleBody(admin, entityByKey('catalog/batch')!, 'B')
  const answer = await admin.post<{ id: number }>('/catalog/batch', {
    ...body,
    circulationId: circulationId ?? (await circulationOf(world, 'free')),
  })
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id
}

/** Completes a request like code generation, which is tested elsewhere. */
export async function completeRequest(world: Pick<World, 'admin' | 'services'>, id: number): Promise<void> {
  const { rows } = await world.admin.query<{ tenant_id: string }>(
    `update code_request set status = 'completed', progress = 1, manifest_sha256 = repeat('0', 64), completed_at = now() where id = $1 returning tenant_id`,
    [id],
  )
  const tenantId = Number(rows[0]!.tenant_id)
  const { database, directory } = world.services
  await database.withTenant(tenantId, async db => {
    await sealRequest(db, world.services, tenantId, id)
    await notifyDirectoryChange(db, { tenantId, requestId: id })
  })
  directory.forgetAll()
}

/** Certifies every code of a request, as reports require; permissions are tested elsewhere. */
export async function certifyRequest(world: Pick<World, 'services'>, id: number): Promise<void> {
  const { services } = world
  const request = await services.database.acrossTenants('seed', db =>
    db.one<{ tenantId: number; number: number; count: number; tenantName: string }>(sql`
      select r.tenant_id as "tenantId", r.request_number as number, r.count, e.name as "tenantName"
      from code_request r join enterprise e on e.id = r.tenant_id where r.id = ${id}`),
  )
  const { tenantId: owner, tenantName, number, count } = request
  const actor = { accountId: 0, tenantId: owner, tenantName, nickName: 'Reviewer', deptId: null } as Actor
  const ranges = [codeRange(number, { from: 0, to: count })]
  await services.database.withTenant(owner, async db => {
    const scene = { services, db, actor, language: 'en', recordedAt: new Date() } as const
    await takeStep(scene, { verb: 'submit', owner, ranges })
    await takeStep(scene, { verb: 'pass', owner, ranges, judgedOn: '2026-11-01' })
  })
}

/** The platform's template of a stage. */
export async function templateOf(world: World, stage: string): Promise<number> {
  const row = await world.services.database.acrossTenants('seed', db =>
    db.one<{ id: number }>(sql`select id from stage_template where tenant_id = 1 and stage = ${stage}`),
  )
  return row.id
}

/** A standard circulation: every stage required, or none. */
export async function circulationOf(world: World, key: 'full' | 'free'): Promise<number> {
  const row = await world.services.database.acrossTenants('seed', db =>
    db.one<{ id: number }>(sql`select id from circulation where tenant_id = 1 and delivered_key = ${key}`),
  )
  return row.id
}

export async function authorize(admin: Caller, userId: number, stages: readonly string[]): Promise<void> {
  const answer = await admin.post('/stage/authorization', { userId, stages })
  if (answer.code !== 200) throw new Error(answer.msg)
}
