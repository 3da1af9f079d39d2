import { type Language, languages, type MenuSeed, menus } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { staticRoutes } from '../src/areas/screens.ts'
import { joinPath } from '../src/shell/menu.ts'
import { visit } from './stand-in/browser.ts'
import { eventually } from './stand-in/patience.ts'
import { recordAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'
import { roomTaken } from './stand-in/room.ts'
import { foreignOn } from './stand-in/spoken.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: recordAnswers }, made => {
  browser = made.browser
  site = made.site
})

const screensOf = (seeds: readonly MenuSeed[], above = ''): string[] =>
  seeds.flatMap(seed => {
    const path = joinPath(above, seed.path)
    return [...(seed.component ? [path] : []), ...screensOf(seed.children ?? [], path)]
  })
const delivered = ['/index', ...screensOf(menus), ...staticRoutes.map(({ path }) => path.replace(/:\w+/, '1'))]

/** Waits until nothing has been on its way for a moment and nothing says that it loads. */
function calm(page: Page): () => Promise<void> {
  let open = 0
  let last = 0
  const note = (change: number) => () => {
    open += change
    last = Date.now()
  }
  page.on('request', note(1))
  page.on('requestfinished', note(-1))
  page.on('requestfailed', note(-1))
  return async () => {
    last = Date.now()
    await page.locator('.content .screen:visible').first().waitFor()
    await eventually(async () => {
      // A page that has not had its turn on a busy machine has not asked for anything yet.
      await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
      return open === 0 && Date.now() - last > 120
    }).toBe(true)
    const loading = page.locator('.screen:visible').locator('.ant-spin-spinning, .ant-skeleton')
    await eventually(() => loading.count()).toBe(0)
  }
}

// A key without its text would show in any of them, a word written into the code in one of these two.
const walked = ['en', 'fr'] as const

describe('every screen of the delivered menu', () => {
  // One walk through all of them, each of which has its own patience: as long as the menu, not as a test.
  const timeout = delivered.length * 15_000
  it.each(walked)(
    'speaks one language, its form too, shows no raw key (I18-02), and is no list of few rows (%s)',
    { timeout },
    async language => {
      expect(delivered.length).toBeGreaterThan(35)
      await using person = await visit(browser, site, { language, locale: 'de-DE' })
      const { page } = person
      const settled = calm(page)
      await person.signIn('office')
      const found: string[] = []
      const roomy: string[] = []
      let lists = 0
      let forms = 0
      for (const path of delivered) {
        // The address opens the form where there is one; what stands behind it is listened to as well.
        await person.go(`${path}?add=1`)
        await settled()
        for (const text of await foreignOn(page, language)) found.push(`${path}: ${text}`)
        const room = await roomTaken(page)
        lists += room.tables
        roomy.push(...room.faults.map(fault => `${path}: ${fault}`))
        const form = page.getByRole('dialog')
        if ((await form.count()) > 0) {
          forms++
          await page.keyboard.press('Escape')
          await form.first().waitFor({ state: 'detached' })
        }
        // Screens of closed tags are gone from the page; else each would be larger than the one before.
        const others = page.locator('.tags-bar li:not(.active) button')
        if ((await others.count()) > 0) await others.first().click()
      }
      expect(forms).toBeGreaterThan(20)
      expect([...new Set(found)]).toEqual([])
      expect(lists).toBeGreaterThan(20)
      expect(roomy).toEqual([])
    },
  )
})

describe('what the component library says itself', () => {
  const weekdays: Record<Language, string[]> = {
    zh: ['一', '二', '三', '四', '五', '六', '日'],
    en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    fr: ['lu', 'ma', 'me', 'je', 've', 'sa', 'di'],
  }
  const pager: Record<Language, RegExp> = { zh: /条/, en: /in all/, fr: /au total/ }

  it.each(languages)('is in the language too: date picker and pager (I18-02, %s)', async language => {
    await using person = await visit(browser, site, { language, locale: 'de-DE' })
    const { page } = person
    const settled = calm(page)
    await person.signIn('office')
    await person.go('/system/post')
    await settled()
    expect(await page.locator('.tm-pager').innerText()).toMatch(pager[language])
    await person.go('/system/user')
    await settled()
    await page
      .locator('.screen:visible form [aria-expanded=false]', { hasText: all[language]['entity.unfold'] })
      .click()
    await page.locator('.screen:visible .ant-picker input').first().click()
    const panel = page.locator('.ant-picker-dropdown .ant-picker-content thead').first()
    await panel.waitFor()
    const shown = (await panel.locator('th').allInnerTexts()).map(text => text.trim().toLowerCase())
    expect([...shown].sort()).toEqual(weekdays[language].map(day => day.toLowerCase()).sort())
  })
})
