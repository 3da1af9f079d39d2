import type { Browser } from 'playwright-core'
import { describe, it } from 'vitest'
import { visit } from './stand-in/browser.ts'
import { eventually } from './stand-in/patience.ts'
import { recordAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: recordAnswers }, made => {
  browser = made.browser
  site = made.site
})

describe('the search above a list', () => {
  it('is undone by the browser’s back, step by step, and the form follows', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const name = page.locator('.screen:visible search input').first()
    for (const word of ['first', 'second']) {
      await name.fill(word)
      await name.press('Enter')
      await eventually(() => decodeURIComponent(person.path())).toContain(`=${word}`)
    }
    // The same search again is no step.
    await name.press('Enter')
    await page.goBack()
    await eventually(() => person.path()).toContain('=first')
    await eventually(() => name.inputValue()).toBe('first')
    await page.goBack()
    await eventually(() => person.path()).toBe('/system/post')
    await eventually(() => name.inputValue()).toBe('')
    await page.goForward()
    await eventually(() => name.inputValue()).toBe('first')
  })

  it('keeps what was typed and not searched for while another screen is open', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const name = page.locator('.screen:visible search input').first()
    await name.fill('half a wo')
    await person.go('/system/role')
    await page.locator('.screen:visible search input').first().waitFor()
    await person.go('/system/post')
    await eventually(() => name.inputValue()).toBe('half a wo')
  })
})
