import { article, banner, listing, newsCategory, product } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { fill } from '../../../packages/phrases/src/index.ts'
import { type Visit, visit } from './stand-in/browser.ts'
import { recordAnswers, recordOf } from './stand-in/records.ts'
import type { Fault, StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

// Error messages of the product's own screens, and the constants that people see in them.
let browser: Browser
let site: StandIn
withStandIn({ more: recordAnswers }, context => {
  browser = context.browser
  site = context.site
})

const en = all.en
const broken: Fault = { code: 500, msg: 'The disk is full' }

async function at(path: string): Promise<Visit> {
  const person = await visit(browser, site, { language: 'en' })
  await person.signIn('office', path)
  return person
}
/** How often this call was made. */
const called = (method: string, path: string) =>
  site.calls.filter(call => call.method === method && call.path === path).length

describe('uploads', () => {
  const inputOf = (page: Page, label: string) =>
    page
      .getByRole('dialog')
      .locator('.ant-form-item', { hasText: label })
      .filter({ has: page.locator('input[type=file]') })
      .first()
  const picture = (name: string, bytes = 100, mimeType = 'image/png') => ({
    name,
    mimeType,
    buffer: Buffer.alloc(bytes, 1),
  })

  it('report a wrong file before it is sent (ERR-46, ERR-47, ERR-48, CON-13 to CON-15)', async () => {
    await using person = await at('/catalog/product?add=1')
    const field = inputOf(person.page, en['catalog.product.images'])
    const input = field.locator('input[type=file]')
    await input.setInputFiles(picture('a.gif', 100, 'image/gif'))
    await field.getByText('a.gif: Wrong file format, only png, jpg, jpeg are accepted').waitFor()
    await input.setInputFiles(picture('b.png', 1024 * 1024 + 1))
    await field.getByText(`b.png: ${en['error.fileTooLarge'].replace('{max}', '1 MB')}`).waitFor()
    expect(called('POST', '/common/upload')).toBe(0)
    await input.setInputFiles(Array.from({ length: 6 }, (_, n) => picture(`c${n}.png`)))
    await field.getByText(`c5.png: ${fill(en['error.fileTooMany'], { max: 5 }, 'en')}`).waitFor()
    await expect.poll(() => called('POST', '/common/upload')).toBe(5)
  })

  it('report a failed upload, and offer to retry it (ERR-49)', async () => {
    site.faults.set('POST /common/upload', broken)
    await using person = await at('/catalog/product?add=1')
    const field = inputOf(person.page, en['catalog.product.images'])
    await field.locator('input[type=file]').setInputFiles(picture('a.png'))
    await field.getByText(en['entity.uploadFailed']).first().waitFor()
    await person.page.getByText(`${en['entity.uploadFailed']}: The disk is full`).first().waitFor()
    site.faults.delete('POST /common/upload')
    await field.getByRole('button', { name: en['action.retry'] }).click()
    await expect.poll(() => field.getByText(en['entity.uploadFailed']).count()).toBe(0)
  })

  it('report that a picture could not be inserted into a text, up to 5 MB (ERR-50, CON-16)', async () => {
    await using person = await at('/catalog/product?add=1')
    const { page } = person
    const choose = async (bytes: number) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.locator('[data-menu-key=uploadImage]:not(.disabled)').click(),
      ])
      await chooser.setFiles(picture('in-text.png', bytes))
    }
    // The editor's tools work once it has the focus.
    await page.locator('.tm-editor [contenteditable=true]').click()
    await choose(5 * 1024 * 1024 + 1)
    await page.getByText(`in-text.png: ${en['error.fileTooLarge'].replace('{max}', '5 MB')}`).waitFor()
    expect(called('POST', '/common/upload')).toBe(0)
    site.faults.set('POST /common/upload', broken)
    await choose(5 * 1024 * 1024)
    await page.getByText(en['entity.pictureFailed']).waitFor()
    expect(called('POST', '/common/upload')).toBe(1)
  })
})

describe('timber trade', () => {
  const agree = async (page: Page, name: string) =>
    page.locator('.ant-modal-confirm').getByRole('button', { name, exact: true }).click()
  const select = (page: Page) => page.locator('.ant-table-row input[type=checkbox]').first().check()

  it('asks for at least one item before a batch action (ERR-52)', async () => {
    await using person = await at('/trade/publishInfo')
    const { page } = person
    await page.waitForSelector('.ant-table-row')
    for (const name of [en['trade.listing.approve'], en['trade.listing.takeOff'], en['action.remove']]) {
      await page.locator('.tm-toolbar, .content').getByRole('button', { name, exact: true }).first().click()
      await page.getByText('Select at least one item').waitFor()
    }
    await expect.poll(() => page.locator('.ant-modal-confirm').count()).toBe(0)
  })

  it('reports a failed deletion, and one that deleted nothing (ERR-51, ERR-53)', async () => {
    await using person = await at('/trade/publishInfo')
    const { page } = person
    site.faults.set('DELETE /trade/listing/1', broken)
    const remove = async () => {
      await select(page)
      await page
        .getByRole('button', { name: `${en['action.remove']} (1)` })
        .first()
        .click()
      await agree(page, en['action.remove'])
    }
    await remove()
    await page.getByText('Delete failed').waitFor()
    await page.getByText('The disk is full').waitFor()
    site.faults.set('DELETE /trade/listing/1', { code: 200, data: { removed: 0 } } as Fault)
    await remove()
    await page.getByText('No data deleted').waitFor()
  })

  it('reports a failed export (ERR-54)', async () => {
    site.faults.set('GET /trade/listing/export', broken)
    await using person = await at('/trade/publishInfo')
    const { page } = person
    await page.waitForSelector('.ant-table-row')
    await page.getByRole('button', { name: en['action.export'] }).first().click()
    await page.getByText('Export failed').waitFor()
  })

  it.each(['zh', 'en', 'fr'] as const)('states prices in yuan (CON-03, %s)', async language => {
    expect(Object.keys(listing.fields)).toContain('expectedPrice')
    await using person = await visit(browser, site, { language })
    await person.signIn('office', '/trade/publishInfo')
    const yuan = language === 'zh' ? /期望价格（元）/ : /\(CNY\)/
    await person.page.locator('thead').getByText(yuan).first().waitFor()
    await person.go('/trade/publishInfo/detail/1')
    const price = person.page.locator('.screen:visible tr', { has: person.page.locator('.tm-price') })
    await price.getByText(yuan).waitFor()
    expect((await price.locator('.tm-price').innerText()).replace(/\s/g, ' ')).toBe(
      language === 'fr' ? '1 234,50' : '1,234.50',
    )
  })
})

