import type { Browser } from 'playwright-core'
import { expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { fullAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: fullAnswers }, context => {
  browser = context.browser
  site = context.site
})

it('the list of species begins with those that were entered before, the latest first', async () => {
  await using person = await visit(browser, site, { language: 'en' })
  const { page } = person
  await person.signIn('office')
  const entries = () => page.locator('.ant-select-dropdown:visible .ant-select-item').allInnerTexts()
  // The form is left half filled in, which the browser asks about.
  page.on('dialog', question => void question.accept())
  const open = async () => {
    await person.open('/catalog/product?add=1')
    return page.getByRole('dialog').getByRole('combobox', { name: all.en['catalog.product.species'] })
  }
  const choose = async (species: string) => {
    const box = await open()
    await box.click()
    await box.fill(species)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  }
  await choose('Sapelli')
  await choose('Okoum')
  await (await open()).click()
  await expect
    .poll(async () => (await entries()).slice(0, 4).map(text => text.split(' · ')[0]))
    .toEqual([all.en['entity.usedBefore'], 'Okoumé', 'Sapelli', all.en['entity.otherOptions']])
})
