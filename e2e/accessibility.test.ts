import { beforeAll, expect, test } from 'vitest'
import { audit, publish } from '../apps/server/test/trade/market.ts'
import { expectAccessible } from './support/axe.ts'
import { phone } from './support/browser.ts'
import { typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { signIn, speak } from './support/people.ts'
import { makeEnterprise, reportFelling, type EnterpriseFixture } from './support/enterprise.ts'
import { type Words, words } from './support/words.ts'

// The screens of the back office are judged in apps/admin/test/every-screen.test.ts, and opened against the real server in roles.test.ts.
const t: Words = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture
let listing: number

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'ACCESSIBLE')
  await reportFelling(journey.site, stock, stock.goods.codes[0]!)
  const { world } = journey.site
  listing = await publish(await world.signIn(await world.makeTenant('SELLING'), ['trader']))
  await audit(await world.signIn({ id: 1, deptId: null }, ['platformOperator']), [listing], true)
})

const schemes = ['light', 'dark'] as const

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

test.each(schemes)('the reading pages, %s', async scheme => {
  const { page } = await journey.visit({ ...phone, locale: 'en-GB', timezoneId: 'Asia/Shanghai', colorScheme: scheme })
  await page.goto(`${journey.site.url}/market`)
  await expectAccessible(page, 'market')
  await page.getByRole('link', { name: 'Okoum\u00e9 boards' }).press('Enter')
  await page.waitForURL(`**/market/${listing}`)
  await expectAccessible(page, 'a listing')
  // The day in the reader's time zone.
  const time = page.locator('time')
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Shanghai' })
  expect(await time.innerText()).toBe(day.format(new Date((await time.getAttribute('datetime'))!)))
  await page.getByRole('link', { name: t('pages.news'), exact: true }).click()
  await page.getByText(t('pages.news.empty')).waitFor()
  await expectAccessible(page, 'news')
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
