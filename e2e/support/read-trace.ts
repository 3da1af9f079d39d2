import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Language, type Stage, type StageField, type StageKey, stageKeys } from '@timbermark/contract'
import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import { unitKey } from '@timbermark/phrases'
import { phone } from './browser.ts'
import type { Journey } from './journey.ts'
import { type EnteredValues, fieldsByHand } from './report-form.ts'
import { wordOf, words } from './words.ts'

/** The locales of readers, and what the values that the forms were filled in with are for them; written out, not computed. */
const readers: Record<Language, { locale: string; said: Record<string, string> }> = {
  zh: {
    locale: 'zh-CN',
    said: { '2026-03-31': '2026年3月31日', '2026-03-31T08:30': '2026年3月31日 08:30', GA: '加蓬' },
  },
  en: {
    locale: 'en-GB',
    said: { '2026-03-31': '31 March 2026', '2026-03-31T08:30': '31 Mar 2026, 08:30', GA: 'Gabon' },
  },
  fr: {
    locale: 'fr-FR',
    said: {
      '2026-03-31': '31 mars 2026',
      '2026-03-31T08:30': '31 mars 2026, 08:30',
      GA: 'Gabon',
      '0.75': '0,75',
      '12.5': '12,5',
      '32.5': '32,5',
      '0.3901': '0,3901',
      '9.4543': '9,4543',
    },
  },
}

const isPublic = (field: StageField) => !isWithheld(field)
const isFile = (field: StageField) => field.type === 'images' || field.type === 'files'
const even = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The value of a field, as the page shows it in this language. */
function formatValue(field: StageField, value: unknown, language: Language): string {
  const t = words(language)
  const localized = (text: unknown) => readers[language].said[String(text)] ?? String(text)
  switch (field.type) {
    case 'yesNo':
      return t(value === true ? 'common.yes' : 'common.no')
    case 'choice':
      return wordOf(t, `stage.option.${value}`)
    case 'dict':
      return wordOf(t, `dict.${field.dict}.${value}`)
    case 'number':
    case 'integer':
      return field.unit
        ? `${localized(value)} ${wordOf(t, unitKey(field.unit, localized(value), language))}`
        : localized(value)
    case 'coordinates': {
      const [longitude, latitude] = value as string[]
      const north = t('compass.n', { d: localized(latitude) })
      return `${north}${language === 'zh' ? '，' : ', '}${t('compass.e', { d: localized(longitude) })}`
    }
    case 'date':
    case 'datetime':
    case 'country':
      return localized(value)
    default:
      return String(value)
  }
}

/** The public page of a code with many stages, opened in this language, proven by its browser, and unfolded. */
export async function readProven(journey: Journey, code: string, language: Language): Promise<Page> {
  const page = await openProven(journey, code, language)
  await page.getByRole('button', { name: words(language)('trace.journey.showAll') }).click()
  return page
}

/** The public page of a code, opened in this language and proven by its browser. */
export async function openProven(journey: Journey, code: string, language: Language): Promise<Page> {
  const { page } = await journey.visit({ ...phone, locale: readers[language].locale })
  // What was reported last may wait for the next head of the ledger.
  await expect
    .poll(
      async () => {
        await page.goto(`${journey.site.url}/c/${code}?lang=${language}`)
        await page.locator('html:not([data-verdict="stated"])').waitFor()
        return page.locator('html').getAttribute('data-verdict')
      },
      { interval: 500 },
    )
    .toBe('proven')
  await page.getByRole('heading', { name: words(language)('trace.verdict.proven') }).waitFor()
  return page
}