describe('market news', () => {
  const failing = async (
    path: string,
    method: 'POST' | 'PUT',
    base: string,
    what: string,
    values: Record<string, string>,
  ) => {
    site.faults.set(`${method} ${base}`, broken)
    await using person = await at(path)
    const form = person.page.getByRole('dialog')
    for (const [label, value] of Object.entries(values)) await form.getByLabel(label).first().fill(value)
    await form.getByRole('button', { name: en['action.save'] }).click()
    await form.getByText(what).waitFor()
    await form.getByText('The disk is full').waitFor()
    expect(called(method, base)).toBe(1)
  }

  it('reports when a category could not be added or updated (ERR-55)', async () => {
    expect(newsCategory.label).toBe('name')
    const values = { [en['news.category.name']]: 'Something', [en['news.category.orderNum']]: '3' }
    await failing('/news/category?add=1', 'POST', '/news/category', 'The category could not be added', values)
    await failing('/news/category?edit=1', 'PUT', '/news/category', 'The category could not be updated', values)
  })

  it('reports when an article could not be updated or published (ERR-56)', async () => {
    expect(article.label).toBe('title')
    const title = { [en['news.article.title']]: 'Something' }
    await failing('/news/article?edit=1', 'PUT', '/news/article', 'The article could not be updated', title)
    site.faults.set('PUT /news/article/1/publish', broken)
    await using person = await at('/news/article')
    const { page } = person
    await page.waitForSelector('.ant-table-row')
    await page.locator('.ant-table-row').getByRole('button', { name: en['action.more'] }).first().click()
    await page.getByRole('menu').getByRole('button', { name: en['news.article.publish'], exact: true }).click()
    await page.locator('.ant-modal-confirm').getByRole('button', { name: en['news.article.publish'] }).click()
    await page.getByText('Publishing failed').waitFor()
  })
})

describe('constants that people see', () => {
  it('a pager has total, sizes, previous, numbers, next and jumper in this order, and the sizes 10, 20, 30, 50 (CON-06, CON-07, CON-08, CON-09)', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => recordOf(product, n + 1))
    site.faults.set('GET /catalog/product/list', { code: 200, rows, total: 1000 } as Fault)
    await using person = await at('/catalog/product')
    const { page } = person
    const pager = page.locator('.screen:visible .tm-pager')
    await pager.waitFor()
    const parts = ['total', 'sizes', 'previous', 'numbers', 'next', 'jump'].map(part => `.tm-pager-${part}`)
    const lefts = await Promise.all(parts.map(async part => (await pager.locator(part).first().boundingBox())!.x))
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
    expect(new URLSearchParams(site.calls.find(call => call.path === '/catalog/product/list')!.query).toString()).toBe(
      'page=1&limit=20',
    )
    await expect.poll(() => pager.locator('.tm-pager-number, .tm-pager-gap').count()).toBe(7 + 1)
    await pager.locator('.tm-pager-sizes').click()
    await page.locator('.ant-select-item-option').first().waitFor()
    await expect
      .poll(() => page.locator('.ant-select-item-option').allInnerTexts())
      .toEqual([10, 20, 30, 50].map(n => en['entity.perPage'].replace('{n}', String(n))))
    await page.locator('.ant-select-item-option').last().click()
    await expect.poll(() => site.calls.at(-1)?.query).toBe('?page=1&limit=50')
    await page.setViewportSize({ width: 991, height: 800 })
    await expect.poll(() => pager.locator('.tm-pager-number, .tm-pager-gap').count()).toBe(5 + 1)
  })

  it('the duration of a banner is in seconds and is sent as it was entered (CON-04)', async () => {
    expect(Object.keys(banner.fields)).toContain('duration')
    await using person = await at('/site/banner?edit=1')
    const form = person.page.getByRole('dialog')
    await form.getByLabel('Duration (seconds)').fill('7')
    await form.getByRole('button', { name: en['action.save'] }).click()
    await expect.poll(() => site.calls.find(call => call.method === 'PUT')?.body).toMatchObject({ duration: 7 })
  })

  it('synchronizing the divisions says that it takes about 1 minute before it starts (CON-05)', async () => {
    await using person = await at('/system/division')
    const { page } = person
    await page.getByRole('button', { name: en['action.sync'] }).first().click()
    await page.locator('.ant-modal-confirm').getByText('about 1 minute').waitFor()
    expect(site.calls.filter(call => call.method !== 'GET')).toEqual([])
  })
})
