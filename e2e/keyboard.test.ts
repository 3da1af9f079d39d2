import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { bytesOf, downloaded } from './support/downloads.ts'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { makeJourney } from './support/journey.ts'
import { countPresses, press, type } from './support/keyboard.ts'
import { field } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

/** The office without a pointer: from a new product to printed labels, and a certification by another enterprise. */
const t = words('en')
const journey = makeJourney({ lasting: true })
let stock: EnterpriseFixture
let certifier: Person
let page: Page
let presses: () => Promise<unknown>

beforeAll(async () => {
  const { world } = journey.site
  stock = await makeEnterprise(journey.site, 'KEYS')
  const body = await world.makeTenant('KEYS-CERTIFIER')
  await world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [body.id])
  certifier = await makePerson(journey.site, body, 'certifier')
})

/** A page that counts presses of a pointer: there must be none. */
async function enter(person: Person): Promise<Page> {
  const { page } = await journey.enter(person, '/index')
  await page.getByRole('button', { name: t('search.open'), exact: true }).waitFor()
  presses = await countPresses(page)
  return page
}

const named = (within: Locator | Page, name: string) => within.getByRole('button', { name: button(name) }).first()
const formOf = (entity: string) =>
  page.getByRole('dialog', { name: t('entity.addTitle', { name: t(entity as 'catalog.product') }) })

/** Types into a select, and takes the entry that it finds. */
async function pick(box: Locator, text: string): Promise<void> {
  await type(box, text)
  const entries = box.page().locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect.poll(() => entries.count()).toBe(1)
  await box.page().keyboard.press('Enter')
}

/** Opens a screen by the search. */
async function open(name: string, path: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: t('search.placeholder') })
  await box.waitFor()
  await page.keyboard.type(name)
  await page.getByRole('option').filter({ hasText: name }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
}

test('a product, its batch and their codes come to printed labels', async () => {
  page = await enter(stock.admin)
  await open(t('menu.catalog.product'), '/catalog/product')
  await press(named(page.getByRole('main'), t('action.add')))
  const product = formOf('catalog.product')
  await type(field(product, t('catalog.product.code')), 'KEY-1')
  await type(field(product, t('catalog.product.name')), 'Door blanks')
  await pick(product.getByRole('combobox', { name: t('catalog.product.species') }), 'Okoum')
  await press(named(product, t('action.save')))
  await product.waitFor({ state: 'hidden' })

  const strip = (text: string) => page.getByRole('status').filter({ hasText: text })
  await press(named(strip('Door blanks'), t('catalog.product.makeBatch')))
  const batch = formOf('catalog.batch')
  await type(field(batch, t('catalog.batch.batchNumber')), 'KEY-2026')
  await press(named(batch, t('action.save')))
  await batch.waitFor({ state: 'hidden' })

  await press(named(strip('KEY-2026'), t('catalog.batch.requestCodes')))
  const request = formOf('code.request')
  await request.getByText(t('entity.suggested.product', { name: 'Door blanks' })).waitFor()
  await press(named(request, t('code.request.saveSubmit')))
  await request.waitFor({ state: 'hidden' })

  const finished = strip(t('code.request.namedFor.item', { batch: 'KEY-2026' }))
  await finished.getByText(t('code.request.made', { n: '10,000' })).waitFor()
  await press(named(finished, t('code.request.labels')))
  const labels = page.getByRole('dialog', { name: t('code.request.labels') })
  const sheet = await bytesOf(await downloaded(page, () => press(named(labels, t('action.download')))))
  expect(sheet.subarray(0, 5).toString()).toBe('%PDF-')
  await labels.waitFor({ state: 'hidden' })
})

test('the codes are handed to a certifier, who passes them', async () => {
  const finished = page.getByRole('status').filter({ hasText: t('code.request.namedFor.item', { batch: 'KEY-2026' }) })
  await press(named(finished, t('code.request.certify')))
  const handIn = page.getByRole('dialog', { name: t('certification.handIn') })
  await pick(handIn.getByRole('combobox', { name: t('certification.certifierId') }), 'KEYS-CERTIFIER')
  await press(named(handIn, t('certification.handIn')))
  await handIn.waitFor({ state: 'hidden' })
  const state = (name: string) => t(`certification.authorization.state.${name}.short` as 'certification')
  await page.getByRole('row', { name: 'KEY-2026' }).getByText(state('authorizedNotCertified')).waitFor()
  expect(await presses()).toBe(0)

  page = await enter(certifier)
  await open(t('menu.certification.review'), '/certification/review')
  await press(page.getByRole('row', { name: 'KEY-2026' }).getByRole('button', { name: t('action.judge'), exact: true }))
  const verdict = page.getByRole('dialog', { name: t('certification.title.judge') })
  await press(verdict.getByRole('radio', { name: t('certification.result.pass'), exact: true }), 'Space')
  await press(named(verdict, t('action.judge')))
  await verdict.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: 'KEY-2026' }).getByText(state('certified')).waitFor()
  expect(await presses()).toBe(0)
})