/** Of each stage that was reported all that is public of it, in the reader's language and proven, and nothing that is not. */
export async function expectRead(
  page: Page,
  language: Language,
  said: ReadonlyMap<StageKey, EnteredValues>,
): Promise<void> {
  const t = words(language)
  // Every one of them names the item itself.
  const counts = { done: String(said.size), total: '18', named: String(said.size) }
  const summary = t('trace.journey.summary.named', counts)
  await page.getByText(summary, { exact: true }).waitFor()
  for (const key of stageKeys) {
    const stage = stageByKey(key)
    const place = page.locator(`#stage-${key}`)
    await expect.poll(() => place.locator('h3').textContent(), { message: key }).toContain(t(`stage.${key}`))
    const values = said.get(key)
    if (values) await expectFacts(page, stage, values, language)
    else {
      expect(even((await place.locator('.missing').textContent()) ?? ''), key).toBe(even(t('trace.journey.missing')))
      await expect.poll(() => place.locator('article').count(), { message: key }).toBe(0)
    }
  }
  await expectWithheld(page, said)
}

async function expectFacts(page: Page, stage: Stage, values: EnteredValues, language: Language): Promise<void> {
  const t = words(language)
  const fields = fieldsByHand(stage).filter(isPublic)
  const place = page.locator(`#stage-${stage.key}`)
  await place.locator('.record-details > summary').click()
  await place.locator('.record-body').waitFor()
  const facts = await place.locator('.record-body dd[data-key]').evaluateAll(all =>
    all.map(fact => ({
      key: fact.getAttribute('data-key') as string,
      name: fact.parentElement.querySelector('dt').textContent as string,
      text: fact.textContent as string,
      proof: fact.getAttribute('data-proof'),
    })),
  )
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
  expect(facts.map(fact => ({ ...fact, name: even(fact.name), text: even(fact.text) })).sort(byKey), stage.key).toEqual(
    fields
      .filter(field => !isFile(field))
      .map(field => ({
        key: field.key,
        name: even(wordOf(t, `stage.field.${field.key}`)),
        text: even(formatValue(field, values.get(field.key), language)),
        proof: 'proven',
      }))
      .sort(byKey),
  )
  // Files are proven by their own bytes: each picture is fetched as a reader comes near it.
  const pictures = place.locator('.thumbs > li')
  await expect
    .poll(() => pictures.count(), { message: `pictures of ${stage.key}` })
    .toBe(fields.filter(({ type }) => type === 'images').length)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await picture.locator('img[data-proof="proven"]').waitFor()
  }
  await expect
    .poll(() => place.locator('.documents a[data-proof="proven"]').count(), { message: `files of ${stage.key}` })
    .toBe(fields.filter(({ type }) => type === 'files').length)
}

/** Personal data and trade secrets are nowhere in the page, not even where they are not seen. */
async function expectWithheld(page: Page, said: ReadonlyMap<StageKey, EnteredValues>): Promise<void> {
  const html = await page.content()
  const withheld = [...said].flatMap(([key, values]) =>
    valueFields(stageByKey(key))
      .filter(field => isWithheld(field) && ['text', 'longText'].includes(field.type))
      .map(field => String(values.get(field.key))),
  )
  expect(withheld.length).toBeGreaterThan(0)
  // What is typed into a text is the name of its field: another field's name may end in the same words.
  expect(withheld.filter(text => new RegExp(`(?<!\\w)${text}`).test(html))).toEqual([])
}

/** A sentence that names a moment by the reader's clock, as a pattern with any moment in it. */
export const aroundTime = (sentence: (time: string) => string): RegExp =>
  new RegExp(
    sentence('TIME')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replace('TIME', '.*\\d\\d:\\d\\d.*'),
  )

/** Opens the page of a code as a buyer does, and waits until the first other enterprise on it is proven. @returns the page and its name there */
export async function readOtherEnterprise(
  journey: Journey,
  code: string,
  language: Language,
): Promise<{ page: Page; name: string | null }> {
  const { page } = await journey.visit(phone)
  const name = page.locator('[data-company="2"] .company-name[data-proof="proven"]').first()
  // What was sealed last may wait for the next head of the ledger.
  await expect
    .poll(
      async () => {
        await page.goto(`${journey.site.url}/c/${code}?lang=${language}`)
        await page.locator('html:not([data-verdict="stated"])').waitFor()
        await name.waitFor({ timeout: 3000 }).catch(() => undefined)
        return [await page.locator('html').getAttribute('data-verdict'), await name.count()]
      },
      { interval: 500 },
    )
    .toEqual(['proven', 1])
  return { page, name: await name.textContent() }
}
