import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { phone } from './support/browser.ts'
import { openPhone } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { makePerson, type Person } from './support/people.ts'
import { words } from './support/words.ts'

/** What the phone page waits for when it opens, without a clock: which requests go out before which have come (docs/decisions/pages-and-browsers.md). */
const t = words('en')
const journey = makeJourney()
let reporter: Person

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('OPENING')
  reporter = await makePerson(journey.site, tenant, 'fieldReporter')
})

const functions = (page: Page) => page.getByRole('link', { name: t('h5.tile.report') })
const screenScript = '**/h5/assets/screen-*.js'

/** A phone that has the session but none of the page. */
const signedInPhone = async () => (await journey.visit({ ...phone, unused: true, as: reporter, language: 'en' })).page

test('the first visit asks for its script, its texts and who is signed in without waiting for one another', async () => {
  const page = await signedInPhone()
  const wanted = [/\/h5\/assets\/screen-[^/]+\.js$/, /\/h5\/assets\/en-[^/]+\.js$/, /\/api\/getInfo$/]
  const seen = Promise.all(wanted.map(address => page.waitForRequest(address)))
  // None of the three is answered before all three are requested.
  for (const address of wanted)
    await page.route(address, async route => {
      await seen
      await route.continue()
    })
  await page.goto(`${journey.site.url}/h5`)
  await seen
  await functions(page).waitFor()
})

test('a phone that knows its person opens while the server says nothing', async () => {
  const page = await openPhone(journey, reporter)
  const infoRequest = page.waitForRequest('**/api/getInfo')
  await page.route('**/api/**', () => {})
  await page.goto(`${journey.site.url}/h5`)
  await infoRequest
  await functions(page).waitFor()
})

test('a signed-out user is at the sign-in page without having waited for any script of the phone page', async () => {
  const { page } = await journey.visit({ ...phone, unused: true, expected: /ERR_ABORTED/ })
  for (const script of [screenScript, '**/h5/assets/main-*.js', '**/h5/assets/main-*.css'])
    await page.route(script, () => {})
  await page.goto(`${journey.site.url}/h5`, { waitUntil: 'commit' })
  await page.waitForURL('**/login?redirect=%2Fh5')
})

const password = (page: Page) => page.getByLabel(t('shell.login.password'), { exact: true })

test('the form to sign in stands while the back office’s scripts never come', async () => {
  const { page } = await journey.visit({ ...phone, unused: true, language: 'en', expected: /ERR_ABORTED/ })
  const office = await (await fetch(`${journey.site.url}/index`)).text()
  const scripts = [...office.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(match => match[1]!)
  expect(scripts.length).toBeGreaterThan(10)
  for (const script of scripts) await page.route(`**${script}`, () => {})
  await page.goto(`${journey.site.url}/h5`, { waitUntil: 'commit' })
  await page.waitForURL('**/login?redirect=%2Fh5')
  await password(page).waitFor()
})

test('the sign-in page asks for its script, its words and the picture without waiting for one another', async () => {
  const { page } = await journey.visit({ ...phone, unused: true, language: 'en' })
  const wanted = [
    /\/assets\/sign-in\/screen-[^/]+\.js$/,
    /\/assets\/sign-in\/sign-in-start-[^/]+\.js$/,
    /\/captchaImage$/,
  ]
  const seen = Promise.all(wanted.map(address => page.waitForRequest(address)))
  for (const address of wanted)
    await page.route(address, async route => {
      await seen
      await route.continue()
    })
  await page.goto(`${journey.site.url}/login`)
  await seen
  await password(page).waitFor()
})

test('the form stands before the server has said whether it shows a picture', async () => {
  const { page } = await journey.visit({ ...phone, unused: true, language: 'en' })
  await page.route('**/api/**', () => {})
  await page.goto(`${journey.site.url}/login`)
  await password(page).waitFor()
})

test('a signed-out user is sent from Home without waiting for the back office', async () => {
  const { page } = await journey.visit({ unused: true, expected: /ERR_ABORTED/ })
  await page.route(/\/assets\/start-[^/]+\.js$/, () => {})
  await page.goto(`${journey.site.url}/`, { waitUntil: 'commit' })
  await page.waitForURL('**/login?redirect=%2F')
})
