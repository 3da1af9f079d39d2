import { type Language, languages } from '@timbermark/contract'
import { issueText, createTranslator, readTypedDay } from '@timbermark/client'
import { Unread } from '@timbermark/contract/reading'
import type { Browser, Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { fullAnswers, recordAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: call => (/\/\d+$/.test(call.path) ? fullAnswers(call) : recordAnswers(call)) }, context => {
  browser = context.browser
  site = context.site
})

/** The refusal of a text as the reader of lists writes it. */
function refusalOf(text: string, language: Language, label: string): string {
  const read = readTypedDay(text, language)
  if (!(read instanceof Unread)) throw new Error(`${text} is a day`)
  return issueText(createTranslator(all[language], language), { field: 'day', ...read.fault }, label)
}

/** The first one is typed in the language's own manner; the second has two meanings, or none. */
const typed: Record<Language, readonly [day: string, none: string]> = {
  zh: ['2026年12月3日', '3/12/2026'],
  en: ['3 Dec 2026', '3/12/2026'],
  fr: ['3/12/2026', '03.12.26'],
}
const moments: Record<Language, string> = {
  zh: '2026年12月3日 下午2:30',
  en: '3 Dec 2026, 2:30 pm',
  fr: '3 décembre 2026 à 14h30',
}

async function type(input: Locator, text: string, key: 'Tab' | 'Enter'): Promise<void> {
  await input.click()
  await input.fill('')
  await input.pressSequentially(text)
  await input.press(key)
}

describe('a day that is typed', () => {
  it.each(languages)('into a form is read by the reader of lists (%s)', async language => {
    const t = all[language]
    const [day, none] = typed[language]
    await using person = await visit(browser, site, { language })
    const { page } = person
    await person.signIn('office')
    await person.go('/evidence/document?edit=1')
    const form = page.getByRole('dialog')
    const label = t['evidence.document.validFrom']
    const input = form.getByLabel(label, { exact: true })
    const complaints = form.locator('.ant-form-item-explain-error')
    const save = form.locator('.ant-btn-primary').last()
    const sent = () => site.calls.filter(call => call.method === 'PUT' && call.path === '/evidence/document')

    await type(input, none, 'Tab')
    await expect.poll(() => complaints.allTextContents()).toEqual([refusalOf(none, language, label)])
    expect(await input.inputValue()).toBe(none)
    await save.click()
    await expect.poll(() => complaints.count()).toBe(1)
    expect(sent()).toEqual([])

    await type(input, day, 'Tab')
    await expect.poll(() => input.inputValue()).toBe('2026-12-03')
    await expect.poll(() => complaints.count()).toBe(0)
    await type(input, '2026/1/12', 'Tab')
    await expect.poll(() => input.inputValue()).toBe('2026-01-12')
    await type(input, '3 décembre 2026', 'Tab')
    await expect.poll(() => input.inputValue()).toBe('2026-12-03')
    // A day of the panel takes the place of what is being typed.
    await input.click()
    await input.fill('nonsense')
    await page.locator('.ant-picker-dropdown:visible .ant-picker-cell[title="2026-12-05"]').click()
    await expect.poll(() => input.inputValue()).toBe('2026-12-05')
    await type(input, day, 'Tab')
    await expect.poll(() => input.inputValue()).toBe('2026-12-03')
    expect(await complaints.count()).toBe(0)
    await save.click()
    await expect.poll(() => sent().map(call => (call.body as { validFrom: string }).validFrom)).toEqual(['2026-12-03'])
    expect(person.problems).toEqual([])
  })

  it.each(languages)(
    'into a search is read at each end, and searches for nothing that is no day (%s)',
    async language => {
      const t = all[language]
      const [day, none] = typed[language]
      await using person = await visit(browser, site, { language })
      const { page } = person
      await person.signIn('office')
      await person.go('/evidence/document')
      const search = page.locator('.screen:visible search')
      const unfold = search.locator('[aria-expanded=false]', { hasText: t['entity.unfold'] })
      await unfold.click()
      const [begin, end] = [0, 1].map(at => search.locator('.ant-picker input').nth(at)) as [Locator, Locator]
      const complaints = search.locator('.ant-form-item-explain-error')

      await type(begin, none, 'Enter')
      await expect
        .poll(() => complaints.allTextContents())
        .toEqual([refusalOf(none, language, t['evidence.document.validUntil'])])
      expect(person.path()).not.toContain('2026')
      await type(begin, day, 'Tab')
      await type(end, '2026/12/20', 'Enter')
      await expect.poll(() => person.path()).toMatch(/2026-12-03.*2026-12-20/)
      expect(await begin.inputValue()).toBe('2026-12-03')
      expect(await end.inputValue()).toBe('2026-12-20')
      expect(await complaints.count()).toBe(0)
      // An end that is emptied by hand is open.
      await type(begin, '', 'Enter')
      await expect.poll(() => person.path()).not.toContain('2026-12-03')
      expect(person.path()).toContain('2026-12-20')
      expect(person.problems).toEqual([])
    },
  )

  it.each(languages)('with a time is read by the clock of the person (%s)', async language => {
    const t = all[language]
    await using person = await visit(browser, site, { language })
    const { page } = person
    await person.signIn('office')
    await person.go('/site/banner?add=1')
    const form = page.getByRole('dialog')
    const input = form.getByLabel(t['site.banner.showFrom'], { exact: true })
    await type(input, moments[language], 'Tab')
    await expect.poll(() => input.inputValue()).toBe('2026-12-03 14:30:00')
    await type(input, '2026-12-03 25:10', 'Tab')
    await expect.poll(() => form.locator('.ant-form-item-explain-error').first().textContent()).toContain('25:10')
    expect(await input.inputValue()).toBe('2026-12-03 25:10')
    await type(input, '2026-12-04', 'Enter')
    await expect.poll(() => input.inputValue()).toBe('2026-12-04 00:00:00')
    expect(person.problems).toEqual([])
  })

  it('as the period of figures is complained about beside it, and the figures stay', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/stats/trend')
    const period = page.locator('.screen:visible .tm-stats-period')
    const begin = period.locator('input').first()
    const before = await begin.inputValue()
    await type(begin, '3/12/2026', 'Tab')
    const label = all.en['stats.report.period']
    await expect.poll(() => period.getByRole('alert').textContent()).toBe(refusalOf('3/12/2026', 'en', label))
    await type(begin, `${Number(before.slice(0, 4))}年1月2日`, 'Enter')
    await expect.poll(() => period.getByRole('alert').count()).toBe(0)
    await expect.poll(() => begin.inputValue()).not.toBe(before)
  })
})
