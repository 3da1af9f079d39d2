import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectColours } from './axe.ts'
import { phone } from './browser.ts'
import { makeDemonstration } from './demonstration.ts'
import { typeCode } from './field.ts'
import { makeJourney } from './journey.ts'
import { type Person, signIn, speak } from './people.ts'
import { screensOf, walker } from './screens.ts'
import { makeStock, reportFelling, type Stock } from './stock.ts'
import { type Words, words } from './words.ts'

const t: Words = words('en')
const journey = makeJourney()
let stock: Stock
let demo: (userName: string) => Person

beforeAll(async () => {
  demo = await makeDemonstration(journey.site)
  stock = await makeStock(journey.site, 'ACCESSIBLE')
  await reportFelling(journey.site, stock, stock.goods.codes[0]!)
}, 180_000)

const schemes = ['light', 'dark'] as const
const frame = ['.side', '.tags-bar']
/** Combinations of colours that were judged, by scheme. */
const painted = { light: new Set<string>(), dark: new Set<string>() }

interface Office extends ReturnType<typeof walker> {
  page: Page
  /**
   * Judges what is on the screen in light and dark: all rules in the scheme that is on, and in both the colours of what is
   * painted as nothing before. The frame around it is judged where it is new: with the first screen of each group of the menu, which
   * unfolds there.
   */
  judge(where: string): Promise<void>
}

/** The back office with somebody signed in. */
async function openOffice(person: Person, expected?: RegExp): Promise<Office> {
  const { page } = await journey.visit({ baseURL: journey.site.url, expected })
  await speak(page, 'en')
  const { settled, go: goTo } = walker(page)
  await page.goto('/login')
  await page.getByRole('textbox', { name: t('shell.login.account') }).waitFor()
  await expectAccessible(page, 'sign-in')
  await signIn(page, person)
  await page.getByText(t('stats.trend')).first().waitFor()
  await settled()
  let dark = false
  // A colour that the library's theme sets, which changes a moment after the page's own.
  const ink = () =>
    page
      .locator('[class*="tm-dark-"], [class*="tm-light-"]')
      .first()
      .evaluate(root => {
        const view = root.ownerDocument.defaultView
        return view.getComputedStyle(root).getPropertyValue('--ant-color-text')
      })
  const scheme = () => (dark ? 'dark' : 'light')
  const unfolded = new Set<string>()
  const judge = async (where: string) => {
    const [, group = ''] = new URL(page.url()).pathname.split('/')
    const exclude = unfolded.has(group) ? frame : []
    unfolded.add(group)
    await expectAccessible(page, `${where}, ${scheme()}`, { exclude, without: ['color-contrast'] })
    await expectColours(page, `${where}, ${scheme()}`, painted[scheme()])
    const before = await ink()
    // What is open in front of the header stays open; whether the button can be reached is not the question here.
    await page
      .getByRole('button', { name: t(dark ? 'shell.nav.light' : 'shell.nav.dark'), includeHidden: true })
      .dispatchEvent('click')
    // A large screen is drawn anew as a whole, which takes its time on a busy machine.
    await expect.poll(ink, { timeout: 20_000 }).not.toBe(before)
    dark = !dark
    await expectColours(page, `${where}, ${scheme()}`, painted[scheme()])
  }
  const go = async (address: string) => {
    await goTo(address)
    // Screens of closed tags are gone from the page; else each would be larger than the one before.
    const others = page.locator('.tags-bar li:not(.active) button')
    for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
  }
  return { page, judge, settled, go }
}

/** Whoever comes first has the data; the next is shown what is his alone. */
const judged = new Set<string>()

// One walk through a whole menu, each screen of which has its own patience.
const walk = { timeout: 600_000 }

test.each(['gabon-admin', 'admin'])('every screen in the menu of %s, light and dark', walk, async userName => {
  const { page, go, judge } = await openOffice(demo(userName))
  await judge('home')
  const screens = await screensOf(page)
  expect(screens.length).toBeGreaterThan(25)
  const left = [...screens, '/user/profile'].filter(screen => !judged.has(screen))
  expect(left.length).toBeGreaterThan(2)
  for (const screen of left) {
    judged.add(screen)
    await go(screen)
    await judge(screen)
  }
})

