/** A history of 738 felling records in a real browser. */
import type { SealedProof } from '@timbermark/contract/trace'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../../scripts/axe.ts'
import { openBrowser } from '../../../scripts/chromium.ts'
import { type PooledPage, acquirePage } from '../../../scripts/page-pool.ts'
import { longCode, type Preview, startPreview } from '../src/fixtures/serve.ts'
import { textsByLanguage } from '../src/all-texts.ts'
import type { Language } from '../src/types.ts'
import { builtPage as dist } from './built.ts'

let browser: Browser
let preview: Preview
const open: PooledPage[] = []

beforeAll(async () => {
  preview = await startPreview(dist)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await preview?.close()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(lent => lent.release()))
})

async function visit(options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN' }
  const lent = await acquirePage(browser, `${preview.url}/nothing`, { ...phone, ...options })
  const { page } = lent
  open.push(lent)
  await before?.(page)
  // The first visit waits until the preview has sealed 738 records.
  await page.goto(`${preview.url}/c/${longCode}`)
  return page
}
const fellings = (page: Page) => page.locator('#stage-felling [data-record]')
const idsOf = (page: Page) => fellings(page).evaluateAll(all => all.map(one => (one as HTMLElement).dataset.record))
const seal = (page: Page) => page.locator('[data-seal]').innerText()
const drawn = (page: Page) => page.waitForSelector('.drawn [data-walk="match"]')
const moreLink = '[data-gap="felling"] a'

describe.each([
  ['zh', 'zh-CN'],
  ['en', 'en-GB'],
  ['fr', 'fr-FR'],
] as const)('a long history in %s', (language: Language, locale) => {
  const texts = textsByLanguage[language]

  test('shows the number of records and the first and last of them, and the verdict covers only these', async () => {
    const page = await visit({ locale })
    await drawn(page)
    expect(await fellings(page).count()).toBe(8)
    expect(await page.locator('[data-history="felling"]').innerText()).toBe(
      texts.t('trace.history.shown', { shown: 8, total: 738 }),
    )
    expect(await page.locator('[data-gap="felling"] p').innerText()).toBe(
      texts.count('trace.history.hidden', 730, '730', language),
    )
    expect(await page.locator('[data-history-summary]').innerText()).toBe(
      texts.t('trace.history.summary', { shown: 19, total: 749 }),
    )
    const part = { n: 19, total: 749 }
    expect(await seal(page)).toBe(texts.t('trace.verdict.seal.part', part))
    expect(await page.locator('.verdict-note').first().innerText()).toBe(
      `${texts.t('trace.verdict.proven.note.part', part)}${language === 'zh' ? '' : ' '}${texts.t('trace.verdict.copy')}`,
    )
    expect(await page.locator('[data-walk] h3').innerText()).toBe(texts.t('trace.proof.match.part', part))
    expect(await page.locator('[data-hidden-withdrawals="0"]').innerText()).toBe(texts.t('trace.proof.withdrawals'))
    // The records that are not shown, and where the wood came from and went to by them, are not judged.
    expect(await page.locator('.verdict h2').innerText()).toContain(texts.t('trace.verdict.proven.part'))
    expect(await page.locator('[data-span]').count()).toBe(0)
    const violations = await findViolations(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('shows more records by keyboard, in the right place and proven', async () => {
  const page = await visit()
  await drawn(page)
  const before = await idsOf(page)
  await page.locator(moreLink).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => fellings(page).count()).toBe(28)
  const after = await idsOf(page)
  expect(after.map(Number)).toEqual([...after].map(Number).sort((a, b) => a - b))
  expect(new Set(after).size).toBe(28)
  expect([...after.slice(0, 4), ...after.slice(-4)]).toEqual(before)
  // Focus moves to the first new record.
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.record)).toBe(after[4])
  await expect.poll(() => seal(page)).toBe(textsByLanguage.zh.t('trace.verdict.seal.part', { n: 39, total: 749 }))
  expect(await page.locator('[data-history-summary]').innerText()).toBe(
    textsByLanguage.zh.t('trace.history.summary', { shown: 39, total: 749 }),
  )
  await page.locator(moreLink).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => fellings(page).count()).toBe(48)
  expect(await page.locator('[data-gap="felling"]').getAttribute('data-hidden')).toBe('690')
})

test('a fetched record that was changed in transit is not shown, and the item is suspicious', async () => {
  const page = await visit({}, page =>
    page.route('**/proof?*stage=felling*', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('231/10', '231/99') })
    }),
  )
  await drawn(page)
  await page.click(moreLink)
  await page.waitForSelector('html[data-verdict="suspicious"]')
  expect(await page.locator('body').innerText()).not.toContain('231/99')
})

test('records that cannot be fetched show a message and leave the proven ones unchanged', async () => {
  const page = await visit({}, page => page.route('**/proof?*stage=felling*', route => route.fulfill({ status: 503 })))
  await drawn(page)
  await page.click(moreLink)
  await expect
    .poll(() => page.locator('[data-history="felling"]').innerText())
    .toBe(textsByLanguage.zh.t('trace.history.failed'))
  expect(await fellings(page).count()).toBe(8)
  expect(await page.getAttribute('html', 'data-verdict')).toBe('proven')
})

test('a record missing from the answers for all records makes the item suspicious', async () => {
  const page = await visit({}, page =>
    page.route('**/proof?*limit=100*', async route => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: SealedProof }
      answer.data.contents = answer.data.contents.slice(0, -1)
      await route.fulfill({ response, json: answer })
    }),
  )
  await drawn(page)
  await page.click('[data-run-all]')
  await page.waitForSelector('html[data-verdict="suspicious"]')
})

test('checks all records when the reader asks for it', async () => {
  const page = await visit()
  await drawn(page)
  await page.click('[data-run-all]')
  const allChecked = textsByLanguage.zh.t('trace.proof.match.note.other', { n: 749 })
  await expect.poll(() => page.locator('[data-walk] p').innerText()).toBe(allChecked)
  expect(await page.locator('[data-seal]').count()).toBe(0)
  // The page still shows the same records; the others need no further request.
  expect(await fellings(page).count()).toBe(8)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.click(moreLink)
  await expect.poll(() => fellings(page).count()).toBe(28)
  expect(requests.filter(url => url.includes('/proof'))).toEqual([])
})

test('a second check after loading more records shows the gap again', async () => {
  const page = await visit()
  await drawn(page)
  await page.click(moreLink)
  await expect.poll(() => fellings(page).count()).toBe(28)
  await page.getByRole('button', { name: textsByLanguage.zh.t('trace.proof.again') }).click()
  await expect.poll(() => fellings(page).count()).toBe(8)
  expect(await page.locator('[data-gap="felling"]').getAttribute('data-hidden')).toBe('730')
})

test('works without scripts: links open the next records and lead back', async () => {
  const page = await visit({ javaScriptEnabled: false })
  await page.click(moreLink)
  expect(await fellings(page).count()).toBe(20)
  const first = (await idsOf(page))[0]
  await page.click(moreLink)
  expect(await fellings(page).count()).toBe(20)
  expect((await idsOf(page))[0]).toBe(String(Number(first) + 20))
  await page.getByRole('link', { name: textsByLanguage.zh.t('trace.history.back') }).click()
  expect(await fellings(page).count()).toBe(8)
})
