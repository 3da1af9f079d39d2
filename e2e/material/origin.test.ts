import { beforeAll, expect, test } from 'vitest'
import { addPlot, felled, handOver, square, state } from '../../apps/server/test/material/origin-world.ts'
import { type Company, makeCompany } from '../../apps/server/test/custody/companies.ts'
import { type Goods, makeGoods } from '../../apps/server/test/goods.ts'
import { phone } from '../support/browser.ts'
import { bytesOf, downloaded } from '../support/downloads.ts'
import { makeJourney } from '../support/journey.ts'
import { makePerson, type Person } from '../support/people.ts'
import { act } from '../support/office.ts'
import { button, words } from '../support/words.ts'

/** A buyer looks where its wood may come from, is told what is missing, and takes the plots away as a file. */
const t = words('fr')
const journey = makeJourney()
let forest: Company
let buyer: Company
let goods: Goods
let offerId: number
let batchId: number
let clerk: Person

beforeAll(async () => {
  const { world } = journey.site
  forest = await makeCompany(world, 'ORIGIN-FOREST', ['felling'])
  buyer = await makeCompany(world, 'ORIGIN-BUYER', ['felling'])
  goods = await makeGoods(world, forest.admin)
  await addPlot(forest, 'PL-7', square(11.6, -0.71))
  await state(world, forest, goods.codes[0], 'felling', felled('5', 'PL-7'))
  await state(world, forest, goods.codes[1], 'felling', felled('3'))
  ;({ offerId, batchId } = await handOver(forest, buyer, { codes: goods.codes.slice(0, 5), sharesPlots: true }))
  clerk = await makePerson(journey.site, { id: buyer.admin.tenantId, deptId: null }, 'enterpriseAdmin')
})

test.each([
  ['at the desk', {}],
  ['on a phone', phone],
])('in French, %s: the plot, the gap, and a file that is only sent after a warning', async (_, options) => {
  const { page } = await journey.visit({ ...options, as: clerk, language: 'fr' })
  await page.goto(`${journey.site.url}/material/origin`)
  await page.getByText(t('material.origin.choose')).waitFor()
  await page.getByLabel(t('material.origin.code')).fill(goods.codes[0]!)
  await page.getByRole('button', { name: button(t('material.origin.follow')) }).click()
  await page.getByRole('heading', { name: 'PL-7' }).waitFor()
  await page.getByRole('img', { name: 'Parcel PL-7' }).waitFor()
  const chain = page
    .getByRole('region', { name: t('material.origin.chain') })
    .getByRole('list')
    .first()
  await expect.poll(() => chain.innerText()).toContain(t('material.origin.gap.felling'))
  await page.getByText(t('material.origin.notComplete')).waitFor()
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0)

  await page.getByRole('button', { name: button(t('material.origin.geojson')) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('material.origin.warn', { fellings: 1, withheld: 0, batches: 1 })).waitFor()
  const file = await downloaded(page, () =>
    dialog.getByRole('button', { name: button(t('material.origin.download')) }).click(),
  )
  const { features } = JSON.parse((await bytesOf(file)).toString('utf8'))
  expect(features).toHaveLength(1)
  expect(features[0].properties.ProductionPlace).toContain('PL-7')
})

test('the forester ends it at its desk: the buyer is told that there is a plot, and not which', async () => {
  const forester = await makePerson(journey.site, { id: forest.admin.tenantId, deptId: null }, 'enterpriseAdmin')
  const office = await journey.visit({ as: forester, language: 'fr' })
  await office.page.goto(`${journey.site.url}/custody/offer?side=given`)
  await act(office.page, t, new RegExp(t('custody.offer.status.accepted')), t('custody.offer.endPlots'))
  await office.page
    .getByRole('dialog')
    .getByRole('button', { name: button(t('action.confirm')) })
    .click()
  await office.page.getByText(t('custody.offer.plotsEnded')).waitFor()
  const { rows } = await journey.site.world.admin.query('select shares_plots from custody_offer where id = $1', [
    offerId,
  ])
  expect(rows[0].shares_plots).toBe(false)

  const { page } = await journey.visit({ as: clerk, language: 'fr' })
  await page.goto(`${journey.site.url}/material/origin?batchId=${batchId}`)
  await page.getByText(/n’est pas partagée par Demo ORIGIN-FOREST/).waitFor()
  expect(await page.getByText('PL-7').count()).toBe(0)
})
