import type { Browser } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { type Visit, visit } from './stand-in/browser.ts'
import { recordAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

// What is typed into a form is read like the cell of a list.
let browser: Browser
let site: StandIn
withStandIn({ more: recordAnswers }, context => {
  browser = context.browser
  site = context.site
})

const { en, fr } = all

async function at(path: string, language: 'en' | 'fr'): Promise<Visit> {
  const person = await visit(browser, site, { language })
  await person.signIn('office', path)
  return person
}

describe('a day', () => {
  it('is taken in the forms that people write, by the language of the page', async () => {
    await using person = await at('/catalog/batch?add=1', 'fr')
    const { page } = person
    const day = page.getByRole('dialog').getByLabel(fr['catalog.batch.plannedDate'])
    for (const [text, expected] of [
      ['samedi 12 septembre 2026', '2026-09-12'],
      ['13/09/2026', '2026-09-13'],
      ['2026年9月14日', '2026-09-14'],
      ['2026-09-15', '2026-09-15'],
    ] as const) {
      await day.fill(text)
      await page.keyboard.press('Tab')
      await expect.poll(() => day.inputValue(), { message: text }).toBe(expected)
    }
  })

  it('that the calendar does not have stays with its reason, and does not become another', async () => {
    await using person = await at('/catalog/batch?add=1', 'en')
    const { page } = person
    const dialog = page.getByRole('dialog')
    const label = en['catalog.batch.plannedDate']
    const day = dialog.getByLabel(label)
    await day.fill('2026-06-31')
    await page.keyboard.press('Tab')
    const reason = en['error.notDate.noSuchDay'].replace('{value}', '2026-06-31').replace('{label}', label)
    await dialog.getByText(reason).waitFor()
    await expect.poll(() => day.inputValue()).toBe('2026-06-31')
    await day.fill('30 June 2026')
    await page.keyboard.press('Tab')
    await expect.poll(() => day.inputValue()).toBe('2026-06-30')
    await expect.poll(() => dialog.getByText(reason).count()).toBe(0)
  })

  it('is taken in a search too', async () => {
    await using person = await at('/catalog/batch', 'fr')
    const { page } = person
    const begin = page.getByPlaceholder(fr['common.begin']).first()
    await begin.fill('12/09/2026')
    await page.keyboard.press('Tab')
    await expect.poll(() => begin.inputValue()).toBe('2026-09-12')
  })
})

describe('a country', () => {
  it('is found by its code, without accents, and by a name of another language', async () => {
    await using person = await at('/trade/publishInfo/add', 'en')
    const { page } = person
    const origin = page.getByRole('combobox', { name: en['trade.listing.origin'] })
    const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    for (const [text, expected] of [
      ['GAB', 'Gabon'],
      ["cote d'iv", 'Côte d’Ivoire'],
      ['Ivory', 'Côte d’Ivoire'],
      ['加蓬', 'Gabon'],
    ] as const) {
      await origin.fill(text)
      await expect.poll(async () => (await options.allInnerTexts()).includes(expected), { message: text }).toBe(true)
    }
  })
})
