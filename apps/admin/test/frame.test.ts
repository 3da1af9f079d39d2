import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { waitForList } from './stand-in/wait-for-list.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ withTestScreens: true }, context => {
  browser = context.browser
  site = context.site
})

const en = all.en
const called = (path: string) => site.calls.filter(call => call.path === path)
const fromAvatar = async (page: Page, key: 'shell.nav.profile' | 'shell.nav.settings' | 'shell.logout.title') => {
  await page.locator('.avatar-button').click()
  await page.getByRole('menuitem', { name: en[key] }).click()
}
/** Top edge of the header in the window, in px. */
const headerTop = (page: Page) => page.locator('.header').evaluate(header => header.getBoundingClientRect().top)
/** Brightness of the sidebar's upper colour, 0 (black) to 255. */
const brightness = (page: Page) =>
  page.locator('.side').evaluate(side => {
    const [r, g, b] = /rgb\((\d+), (\d+), (\d+)\)/.exec(getComputedStyle(side).backgroundImage)!.slice(1).map(Number)
    return (r! + g! + b!) / 3
  })

describe('a fresh browser', () => {
  it('has a dark sidebar with logo, tags, crumbs, a header that scrolls away, and no drawer (CON-21 to CON-26)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual([
        'admin-token',
        'language',
        // The parameter's value, so that the next page starts with it.
        'side-theme',
        'user-type',
      ])
    await expect.poll(() => brightness(page)).toBeLessThan(80)
    await expect.poll(() => page.locator('.brand').isVisible()).toBe(true)
    await expect.poll(() => page.locator('.tags-bar').isVisible()).toBe(true)
    await expect.poll(() => page.locator('.crumbs').isVisible()).toBe(true)
    await expect.poll(() => page.locator('.top-menu, .ant-drawer').count()).toBe(0)
    await person.go('/system/user')
    await page.waitForSelector('.ant-table-row')
    await expect.poll(() => page.title(), { message: 'CON-27' }).toBe(en['app.title'])
    await page.evaluate(() => scrollTo(0, 600))
    await expect.poll(() => headerTop(page)).toBeLessThan(-100)
  })

  it('keeps the token under admin-token and the language under language (CON-28, CON-30)', async () => {
    await using person = await visit(browser, site)
    const { page } = person
    await person.signInByHand()
    const token = await person.stored('admin-token')
    expect(token).toMatch(/^token-/)
    expect(called('/getInfo')[0]?.headers.authorization).toBe(`Bearer ${token}`)
    expect(await person.stored('language')).toBeNull()
    await page.getByRole('button', { name: all.zh['shell.nav.language'] }).click()
    const reloaded = page.waitForEvent('load')
    await page.locator('.ant-dropdown').getByText('English').click()
    await reloaded
    await page.locator('.side-menu').getByText(en['menu.home']).waitFor()
    expect(await person.stored('language')).toBe('en')
    expect(await person.stored('admin-token')).toBe(token)
  })
})

describe('the sidebar', () => {
  it.each(['zh', 'en', 'fr'] as const)('has logo and title above its menu (LAY-03, LAY-04, %s)', async language => {
    await using person = await visit(browser, site, { language })
    await person.signIn()
    const brand = person.page.locator('.brand')
    await expect.poll(() => brand.locator('svg').isVisible()).toBe(true)
    await expect.poll(() => brand.innerText()).toBe(all[language]['app.title'])
    expect((await brand.boundingBox())!.y).toBeLessThan((await person.page.locator('.side-menu').boundingBox())!.y)
  })

  it('has the title of the specification in English (LAY-04)', () => {
    expect(en['app.title']).toBe('Wood traceability information service platform')
  })

  it('switches between light and dark, and hides its logo, by the settings (LAY-02, LAY-03, LAY-14, LAY-42)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await fromAvatar(page, 'shell.nav.settings')
    await page.locator('.ant-drawer').getByText(en['shell.settings.title']).waitFor()
    for (const [title, light] of [
      ['shell.settings.sideLight', true],
      ['shell.settings.sideDark', false],
    ] as const) {
      await page.getByTitle(en[title]).click()
      await expect.poll(async () => (await brightness(page)) > 170).toBe(light)
    }
    await page.getByLabel(en['shell.settings.sidebarLogo'], { exact: true }).click()
    await expect.poll(() => page.locator('.brand').count()).toBe(0)
    await page.getByLabel(en['shell.settings.sidebarLogo'], { exact: true }).click()
    await page.locator('.brand').waitFor()
  })

  it('folds and unfolds by the hamburger in the navbar; folded it shows icons (LAY-01, LAY-08)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    const width = () => page.locator('.side').evaluate(side => side.getBoundingClientRect().width)
    const hamburger = page.locator('.navbar').getByRole('button', { name: en['shell.nav.toggle'] })
    await hamburger.click()
    await expect.poll(width).toBe(64)
    const entry = page.locator('.side-menu .ant-menu-submenu-title').first()
    await expect.poll(() => entry.locator('svg').first().isVisible()).toBe(true)
    await expect
      .poll(() => entry.locator('.ant-menu-title-content').evaluate(it => getComputedStyle(it).opacity))
      .toBe('0')
    await hamburger.click()
    await expect.poll(width).toBe(220)
    await page.locator('.side-menu').getByText(en['menu.catalog'], { exact: true }).waitFor()
  })
})

