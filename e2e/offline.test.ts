import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { phone } from './browser.ts'
import { fillFelling, typeCode } from './field.ts'
import { makeJourney } from './journey.ts'
import { signIn, speak } from './people.ts'
import { makeStock, type Stock } from './stock.ts'
import { words } from './words.ts'

const t = words('en')
const journey = makeJourney()
let stock: Stock

beforeAll(async () => {
  stock = await makeStock(journey.site, 'OFFLINE')
})

const call = '/api/stage/report'

/** The phone page, opened once with a network and ready for a day without. */
async function openOnce(): Promise<{ page: Page; context: BrowserContext; sent: string[] }> {
  const { page, context } = await journey.visit({ ...phone, expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })
  const sent: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === call) sent.push(request.postData() ?? '')
  })
  await speak(page, 'en')
  // The last thing that the page fetches ahead of time.
  const prepared = page.waitForResponse('**/api/stage/record/mine*')
  await page.goto(`${journey.site.url}/login`)
  await signIn(page, stock.reporter)
  await page.waitForURL('**/h5')
  // Its whole answer: what is still on its way when the network goes is lost.
  await (await prepared).finished()
  const worker = `navigator.serviceWorker.getRegistration('/h5').then(found => found?.active?.state ?? 'none')`
  await expect.poll(() => page.evaluate(worker), { timeout: 20_000, message: 'service worker' }).toBe('activated')
  return { page, context, sent }
}

async function fillReport(page: Page, code: string, permit: string): Promise<void> {
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await typeCode(page, t, code)
  await page.getByText(code).waitFor()
  await fillFelling(page, t, { documentCode: stock.goods.documentCode, permit })
}

/** Records that the server keeps under a permit number; each test uses its own. */
async function records(permit: string): Promise<number> {
  const { rows } = await journey.site.world.admin.query(
    `select count(*)::int as n from stage_record where public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )
  return rows[0].n
}

test('a report filled in without a network outlives a reload and is sent exactly once when there is one', async () => {
  const permit = 'PFA-2026-0077'
  const { page, context, sent } = await openOnce()
  await context.setOffline(true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await fillReport(page, stock.goods.codes[0]!, permit)
  await page.getByText(t('h5.document.later')).waitFor()
  await page.getByRole('button', { name: t('h5.submit.offline') }).click()
  await page.getByText(t('h5.wait.offline')).waitFor()

  await page.reload()
  await page.getByText(t('h5.wait.offline')).waitFor()
  expect(sent).toEqual([])

  await context.setOffline(false)
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  await page.goto(`${journey.site.url}/h5`)
  await page.getByText(t('h5.outbox.empty')).waitFor()
  expect(sent).toHaveLength(1)
  expect(await records(permit)).toBe(1)
})

test('a report whose answer was lost is sent again, and still counts once', async () => {
  const permit = 'PFA-2026-0078'
  const { page, context, sent } = await openOnce()
  let kept = 0
  await context.route(
    `**${call}`,
    async route => {
      await route.fetch()
      kept = await records(permit)
      await route.abort()
    },
    { times: 1 },
  )
  await fillReport(page, stock.goods.codes[1]!, permit)
  await page.getByText(t('h5.document.found', { name: 'Felling permit' })).waitFor()
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  expect(kept, 'the server had it when the phone did not know').toBe(1)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
  expect(await records(permit)).toBe(1)
})
