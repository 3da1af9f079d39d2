import { type Language, languages } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { goTo, openForm } from './support/office.ts'
import { signIn } from './support/people.ts'
import { makeEnterprise, reportFelling, type EnterpriseFixture } from './support/enterprise.ts'
import { button, type Words, words } from './support/words.ts'

const journey = makeJourney()
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'LANGUAGES')
  // Data speak no language here: a request or a paper named in words of the interface would be taken for it.
  await journey.site.world.admin.query(`update code_request set name = 'R-1'; update document set name = 'D-1'`)
  await reportFelling(journey.site, stock, stock.goods.codes[0]!)
})

/** What is read or read out on the page: texts, names, hints; not what is marked as being in another language. */
const textsOf = (page: Page, language: Language): Promise<string[]> =>
  page.locator('html').evaluate((root, language) => {
    const texts: string[] = [root.ownerDocument.title]
    const note = (text: string | null, element: typeof root) => {
      const marked: string = element.closest('[lang]').getAttribute('lang')
      if (text?.trim() && marked.startsWith(language) && !element.closest('script, style, noscript, template'))
        texts.push(text.trim())
    }
    const showText = 4
    const walker = root.ownerDocument.createTreeWalker(root, showText)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) note(node.textContent, node.parentElement)
    for (const element of root.querySelectorAll('body *'))
      for (const name of ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'])
        note(element.getAttribute(name), element)
    return [...new Set(texts)]
  }, language)

/** A key of a text that is shown instead of the text, or a placeholder that was not filled. */
const areas = [...new Set(Object.keys(all.en).map(key => key.split('.')[0]))]
const raw = new RegExp(`(^|[^\\w.@/-])(${areas.join('|')})(\\.[a-zA-Z0-9-]+){1,5}(?![\\w@/-])|\\{\\w+\\}`)

/** Texts that another language says and this one does not. */
const foreignTexts = Object.fromEntries(
  languages.map(language => {
    const phrases = new Set(Object.values(all[language]))
    const others = languages.filter(other => other !== language).flatMap(other => Object.values(all[other]))
    return [language, new Set(others.filter(text => !phrases.has(text)))]
  }),
) as Record<Language, Set<string>>

async function expectSpoken(page: Page, language: Language, where: string): Promise<void> {
  const texts = await textsOf(page, language)
  const strangers = foreignTexts[language]
  await expect
    .poll(() => page.locator('html').getAttribute('lang'), { message: where })
    .toMatch(new RegExp(`^${language}\\b`))
  expect(
    texts.filter(text => raw.test(text)),
    `${where}: keys instead of texts`,
  ).toEqual([])
  expect(
    texts.filter(text => strangers.has(text)),
    `${where}: texts of another language`,
  ).toEqual([])
  if (language !== 'zh')
    expect(
      texts.filter(text => /\p{Script=Han}/u.test(text)),
      `${where}: Chinese`,
    ).toEqual([])
  else
    expect(
      texts.some(text => /\p{Script=Han}/u.test(text)),
      `${where}: no Chinese`,
    ).toBe(true)
}

/** Chooses a language on the sign-in page; who never chose reads Chinese. */
async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.goto(`${journey.site.url}/login`)
  await page.getByRole('button', { name: button(words('zh')('shell.login.submit')) }).waitFor()
  await page.getByRole('button', { name: words(language)(`language.${language}`) }).click()
  await page.getByRole('button', { name: button(words(language)('shell.login.submit')) }).waitFor()
}

/** A code that does not exist; the page about it is answered with 404, as it should be. */
const unknown = '00000000000000000000'

/** One that none of the three languages fits, so that only the choice counts. */
const locale = 'de-DE'

async function office(page: Page, language: Language, t: Words): Promise<void> {
  await chooseLanguage(page, language)
  await expectSpoken(page, language, 'sign-in')
  await signIn(page, stock.admin, language)
  await page.getByText(t('stats.trend')).first().waitFor()
  await expectSpoken(page, language, 'home')
  await goTo(page, '/catalog/product')
  await page.getByRole('row').nth(1).waitFor()
  await expectSpoken(page, language, 'products')
  await openForm(page, t, t('catalog.product'))
  await expectSpoken(page, language, 'product form')
  await goTo(page, '/code/request?add=1')
  await page.getByRole('dialog', { name: t('entity.addTitle', { name: t('code.request') }) }).waitFor()
  await expectSpoken(page, language, 'code request form')
}

async function buyer(page: Page, language: Language, t: Words): Promise<void> {
  await page.goto(`${journey.site.url}/c`)
  await page.getByRole('heading', { name: t('trace.welcome.heading') }).waitFor()
  await expectSpoken(page, language, 'trace page without a code')
  await page.getByLabel(t('trace.enter.label')).fill(stock.goods.codes[0]!)
  await page.getByRole('button', { name: t('trace.enter.submit') }).click()
  await page.getByRole('heading', { name: t('trace.verdict.proven') }).waitFor()
  await page.getByRole('button', { name: t('trace.position.decline') }).click()
  await page.getByRole('button', { name: t('trace.position.share') }).waitFor()
  await page.getByRole('heading', { name: t('trace.proof.steps') }).waitFor()
  await expectSpoken(page, language, 'trace page of a code')
  await page.goto(`${journey.site.url}/c/${unknown}`)
  await page.getByRole('heading', { name: t('trace.unknown.neverIssued.heading') }).waitFor()
  await expectSpoken(page, language, 'trace page of an unknown code')
}

async function field(page: Page, language: Language, t: Words): Promise<void> {
  await chooseLanguage(page, language)
  await signIn(page, stock.reporter, language)
  await page.waitForURL('**/h5')
  await page.getByText(t('h5.outbox.empty')).waitFor()
  await expectSpoken(page, language, 'services')
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).waitFor()
  await expectSpoken(page, language, 'choice of a stage')
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.check.document')).first().waitFor()
  const closed = page.getByRole('main').getByRole('button', { expanded: false })
  for (let left = await closed.count(); left > 0; left--) await closed.first().click()
  await expectSpoken(page, language, 'report form with its complaints')
}

test.each(languages)('office, trace page and phone page speak one language (%s)', async language => {
  const t = words(language)
  const { page } = await journey.visit({ ...desktop, locale, expected: new RegExp(`404.*/c/${unknown}`) })
  await office(page, language, t)
  // The trace page follows the choice that was made in the office.
  await buyer(page, language, t)
  await field((await journey.visit({ ...phone, locale })).page, language, t)
})

test('a French phone is offered French in one tap at the top, and keeps it (I18-01)', async () => {
  const french = words('fr')
  const { page } = await journey.visit({ ...phone, locale: 'fr-CM' })
  await page.goto(`${journey.site.url}/login`)
  await page.getByRole('button', { name: button(words('zh')('shell.login.submit')) }).waitFor()
  const offer = page.getByRole('button', { name: 'Passer en français' })
  expect((await offer.boundingBox())!.y).toBeLessThan(60)
  await offer.click()
  await page.getByRole('button', { name: button(french('shell.login.submit')) }).waitFor()
  await expect.poll(() => offer.count()).toBe(0)
  await signIn(page, stock.reporter, 'fr')
  await page.getByText(french('h5.outbox.empty')).waitFor()
  await expect.poll(() => offer.count()).toBe(0)

  // A phone on which no language was ever chosen: the page begins in Chinese too.
  await page.evaluate(() => localStorage.removeItem('language'))
  await page.reload()
  await page.getByText(words('zh')('h5.outbox.empty')).waitFor()
  await offer.click()
  await page.getByText(french('h5.outbox.empty')).waitFor()
})