describe('the navbar', () => {
  it('shows the parents of a nested screen as crumbs, which lead back only where there is a page (LAY-09)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    const crumbs = page.locator('.crumbs li')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual([en['menu.home']])
    await person.go('/system/user-auth/role/12')
    await expect
      .poll(() => crumbs.allInnerTexts())
      .toEqual((['menu.home', 'menu.system', 'menu.system.user', 'menu.system.user-auth'] as const).map(key => en[key]))
    await expect
      .poll(() => page.locator('.crumbs a').allInnerTexts())
      .toEqual([en['menu.home'], en['menu.system.user']])
    await expect.poll(() => page.locator('.crumbs [aria-current=page]').innerText()).toBe(en['menu.system.user-auth'])
    await page.locator('.crumbs').getByRole('link', { name: en['menu.system.user'] }).click()
    await expect.poll(person.path).toBe('/system/user')
  })

  it('replaces its crumbs by the top menu, by the setting (LAY-10, LAY-44)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await person.go('/system/user')
    await fromAvatar(page, 'shell.nav.settings')
    const topNav = page.getByRole('switch', { name: en['shell.settings.topNav'] })
    await topNav.click()
    await page.locator('.top-menu').waitFor()
    await expect.poll(() => page.locator('.crumbs').count()).toBe(0)
    await topNav.click()
    await page.locator('.crumbs').waitFor()
    await expect.poll(() => page.locator('.top-menu').count()).toBe(0)
  })

  it('stays in view while the content scrolls once it is fixed (LAY-46)', async () => {
    await using person = await visit(browser, site, { language: 'en', layout: { fixedHeader: true } })
    const { page } = person
    await person.signIn()
    await person.go('/system/user')
    await page.waitForSelector('.ant-table-row')
    await page.evaluate(() => scrollTo(0, 600))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
    await expect.poll(() => headerTop(page)).toBe(0)
    await page.locator('.navbar').getByRole('button', { name: en['shell.nav.toggle'] }).click({ trial: true })
  })

  it('the browser’s title follows the open screen when it is dynamic (LAY-48)', async () => {
    await using person = await visit(browser, site, { language: 'en', layout: { dynamicTitle: true } })
    await person.signIn()
    for (const [path, key] of [
      ['/system/user', 'menu.system.user'],
      ['/catalog/product', 'menu.catalog.product'],
    ] as const) {
      await person.go(path)
      await expect.poll(() => person.page.title()).toBe(`${en[key]} - ${en['app.title']}`)
    }
  })

  it('signing out from the avatar asks first, and does nothing when cancelled (LAY-15)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await fromAvatar(page, 'shell.logout.title')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(en['shell.logout.text']).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(called('/logout')).toEqual([])
    await expect.poll(person.path).toBe('/index')
  })
})

describe('the menu of a session', () => {
  it('is loaded once, kept while screens change, and removed after signing out (SEC-32, RT-41)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    for (const path of ['/system/user', '/code/qr', '/catalog/product', '/index']) await person.go(path)
    expect(called('/getRouters')).toHaveLength(1)
    expect(called('/getInfo')).toHaveLength(1)
    await fromAvatar(page, 'shell.logout.title')
    await page.locator('.ant-modal-confirm').getByRole('button', { name: en['action.confirm'] }).click()
    await page.waitForURL(/\/login/)
    const storedData = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(storedData).not.toMatch(/admin-token|user-type|visited-views|menu\.|component/)
    await person.go('/system/user')
    await page.waitForURL(/\/login\?redirect=%2Fsystem%2Fuser$/)
    await expect.poll(() => page.locator('.side').count()).toBe(0)
    expect(called('/getRouters')).toHaveLength(1)
  })

  it('lacks what was removed on the server at the next sign-in: its address is /404 (RT-41)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    await person.signIn('clerk')
    await person.go('/catalog/product')
    await person.page.locator('.side-menu').getByText(en['menu.catalog.product']).waitFor()
    const routers = { code: 200, msg: 'ok', data: [] }
    site.faults.set('GET /getRouters', routers)
    await person.signIn('clerk')
    await person.open('/catalog/product')
    await person.page.waitForURL(/\/404$/)
  })
})

describe('a call without an answer', () => {
  it('ends after 60 s with a message that is shown for 5 s (API-02, ERR-12, ERR-14)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await page.clock.install()
    await person.signIn()
    await person.go('/system/user')
    await waitForList(page)
    site.calls.length = 0
    site.faults.set('GET /rows/list', null)
    // From here on the page's clock only advances by command, however long the test itself takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await page.getByRole('button', { name: 'call' }).click()
    await expect.poll(() => called('/rows/list').length).toBe(1)
    const message = page.getByText('system interface request timeout')
    await page.clock.runFor(59_000)
    await expect.poll(() => message.count()).toBe(0)
    await page.clock.runFor(1_500)
    await message.waitFor()
    await page.clock.runFor(4_000)
    await expect.poll(() => message.count()).toBe(1)
    await page.clock.runFor(3_000)
    await message.waitFor({ state: 'detached' })
  })
})
