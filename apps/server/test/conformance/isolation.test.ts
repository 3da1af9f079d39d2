import { type AnyEntity, entities, keyOf, tableOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { addSampleDivision, addSample, sampleBody } from '../samples.ts'

/**
 * SEC-26: the walk over every declared entity, verb and actor. A row of another enterprise, a row that the caller must not use
 * and a missing row are answered alike.
 */
let world: World
let owner: Caller
const strangers: Record<string, Caller> = {}

beforeAll(async () => {
  world = await makeWorld()
  await addSampleDivision(world)
  const a = await world.makeTenant('OWNER')
  const b = await world.makeTenant('STRANGER')
  owner = await world.signIn(a, ['enterpriseAdmin'])
  strangers['administrator of another enterprise'] = await world.signIn(b, ['enterpriseAdmin'])
  strangers['clerk of another enterprise'] = await world.signIn(b, ['enterpriseClerk'])
  strangers['same enterprise without a role'] = await world.signIn(a, [])
  strangers['field user of the same enterprise'] = await world.signIn(a, ['fieldReporter'])
  strangers['supplier of the same enterprise'] = await world.signIn(a, ['supplier'], { userType: 4 })
  strangers['customer of the same enterprise'] = await world.signIn(a, ['dealer'], { userType: 5 })
  strangers.anonymous = world.anonymous
  const ended = await world.signIn(a, ['enterpriseAdmin'])
  await ended.post('/logout')
  strangers['ended session'] = ended
})

const walked = (entities as readonly AnyEntity[]).filter(
  entity => entity.tenancy === 'tenant' && entity.operations.includes('add') && entity.operations.includes('list'),
)
const canary = 'CANARY'

function refusal(answer: Answered): string {
  return `${answer.code} ${answer.error}`
}

async function checksum(entity: AnyEntity): Promise<string> {
  const { rows } = await world.admin.query<{ sum: string }>(
    `select coalesce(md5(string_agg(t::text, ',' order by t.id)), '') as sum from "${tableOf(entity)}" t`,
  )
  return rows[0]!.sum
}

describe.each(walked.map(entity => [keyOf(entity), entity] as const))('%s', (key, entity) => {
  let id = 0
  beforeAll(async () => {
    id = (await addSample(owner, entity, canary)).id
  })

  test('an administrator of its enterprise can list, read, change and export it', async () => {
    const list = await owner.get(`/${key}/list`)
    expect(list.code).toBe(200)
    expect(list.rows.length).toBeGreaterThan(0)
    if (entity.operations.includes('query')) expect((await owner.get(`/${key}/${id}`)).code).toBe(200)
    if (entity.operations.includes('edit')) expect(await owner.put(`/${key}`, { id })).toMatchObject({ code: 200 })
    if (entity.operations.includes('export'))
      expect(String((await owner.get(`/${key}/export`)).headers['content-type'])).toContain('spreadsheet')
  })

  test('no other caller sees any of it or changes it', async () => {
    const before = await checksum(entity)
    for (const [title, stranger] of Object.entries(strangers)) {
      const list = await stranger.get(`/${key}/list`)
      expect(list.raw.toString('utf8'), `${title}: list`).not.toContain(canary)
      if (list.code === 200)
        expect(
          list.rows.map(row => row.id),
          `${title}: list`,
        ).not.toContain(id)
      const exported = await stranger.get(`/${key}/export`)
      expect(exported.raw.includes(canary), `${title}: export`).toBe(false)
      const options = await stranger.get(`/${key}/options?search=${canary}`)
      expect(options.raw.toString('utf8'), `${title}: options`).not.toContain(canary)
      for (const [verb, call] of [
        ['get', (target: number) => stranger.get(`/${key}/${target}`)],
        ['edit', (target: number) => stranger.put(`/${key}`, { id: target })],
        ['status', (target: number) => stranger.put(`/${key}/changeStatus`, { id: target, status: '1' })],
        ['remove', (target: number) => stranger.delete(`/${key}/${target}`)],
      ] as const) {
        const existing = await call(id)
        const missing = await call(999_999_999)
        expect(existing.code, `${title}: ${verb}`).not.toBe(200)
        expect(refusal(existing), `${title}: ${verb} of a foreign and of a missing record`).toBe(refusal(missing))
        expect(existing.raw.toString('utf8'), `${title}: ${verb}`).not.toContain(canary)
      }
    }
    expect(await checksum(entity), 'nothing changed').toBe(before)
  })

  test('another enterprise cannot refer to it', async () => {
    const stranger = strangers['administrator of another enterprise']!
    for (const [referring, field] of referrersOf(key)) {
      const body = await sampleBody(stranger, referring, 'OTHER')
      const answer = await stranger.post(`/${keyOf(referring)}`, { ...body, [field]: id })
      expect(answer.code, `${keyOf(referring)}.${field}`).not.toBe(200)
    }
  })

  test('fields that the caller must not set are refused and nothing is saved (A34)', async () => {
    const body = await sampleBody(owner, entity, 'FORGED')
    const before = await checksum(entity)
    for (const forged of ['tenantId', 'tenant_id', 'createBy', 'createdBy', 'deptId', 'roleIds', 'id'].filter(
      field => !(field in entity.fields),
    )) {
      const answer = await owner.post(`/${key}`, { ...body, [forged]: 1 })
      expect(answer, forged).toMatchObject({ code: 500 })
    }
    expect(await checksum(entity)).toBe(before)
  })
})

function referrersOf(key: string): [AnyEntity, string][] {
  return walked.flatMap(entity =>
    Object.entries(entity.fields).flatMap(([field, declared]): [AnyEntity, string][] =>
      declared.kind === 'ref' && declared.entity === key ? [[entity, field]] : [],
    ),
  )
}
