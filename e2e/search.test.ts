import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '@timbermark/contract'
import { makeGoods, type Goods } from '../apps/server/test/goods.ts'
import { expectAccessible } from './support/axe.ts'
import { phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { makePerson, type Person, signIn, speak } from './support/people.ts'
import { words } from './support/words.ts'

/** The one search: what is pasted, typed or scanned, in three languages, at the desk and on a phone, with and without rights. */
const journey = makeJourney()
let goods: Goods
let admin: Person
let colleague: Person
/** Holds no role: may open no list. */
let nobody: Person
let batchNumber: string
let permit: string

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('SEEKER')
  const caller = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, caller)
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  colleague = await makePerson(journey.site, tenant, 'enterpriseClerk', { nickName: 'Élodie Mbadinga' })
  nobody = await makePerson(journey.site, tenant, 'none', { userType: 1 })
  batchNumber = String((await caller.get(`/catalog/batch/${goods.batchId}`)).data.batchNumber)
  permit = goods.documentCode
})

async function openSearch(person: Person, language: Language, options = {}): Promise<Page> {
  const { page } = await journey.visit(options)
  await speak(page, language)
  await page.goto(`${journey.site.url}/login`)
  await signIn(page, person, language)
  await page.getByRole('button', { name: words(language)('search.open'), exact: true }).click()
  await box(page, language).waitFor()
  return page
}

const box = (page: Page, language: Language) =>
  page.getByRole('combobox', { name: words(language)('search.placeholder') })
const option = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name })

describe.each([
  ['zh', {}],
  ['fr', phone],
] as const)('in %s (%j)', (language, options) => {
  const t = words(language)

  test('a pasted code opens its card, a number or a name its record', async () => {
    const page = await openSearch(admin, language, options)
    const input = box(page, language)
    const code = goods.codes[3]!
    await input.fill(`« ${journey.site.url}/c/${code}?from=singlemessage ».`)
    const card = page.getByRole('region', { name: t('search.code') })
    await card.getByText(batchNumber, { exact: true }).waitFor()
    await card.getByText(t('code.by-state.certification.certified'), { exact: true }).waitFor()
    await expectAccessible(page, 'the card of a code')
    await input.fill(batchNumber)
    await option(page, batchNumber).first().waitFor()
    await input.fill(permit.toLowerCase())
    await option(page, 'Felling permit').first().waitFor()
    await input.fill('elodie mba')
    await option(page, 'Élodie Mbadinga').first().waitFor()
    await expectAccessible(page, 'records that were found')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe(`?view=${colleague.id}`)
    // What was found is offered again.
    await page.keyboard.press('Control+k')
    await box(page, language).waitFor()
    await page.getByRole('option', { name: colleague.userName }).first().waitFor()
  })
})

describe('the search', () => {
  const t = words('en')

  test('takes what a hand scanner types and ends with Enter, and the next scan after it', async () => {
    const page = await openSearch(admin, 'en')
    for (const code of goods.codes.slice(0, 2)) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await page
        .getByRole('region', { name: t('search.code') })
        .getByText(code.slice(15))
        .waitFor()
      await expect
        .poll(() => box(page, 'en').evaluate(input => (input as unknown as { selectionEnd: number }).selectionEnd))
        .toBe(code.length)
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).search).toBe(`?code=${goods.codes[1]}`)
  })

  test('says what is wrong with a mistyped code, and closes by Esc', async () => {
    const page = await openSearch(admin, 'en')
    const code = goods.codes[0]!
    await box(page, 'en').fill(code.slice(0, 12) + (code[12] === '7' ? '8' : '7') + code.slice(13))
    await page.getByText(t('search.code.mistyped', { group: 3 })).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.header-search').count()).toBe(0)
  })

  test('shows all of a list, and leads from a card to a recall that names the code', async () => {
    const page = await openSearch(admin, 'en')
    await box(page, 'en').fill(goods.codes[5]!)
    await page.getByRole('button', { name: t('action.declare') }).click()
    await page.getByRole('dialog').getByText(goods.codes[5]!).waitFor()
  })

  test('finds nothing for somebody without rights, not even that there is something', async () => {
    const page = await openSearch(nobody, 'en')
    for (const text of [batchNumber, permit, 'elodie']) {
      await box(page, 'en').fill(text)
      await page.getByText(t('search.empty')).waitFor()
      expect(await page.getByRole('option').count()).toBe(0)
    }
    await box(page, 'en').fill(goods.codes[0]!)
    await page.getByText(t('search.code.elsewhere')).waitFor()
    expect(await page.getByRole('region', { name: t('search.code') }).count()).toBe(0)
  })
})
