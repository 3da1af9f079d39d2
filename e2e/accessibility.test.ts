import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { phone } from './browser.ts'
import { typeCode } from './field.ts'
import { makeJourney } from './journey.ts'
import { openForm } from './office.ts'
import { signIn, speak } from './people.ts'
import { makeStock, reportFelling, type Stock } from './stock.ts'
import { words } from './words.ts'

const t = words('en')
const journey = makeJourney()
let stock: Stock

beforeAll(async () => {
  stock = await makeStock(journey.site, 'ACCESSIBLE')
  await reportFelling(journey.site, stock, stock.goods.codes[0]!)
})

/** WCAG 2.2 level A and AA, and what the checker's authors recommend beyond; serious and critical findings fail. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  // Colours of something that is still fading in would be judged half way.
  await page.locator('html').evaluate(root =>
    Promise.allSettled(
      root.ownerDocument
        .getAnimations()
        .filter((animation: typeof root) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation: typeof root) => animation.finished),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = grave.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  )
  expect.soft(found, where).toEqual([])
}

const schemes = ['light', 'dark'] as const

test.each(schemes)('the back office, %s', async scheme => {
  const { page, context } = await journey.visit()
  await speak(page, 'en')
  await context.addInitScript(
    settings => localStorage.setItem('layout-setting', settings),
    JSON.stringify({ darkMode: scheme === 'dark' }),
  )
  await page.goto(`${journey.site.url}/login`)
  await page.getByLabel(t('shell.login.account')).waitFor()
  await expectAccessible(page, 'sign-in')
  await signIn(page, stock.admin)
  await page.getByText(t('stats.trend')).first().waitFor()
  await expectAccessible(page, 'home')
  await page.goto(`${journey.site.url}/catalog/product`)
  await page.getByRole('row').nth(1).waitFor()
  const form = await openForm(page, t, t('catalog.product'))
  await form
    .getByRole('button', { name: t('entity.editor.bold') })
    .or(form.getByText(t('catalog.product.description')))
    .first()
    .waitFor()
  await expectAccessible(page, 'products and their form')
  await page.goto(`${journey.site.url}/code/request`)
  await page.getByRole('row').nth(1).waitFor()
  await openForm(page, t, t('code.request'))
  await expectAccessible(page, 'code requests and their form')
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
