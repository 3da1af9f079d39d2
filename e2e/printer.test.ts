import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { bytesOf, downloaded } from './support/downloads.ts'
import { makeJourney, type Visit } from './support/journey.ts'
import { readLabel, unzip } from './support/labels.ts'
import { field, goTo, openForm, openMenu, save } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { makeEnterprise, type EnterpriseFixture } from './support/enterprise.ts'
import { button, words } from './support/words.ts'

/** A person who prints labels: finds a code by scanning it, chooses codes across pages, prints by a saved layout. */
const t = words('en')
const journey = makeJourney({ lasting: true })

let stock: EnterpriseFixture
let printer: Person
let office: Visit

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'PRINTER')
  printer = await makePerson(journey.site, stock.tenant, 'codePrinter')
})

test('a scanned code is found without its request, and tells its life', async () => {
  office = await journey.enter(printer, '/code/qr')
  const { page } = office
  const box = page.getByRole('searchbox', { name: t('code.qr.find') })
  // A scanner types the whole address and presses Enter.
  await box.pressSequentially(`${journey.site.url}/c/${stock.goods.codes[2]}`)
  await box.press('Enter')
  const drawer = page.getByRole('dialog', { name: t('code.qr') })
  await drawer.getByText(stock.goods.codes[2]!).first().waitFor()
  await drawer
    .getByText(t('code.life.noRecords'))
    .or(drawer.getByText(t('code.life.noScans')))
    .or(drawer.getByText(t('stage.felling')))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
})

test('a layout is saved for the paper at hand, drawn while it is made', async () => {
  const { page } = office
  await goTo(page, '/code/label-layout')
  const form = await openForm(page, t, t('code.label-layout'))
  await form.getByRole('img', { name: t('code.label-layout.preview') }).waitFor()
  await field(form, t('code.label-layout.name')).fill('Two by five')
  await field(form, t('code.label-layout.columns')).fill('2')
  await field(form, t('code.label-layout.rows')).fill('5')
  await form.getByText(/^10 labels on a sheet/).waitFor()
  await save(form, t)
  await page.getByRole('row', { name: 'Two by five' }).waitFor()
})

test('codes are chosen across pages and by a range, printed by the layout and downloaded at 600 pixels', async () => {
  const { page } = office
  await goTo(page, `/code/qr?request=${stock.goods.requestId}`)
  const row = (code: string) => page.getByRole('row', { name: code })
  await row(stock.goods.codes[0]!).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('entity.nextPage') }).click()
  await row(stock.goods.codes[20]!).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: t('code.select') })
  await bar.getByText(t('code.select.count', { n: '2' })).waitFor()
  await bar.getByRole('button', { name: button(t('code.select.range')) }).click()
  await page.getByLabel(t('field.from')).fill('30')
  await page.getByLabel(t('field.to')).fill('39')
  await page.getByRole('button', { name: button(t('code.select.add')) }).click()
  await bar.getByText(t('code.select.count', { n: '12' })).waitFor()

  await page.getByRole('button', { name: t('code.qr.printLabels', { n: '12' }) }).click()
  const dialog = page.getByRole('dialog', { name: t('code.request.labels') })
  const layout = dialog.getByRole('combobox', { name: t('code.request.labelsPaper') })
  await layout.click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('Two by five').click()
  const sheet = await bytesOf(
    await downloaded(page, () => dialog.getByRole('button', { name: t('action.download') }).click()),
  )
  await dialog.waitFor({ state: 'hidden' })
  // Twelve labels, ten on a sheet.
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)

  await page.getByRole('button', { name: t('code.qr.pictureFiles', { n: '12' }) }).click()
  await field(dialog, t('code.request.labelsSize', { max: 1000 })).fill('600')
  const pictures = unzip(
    await bytesOf(await downloaded(page, () => dialog.getByRole('button', { name: t('action.download') }).click())),
  )
  const wanted = [0, 20, ...Array.from({ length: 10 }, (_, n) => 29 + n)].map(n => stock.goods.codes[n]!)
  expect([...pictures.keys()]).toEqual(wanted.map(code => `${code}.png`))
  for (const code of wanted)
    expect(await readLabel(pictures.get(`${code}.png`)!)).toEqual({
      text: `${journey.site.url.toUpperCase()}/C/${code}`,
      width: 600,
      height: 600,
    })
})

