import { type Language, languages } from '@timbermark/contract'
import type { Browser } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { waitUntilIdle } from './stand-in/wait-until-idle.ts'
import { recordAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: recordAnswers }, context => {
  browser = context.browser
  site = context.site
})

describe('texts of the component library', () => {
  const weekdays: Record<Language, string[]> = {
    zh: ['一', '二', '三', '四', '五', '六', '日'],
    en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    fr: ['lu', 'ma', 'me', 'je', 've', 'sa', 'di'],
  }
  const pager: Record<Language, RegExp> = { zh: /条/, en: /total/, fr: /au total/ }

  it.each(languages)('are in the language too: date picker and pager (I18-02, %s)', async language => {
    await using person = await visit(browser, site, { language, locale: 'de-DE' })
    const { page } = person
    const settled = waitUntilIdle(page)
    await person.signIn('office')
    await person.go('/system/post')
    await settled()
    await expect.poll(() => page.locator('.tm-pager').innerText()).toMatch(pager[language])
    await person.go('/system/user')
    await settled()
    await page
      .locator('.screen:visible form [aria-expanded=false]', { hasText: all[language]['entity.unfold'] })
      .click()
    await page.locator('.screen:visible .ant-picker input').first().click()
    const panel = page.locator('.ant-picker-dropdown .ant-picker-content thead').first()
    await panel.waitFor()
    const headings = (await panel.locator('th').allInnerTexts()).map(text => text.trim().toLowerCase())
    expect([...headings].sort()).toEqual(weekdays[language].map(day => day.toLowerCase()).sort())
  })
})
