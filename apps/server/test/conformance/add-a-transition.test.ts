import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeWorld } from '../harness.ts'
import { chargeTable } from './charge.ts'

vi.mock('../../src/routes.ts', async original => {
  const { routes } = await original<typeof import('../../src/routes.ts')>()
  const { entityRoutes } = await import('../../src/entity/routes.ts')
  const { charge, chargeRoutes } = await import('./charge.ts')
  return { routes: [...routes, ...entityRoutes(charge), ...chargeRoutes] }
})

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/add-a-transition.md'), 'utf8')
const shown = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block!)

test('what the guide shows is what compiles here, its files are there, and its figures are the real ones', () => {
  const written = readFileSync(join(import.meta.dirname, 'charge.ts'), 'utf8')
  for (const block of shown) expect(written).toContain(block)
  const [states = 0, named = 0, routes = 0] = [shown.slice(0, 1), shown.slice(1, 3), shown.slice(3)].map(blocks =>
    blocks.reduce((lines, block) => lines + block.trimEnd().split('\n').length, 0),
  )
  // Four verbs, a title for each of two questions; one for many is asked by number.
  const words = 4 + 2 + 1
  const said = [...guide.matchAll(/\| \**(\d+)\** \|$/gm)].map(([, lines]) => Number(lines))
  expect(said).toEqual([states, named, routes, words, states + named + routes + words])
  expect(states + named + routes + words).toBeLessThanOrEqual(40)
  for (const [, path] of guide.matchAll(/`((?:packages|apps)\/[\w./-]+\.tsx?)`/g))
    expect(existsSync(join(import.meta.dirname, '../../../..', path!)), path).toBe(true)
})

test('a lifecycle made by the guide’s steps works: guard, reason, many at once, and what a row says of itself', async () => {
  const world = await makeWorld()
  await world.admin.query(chargeTable)
  const root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const add = async (kiln: string) => (await root.post<{ id: number }>('/catalog/charge', { kiln })).data.id
  const first = await add('North')
  const second = await add('North')
  const go = (verb: string, id: number, body?: object) => root.put(`/catalog/charge/${id}/${verb}`, body)
  const row = async (id: number) => (await root.get('/catalog/charge/list')).rows.find(one => one.id === id)

  expect(await row(first)).toMatchObject({ can: ['edit', 'remove', 'start'], why: { finish: 'stateRefused' } })
  expect(await go('start', first)).toMatchObject({ code: 200, data: { id: first, status: 'drying' } })
  expect(await row(first)).toMatchObject({ can: ['finish', 'spoil'], why: { edit: 'stateRefused' } })
  expect((await go('start', second)).error, 'what the guard refuses').toBe('inUse')
  expect((await root.put('/catalog/charge', { id: first, kiln: 'South' })).error).toBe('stateRefused')
  expect((await go('spoil', first)).error).toBe('invalid')
  expect((await go('spoil', first, { reason: 'Checks along the grain' })).code).toBe(200)
  expect(await row(first)).toMatchObject({ status: 'spoiled', can: ['reload'] })
  await go('reload', first)
  await go('start', second)
  // The database refuses this one when it is written: nothing of it stays, and the others are done.
  const broken = await add('Broken')
  await go('start', broken)
  expect((await root.put('/catalog/charge/finish', { ids: [broken, first, second] })).data).toMatchObject({
    done: 1,
    failed: 2,
    results: [
      { id: broken, ok: false, error: 'invalid' },
      { id: first, ok: false, error: 'stateRefused' },
      { id: second, ok: true, status: 'dried' },
    ],
  })
  const { rows } = await world.admin.query('select fault, status from charge order by id')
  expect(rows).toEqual([
    { fault: 'Checks along the grain', status: 'loaded' },
    { fault: null, status: 'dried' },
    { fault: null, status: 'drying' },
  ])
})