test('open forms and what they complain about, light and dark', async () => {
  const { page, go, judge } = await openOffice(demo('gabon-admin'))
  const judgeForm = async (address: string, form: Locator) => {
    await go(address)
    await form.locator('.ant-btn-primary').last().click()
    await form.locator('.ant-form-item-explain-error').first().waitFor()
    await judge(`${address} with its complaints`)
  }
  const forms = [
    'catalog/product',
    'code/request',
    'stage/circulation',
    'stage/template',
    'stage/parameter',
    'system/user',
    'system/role',
  ]
  for (const form of forms) await judgeForm(`/${form}?add=1`, page.getByRole('dialog'))
  await judgeForm('/trade/publishInfo/add', page.locator('.tm-trade-form'))
})

test('open details, dialogs and menus, and what cannot be read, light and dark', async () => {
  const { page, go, settled, judge } = await openOffice(demo('gabon-admin'), /500 \(|status of 500/)
  const { rows } = await journey.site.world.admin.query<{ name: string; id: number }>(
    `with own as (select tenant_id from account where id = $1)
     select 'catalog/product' as name, min(id) as id from product where tenant_id = (table own)
     union select 'code/request', min(id) from code_request where tenant_id = (table own)
     union select 'stage/template', min(id) from stage_template
     union select 'system/user', min(id) from account where tenant_id = (table own)`,
    [demo('gabon-admin').id],
  )
  for (const { name, id } of rows) {
    await go(`/${name}?view=${id}`)
    await page.getByRole('dialog').getByText(t('entity.audit')).waitFor()
    await judge(`/${name}, a record`)
  }
  const press = async (address: string, name: string) => {
    await go(address)
    // The button for selected rows bears the same name as that of a row, and waits for a selection.
    const usable = page.locator(':not([aria-disabled="true"])')
    await page.getByRole('main').getByRole('button', { name, exact: true }).and(usable).first().click()
    const opened = page.getByRole('dialog').first()
    await opened.waitFor()
    await settled()
    await judge(`${address}, ${name}`)
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
  }
  await press('/catalog/category', t('action.remove'))
  await press('/catalog/batch', t('action.import'))
  await press('/stage/record', t('action.query'))
  await press('/stage/authorization', t('stage.authorization.grant'))
  await press('/system/role', t('system.role.matrix'))
  await page
    .locator('.ant-table-row')
    .getByRole('button', { name: t('action.more'), exact: true })
    .first()
    .click()
  await page.locator('.ant-dropdown:visible').waitFor()
  await page.mouse.move(0, 0)
  await judge('menu of a row')

  await page.route('**/api/channel/store/list*', route => route.fulfill({ status: 500, body: '' }))
  await go('/channel/store')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('action.retry') })
    .waitFor()
  await judge('a list that cannot be read')
  await page.goto('/nowhere')
  await page.getByText(t('shell.notFound.title')).waitFor()
  await expectAccessible(page, 'no such page')
})

test.each(schemes)('the trace page, %s', async scheme => {
  const { page } = await journey.visit({ ...phone, locale: 'en-GB', colorScheme: scheme })
  await page.goto(`${journey.site.url}/c`)
  await expectAccessible(page, 'welcome')
  await page.goto(`${journey.site.url}/c/${stock.goods.codes[0]}`)
  await page.getByRole('button', { name: t('trace.position.decline') }).waitFor()
  await page.getByRole('heading', { name: t('trace.proof.steps') }).waitFor()
  await page.getByLabel(t('trace.check.label')).fill('WRONGWRONG')
  await page.getByRole('button', { name: t('trace.check.submit'), exact: true }).click()
  await page.getByRole('heading', { name: t('trace.check.fail') }).waitFor()
  await expectAccessible(page, 'a code with a record, its proof and a failed check')
})

test.each(schemes)('the phone page, %s', async scheme => {
  const { page } = await journey.visit({ ...phone, colorScheme: scheme })
  await speak(page, 'en')
  await page.goto(`${journey.site.url}/login`)
  await signIn(page, stock.reporter)
  await page.getByText(t('h5.outbox.empty')).waitFor()
  await expectAccessible(page, 'services')
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await typeCode(page, t, stock.goods.codes[0]!)
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.check.document')).first().waitFor()
  await expectAccessible(page, 'report form with its complaints')
})
