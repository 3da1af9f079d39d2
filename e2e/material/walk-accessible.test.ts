import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { authorize } from '../../apps/server/test/goods.ts'
import { expectAccessible } from '../support/axe.ts'
import { phone } from '../support/browser.ts'
import { type EnterpriseFixture, makeEnterprise } from '../support/enterprise.ts'
import { makeJourney } from '../support/journey.ts'
import { countPresses, press, type } from '../support/keyboard.ts'
import { labelled, words } from '../support/words.ts'

/** The page on which a plot is walked: judged in each of its states, and used without a pointer. */
const t = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'WALKABLE')
  const admin = await journey.site.world.signIn(stock.tenant, ['enterpriseAdmin'])
  await authorize(admin, stock.reporter.id, ['forestSurvey'])
})

const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })
const positions = (page: Page, n: number) => page.getByRole('img', { name: t('h5.walk.drawing', { n }) }).waitFor()
const goTo = (context: BrowserContext, longitude: number, latitude: number, accuracy = 6) =>
  context.setGeolocation({ longitude, latitude, accuracy })

async function openWalk(colorScheme: 'light' | 'dark'): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await journey.visit({ ...phone, as: stock.reporter, language: 'en', colorScheme })
  await context.grantPermissions(['geolocation'])
  await goTo(context, 11.3, 0.2)
  await page.goto(`${journey.site.url}/h5/walkPlot`)
  await page.getByText(t('h5.walk.accurate', { metres: 6 })).waitFor()
  return { page, context }
}

test.each(['light', 'dark'] as const)('the page of a walk, %s', async scheme => {
  const { page, context } = await openWalk(scheme)
  await expectAccessible(page, 'before the walk')
  await button(page, 'h5.walk.start').click()
  await goTo(context, 11.3001, 0.2)
  await positions(page, 1)
  await goTo(context, 11.302, 0.2)
  await positions(page, 2)
  await expectAccessible(page, 'while walking')
  await goTo(context, 11.4, 0.3, 80)
  await page.getByText(t('h5.walk.inaccurate', { metres: 80, max: 30 })).waitFor()
  await button(page, 'h5.walk.pause').click()
  await button(page, 'h5.walk.resume').waitFor()
  await expectAccessible(page, 'a pause, with a position that is too inaccurate')
  await button(page, 'h5.walk.finish').click()
  await button(page, 'h5.walk.send').click()
  await page.getByText(t('h5.walk.nameMissing')).waitFor()
  await expectAccessible(page, 'a finished walk with its complaints')
  await button(page, 'h5.walk.again').click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'the question before it is walked again')
})

test('a plot is walked and stored without a pointer, and states what happens', async () => {
  const { page, context } = await openWalk('light')
  const presses = await countPresses(page)
  await press(button(page, 'h5.walk.start'))
  // What the phone learns of its position is announced, not only drawn.
  expect(
    await page
      .getByRole('status')
      .filter({ hasText: t('h5.walk.accurate', { metres: 6 }) })
      .count(),
  ).toBe(1)
  for (const [n, [longitude, latitude]] of [
    [11.3001, 0.2],
    [11.302, 0.2],
    [11.302, 0.202],
  ].entries()) {
    await goTo(context, longitude!, latitude!)
    await positions(page, n + 1)
  }
  await press(button(page, 'h5.walk.undo'), ' ')
  await positions(page, 2)
  await goTo(context, 11.302, 0.2021)
  await positions(page, 3)
  await press(button(page, 'h5.walk.finish'))
  await press(button(page, 'h5.walk.again'))
  const question = page.getByRole('dialog', { name: t('h5.walk.againAsk') })
  await question.waitFor()
  // The focus is within the question, and Escape leaves the walk as it is.
  await expect.poll(() => question.evaluate(box => box.contains(box.ownerDocument.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await positions(page, 3)
  await type(page.getByLabel(labelled(t('material.plot.name'))), 'Nzoé')
  await type(page.getByLabel(labelled(t('material.plot.number'))), 'K-1')
  await type(page.getByLabel(labelled(t('material.plot.country'))), 'Gabon')
  await press(button(page, 'h5.walk.send'))
  await page.getByRole('link', { name: t('h5.walk.another') }).waitFor()
  expect(await presses()).toBe(0)
  const { rows } = await journey.site.world.admin.query('select number, country from plot where tenant_id = $1', [
    stock.tenant.id,
  ])
  expect(rows).toEqual([{ number: 'K-1', country: 'GA' }])
})
