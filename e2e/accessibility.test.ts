import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { phone } from './browser.ts'
import { typeCode } from './field.ts'
import { makeJourney } from './journey.ts'
import { makePerson, type Person, signIn, speak } from './people.ts'
import { screensOf, walker } from './screens.ts'
import { makeStock, reportFelling, type Stock } from './stock.ts'
import { type Words, words } from './words.ts'

// What every screen of the back office looks like is judged in apps/admin/test/walk.test.ts; here the real server answers.
const t: Words = words('en')
const journey = makeJourney()
let stock: Stock
let operator: Person

beforeAll(async () => {
  stock = await makeStock(journey.site, 'ACCESSIBLE')
  operator = await makePerson(journey.site, { id: 1, deptId: null }, 'superAdmin')
  await reportFelling(journey.site, stock, stock.goods.codes[0]!)
})

const schemes = ['light', 'dark'] as const

/** Whoever comes first opens it; the next opens what is his alone. */
const opened = new Set<string>()

// One walk through a whole menu, each screen of which has its own patience.
test.each(['enterprise', 'platform'])(
  'every screen in the menu of an administrator opens, reads what it shows and says nothing on the console (%s)',
  { timeout: 600_000 },
  async whose => {
    const { page } = await journey.enter(whose === 'enterprise' ? stock.admin : operator, '/index')
    const { settled, go } = walker(page)
    await page.getByText(t('stats.trend')).first().waitFor()
    await settled()
    const screens = await screensOf(page)
    expect(screens.length).toBeGreaterThan(25)
    const left = [...screens, '/user/profile'].filter(screen => !opened.has(screen))
    expect(left.length).toBeGreaterThan(2)
    for (const screen of left) {
      opened.add(screen)
      await go(screen)
      const main = page.getByRole('main')
      const failed = main
        .getByText(t('shell.broken.title'))
        .or(main.getByRole('button', { name: t('action.retry'), exact: true }))
      expect.soft(await failed.count(), screen).toBe(0)
      // Screens of closed tags are gone from the page; else each would be larger than the one before.
      const others = page.locator('.tags-bar li:not(.active) button')
      for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
    }
  },
)

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
  await page.getByLabel(t('shell.login.account')).waitFor()
  await expectAccessible(page, 'sign-in')
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
