import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '@timbermark/contract'
import { makeGoods } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { phone } from './support/browser.ts'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { makeJourney } from './support/journey.ts'
import { goTo } from './support/office.ts'
import { words } from './support/words.ts'

/** 20,000 labels: 9,000 attached, 900 spoiled, 100 stolen, the others in the drawer, and what buyers and the office see of each. */
const journey = makeJourney()
let stock: EnterpriseFixture
let admin: Caller
let requestId: number

const locales = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' }
const act = (verb: string, body: object) => admin.post<{ codes: number }>(`/code/label/${verb}`, body)
const codesFrom = async (page: number, limit: number): Promise<string[]> =>
  (await admin.get(`/code/qr/list?requestId=${requestId}&page=${page}&limit=${limit}`)).rows.map(row =>
    String(row.code),
  )

/** As translators of browsers do: each text goes, and a `<font>` with other words comes. */
const translation = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (text.data.trim() && !text.parentElement.closest('script,style,noscript,font,[translate=no]')) texts.push(text)
  }
  for (const text of texts) {
    const font = document.createElement('font')
    font.append('\\u2039' + text.data + '\\u203a')
    text.replaceWith(font)
  }
  return texts.length
})()`

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'LABELLIFE')
  admin = await journey.site.world.signIn(stock.tenant, ['enterpriseAdmin'])
  const goods = await makeGoods(journey.site.world, admin, {
    batchId: stock.goods.batchId,
    count: 20_000,
    certified: false,
  })
  requestId = goods.requestId
})

describe('the labels of a request', () => {
  test('are attached by phone and as a range, spoiled by a list, and reported stolen; the others are left', async () => {
    // What the phone sends of a row of labels: its two ends, as scanned.
    const field = await journey.site.world.signIn(stock.tenant, ['fieldReporter'])
    const [first] = await codesFrom(1, 1)
    const [last] = await codesFrom(4000, 1)
    const byPhone = await field.post<{ codes: number }>('/code/label/activate', { ranges: [{ first, last }] })
    expect(byPhone.data.codes).toBe(4000)
    expect((await act('activate', { numbers: [{ requestId, from: 4001, to: 9000 }] })).data.codes).toBe(5000)
    for (let page = 91; page <= 99; page++)
      expect(
        (await act('spoil', { codes: await codesFrom(page, 100), reason: 'misprint', note: 'Roll 7' })).data.codes,
        `page ${page}`,
      ).toBe(100)
    const stolen = { numbers: [{ requestId, from: 9901, to: 10_000 }], reason: 'stolen' }
    expect((await act('lose', stolen)).data.codes).toBe(100)
    // None of them can be attached by a later act, whole or in part.
    const across = { numbers: [{ requestId, from: 8990, to: 9001 }] }
    expect(await act('activate', across)).toMatchObject({ error: 'code.labelState' })
  })

  test.each(languages)('each say on a phone what they are (%s)', async language => {
    const t = words(language)
    const kinds = [
      [1, 'inUse', 'proven'],
      [9001, 'spoiled', 'spoiled'],
      [9901, 'lost', 'lost'],
      [10_001, 'notInUse', 'notInUse'],
    ] as const
    for (const [serial, item, headline] of kinds) {
      const [code] = await codesFrom(serial, 1)
      const { page } = await journey.visit({ ...phone, locale: locales[language] })
      await page.goto(`${journey.site.url}/c/${code}`)
      await page.locator(`html[data-item="${item}"]:not([data-verdict="stated"])`).waitFor({ state: 'attached' })
      await page.getByRole('heading', { name: t(`trace.verdict.${headline}`) }).waitFor()
      const look = (await page.locator('.verdict').getAttribute('class')) ?? ''
      expect(look.includes('verdict-proven'), `${item} is green`).toBe(item === 'inUse')
    }
  })

  test.each(languages)('say the same in a page that the browser translates (%s)', async language => {
    const t = words(language)
    const kinds = [
      [2, 'inUse'],
      [9002, 'spoiled'],
      [9902, 'lost'],
      [10_002, 'notInUse'],
    ] as const
    for (const [serial, item] of kinds) {
      const [code] = await codesFrom(serial, 1)
      const { page } = await journey.visit({ ...phone, locale: locales[language] })
      await page.goto(`${journey.site.url}/c/${code}`)
      await page.locator(`html[data-item="${item}"]:not([data-verdict="stated"])`).waitFor({ state: 'attached' })
      expect(await page.evaluate<number>(translation)).toBeGreaterThan(50)
      // The verdict changes below the translator's hands, and its words are the true ones.
      await page.locator('#security-code').fill('WRONG-CODE')
      await page.locator('.check-form button').first().click()
      await page.locator('[data-result="fail"]').getByText(t('trace.check.fail'), { exact: true }).waitFor()
      const heading = { inUse: 'wrong', spoiled: 'spoiled', lost: 'lost', notInUse: 'wrong' } as const
      await page.getByRole('heading', { name: t(`trace.verdict.${heading[item]}`) }).waitFor()
      expect(await page.locator('html').getAttribute('data-item')).toBe(item)
    }
  })

  test('are counted for the enterprise, which is warned that labels were scanned that are on no goods', async () => {
    const counts = (await admin.get(`/code/label/counts/${requestId}`)).data
    expect(counts).toMatchObject({
      inUse: 9000,
      spoiled: 900,
      lost: 100,
      made: 10_000,
      scannedUnused: 6,
      scannedGone: 4,
    })
    const t = words('en')
    const { page } = await journey.enter(stock.admin, '/index')
    await goTo(page, `/code/qr?request=${requestId}`)
    await page.getByText(t('code.label.scannedUnused', { n: '6' })).waitFor()
    await page.getByText(t('code.label.scannedGone', { n: '4' })).waitFor()
  })
})
