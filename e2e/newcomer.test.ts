import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../apps/server/src/areas/system/notice/messages.ts'
import { authorize, makeGoods } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { field, openMenu, save } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { walkSteps } from './support/report-form.ts'
import { labelled, words } from './support/words.ts'

/** What a new enterprise without any data meets. */
const t = words('en')
const journey = makeJourney()
let tenant: { id: number; deptId: number }
let admin: Person
let caller: Caller

beforeAll(async () => {
  const { world } = journey.site
  tenant = await world.makeTenant('NEWCOMER')
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  caller = await world.signIn(tenant, ['enterpriseAdmin'])
})

describe('a form with nothing to choose from', () => {
  test('leads to where one is made, and finds it when one comes back', async () => {
    const { page } = await journey.enter(admin, '/catalog/product?add=1')
    const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('catalog.product') }) })
    await field(form, t('catalog.product.code')).fill('SAW-1')
    const addLink = form.getByRole('link', { name: t('entity.addTitle', { name: t('catalog.category') }) })
    const [newTab] = await Promise.all([page.waitForEvent('popup'), addLink.click()])
    const category = newTab.getByRole('dialog', { name: t('entity.addTitle', { name: t('catalog.category') }) })
    await field(category, t('catalog.category.name')).fill('Sawn goods')
    await field(category, t('catalog.category.orderNum')).fill('1')
    await save(category, t)
    await newTab.close()

    await form.getByRole('combobox', { name: labelled(t('catalog.product.categoryId')) }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('Sawn goods').click()
    await expect.poll(() => addLink.count()).toBe(0)
    expect(await field(form, t('catalog.product.code')).inputValue()).toBe('SAW-1')
  })
})

describe('a field of several', () => {
  test('is left with Tab, with what was chosen', async () => {
    const { page } = await journey.enter(admin, '/system/user?add=1')
    const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('system.user') }) })
    const roles = form.getByRole('combobox', { name: labelled(t('system.user.roleIds')) })
    await roles.click()
    // The pointer marks the entry that it picks.
    await page.locator('.ant-select-dropdown:visible').getByTitle(t('role.fieldReporter')).click()
    const chosen = form.locator('.ant-select-selection-item', { hasText: t('role.fieldReporter') })
    await chosen.waitFor()
    await roles.press('Tab')
    await expect.poll(() => roles.evaluate(box => box === box.ownerDocument.activeElement)).toBe(false)
    expect(await chosen.count()).toBe(1)
    // With another type they could report nothing.
    const type = form.locator('.ant-form-item', { hasText: t('system.user.userType') })
    await expect.poll(() => type.innerText()).toContain(t('dict.user_type.2'))
  })
})

describe('the bell', () => {
  test('counts a message no more that was followed, however late the mark is set', async () => {
    const to = { tenantId: tenant.id, accountId: admin.id }
    await journey.site.world.services.database.withTenant(tenant.id, db =>
      sendMessage(db, to, 'registration', { name: 'paul-mba' }),
    )
    const { page } = await journey.enter(admin, '/index')
    const bell = page.locator('.notices > button')
    await expect.poll(() => bell.getAttribute('aria-label')).toContain('1')
    await bell.click()
    const message = page.locator('.notices').getByRole('button', { name: /paul-mba/ })
    await message.waitFor()
    let marked = () => {}
    const mark = new Promise<void>(done => {
      marked = done
    })
    // A count that is read before the mark is set, and comes after it.
    await page.route('**/system/notice/listTop*', async route => {
      const response = await route.fetch()
      await mark
      await route.fulfill({ response })
    })
    await page.route('**/system/message/markRead*', async route => {
      await delay(500)
      const response = await route.fetch()
      await route.fulfill({ response })
      setTimeout(marked, 200)
    })
    await message.click()
    await mark
    await delay(300)
    await expect.poll(() => bell.getAttribute('aria-label')).not.toContain('1')
  })
})

describe('the home page of somebody without figures', () => {
  test('names each way once: one used lately is no shortcut besides', async () => {
    const printer = await makePerson(journey.site, tenant, 'codePrinter')
    const { page } = await journey.enter(printer, '/index')
    await openMenu(page, t, t('menu.code'), t('menu.code.label-layout'))
    await page
      .getByRole('navigation', { name: t('shell.nav.main') })
      .getByRole('link', { name: t('menu.home') })
      .click()
    await page.getByRole('heading', { name: t('shell.home.recent') }).waitFor()
    const homeLink = page.locator('.home-ways').getByRole('link', { name: t('menu.code.label-layout') })
    await expect.poll(() => homeLink.count()).toBe(1)
  })
})

describe('the line that names what a report lacks', () => {
  test('goes once that is filled in', async () => {
    const goods = await makeGoods(journey.site.world, caller)
    const reporter = await makePerson(journey.site, tenant, 'fieldReporter')
    await authorize(caller, reporter.id, ['felling'])
    const { page } = await journey.visit({ ...phone, as: reporter, language: 'en' })
    // It would go by itself after a while.
    await page.addInitScript(`
      const set = window.setTimeout
      window.setTimeout = (run, after) => (after === 5000 ? 0 : set(run, after))`)
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await walkSteps(page, t)
    await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
    const line = page.locator('.toasts .toast-bad')
    await line.waitFor()
    await expect.poll(() => line.innerText()).toBe(t('error.stage.noCodes'))
    await page.getByRole('textbox', { name: t('h5.codes.type') }).fill(goods.codes[0]!)
    await page.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
    await expect.poll(() => line.count()).toBe(0)
  })
})
