import { entityByKey } from '@timbermark/contract'
import { sealRequest } from '../src/areas/seal/goods.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { Caller, World } from './harness.ts'
import { pdf, sampleBody } from './samples.ts'

export interface Goods {
  batchId: number
  requestId: number
  codes: string[]
  documentCode: string
}

/** A batch with a completed request of codes and a certificate to refer to; the making itself is tested elsewhere. */
export async function makeGoods(
  world: World,
  admin: Caller,
  options: { codeType?: string; batchId?: number; count?: number; certified?: boolean } = {},
): Promise<Goods> {
  const batchId = options.batchId ?? (await makeBatch(world, admin))
  const request = await admin.post<{ id: number }>('/code/request', {
    name: 'Codes',
    batchId,
    count: options.count ?? 10_000,
    codeRule: 'alnum',
    securityLength: 8,
    codeType: options.codeType ?? 'item',
    stageType: 'regular',
    updateStage: 'felling',
    countryCode: 'GA',
    factoryCode: 'F1',
    batchDate: '2026-11-01',
    species: 'OKO',
  })
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

/** A batch whose stages may be reported in any order, unless a circulation is given. */
export async function makeBatch(world: World, admin: Caller, circulationId?: number): Promise<number> {
  const body = await sampleBody(admin, entityByKey('catalog/batch')!, 'B')
  const answer = await admin.post<{ id: number }>('/catalog/batch', {
    ...body,
    circulationId: circulationId ?? (await circulationOf(world, 'free')),
  })
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id
}

/** Ends a request as the making of its codes does, which is tested elsewhere. */
export async function completeRequest(world: Pick<World, 'admin' | 'services'>, id: number): Promise<void> {
  const { rows } = await world.admin.query<{ tenant_id: string }>(
    `update code_request set status = 'completed', progress = 1, manifest_sha256 = repeat('0', 64), completed_at = now() where id = $1 returning tenant_id`,
    [id],
  )
  const tenantId = Number(rows[0]!.tenant_id)
  const { database, secrets, directory } = world.services
  await database.withTenant(tenantId, db => sealRequest(db, secrets, tenantId, id))
  await directory.reload()
}

/** Has every code of a request certified, as reports ask for; how that comes to be is tested elsewhere. */
export async function certifyRequest(world: Pick<World, 'admin'>, id: number): Promise<void> {
  await world.admin.query(
    `with step as (
       insert into certification_step (tenant_id, request_number, serials, action, state, operator, enterprise_name, judged_on, recorded_at)
       select tenant_id, request_number, int4range(0, count), 'pass', 'certified', 'Reviewer', 'Owner', current_date, now() from code_request where id = $1
       returning *)
     insert into certification (tenant_id, request_number, serials, state, step_id, since, owner_name, product_name, batch_number, code_type, species, country_code)
     select s.tenant_id, s.request_number, s.serials, s.state, s.id, s.recorded_at, s.enterprise_name, p.name, b.batch_number, r.code_type, r.species, r.country_code
     from step s join code_request r on r.tenant_id = s.tenant_id and r.request_number = s.request_number
     join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
     join product p on p.tenant_id = b.tenant_id and p.id = b.product_id`,
    [id],
  )
}

/** The platform's template of a stage. */
export async function templateOf(world: World, stage: string): Promise<number> {
  const row = await world.services.database.acrossTenants('seed', db =>
    db.one<{ id: number }>(sql`select id from stage_template where tenant_id = 1 and stage = ${stage}`),
  )
  return row.id
}

/** A delivered circulation: every stage required, or none. */
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
