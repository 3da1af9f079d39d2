import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entityRoutes } from '../../src/entity/routes.ts'
import { routes } from '../../src/routes.ts'
import { makeWorld } from '../harness.ts'
import { charge, chargeRoutes, chargeTable } from './charge.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/add-a-transition.md'), 'utf8')
const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block!)

test('the code blocks of the guide compile here, its files exist, and its figures are true', () => {
  const written = readFileSync(join(import.meta.dirname, 'charge.ts'), 'utf8')
  for (const block of blocks) expect(written).toContain(block)
  const [stateLines = 0, entityLines = 0, routeLines = 0] = [
    blocks.slice(0, 1),
    blocks.slice(1, 3),
    blocks.slice(3),
  ].map(step => step.reduce((lines, block) => lines + block.trimEnd().split('\n').length, 0))
  // Four verbs, titles for two questions, one question for many.
  const words = 4 + 2 + 1
  const figures = [...guide.matchAll(/\| \**(\d+)\** \|$/gm)].map(([, lines]) => Number(lines))
  expect(figures).toEqual([stateLines, entityLines, routeLines, words, stateLines + entityLines + routeLines + words])
  expect(stateLines + entityLines + routeLines + words).toBeLessThanOrEqual(40)
  for (const [, path] of guide.matchAll(/`((?:packages|apps)\/[\w./-]+\.tsx?)`/g))
    expect(existsSync(join(import.meta.dirname, '../../../..', path!)), path).toBe(true)
})

test('a lifecycle made by the steps of the guide works: guard, reason, many at once, `can` and `why` of a row', async () => {
  const world = await makeWorld({ routes: [...routes, ...entityRoutes(charge), ...chargeRoutes] })
  await world.admin.query(chargeTable)
  const root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const add = async (kiln: string) => (await root.post<{ id: number }>('/catalog/charge', { kiln })).data.id
  const first = await add('North')
  const second = await add('North')
  const move = (verb: string, id: number, body?: object) => root.put(`/catalog/charge/${id}/${verb}`, body)
  const row = async (id: number) => (await root.get('/catalog/charge/list')).rows.find(one => one.id === id)

  expect(await row(first)).toMatchObject({ can: ['edit', 'remove', 'start'], why: { finish: 'stateRefused' } })
  expect(await move('start', first)).toMatchObject({ code: 200, data: { id: first, status: 'drying' } })
  expect(await row(first)).toMatchObject({ can: ['finish', 'spoil'], why: { edit: 'stateRefused' } })
  expect((await move('start', second)).error, 'the guard refuses').toBe('inUse')
  expect((await root.put('/catalog/charge', { id: first, kiln: 'South' })).error).toBe('stateRefused')
  expect((await move('spoil', first)).error).toBe('invalid')
  expect((await move('spoil', first, { reason: 'Checks along the grain' })).code).toBe(200)
  expect(await row(first)).toMatchObject({ status: 'spoiled', can: ['reload'] })
  await move('reload', first)
  await move('start', second)
  // The database refuses this write: it is rolled back, and the others are done.
  const broken = await add('Broken')
  await move('start', broken)
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
