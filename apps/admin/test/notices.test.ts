import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../../../scripts/axe.ts'
import { all } from '../../../packages/phrases/src/all.ts'
import { openBrowser, visit } from './stand-in/browser.ts'
import { builtPages } from './stand-in/build.ts'
import { type StandIn, startStandIn } from './stand-in/server.ts'

let browser: Browser
let pages: string
let site: StandIn

beforeAll(async () => {
  pages = await builtPages({ withTestScreens: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})
afterEach(() => site.stop())

const en = all.en
const bell = (page: Page) => page.locator('.notices > button')
const panel = (page: Page) => page.getByRole('dialog', { name: en['shell.notices.title'], exact: true })
const requestCount = (path: string) => site.calls.filter(call => call.path === path).length

describe('the bell of the notices', () => {
  it('counts unread notices, shows one and then counts one less, all by keyboard', async () => {
    site = await startStandIn(pages)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await page.getByRole('button', { name: 'Notices, 2 unread' }).focus()
    expect(requestCount('/system/notice/listTop')).toBe(1)

    await page.keyboard.press('Enter')
    await panel(page).waitFor()
    await expect
      .poll(() => panel(page).getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining('Works on the gate on Friday'), expect.stringContaining('The new price list')])
    await expect.poll(() => requestCount('/system/notice/listTop')).toBe(2)
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect.poll(() => bell(page).evaluate(it => it === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    await panel(page)
      .getByRole('button', { name: /Works on the gate/ })
      .press('Enter')
    await page.locator('.notice-text strong', { hasText: 'Friday' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notices, 1 unread' }).waitFor()
    expect(site.calls.filter(call => call.path === '/system/notice/markRead').map(call => call.query)).toEqual([
      '?noticeId=3',
    ])
    await expect.poll(() => bell(page).evaluate(it => it === document.activeElement)).toBe(true)
    expect(person.problems).toEqual([])
  })

  it('marks all as read at once', async () => {
    site = await startStandIn(pages)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await bell(page).click()
    await panel(page).getByRole('button', { name: en['shell.notices.markAll'] }).click()
    await page.getByRole('button', { name: en['shell.notices.title'], exact: true }).waitFor()
    await expect.poll(() => panel(page).locator('.unread').count()).toBe(0)
    // Announced when the newest were reloaded, which is after the bell has changed.
    await panel(page).getByText(en['shell.notices.marked']).waitFor({ state: 'attached' })
    await page.reload()
    await page.getByRole('button', { name: en['shell.notices.title'], exact: true }).waitFor()
  })

  it('is absent for users whom the server refuses, and reports a failure only when it is opened', async () => {
    site = await startStandIn(pages)
    site.faults.set('GET /system/notice/listTop', { code: 403, error: 'forbidden' })
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await bell(page).waitFor({ state: 'detached' })

    site.faults.set('GET /system/notice/listTop', { code: 500, message: 'The shelf is empty' })
    await page.reload()
    await expect.poll(() => requestCount('/system/notice/listTop')).toBe(2)
    await bell(page).waitFor()
    await expect.poll(() => page.getByText('The shelf is empty').count()).toBe(0)
    await bell(page).click()
    await panel(page).getByText('The shelf is empty').waitFor()
    site.faults.clear()
    await panel(page).getByRole('button', { name: en['action.retry'] }).click()
    await panel(page).getByText('The new price list').waitFor()
  })

  it.each([false, true])('breaks no rule of WCAG 2.2 AA in list and dialog (dark: %s)', async darkMode => {
    site = await startStandIn(pages)
    await using person = await visit(browser, site, { language: 'zh', layout: { darkMode } })
    const { page } = person
    const faults = async () => {
      const violations = await findViolations(page, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
    }
    await person.signIn()
    await bell(page).click()
    await page.locator('.notice').first().waitFor()
    expect(await faults()).toEqual([])
    await page.locator('.notice').first().click()
    await page.locator('.notice-text strong').waitFor()
    expect(await faults()).toEqual([])
  })

  it.each([320, 390, 1024])('keeps its list inside a window %i px wide', async width => {
    site = await startStandIn(pages)
    await using person = await visit(browser, site, { language: 'fr', viewport: { width, height: 700 } })
    const { page } = person
    await person.signIn()
    await bell(page).click()
    await page.locator('.notice-panel').waitFor()
    const box = (await page.locator('.notice-panel').boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
