import { type AnyEntity, entities, entityByKey, keyOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sampleBody } from '../samples.ts'
import { platformAdmin, refused, unique } from './people.ts'

let world: World
let root: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  admin = await world.signIn(await world.makeTenant('REQUIRED'), ['enterpriseAdmin'])
})

/** Further fields that these records require, in addition to their declared fields. */
const extraFields: Record<string, Record<string, unknown>> = {
  'stage/template': { attributes: [{ label: 'Crew', input: 'text' }] },
  'stage/parameter': { values: {} },
  'tenant/enterprise': {},
  'system/dict/data': { dictType: 'forest_level' },
  'system/division': { cityId: 970_000, level: 1, parentId: 0 },
}

async function wholeBody(entity: AnyEntity): Promise<[Caller, Record<string, unknown>]> {
  const caller = entity.tenancy === 'platform' ? root : admin
  const body = await sampleBody(caller, entity, unique('R'))
  const status = 'status' in entity.fields && !entity.fields.status!.readonly ? { status: '0' } : {}
  return [caller, { ...body, ...status, ...extraFields[keyOf(entity)] }]
}

/** Sends the body with one field emptied in every way that a form or a program can. */
async function expectRequired(key: string, field: string): Promise<void> {
  const entity = entityByKey(key)!
  for (const empty of ['', '   ', null]) {
    const [caller, body] = await wholeBody(entity)
    const answer = await caller.post(`/${key}`, { ...body, [field]: empty })
    const how = `${key} ${field} as ${JSON.stringify(empty)}`
    // Blanks count as empty in a text; in a choice or a number they are an invalid value.
    if (empty === '   ' && entity.fields[field]!.kind !== 'text') expect(answer.code, how).toBe(500)
    else {
      expect(refused(answer), how).toBe(`${field}: required`)
      expect(answer.msg, how).toMatch(/cannot be empty$/)
    }
  }
}

describe('VAL-42: names cannot be empty', () => {
  test.each([
    ['product category', 'catalog/category', 'name'],
    ['product', 'catalog/product', 'name'],
    ['certificate', 'evidence/document', 'name'],
    ['stage template', 'stage/template', 'name'],
    ['department', 'system/dept', 'deptName'],
    ['enterprise', 'tenant/enterprise', 'name'],
    ['dictionary', 'system/dict/type', 'dictName'],
  ])('%s', (_title, key, field) => expectRequired(key, field))
})

describe('VAL-43: status and order cannot be empty on any form that has them', () => {
  const orders = ['orderNum', 'roleSort', 'postSort', 'dictSort', 'sequence']
  const cases = (entities as readonly AnyEntity[]).flatMap(entity =>
    entity.operations.includes('add')
      ? Object.entries(entity.fields).flatMap(([field, { readonly }]) =>
          !readonly && (field === 'status' || orders.includes(field)) ? [[keyOf(entity), field] as const] : [],
        )
      : [],
  )

  test('there are such forms', () => {
    const kinds = new Set(cases.map(([key]) => key))
    for (const key of [
      'system/role',
      'system/post',
      'system/dept',
      'system/dict/data',
      'catalog/category',
      'site/banner',
    ])
      expect(kinds).toContain(key)
  })

  test.each(cases)('%s %s', (key, field) => expectRequired(key, field))

  test.each(['orderNum', 'status'])('system/menu %s', async field => {
    const body = { parentId: 0, menuType: 'M', menuName: unique('M '), orderNum: 1, path: unique('m-'), status: '0' }
    for (const empty of ['', null])
      expect((await root.post('/system/menu', { ...body, [field]: empty })).code, JSON.stringify(empty)).toBe(500)
    expect((await root.post('/system/menu', body)).code).toBe(200)
  })
})

test('VAL-45: a parameter template needs a name and an attribution stage', async () => {
  for (const field of ['name', 'stage']) {
    const [caller, body] = await wholeBody(entityByKey('stage/parameter')!)
    expect(refused(await caller.post('/stage/parameter', { ...body, [field]: '' }))).toBe(`${field}: required`)
    const { [field]: _left, ...without } = body
    expect(refused(await caller.post('/stage/parameter', without))).toBe(`${field}: required`)
  }
})
