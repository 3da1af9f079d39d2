/** Opens every screen, its form and its dialogs, and checks everything visible there. */
import { type MenuSeed, menus } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { colourRules } from '../../../scripts/axe.ts'
import { findContrastViolations, findAccessibilityViolations } from '../../../scripts/accessibility.ts'
import { staticRoutes } from '../src/areas/screens.ts'
import { joinPath } from '../src/shell/frame/menu.ts'
import { visit } from './stand-in/browser.ts'
import { waitUntilIdle } from './stand-in/wait-until-idle.ts'
import { isKnown, fullAnswers } from './stand-in/records.ts'
import type { Fault, StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'
import { checkListLayout } from './stand-in/list-layout.ts'
import { foreignTextsOn } from './stand-in/foreign-texts.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: fullAnswers }, context => {
  browser = context.browser
  site = context.site
})

const screensOf = (seeds: readonly MenuSeed[], above = ''): string[] =>
  seeds.flatMap(seed => {
    const path = joinPath(above, seed.path)
    return [...(seed.component ? [path] : []), ...screensOf(seed.children ?? [], path)]
  })
const paths = ['/index', ...screensOf(menus), ...staticRoutes.map(({ path }) => path.replace(/:\w+/, '1'))]

/** French has the longest texts, and a text hard-coded in another language is found as foreign. */
const language = 'fr'
const words = all[language]
const frame = ['.side', '.tags-bar']

/** Visible rows of lists with content above them: tabs and facets, a telephone number, pending tasks. */
const fewerRows: Record<string, number> = {
  '/code/platform-request': 13,
  '/trade/publishInfo': 13,
  '/site/banner': 13,
  '/system/division': 13,
}

/** Checked combinations of colours, by scheme. */
const checkedColours = { light: new Set<string>(), dark: new Set<string>() }

/** A signed-in visitor with the checks of a page. */
async function openOffice() {
  const person = await visit(browser, site, { language, locale: 'de-DE' })
  const settled = waitUntilIdle(person.page)
  await person.signIn('office')
  const { page } = person
  const go = async (address: string) => {
    await person.go(address)
    await settled()
    // Screens of closed tags are removed from the page; otherwise each page would be larger than the one before.
    const others = page.locator('.tags-bar li:not(.active) button')
    for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
  }
  return { person, page, go, settled, ...checksOf(page), [Symbol.asyncDispose]: () => person[Symbol.asyncDispose]() }
}

function checksOf(page: Page) {
  /** All faults are collected, so that one run reports all. */
  const faults = { words: new Set<string>(), room: [] as string[], wide: [] as string[], barriers: [] as string[] }
  let dark = false
  const unfolded = new Set<string>()
  // A colour that the library's theme sets, which changes shortly after the page's own.
  const ink = () =>
    page.evaluate(() => {
      const root = document.querySelector('[class*="tm-dark-"], [class*="tm-light-"]')
      return root && getComputedStyle(root).getPropertyValue('--ant-color-text')
    })
  const toggleScheme = async () => {
    const before = await ink()
    // What is open in front of the header stays open; whether the button is reachable is not checked here.
    await page
      .getByRole('button', { name: words[dark ? 'shell.nav.light' : 'shell.nav.dark'], includeHidden: true })
      .dispatchEvent('click')
    await expect.poll(ink).not.toBe(before)
    dark = !dark
  }
  const checks = {
    faults,
    /** Checks that all texts are in one language and that the page fits into the window. */
    async words(where: string) {
      for (const text of await foreignTextsOn(page, language)) faults.words.add(`${where}: ${text}`)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) faults.wide.push(`${where}: ${over} px`)
    },
    /**
     * Checks all rules except those of colours, which light and dark have in common. The frame is checked where it is
     * new: with the first screen of each group of the menu, which unfolds there.
     * @returns whether the frame was checked
     */
    async barriers(where: string): Promise<boolean> {
      const [, group = ''] = new URL(page.url()).pathname.split('/')
      const isNew = !unfolded.has(group)
      unfolded.add(group)
      const exclude = isNew ? [] : frame
      faults.barriers.push(...(await findAccessibilityViolations(page, where, { exclude, without: colourRules })))
      return isNew
    },
    /**
     * Checks combinations of colours that were not checked before, in the active scheme. @returns whether there was a
     * new one
     */
    async shades(where: string, within: string): Promise<boolean> {
      const scheme = dark ? 'dark' : 'light'
      const before = checkedColours[scheme].size
      faults.barriers.push(
        ...(await findContrastViolations(page, `${where}, ${scheme}`, checkedColours[scheme], within)),
      )
      return checkedColours[scheme].size > before
    },
    /** Checks the colours in light and dark. */
    async colours(where: string, within = 'body') {
      await checks.shades(where, within)
      await toggleScheme()
      await checks.shades(where, within)
    },
    /**
     * Dialogs consist of the same parts as screens: they are checked in both schemes only when one of them shows
     * something new.
     */
    async coloursInFront(where: string) {
      if (!(await checks.shades(where, '[role=dialog]'))) return
      await toggleScheme()
      await checks.shades(where, '[role=dialog]')
    },
    async all(where: string) {
      await checks.words(where)
      await checks.barriers(where)
      await checks.colours(where)
    },
  }
  return checks
}

