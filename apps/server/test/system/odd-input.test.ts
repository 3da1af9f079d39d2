import { type AnyEntity, entities, keyOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { sampleBody } from '../samples.ts'
import { platformAdmin, unique } from './people.ts'

let world: World
let root: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  root = await platformAdmin(world)
  admin = await world.signIn(await world.makeTenant('ODD'), ['enterpriseAdmin'])
})

/** Values of a wrong kind that a program may send. */
const odd: readonly unknown[] = ['', -1, 1e30, true, {}, [], [[]], '\u0000', '\ud800', '９']

/** Answered by a rule: nothing failed, and no internals are revealed. */
function expectAnswered(answer: Answered, how: string): void {
  expect(answer.status, `${how} ${answer.msg}`).toBe(200)
  expect(answer.error, how).not.toBe('unknown')
  expect(answer.raw.toString().slice(0, 2000), how).not.toMatch(/select |syntax|stack|node_modules|PostgreSQL/i)
}

/** Fields that a sample lacks: without them every attempt would be refused for another reason. */
const extraFields: Record<string, () => Record<string, unknown>> = {
  'system/dict/data': () => ({ dictType: 'forest_level' }),
  'system/division': () => ({ level: 1, parentId: 0 }),
  'tenant/enterprise': () => ({ administrator: unique('odd-adm-') }),
  'stage/template': () => ({ attributes: [{ label: 'Crew', input: 'text' }] }),
}

const writable = (entities as readonly AnyEntity[]).filter(entity => entity.operations.includes('add'))

describe('a value of the wrong kind is refused or taken, never a fault', () => {
  test.each(writable.map(entity => [keyOf(entity), entity] as const))('adding %s', async (key, entity) => {
    const caller = entity.tenancy === 'platform' ? root : admin
    // Names from the object prototype are not fields.
    expect((await caller.post(`/${key}`, { constructor: 'x', toString: 'x' })).data).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ field: 'constructor', error: 'unknownField' })]),
    })
    for (const field of Object.keys(entity.fields)) {
      const body = { ...(await sampleBody(caller, entity, unique('O'))), ...extraFields[key]?.() }
      for (const value of odd)
        expectAnswered(
          await caller.post(`/${key}`, { ...body, [field]: value }),
          `${key} ${field} = ${JSON.stringify(value).slice(0, 40)}`,
        )
    }
  })
})

describe('an odd filter is refused or finds something, never a fault', () => {
  const lists = routes.filter(
    route => route.method === 'GET' && /\/(list|options|optionselect|treeselect)$/.test(route.path),
  )
  const noMoments = [
    '0001-01-01T00:00:00-18:00',
    '-1',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '2026-01-01 25:00:00',
    '2026-01-01T10:00+99:00',
  ]
  const oddValues = ['constructor', '%', '\\', '\u0000', '-1', '1e9']

  test.each(lists.map(route => route.path))('%s', async path => {
    const fields =
      (entities as readonly AnyEntity[]).find(entity => path.startsWith(`/${keyOf(entity)}/`))?.fields ?? {}
    const searched = Object.keys(fields).filter(field => fields[field]!.search)
    const names = [...searched, 'page', 'limit', 'orderBy', 'order', 'ids', 'search']
    for (const name of names)
      for (const value of oddValues)
        expectAnswered(
          await root.get(`${path}?${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
          `${path} ${name} = ${value.slice(0, 20)}`,
        )
    const ranges = searched.filter(field => fields[field]!.search === 'range')
    const bounds = ['beginTime', 'endTime', ...ranges.map(field => `begin${field[0]!.toUpperCase()}${field.slice(1)}`)]
    for (const name of bounds)
      for (const value of noMoments)
        expectAnswered(await root.get(`${path}?${name}=${encodeURIComponent(value)}`), `${path} ${name} = ${value}`)
    for (const query of ['page[a]=1', 'orderBy[]=x&orderBy[]=y', 'params=x', 'params[a][b][c]=1', '__proto__[x]=1'])
      expectAnswered(await root.get(`${path}?${query}`), `${path} ${query}`)
  })
})

describe('an odd body of a call is refused, never a fault', () => {
  const verbs = routes.filter(
    route =>
      (route.method === 'PUT' || route.method === 'POST' || route.method === 'DELETE') &&
      /^\/(system|monitor|tenant|trade|news|site|channel|stage|evidence)\//.test(route.path) &&
      !/importData|sync$|avatar/.test(route.path),
  )

  test.each(verbs.map(route => [`${route.method} ${route.path}`, route] as const))('%s', async (_title, route) => {
    const path = route.path.replace(/:\w+(\([^/]*\))?/g, '999999999')
    const names = ['id', 'ids', 'userId', 'userIds', 'roleIds', 'status', 'parentId']
    const send = (body: unknown) => {
      if (route.method === 'DELETE') return root.delete(path)
      return route.method === 'PUT' ? root.put(path, body) : root.post(path, body)
    }
    for (const body of [{}, [], 'text', 5, null]) expectAnswered(await send(body), JSON.stringify(body))
    if (route.method === 'DELETE') return
    for (const name of names)
      for (const value of [{}, [[]], '\u0000', 1e30])
        expectAnswered(await send({ [name]: value }), `${name} = ${JSON.stringify(value).slice(0, 40)}`)
  })
})
