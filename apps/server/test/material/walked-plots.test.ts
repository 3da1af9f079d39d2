import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { authorize } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

/** Field users store plots that they walked, and choose plots in their reports. */
let world: World
let admin: Caller
let field: Caller

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('WALKED')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['forestSurvey'])
})

const outline = (west: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, 0.2],
        [west + 0.002, 0.2],
        [west + 0.002, 0.202],
        [west, 0.2],
      ].map(position => position.map(value => Math.round(value * 1e6) / 1e6)),
    ],
  })

const walk = (more: object = {}) => ({
  walkId: randomUUID(),
  name: 'Nzoé',
  number: 'W-1',
  country: 'GA',
  geometry: outline(11.3),
  worstAccuracy: 14.26,
  medianAccuracy: 5,
  ...more,
})
const store = (body: object, by = field) => by.post<{ id: number; number: string }>('/material/plot/walked', body)
const issuesOf = ({ data }: Answered) =>
  (data as { issues: { field: string; error: string }[] }).issues.map(({ field: at, error }) => `${at} ${error}`)

test('a field user stores a walked plot with its accuracy, once, also when two calls arrive together', async () => {
  const body = walk()
  const [one, two] = await Promise.all([store(body), store(body)])
  expect([one.code, two.code], `${one.msg} ${two.msg}`).toEqual([200, 200])
  expect(two.data).toEqual(one.data)
  expect((await store(body)).data).toEqual({ id: one.data.id, number: 'W-1' })
  const plot = (await admin.get(`/material/plot/${one.data.id}`)).data
  expect(plot).toMatchObject({ kind: 'polygon', name: 'Nzoé', worstAccuracy: '14.3', medianAccuracy: '5', version: 1 })
  // A shape that was typed has not been walked; the earlier one keeps its accuracy.
  expect((await admin.put('/material/plot', { id: one.data.id, geometry: outline(11.31) })).code).toBe(200)
  expect((await admin.get(`/material/plot/${one.data.id}`)).data).toMatchObject({ worstAccuracy: null, version: 2 })
  const { data } = await admin.get<{ earlier: object[] }>(`/material/plot/${one.data.id}/history`)
  expect(data.earlier).toMatchObject([{ version: 1, worstAccuracy: '14.3', medianAccuracy: '5' }])
})

test('another walk with a taken number is refused, and one whose outline crosses itself', async () => {
  expect(issuesOf(await store(walk()))).toEqual(['number material.plotNumberTaken'])
  const bowTie = '{"type":"Polygon","coordinates":[[[11,1],[11.01,1.01],[11.01,1],[11,1.01],[11,1]]]}'
  expect(issuesOf(await store(walk({ number: 'W-2', geometry: bowTie })))).toEqual(['geometry material.plot.crossing'])
})

test('only who may report the survey stores plots', async () => {
  const other = await world.signIn({ id: admin.tenantId, deptId: null }, ['fieldReporter'])
  expect(await store(walk({ number: 'W-3' }), other)).toMatchObject({ error: 'stage.notAuthorized' })
  await authorize(admin, other.accountId, ['felling'])
  expect(await store(walk({ number: 'W-3' }), other)).toMatchObject({ error: 'stage.notAuthorized' })
  const printer = await world.signIn({ id: admin.tenantId, deptId: null }, ['codePrinter'])
  expect(await store(walk({ number: 'W-3' }), printer)).toMatchObject({ error: 'forbidden' })
})

test('reporters choose among the numbered plots that they may name: suppliers among their own', async () => {
  const tenant = { id: admin.tenantId, deptId: null }
  const geometry = '{"type":"Point","coordinates":[11.7,0.4]}'
  await admin.post('/material/plot', { name: 'Nameless', country: 'GA', geometry })
  await admin.post('/material/plot', { name: 'Office', number: 'O-1', country: 'GA', geometry })
  const choices = async (by: Caller) =>
    (await by.get<{ number: string }[]>('/material/plot/choices')).data.map(({ number }) => number)
  expect(await choices(field)).toEqual(['O-1', 'W-1'])
  const supplier = await world.signIn(tenant, ['supplier'], { userType: 4 })
  expect(await choices(supplier)).toEqual([])
  await world.admin.query(`update plot set created_by = $1 where number = 'O-1'`, [supplier.accountId])
  expect(await choices(supplier)).toEqual(['O-1'])
  const foreign = await world.signIn(await world.makeTenant('WALKED-OTHER'), ['enterpriseAdmin'])
  expect(await choices(foreign)).toEqual([])
})
