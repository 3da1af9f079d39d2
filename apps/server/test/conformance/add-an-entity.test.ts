import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { expect, test, vi } from 'vitest'
import { bootstrapInstallation } from '../../src/areas/system/bootstrap/bootstrap.ts'
import { type Caller, makeWorld } from '../harness.ts'
import { yard, yardTable, yardTitle } from './yard.ts'

// Each registry that the guide names is replaced by itself with the lines that the guide adds; the rest is the product.
vi.mock('../../../../packages/contract/src/registry.ts', async original => {
  const real = await original<typeof import('../../../../packages/contract/src/registry.ts')>()
  const { yard } = await import('./yard.ts')
  return {
    ...real,
    entities: [...real.entities, yard],
    entityByKey: (key: string) => (key === 'catalog/yard' ? yard : real.entityByKey(key)),
  }
})
vi.mock('../../../../packages/contract/src/menus.ts', async original => {
  const real = await original<typeof import('../../../../packages/contract/src/menus.ts')>()
  const { yardMenu } = await import('./yard.ts')
  return {
    ...real,
    menus: real.menus.map(menu =>
      menu.key === 'catalog' ? { ...menu, children: [...(menu.children ?? []), yardMenu] } : menu,
    ),
  }
})
vi.mock('@timbermark/phrases/all', async original => {
  const real = await original<typeof import('@timbermark/phrases/all')>()
  const { yardTitle, yardWords } = await import('./yard.ts')
  for (const language of ['zh', 'en', 'fr'] as const)
    Object.assign(real.all[language], yardWords[language], { 'menu.catalog.yard': yardTitle[language] })
  return real
})

const root = join(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/add-an-entity.md'), 'utf8')

test('the files that the guide names exist, and its figures are true', () => {
  for (const [, path] of guide.matchAll(/`((?:packages|apps)\/[\w./-]+\.ts)`/g))
    expect(existsSync(join(root, path!)), path).toBe(true)
  const declared = readFileSync(join(root, 'packages/contract/src/evidence/document.ts'), 'utf8')
    .trimEnd()
    .split('\n').length
  const stated = Number(/document\.ts` \| (\d+) \|/.exec(guide)?.[1])
  expect(Math.abs(declared - stated)).toBeLessThanOrEqual(5)
})

/** Titles of the menus that the caller gets below a folder. */
async function titlesBelow(caller: Caller, path: string): Promise<string[]> {
  const routers = await caller.get<{ path: string; children?: { meta: { title: string } }[] }[]>('/getRouters')
  return (routers.data.find(item => item.path === path)?.children ?? []).map(child => child.meta.title)
}

test('a plain entity made by the steps of the guide works without a route, screen or test of its own', async () => {
  const world = await makeWorld({ routes: [...routes, ...entityRoutes(yard)] })
  const before = await world.makeTenant('OLDYARDS')
  const early = await world.signIn(before, ['enterpriseAdmin'])
  expect(await titlesBelow(early, '/catalog')).not.toContain('menu.catalog.yard')
  await world.admin.query(yardTable)
  // What a start does: everything delivered is written again because it changed, and only once.
  expect(await world.services.database.acrossTenants('seed', bootstrapInstallation)).toBe(true)
  expect(await world.services.database.acrossTenants('seed', bootstrapInstallation)).toBe(false)

  const titles = await world.admin.query(
    `select menu_type, menu_name, title_key from menu where perms like 'catalog:yard:%' order by menu_type, order_num`,
  )
  expect(titles.rows[0]).toEqual({ menu_type: 'C', menu_name: yardTitle.zh, title_key: 'catalog.yard' })
  expect(titles.rows.slice(1).map(row => row.title_key)).toEqual(
    yard.operations.filter(verb => verb !== 'list').map(verb => `action.${verb}`),
  )
  for (const language of ['zh', 'en', 'fr'] as const satisfies Language[])
    for (const { title_key: key } of titles.rows.slice(1)) expect(Object.keys(all[language])).toContain(key)

  // Existing enterprises get the menu at that start, new ones when they are created.
  expect(await titlesBelow(early, '/catalog')).toContain('menu.catalog.yard')
  const tenant = await world.makeTenant('YARDS')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  expect(await titlesBelow(admin, '/catalog')).toContain('menu.catalog.yard')

  const added = await admin.post<{ id: number }>('/catalog/yard', { name: 'North yard', capacity: 12 })
  const { id } = added.data
  expect(added).toMatchObject({ code: 200 })
  expect(await admin.post('/catalog/yard', { name: 'North yard' })).toMatchObject({
    code: 500,
    error: 'invalid',
    data: { issues: [{ field: 'name', error: 'taken' }] },
  })
  expect(await admin.put('/catalog/yard', { id, capacity: 20 })).toMatchObject({ code: 200 })
  expect(await admin.put('/catalog/yard/changeStatus', { id, status: '1' })).toMatchObject({ code: 200 })
  expect((await admin.get('/catalog/yard/list?name=north')).rows[0]).toMatchObject({
    name: 'North yard',
    capacity: 20,
    status: '1',
    can: ['edit', 'remove'],
  })
  expect((await early.get('/catalog/yard/list')).rows).toEqual([])
  expect((await admin.get('/catalog/yard/export')).raw.length).toBeGreaterThan(1000)
  expect((await admin.get('/catalog/yard/importTemplate')).raw.length).toBeGreaterThan(1000)
  expect(await admin.delete(`/catalog/yard/${id}`)).toMatchObject({ code: 200 })
})
