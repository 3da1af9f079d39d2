import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EnterpriseFixture, makeEnterprise, reportFelling } from './support/enterprise.ts'
import { phone } from './support/browser.ts'
import { openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { button, exactly, labelled, words } from './support/words.ts'

/** Goods go from an exporter to an importer: offered at one desk, taken over at another, reported by phone, read by a buyer. */
const t = words('en')
const journey = makeJourney({ lasting: true })
let exporter: EnterpriseFixture
let importer: EnterpriseFixture
let code: string
let missing: string
let unmoved: string

beforeAll(async () => {
  exporter = await makeEnterprise(journey.site, 'EXPORTER')
  importer = await makeEnterprise(journey.site, 'IMPORTER')
  ;[code, missing, unmoved] = exporter.goods.codes as [string, string, string]
  await reportFelling(journey.site, exporter, code)
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe('goods that change hands', () => {
  test('the exporter offers two items, by list, with a delivery note', async () => {
    const { page } = await journey.enter(exporter.admin, '/custody/offer')
    await page.getByRole('button', { name: button(t('custody.offer.add')) }).click()
    const form = dialog(page)
    await form.getByLabel(exactly(t('custody.offer.receiverCode'))).fill('IMPORTER')
    await form.getByText(t('certification.how.list'), { exact: true }).click()
    await form.getByLabel(exactly(t('custody.offer.codes'))).fill(`${code}\n${missing}`)
    await form.getByLabel(labelled(t('custody.offer.volume'))).fill('2.5')
    await form.getByLabel(labelled(t('custody.offer.deliveryNote'))).fill('DN-7')
    await form.getByRole('button', { name: button(t('custody.offer.add')) }).click()
    await page.getByText(t('custody.offer.sent', { n: 2 })).waitFor()
    await row(page, t('custody.offer.status.open')).waitFor()
  })

  test('the importer finds them at home, and takes over the one that arrived', async () => {
    const { page } = await journey.enter(importer.admin, '/index')
    await page.getByText(t('stats.waiting.goodsOffered')).click()
    await row(page, 'Demo EXPORTER')
      .getByRole('button', { name: button(t('custody.offer.accept')) })
      .click()
    const form = dialog(page)
    await form.getByText(code).waitFor()
    await form.getByLabel(labelled(t('custody.offer.without'))).fill(missing)
    await form.getByRole('button', { name: button(t('custody.offer.accept')) }).click()
    // The server asks for the reason of what is missing, and nothing was taken over.
    await form
      .getByText(t('error.required', { label: t('custody.offer.difference') }))
      .first()
      .waitFor()
    await form.getByLabel(labelled(t('custody.offer.difference'))).fill('One is missing')
    await form.getByRole('button', { name: button(t('custody.offer.accept')) }).click()
    await page.getByText(/^1 code taken over into batch/).waitFor()
    // Nothing waits any more: the list shows what is still to be decided.
    await expect.poll(() => row(page, 'Demo EXPORTER').count()).toBe(0)
  })

  test('a phone of the exporter is told that it has handed the item over, one of the importer knows it', async () => {
    const before = await openPhone(journey, exporter.reporter)
    await before.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(before, t, unmoved)
    await before.getByText(unmoved).first().waitFor()
    const page = await openPhone(journey, importer.reporter)
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(page, t, unmoved)
    await page.getByText('Demo EXPORTER').first().waitFor()
    await typeCode(page, t, code)
    await page.getByText(code).first().waitFor()
  })

  test('a buyer reads in three languages who holds the item, proven', async () => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page } = await journey.visit(phone)
      const name = page.locator('[data-holder="1"] h3[data-proof="proven"]').first()
      // What was sealed last may wait for the next head of the ledger.
      await expect
        .poll(
          async () => {
            await page.goto(`${journey.site.url}/c/${code}?lang=${language}`)
            await page.locator('html:not([data-verdict="stated"])').waitFor()
            await name.waitFor({ timeout: 3000 }).catch(() => undefined)
            return [await page.locator('html').getAttribute('data-verdict'), await name.count()]
          },
          { interval: 500 },
        )
        .toEqual(['proven', 1])
      expect(await name.textContent()).toContain('Demo IMPORTER')
      await page.getByRole('heading', { name: words(language)('trace.custody.heading') }).waitFor()
    }
    // What stayed with the exporter was not handed over.
    const { page } = await journey.visit({ ...phone, language: 'en' })
    await page.goto(`${journey.site.url}/c/${missing}?lang=en`)
    await page.locator('html[data-verdict="proven"]').waitFor()
    expect(await page.locator('[data-holder]').count()).toBe(0)
  })
})