test('a packing that is refused says why and keeps what was typed', async () => {
  const { page } = office
  await goTo(page, '/code/packing')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: button(t('action.pack')) }).click()
  const form = page.getByRole('dialog', { name: t('code.packing.packTitle') })
  await field(form, t('code.packing.into')).fill(stock.goods.codes[0]!)
  await form.getByRole('radio', { name: t('code.packing.how.row') }).check()
  await field(form, t('code.packing.first')).fill(stock.goods.codes[1]!)
  await field(form, t('code.packing.last')).fill(stock.goods.codes[2]!)
  await form.getByRole('button', { name: button(t('action.pack')) }).click()
  // A code of an item holds nothing.
  await form.getByRole('alert').waitFor()
  await expect.poll(() => field(form, t('code.packing.last')).inputValue()).toBe(stock.goods.codes[2])
})

test('a new product comes to printed labels in twelve clicks and three typed fields', async () => {
  const { page } = await journey.enter(stock.admin, '/index')
  // What the hand does: presses of the pointer, and fields that are typed in.
  await page.evaluate(`
    globalThis.presses = 0
    globalThis.typedIn = new Set()
    document.addEventListener('pointerdown', () => presses++, true)
    document.addEventListener('input', ({ target }) => typedIn.add(target), true)
  `)
  const press = (name: string, within: Locator | Page = page) =>
    within.getByRole('button', { name: button(name) }).click()
  const title = (entity: string) => ({ name: t('entity.addTitle', { name: entity }) })

  await openMenu(page, t, t('menu.catalog'), t('menu.catalog.product'))
  const product = await openForm(page, t, t('catalog.product'))
  await field(product, t('catalog.product.code')).fill('DOOR-7')
  await field(product, t('catalog.product.name')).fill('Door blanks')
  await product.getByRole('combobox', { name: t('catalog.product.species') }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('Okoumé').first().click()
  await save(product, t)

  await press(t('catalog.product.makeBatch'), page.getByRole('status').filter({ hasText: 'Door blanks' }))
  const batch = page.getByRole('dialog', title(t('catalog.batch')))
  await field(batch, t('catalog.batch.batchNumber')).fill('DOOR-2026-07')
  await save(batch, t)

  await press(t('catalog.batch.requestCodes'), page.getByRole('status').filter({ hasText: 'DOOR-2026-07' }))
  const request = page.getByRole('dialog', title(t('code.request')))
  await request
    .getByText(t('entity.suggested.batch', { name: 'DOOR-2026-07' }))
    .first()
    .waitFor()
  await request.getByText(t('entity.suggested.product', { name: 'Door blanks' })).waitFor()
  await press(t('code.request.saveSubmit'), request)
  await request.waitFor({ state: 'hidden' })

  const strip = page.getByRole('status').filter({ hasText: t('code.request.namedFor.item', { batch: 'DOOR-2026-07' }) })
  await strip.getByText(t('code.request.made', { n: '10,000' })).waitFor()
  await press(t('code.request.labels'), strip)
  const labels = page.getByRole('dialog', { name: t('code.request.labels') })
  const sheet = await bytesOf(await downloaded(page, () => press(t('action.download'), labels)))
  expect(sheet.subarray(0, 5).toString()).toBe('%PDF-')

  const work = await page.evaluate<{ presses: number; typed: number }>('({ presses, typed: typedIn.size })')
  expect(work.presses).toBeLessThanOrEqual(12)
  expect(work.typed).toBeLessThanOrEqual(3)

  // The strip stays over a reload, until it is closed.
  await page.reload()
  await strip.getByText(t('code.request.made', { n: '10,000' })).waitFor()
  await press(t('action.close'), strip)
  await strip.waitFor({ state: 'hidden' })
})
