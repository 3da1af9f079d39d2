import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeJourney } from './support/journey.ts'
import { makePerson, signIn } from './support/people.ts'
import { makeEnterprise, type EnterpriseFixture } from './support/enterprise.ts'
import { words } from './support/words.ts'

const t = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'ACCESS')
})

/** Calls the interface with the session of the page, as somebody does who bypasses its buttons. */
async function call(page: Page, method: string, path: string, data?: unknown): Promise<{ code: number }> {
  const token = await page.evaluate(() => localStorage.getItem('admin-token'))
  const headers = { authorization: `Bearer ${token}` }
  return (await page.request.fetch(`${journey.site.url}/api${path}`, { method, headers, data })).json()
}

const place = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

/** Which of the list's actions are there, once its rows are. */
async function actionsOf(page: Page): Promise<string[]> {
  const list = page.getByRole('main')
  await list.getByRole('row').nth(1).waitFor()
  const actions = ['add', 'edit', 'remove', 'import', 'export'] as const
  // What a row has no room for is behind "more".
  const more = list.getByRole('row').getByRole('button', { name: t('action.more') })
  if ((await more.count()) > 0) {
    await more.first().click()
    await page.locator('.tm-menu-action').first().waitFor()
  }
  const counts = await Promise.all(actions.map(key => page.getByRole('button', { name: t(`action.${key}`) }).count()))
  return actions.filter((_, index) => counts[index]! > 0)
}

test('a user who may only read sees the list without its buttons, and the calls behind them are refused', async () => {
  const { page: owner } = await journey.enter(stock.admin, '/catalog/product')
  await expect.poll(() => actionsOf(owner)).toEqual(['add', 'edit', 'remove', 'import', 'export'])

  const auditor = await makePerson(journey.site, stock.tenant, 'auditor')
  const { page } = await journey.enter(auditor, '/catalog/product?add=1')
  await expect.poll(() => actionsOf(page)).toEqual([])
  await expect
    .poll(() => page.getByRole('dialog').count(), { message: 'the form does not open by its address either' })
    .toBe(0)

  const products = async () =>
    (await journey.site.world.admin.query('select id from product where tenant_id = $1', [stock.tenant.id])).rows
  const rows = await products()
  expect(rows.length).toBeGreaterThan(0)
  expect(await call(page, 'GET', '/catalog/product/list')).toMatchObject({ code: 200 })
  expect(await call(page, 'POST', '/catalog/category', { name: 'Forced', orderNum: 1, status: '0' })).toMatchObject({
    code: 403,
  })
  expect(await call(page, 'DELETE', `/catalog/product/${rows[0].id}`)).toMatchObject({ code: 403 })
  expect(await products()).toEqual(rows)
})

test('a page that is not in the own menu stays closed, by its address and by its call', async () => {
  const printer = await makePerson(journey.site, stock.tenant, 'codePrinter')
  const { page } = await journey.enter(printer, '/catalog/product')
  await page.getByText(t('shell.notFound.title')).waitFor()
  await page.goto(`${journey.site.url}/index`)
  const menu = page.getByRole('navigation', { name: t('shell.nav.main') })
  // The only entry of its group is shown in the group's place.
  await menu.getByRole('link', { name: t('menu.catalog.batch') }).waitFor()
  await expect.poll(() => menu.getByRole('link', { name: t('menu.catalog.product') }).count()).toBe(0)
  expect(await call(page, 'GET', '/catalog/product/list')).toMatchObject({ code: 403 })
})

test('a field user who opens the back office lands on the phone page', async () => {
  const { page } = await journey.visit({ language: 'en' })
  await page.goto(`${journey.site.url}/catalog/product`)
  await signIn(page, stock.reporter)
  await page.waitForURL('**/h5')
  await page.goto(`${journey.site.url}/index`)
  await page.waitForURL('**/h5')
  await page.getByText(t('h5.tile.report')).waitFor()
  expect(await call(page, 'GET', '/catalog/product/list')).toMatchObject({ code: 403 })
})

test('a link into the office leads a stranger to the sign-in page and back to where it pointed', async () => {
  const { page } = await journey.visit({ language: 'en' })
  const wanted = '/catalog/batch?batchNumber=B'
  await page.goto(journey.site.url + wanted)
  await page.waitForURL('**/login?*')
  expect(place(page)).toBe(`/login?redirect=${encodeURIComponent(wanted)}`)
  await signIn(page, { ...stock.admin, password: 'not-the-password' })
  await page.getByText(t('error.auth.badCredentials')).waitFor()
  await signIn(page, stock.admin)
  await page.getByRole('heading', { level: 1, name: t('menu.catalog.batch') }).waitFor()
  expect(place(page)).toBe(wanted)
})
