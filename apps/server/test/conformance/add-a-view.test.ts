import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { batch, type Language, product } from '@timbermark/contract'
import { expect, test, vi } from 'vitest'
import { bootstrapInstallation } from '../../src/areas/system/bootstrap/bootstrap.ts'
import { readXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { routes } from '../../src/routes.ts'
import { makeWorld } from '../harness.ts'
import { addSample } from '../samples.ts'
import { stockRoutes } from './stock/routes.ts'
import { words } from './stock/words.ts'

// Each registry that the guide names is replaced by itself with the lines that the guide adds; the rest is the product.
vi.mock('../../../../packages/contract/src/views.ts', async original => {
  const real = await original<typeof import('../../../../packages/contract/src/views.ts')>()
  const { stock } = await import('./stock/view.ts')
  return {
    ...real,
    views: [...real.views, stock],
    listedByKey: (key: string) => (key === 'catalog/stock' ? stock : real.listedByKey(key)),
  }
})
vi.mock('../../../../packages/contract/src/menus.ts', async original => {
  const real = await original<typeof import('../../../../packages/contract/src/menus.ts')>()
  const menu = {
    key: 'catalog.stock',
    icon: 'inbox',
    path: 'stock',
    component: 'entity/catalog/stock',
    entity: 'catalog/stock',
  }
  return {
    ...real,
    menus: real.menus.map(parent =>
      parent.key === 'catalog' ? { ...parent, children: [...(parent.children ?? []), menu] } : parent,
    ),
  }
})
vi.mock('@timbermark/phrases/all', async original => {
  const real = await original<typeof import('@timbermark/phrases/all')>()
  const { words } = await import('./stock/words.ts')
  for (const language of ['zh', 'en', 'fr'] as const) Object.assign(real.all[language], words[language])
  return real
})

const root = join(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/add-a-view.md'), 'utf8')
const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, 'stock', file), 'utf8')
    .trimEnd()
    .split('\n').length

test('the guide names files that exist and counts the lines of the example', () => {
  for (const [, path] of guide.matchAll(/`((?:packages|apps)\/[\w./-]+\.ts)`/g))
    expect(existsSync(join(root, path!)), path).toBe(true)
  const cost = {
    declaration: linesOf('view.ts'),
    routes: linesOf('routes.ts'),
    words: 3 * Object.keys(words.en).length,
    // The registry and the package's index, the list of routes with its import, the menu.
    listed: 3 + 2 + 1,
  }
  for (const [name, lines] of Object.entries(cost)) expect(guide, name).toContain(`| ${lines} |`)
  const all = Object.values(cost).reduce((sum, lines) => sum + lines, 0)
  expect(guide).toContain(`| **${all}** |`)
  expect(all).toBeLessThanOrEqual(60)
})

test('a computed list made by the guide’s steps is searched, ordered, exported and kept apart', async () => {
  const world = await makeWorld()
  // What a start does: the new menu and its permissions.
  expect(await world.services.database.acrossTenants('seed', bootstrapInstallation)).toBe(true)
  const tenant = await world.makeTenant('STOCK')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const stranger = await world.signIn(await world.makeTenant('NO-STOCK'), ['enterpriseAdmin'])
  const reporter = await world.signIn(tenant, ['fieldReporter'])
  await addSample(admin, product, 'BEECH-FLOOR')
  // Adds its product too.
  await addSample(admin, batch, 'OAK-FLOOR')

  const list = await admin.get('/catalog/stock/list?orderBy=batches&order=desc')
  expect(list).toMatchObject({ code: 200 })
  expect(list.rows).toHaveLength(2)
  expect(list.rows[0]).toMatchObject({
    productName: expect.stringContaining('OAK-FLOOR'),
    batches: 1,
    latest: expect.stringMatching(/^\d{4}-/),
    can: [],
    why: {},
  })
  expect((await admin.get('/catalog/stock/list?productName=beech')).rows).toMatchObject([{ batches: 0, latest: null }])
  expect((await admin.get('/catalog/stock/list?beginLatest=2020-01-01')).total).toBe(1)
  expect(await admin.get('/catalog/stock/list?orderBy=latest')).toMatchObject({ error: 'invalid' })
  for (const language of ['zh', 'en', 'fr'] as const satisfies Language[]) {
    const sheet = await readXlsx((await admin.get('/catalog/stock/export', { 'accept-language': language })).raw)
    expect(sheet.header[0]).toBe(words[language]['catalog.stock.productName'])
    expect(sheet.rows.length).toBe(list.total)
  }
  expect((await stranger.get('/catalog/stock/list')).rows).toEqual([])
  for (const call of ['list', 'export']) expect((await reporter.get(`/catalog/stock/${call}`)).code).toBe(403)
})
