import { type AnyEntity, entities, entityByKey, type Field, keyOf, tableOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSampleDivision, addSample, sampleBody } from '../samples.ts'
import { makeDept, platformAdmin, refused, unique } from '../system/people.ts'

/** Every declared reference must name a row that exists and is in use, in every entity that a form adds. */
let world: World
const actors = {} as Record<'enterprise' | 'platform', Caller>
let deptId: number

beforeAll(async () => {
  world = await makeWorld()
  await addSampleDivision(world)
  const tenant = await world.makeTenant('REFERENCES')
  deptId = tenant.deptId
  actors.enterprise = await world.signIn(tenant, ['enterpriseAdmin'])
  actors.platform = await platformAdmin(world)
})

const isServed = (method: string, key: string) =>
  routes.some(route => `${route.method} ${route.path}` === `${method} /${key}`)
const actorOf = (entity: AnyEntity) => actors[entity.tenancy === 'platform' ? 'platform' : 'enterprise']

/** Refusals that some areas give instead of the common one, by field. */
const areaRefusals: Record<string, string> = {
  'system/user.deptId': 'system.user.deptDisabled',
  'system/dept.parentId': 'system.dept.parentDisabled',
}

/** References with stricter rules than the records of this walk meet; each with the test of its own. */
const testedElsewhere: ReadonlySet<string> = new Set([
  // Of the same batch, in any state: apps/server/test/wechat/requests.test.ts
  'code/platform-request.requestId',
])

const adding = (entities as readonly AnyEntity[]).filter(entity => isServed('POST', keyOf(entity)))
const fieldsWhere = <F extends Field>(fits: (field: Field) => field is F) =>
  adding.flatMap(entity =>
    Object.entries(entity.fields).flatMap(([key, field]) =>
      fits(field) && !field.readonly && !testedElsewhere.has(`${keyOf(entity)}.${key}`)
        ? [[`${keyOf(entity)}.${key}`, entity, key, field] as const]
        : [],
    ),
  )

type Ref = Extract<Field, { kind: 'ref' }>
type Coded = Extract<Field, { kind: 'text' }> & { codeOf: { entity: string; field: string } }

describe.each(fieldsWhere((field): field is Ref => field.kind === 'ref' && !field.shared))(
  '%s',
  (name, entity, key, field) => {
    const target = entityByKey(field.entity)!
    const missing = `${key}: referenceMissing`
    const closed = areaRefusals[name] ?? `${key}: referenceDisabled`
    let body: Record<string, unknown>
    let used: number
    let unused: number

    /** Adds a row that the field and the rules of the entity accept. */
    async function addTarget(): Promise<number> {
      const actor = actorOf(target)
      if (keyOf(target) === 'system/dept') return makeDept(actor, deptId)
      const sample = await addSample(actor, target, unique('T'))
      // The account of a partner has the user type of partners.
      const userType = { 'channel/customer': 5, 'channel/dealer': 5, 'channel/supplier': 4 }[keyOf(entity)]
      if (userType && keyOf(target) === 'system/user')
        await world.admin.query('update account set user_type = $2 where id = $1', [sample.id, userType])
      return sample.id
    }
    async function close(id: number): Promise<void> {
      const state = target.states
      const [column, value] =
        target.fields.status?.kind === 'dict'
          ? ['status', '1']
          : [state!.field, state!.values.find(one => !state!.editable.includes(one))]
      await world.admin.query(`update "${tableOf(target)}" set ${column} = $2 where id = $1`, [id, value])
    }

    beforeAll(async () => {
      body = await sampleBody(actorOf(entity), entity, unique('R'))
      used = await addTarget()
      unused = await addTarget()
      await close(unused)
    })
    // Only a dealer of the second level has a parent.
    const needsSecondLevel = keyOf(entity) === 'channel/dealer' && key === 'parentId'
    const add = (id: number) => actorOf(entity).post<{ id: number }>(`/${keyOf(entity)}`, { ...body, [key]: id })

    test('a missing row and one that is not in use are refused', async () => {
      expect(refused(await add(999_999_999))).toBe(missing)
      expect(refused(await add(unused))).toBe(closed)
    })

    test('a row in use is accepted; the reference stays when it is disabled, and no disabled row replaces it', async () => {
      if (needsSecondLevel) {
        const second = await addSample(actors.enterprise, entityByKey('channel/dealer-level')!, unique('L'))
        await world.admin.query(`update dealer_level set level = '2' where id = $1`, [second.id])
        body.levelId = second.id
      }
      const added = await add(used)
      expect(refused(added), added.msg).toBe('accepted')
      if (!isServed('PUT', keyOf(entity))) return
      await close(used)
      const edit = (id: number) => actorOf(entity).put(`/${keyOf(entity)}`, { id: added.data.id, [key]: id })
      // Every change of a request checks the state of its batch.
      if (name !== 'code/request.batchId') expect(refused(await edit(used))).toBe('accepted')
      expect(refused(await edit(unused))).toBe(closed)
      expect(refused(await edit(999_999_999))).toBe(missing)
    })
  },
)

describe.each(fieldsWhere((field): field is Coded => field.kind === 'text' && field.codeOf !== undefined))(
  '%s',
  (_name, entity, key, field) => {
    test('an unknown code is refused, a known one is accepted', async () => {
      const body = await sampleBody(actorOf(entity), entity, unique('C'))
      const add = (code: unknown) => actorOf(entity).post(`/${keyOf(entity)}`, { ...body, [key]: code })
      const target = entityByKey(field.codeOf.entity)!
      const named = await addSample(actorOf(target), target, unique('D'))
      for (const code of ['nonsense', '0', '999998'])
        expect(refused(await add(code)), code).toBe(`${key}: referenceMissing`)
      expect(refused(await add(String(named.body[field.codeOf.field])))).toBe('accepted')
    })
  },
)

test.each(fieldsWhere((field): field is Extract<Field, { kind: 'dict' }> => field.kind === 'dict'))(
  '%s accepts only values of its dictionary',
  async (_name, entity, key) => {
    const body = { ...(await sampleBody(actorOf(entity), entity, unique('V'))), [key]: 'nonsense' }
    expect(refused(await actorOf(entity).post(`/${keyOf(entity)}`, body))).toBe(`${key}: notOneOf`)
  },
)

test('the address of a repost must not be in a private network', async () => {
  const body = await sampleBody(actors.platform, entityByKey('news/article')!, unique('A'))
  const add = (repostUrl: string) => actors.platform.post('/news/article', { ...body, type: 'repost', repostUrl })
  for (const address of ['http://127.0.0.1/x', 'http://10.0.0.7/', 'http://localhost:8080/', 'http://[::1]/'])
    expect(refused(await add(address)), address).toBe('repostUrl: privateAddress')
  expect(refused(await add('https://news.example.com/1'))).toBe('accepted')
})
