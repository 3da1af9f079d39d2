import { themeColors } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../scripts/axe.ts'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ withTestScreens: true }, context => {
  browser = context.browser
  site = context.site
})

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations of WCAG 2.2 AA that a tool can find: rule and element. */
async function faults(page: Page, only = rules): Promise<string[]> {
  const violations = await findViolations(page, { runOnly: only })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

const modes = [
  { darkMode: false, sideTheme: 'theme-dark' },
  { darkMode: false, sideTheme: 'theme-light' },
  { darkMode: true, sideTheme: 'theme-dark' },
]

describe('WCAG 2.2 AA', () => {
  it.each(modes)('the pages outside of the layout (%j)', async layout => {
    await using person = await visit(browser, site, { language: 'fr', layout })
    for (const path of ['/login', '/register', '/test', '/bind', '/auth-redirect?problem=down']) {
      await person.open(path)
      await person.page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faults(person.page)).toEqual([])
    }
    await person.open('/login')
    await person.page.click('button[type=submit]')
    await person.page.getByText(all.fr['shell.login.passwordRequired']).waitFor()
    expect(await faults(person.page)).toEqual([])
  })

  it.each(modes)('the layout with its tags, search, settings and menus (%j)', async layout => {
    await using person = await visit(browser, site, { language: 'en', layout: { ...layout, errorLog: true } })
    const { page } = person
    await person.signIn()
    for (const path of ['/catalog/product', '/system/user']) await person.go(path)
    await page.waitForSelector('.ant-table-row')
    expect(await faults(page)).toEqual([])
    await page.locator('.tags-bar li').last().click({ button: 'right' })
    await page.waitForSelector('.tag-menu')
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: all.en['search.placeholder'] }).fill('stage')
    await page.getByRole('option').first().waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.header-search').waitFor({ state: 'detached' })
    await page.locator('.avatar-button').click()
    await page.getByRole('menuitem', { name: all.en['shell.nav.settings'] }).click()
    await page.locator('.theme-colors').waitFor()
    expect(await faults(page)).toEqual([])
  })

  it.each(themeColors)('the accent %s, light and dark', async theme => {
    await using person = await visit(browser, site, { language: 'en', layout: { theme } })
    const { page } = person
    await person.signIn()
    await person.go('/system/user')
    await page.waitForSelector('.ant-table-row')
    expect(await faults(page, ['color-contrast'])).toEqual([])
    // A colour of the library's theme, which changes shortly after the page's own.
    const ink = () =>
      page.locator('.ant-table').evaluate(table => getComputedStyle(table).getPropertyValue('--ant-color-text'))
    const inLight = await ink()
    await page.getByRole('button', { name: all.en['shell.nav.dark'] }).click()
    await expect.poll(ink).not.toBe(inLight)
    expect(await faults(page, ['color-contrast'])).toEqual([])
  })

  it('a phone', async () => {
    await using person = await visit(browser, site, { language: 'zh', viewport: { width: 390, height: 844 } })
    const { page } = person
    await person.signIn()
    await person.go('/system/user')
    await page.waitForSelector('.ant-table-row')
    await page.getByRole('button', { name: all.zh['shell.nav.toggle'] }).click()
    await page.waitForSelector('.frame.unfolded')
    expect(await faults(page)).toEqual([])
  })
})