function expectNone({ words, room, wide, barriers }: ReturnType<typeof checksOf>['faults'], problems: string[]) {
  const unknown = site.calls.filter(call => !isKnown(call)).map(({ path }) => path)
  const none: string[] = []
  expect({ words: [...words], room, wide, barriers, console: problems, notAnswered: [...new Set(unknown)] }).toEqual({
    words: none,
    room: none,
    wide: none,
    barriers: none,
    console: none,
    notAnswered: none,
  })
}

// The timeout grows with the number of screens.
const walk = { timeout: paths.length * 20_000 }

describe('every screen of the delivered menu', () => {
  it('is in one language with its form and errors, shows enough rows, and is accessible', walk, async () => {
    expect(paths.length).toBeGreaterThan(35)
    await using office = await openOffice()
    const { page } = office
    const seen = { lists: 0, forms: 0 }
    for (const path of paths) {
      // The address opens the form where there is one; the screen behind it is checked as well.
      await office.go(`${path}?add=1`)
      const room = await checkListLayout(page, fewerRows[path] ?? 14)
      seen.lists += room.tables
      office.faults.room.push(...room.faults.map(fault => `${path}: ${fault}`))
      const form = page.getByRole('dialog')
      const open = (await form.count()) > 0
      if (open) {
        seen.forms++
        await office.words(path)
        await form.locator('.ant-btn-primary').last().click()
        await form.locator('.ant-form-item-explain-error').first().waitFor()
        // An element under the pointer would be checked in its hover colours.
        await page.mouse.move(0, 0)
      }
      await office.words(open ? `${path} with its complaints` : path)
      const framed = await office.barriers(path)
      if (open) {
        await office.coloursInFront(`${path} with its complaints`)
        await page.keyboard.press('Escape')
        await form.first().waitFor({ state: 'detached' })
      }
      await office.colours(path, framed ? 'body' : 'main')
    }
    expectNone(office.faults, office.person.problems)
    expect(seen.forms).toBeGreaterThan(30)
    expect(seen.lists).toBeGreaterThan(45)
  })

  it('is accessible in its details, dialogs and menus too, and where a list fails or is empty', walk, async () => {
    await using office = await openOffice()
    const { page } = office
    for (const address of ['/catalog/product', '/code/request', '/stage/template', '/system/user']) {
      await office.go(`${address}?view=1`)
      await page.getByRole('dialog').getByText(words['entity.audit']).waitFor()
      await office.all(`${address}, a record`)
    }
    const press = async (address: string, key: keyof typeof words) => {
      await office.go(address)
      // The button for selected rows has the same name as that of a row, and waits for a selection.
      const usable = page.locator(':not([aria-disabled="true"])')
      await page.getByRole('main').getByRole('button', { name: words[key], exact: true }).and(usable).first().click()
      const opened = page.getByRole('dialog').first()
      await opened.waitFor()
      await office.settled()
      await office.all(`${address}, ${key}`)
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'hidden' })
    }
    await press('/catalog/batch', 'action.import')
    await press('/stage/record', 'action.query')
    await press('/stage/authorization', 'stage.authorization.grant')
    await press('/system/role', 'system.role.matrix')
    await page
      .locator('.ant-table-row')
      .getByRole('button', { name: words['action.more'], exact: true })
      .first()
      .click()
    const menu = page.locator('.ant-dropdown:visible')
    await menu.waitFor()
    await page.mouse.move(0, 0)
    await office.all('menu of a row')
    await menu.getByRole('button', { name: words['action.remove'] }).click()
    await page.locator('.ant-modal-confirm').waitFor()
    await office.all('a question before something is removed')
    await page.keyboard.press('Escape')

    await office.go('/trade/publishInfo/add')
    await page.locator('.tm-trade-form .ant-btn-primary').last().click()
    await page.locator('.ant-form-item-explain-error').first().waitFor()
    await office.all('/trade/publishInfo/add with its complaints')

    site.faults.set('GET /channel/customer/list', { code: 200, rows: [], total: 0 } as Fault)
    await office.go('/channel/customer')
    await office.all('an empty list')
    await office.go('/channel/customer?name=X-9')
    await office.all('a list in which nothing is found')
    // The following calls are refused, which the browser logs on its console.
    const problems = [...office.person.problems]
    site.faults.set('GET /channel/store/list', { status: 500 })
    await office.go('/channel/store')
    await page.getByRole('main').getByRole('button', { name: words['action.retry'] }).waitFor()
    await office.all('a list that cannot be read')
    await office.person.open('/nowhere')
    await page.getByText(words['shell.notFound.title']).waitFor()
    office.faults.barriers.push(...(await findAccessibilityViolations(page, 'no such page')))
    expectNone(office.faults, problems)
  })
})
