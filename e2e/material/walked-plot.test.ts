import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { authorize } from '../../apps/server/test/goods.ts'
import { type EnterpriseFixture, makeEnterprise } from '../support/enterprise.ts'
import { openPhone } from '../support/field.ts'
import { makeJourney } from '../support/journey.ts'
import { setOffline } from '../support/offline.ts'
import { labelled, words } from '../support/words.ts'

/** A field user walks around a plot without a network, closes the page on the way, and the plot arrives when there is one. */
const t = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'WALK')
  const admin = await journey.site.world.signIn(stock.tenant, ['enterpriseAdmin'])
  await authorize(admin, stock.reporter.id, ['forestSurvey'])
})

const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })
const positions = (page: Page, n: number) =>
  page.getByRole('img', { name: t('h5.walk.drawing', { n }) }).waitFor({ state: 'visible' })

/** The phone is somewhere else now. */
const goTo = (context: BrowserContext, longitude: number, latitude: number, accuracy = 6) =>
  context.setGeolocation({ longitude, latitude, accuracy })

const stored = async () =>
  (
    await journey.site.world.admin.query(
      `select number, name, country, kind, positions, worst_accuracy::float8 as worst, median_accuracy::float8 as median,
         area::float8 as area, geometry
       from plot where tenant_id = $1`,
      [stock.tenant.id],
    )
  ).rows

test('a plot walked without a network outlives a closed page and is stored once', async () => {
  const page = await openPhone(journey, stock.reporter, { leaves: true })
  const context = page.context()
  await context.grantPermissions(['geolocation'])
  await goTo(context, 11.3, 0.2)
  await page.getByRole('link', { name: t('h5.tile.walk') }).waitFor()
  await setOffline(context, true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await page.getByRole('link', { name: t('h5.tile.walk') }).click()
  await page.getByText(t('h5.walk.accurate', { metres: 6 })).waitFor()
  await button(page, 'h5.walk.start').click()
  await goTo(context, 11.3001, 0.2)
  await positions(page, 1)
  await goTo(context, 11.302, 0.2, 9)
  await positions(page, 2)
  // Under the trees.
  await goTo(context, 11.4, 0.3, 80)
  await page.getByText(t('h5.walk.inaccurate', { metres: 80, max: 30 })).waitFor()

  await page.reload()
  await button(page, 'h5.walk.resume').waitFor()
  await positions(page, 2)
  await page.getByText(t('h5.walk.leftOut')).waitFor()
  await goTo(context, 11.302, 0.201)
  await page.getByText(t('h5.walk.accurate', { metres: 6 })).waitFor()
  await button(page, 'h5.walk.resume').click()
  await goTo(context, 11.302, 0.202, 12)
  await positions(page, 3)
  await goTo(context, 11.305, 0.205)
  await positions(page, 4)
  await button(page, 'h5.walk.undo').click()
  await positions(page, 3)
  await button(page, 'h5.walk.finish').click()
  await page.getByText(t('h5.walk.hectares', { n: '2.3387' })).waitFor()

  // What is missing is said before anything is sent.
  await page.getByRole('button', { name: t('h5.submit.offline') }).click()
  await page.getByText(t('h5.walk.nameMissing')).waitFor()
  await page.getByLabel(labelled(t('material.plot.name'))).fill('Nzoé')
  await page.getByLabel(labelled(t('material.plot.number'))).fill('W-7')
  await page.getByLabel(labelled(t('material.plot.country'))).selectOption('GA')
  await page.getByRole('button', { name: t('h5.submit.offline') }).click()
  await page.getByText(t('h5.wait.offline')).waitFor()
  expect(await stored()).toEqual([])

  await setOffline(context, false)
  await page.getByRole('link', { name: t('h5.walk.another') }).waitFor()
  const [plot, ...others] = await stored()
  expect(others).toEqual([])
  expect(plot).toMatchObject({ number: 'W-7', name: 'Nzoé', country: 'GA', kind: 'polygon', positions: 4 })
  expect(plot).toMatchObject({ worst: 12, median: 9 })
  expect(plot.area).toBeCloseTo(2.3387, 3)
  expect(JSON.parse(plot.geometry as string).coordinates[0][0]).toEqual([11.3001, 0.2])

  // The survey's form offers it.
  await page.goto(`${journey.site.url}/h5/operationLink?stage=forestSurvey`)
  await expect.poll(() => page.locator('datalist option').first().getAttribute('value')).toBe('W-7')
})
