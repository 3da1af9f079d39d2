/** The page as it is shipped, in a real browser, with a stand-in for the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodCode } from '../src/fixtures/journey.ts'
import { type Preview, securityCode, startPreview } from '../src/fixtures/serve.ts'
import { violationsOf } from '../../../scripts/axe.ts'
import { openBrowser } from '../../../scripts/chromium.ts'
import { type LentPage, lendPage } from '../../../scripts/lent-pages.ts'
import { builtPage as dist } from './built.ts'

let browser: Browser
let preview: Preview
let complaints: string[] = []
const open: LentPage[] = []

beforeAll(async () => {
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  preview = await startPreview(dist)
  complaints = []
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(lent => lent.giveBack()))
  await preview.close()
})

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', permissions: [] }

async function visit(
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const lent = await lendPage(browser, `${preview.url}/nothing`, { ...phone, ...options })
  const { page } = lent
  open.push(lent)
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  await before?.(page)
  await page.goto(preview.url + path)
  return page
}
/** What becomes true in a while; two busy cores are slow. */
const eventually: typeof expect.poll = (read, options) => expect.poll(read, { timeout: 15_000, ...options })
const item = (code = goodCode) => `/c/${code}`
const verdictOf = (page: Page) => page.locator('[data-island="verdict"] [data-verdict]')
const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText()

/** Made by the page for each visit, so that a call whose answer was lost is counted once. */
const anyVisit = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('what is shipped', () => {
  test('is at most 90 kB of script, gzipped, and none of it is fixture or contract', () => {
    const folder = new URL('client/assets/', dist)
    const scripts = readdirSync(folder)
      .filter(name => name.endsWith('.js'))
      .map(name => readFileSync(new URL(name, folder)))
    const total = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0)
    expect(scripts.length).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(90_000)
    const all = scripts.map(String).join()
    expect(all).not.toContain('fictitious')
    expect(all).not.toContain('ZodError')
    expect(all).not.toContain('production`!==`development')
  })

  test('fetches nothing from other hosts', async () => {
    const hosts = new Set<string>()
    const page = await visit(item(), {}, async page => {
      page.on('request', request => hosts.add(new URL(request.url()).host))
    })
    await page.waitForSelector('[data-proof="match"]')
    expect([...hosts]).toEqual([new URL(preview.url).host])
  })
})

describe('the fingerprint check in the reader’s browser', () => {
  test('verifies by itself, shows the six fields and every step, under the content policy (TRC-06, TRC-07, ENT-43)', async () => {
    const page = await visit(item())
    await page.waitForSelector('[data-proof="match"]')
    expect(await textOf(page, '[data-proof] h3')).toBe('指纹一致')
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('genuine')
    expect(await page.locator('[data-seal="match"]').count()).toBe(1)
    const fields = await page
      .locator('.proof-record[open] [data-field]')
      .evaluateAll(all => all.map(field => (field as HTMLElement).dataset.field))
    expect(fields).toEqual([
      'timestamp',
      'ownerEnterprise',
      'transactionFingerprint',
      'traceHash',
      'databaseHash',
      'compliant',
    ])
    const steps = page.locator('.proof-record[open] [data-step]')
    expect(await steps.evaluateAll(all => all.map(step => (step as HTMLElement).dataset.state))).toEqual(
      Array(5).fill('ok'),
    )
    expect(complaints).toEqual([])
  })

  test('shows product data suspicious and marks the altered value where it stands (ERR-38, ERR-39)', async () => {
    const page = await visit(item('0TAMPEREDXXXXXXXXXX0'), { locale: 'en-GB' })
    await page.waitForSelector('[data-proof="mismatch"]')
    expect(await textOf(page, '[data-proof] h3')).toBe('Fingerprint mismatch')
    expect(await textOf(page, '.verdict')).toContain('Product data suspicious')
    const marked = page.locator('#stage-felling dd.differs')
    expect(await marked.evaluateAll(all => [...new Set(all.map(field => (field as HTMLElement).dataset.key))])).toEqual(
      ['volume'],
    )
    expect(await page.locator('#stage-felling details').getAttribute('open')).not.toBeNull()
    expect(await textOf(page, '.differs-list')).toContain('Volume')
    expect(await textOf(page, '.flag-no')).toBe('not compliant, fingerprint differs')
  })

  test('finds a page whose text was changed on the way', async () => {
    const page = await visit(item(), {}, async page => {
      await page.route('**/c/*', async route => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replaceAll('AAC-2025-0117<', 'AAC-2025-9999<') })
      })
    })
    await page.waitForSelector('[data-proof="mismatch"]')
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('suspicious')
    expect(await page.locator('dd.differs').first().innerText()).toContain('AAC-2025-9999')
  })

  test('says that it cannot check now when the proof cannot be had: never genuine, never fake', async () => {
    const page = await visit(item('0N0PR00FXXXXXXXXXXX0'), { locale: 'fr-FR' })
    await page.waitForSelector('[data-proof="unavailable"]')
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('unavailable')
    expect(await textOf(page, '.verdict h2')).toContain('Vérification impossible pour le moment')
  })

  test('waits for records that are queued', async () => {
    const page = await visit(item('0PENDXXXXXXXXXXXXXX0'))
    await page.waitForSelector('[data-proof="pending"]')
    expect(await page.locator('[data-seal="pending"]').count()).toBe(1)
  })

  test('lets the reader take the proof along', async () => {
    const page = await visit(item())
    await page.waitForSelector('[data-proof="match"]')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.proof-record[open] .link-button').click(),
    ])
    expect(download.suggestedFilename()).toBe('forestSurvey-4100.tlog-proof')
    expect(readFileSync(await download.path(), 'utf8')).toContain('c2sp.org/tlog-proof@v1\n')
  })
})

describe('the anti-counterfeit check', () => {
  async function check(page: Page, code: string) {
    await page.fill('#security-code', code)
    await page.click('.check-form .button')
  }

  test('answers success for the right code, however it is typed, with count and first time (ERR-40, TRC-03 to TRC-05)', async () => {
    const page = await visit(item(), { locale: 'en-GB' })
    await check(page, ' k7m4-x2q9 ')
    await page.waitForSelector('[data-result="success"]')
    const result = await textOf(page, '[data-result]')
    expect(result).toContain('Verification succeeded')
    expect(result).toContain('Queried 3 times')
    expect(result).toContain('First query: 2 Jul 2025, 19:45')
    expect(preview.calls.checks).toEqual([{ code: goodCode, securityCode, visit: anyVisit }])
    await check(page, securityCode)
    await page.waitForFunction(() => document.querySelector('[data-count="checked"]')?.textContent?.includes('4'))
    expect(await textOf(page, '[data-result]')).toContain('First query: 2 Jul 2025, 19:45')
    expect(await textOf(page, '[data-count="checks"]')).toBe('4')
  })

  test('keeps the code out of the address while the script has not arrived', async () => {
    const page = await visit(item(), {}, page => page.route('**/assets/*.js', route => route.abort()))
    await page.fill('#security-code', securityCode)
    await page.press('#security-code', 'Enter')
    await page.waitForTimeout(300)
    expect(page.url()).toBe(preview.url + item())
    expect(await page.inputValue('#security-code')).toBe(securityCode)
  })

  test('answers fail for a wrong code, and the verdict follows', async () => {
    const page = await visit(item())
    await check(page, 'WRONG123')
    await page.waitForSelector('[data-result="fail"]')
    expect(await textOf(page, '[data-result]')).toContain('防伪验证失败')
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('suspicious')
    await check(page, securityCode)
    await page.waitForSelector('[data-result="success"]')
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('genuine')
  })

  test('helps with the format without asking the server', async () => {
    const page = await visit(item(), { locale: 'fr-FR' })
    await page.waitForSelector('[data-proof="match"]')
    await page.click('.check-form .button')
    expect(await textOf(page, '#check-problem')).toBe('Veuillez saisir le code anti-contrefaçon.')
    await check(page, goodCode)
    expect(await textOf(page, '#check-problem')).toContain('le code de l’article lui-même')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('security-code')
    expect(preview.calls.checks).toEqual([])
  })

  test('a broken server is neither success nor fail', async () => {
    const page = await visit(item(), { locale: 'en-GB' })
    await check(page, 'BREAKDOWN')
    await eventually(() => textOf(page, '#check-problem')).toContain('Cannot check now')
    expect(await page.locator('[data-result]').count()).toBe(0)
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('genuine')
  })

  test('asks for the picture after many wrong codes, and judges nothing before it is solved', async () => {
    const page = await visit(item())
    for (const n of [1, 2, 3]) {
      await check(page, `WRONG${n}`)
      await eventually(() => preview.calls.checks.length).toBe(n)
      await page.waitForSelector('[data-result="fail"]')
    }
    await check(page, securityCode)
    await page.waitForSelector('.challenge img')
    expect(await page.locator('[data-result]').count()).toBe(0)
    await page.click('.challenge .button')
    expect(await textOf(page, '#check-problem')).toBe('请输入图片中的字符。')
    await page.fill('#challenge-text', '7k2p')
    await page.click('.challenge .button')
    await page.waitForSelector('[data-result="success"]')
    expect(preview.calls.checks.at(-1)).toEqual({
      code: goodCode,
      securityCode,
      captcha: { uuid: 'preview-picture', text: '7k2p' },
      visit: anyVisit,
    })
  })
})

describe('a visit', () => {
  test('is counted once, by a browser that keeps its name (TRC-09)', async () => {
    const page = await visit(item())
    await eventually(() => preview.calls.scans.length).toBe(1)
    await eventually(() => textOf(page, '[data-count="scans"]')).toBe('1,285')
    await page.reload()
    await eventually(() => preview.calls.scans.length).toBe(2)
    const [first, second] = preview.calls.scans as { visit: string }[]
    expect(first).toEqual({ code: goodCode, device: expect.stringMatching(/^[0-9a-f]{32}$/), visit: anyVisit })
    // Another visit of the same browser.
    expect(second).toEqual({ ...first, visit: anyVisit })
    expect(second!.visit).not.toBe(first!.visit)
  })

  test('carries the position when the reader allows it, and so does the check (TRC-08)', async () => {
    const place = { longitude: 120.62, latitude: 31.3 }
    const page = await visit(item(), { permissions: ['geolocation'], geolocation: place })
    await eventually(() => preview.calls.scans[0]).toMatchObject(place)
    await page.waitForSelector('[data-position="shared"]')
    await page.fill('#security-code', securityCode)
    await page.click('.check-form .button')
    await eventually(() => preview.calls.checks[0]).toMatchObject(place)
  })

  test('asks in the page’s own words first; a reader who declines is counted without a position', async () => {
    const page = await visit(item(), { locale: 'fr-FR' }, page =>
      page.addInitScript(() => {
        navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
      }),
    )
    await page.waitForSelector('.ask')
    // Whoever has turned to the question has more than five seconds for it.
    await page.hover('.ask')
    await page.waitForSelector('[data-seal="match"]')
    const answer = (await verdictOf(page).boundingBox())!
    const question = (await page.locator('.ask').boundingBox())!
    expect(answer.y + answer.height, 'the verdict stands above the question').toBeLessThanOrEqual(question.y)
    expect(preview.calls.scans).toEqual([])
    await page.click('.ask .quiet-button')
    await eventually(() => preview.calls.scans.length).toBe(1)
    expect(preview.calls.scans[0]).not.toHaveProperty('longitude')
    expect(await page.locator('.ask').count()).toBe(0)
  })

  test('of a reader who refuses the browser’s request says so and goes on (ERR-41)', async () => {
    const page = await visit(item())
    await page.waitForSelector('[data-position="denied"]')
    expect(await textOf(page, '[data-position]')).toContain('未共享地理位置')
    await eventually(() => preview.calls.scans.length).toBe(1)
  })

  test('changes its language everywhere without being counted again', async () => {
    const page = await visit(item())
    await eventually(() => preview.calls.scans.length).toBe(1)
    await Promise.all([
      page.waitForURL(url => !url.search),
      page.waitForEvent('load'),
      page.click('a[data-language="fr"]'),
    ])
    await page.waitForSelector('[data-proof="match"]')
    expect(await page.getAttribute('html', 'lang')).toBe('fr')
    expect(await page.evaluate(() => [localStorage.getItem('language'), document.cookie])).toEqual([
      'fr',
      'language=fr',
    ])
    expect(await textOf(page, '#journey')).toBe('Le voyage de ce bois')
    expect(preview.calls.scans).toHaveLength(1)
  })

  test('follows the language chosen on another page of the product', async () => {
    const page = await visit(item(), {}, page => page.addInitScript(() => localStorage.setItem('language', 'en')))
    await page.waitForSelector('html[lang="en"]')
    await eventually(() => preview.calls.scans.length).toBe(1)
  })

  test('of a reporting user signs him out and stays on the page (RT-49)', async () => {
    const page = await visit(item(), {}, page =>
      page.addInitScript(() => {
        if (sessionStorage.getItem('prepared')) return
        sessionStorage.setItem('prepared', '1')
        localStorage.setItem('user-type', '2')
        localStorage.setItem('admin-token', 'secret-token')
      }),
    )
    await page.waitForSelector('[data-proof="match"]')
    expect(await page.evaluate(() => [localStorage.getItem('admin-token'), localStorage.getItem('user-type')])).toEqual(
      [null, null],
    )
    expect(new URL(page.url()).pathname).toBe(item())
    await eventually(() => preview.calls.logouts).toEqual(['Bearer secret-token'])
  })
})

describe('every reader', () => {
  test('gets the facts without scripts (TRC-01, TRC-02)', async () => {
    const page = await visit(item(), { javaScriptEnabled: false })
    expect(await textOf(page, 'h1')).toBe('奥古曼多层实木地板')
    expect(await page.locator('.stage-done').count()).toBe(12)
    await page.click('#stage-felling summary')
    expect(await textOf(page, '#stage-felling .record-body')).toContain('AAC-2025-0117')
    expect(await textOf(page, '.noscript-top')).toContain('已关闭脚本')
    expect(await page.locator('.check .noscript').isVisible()).toBe(true)
    expect(await page.locator('#security-code').isVisible()).toBe(false)
    expect(await verdictOf(page).getAttribute('data-verdict')).toBe('genuine')
  })

  test('reads clock times in his own time zone', async () => {
    const page = await visit(item())
    await eventually(() => textOf(page, '#stage-felling time')).toBe('2025年3月4日 18:05')
  })

  test.each([
    ['light', [item(), '/c/NOPE']],
    ['dark', [item('0TAMPEREDXXXXXXXXXX0'), '/c']],
  ] as const)('meets no barrier that can be measured, %s', { timeout: 90_000 }, async (colorScheme, paths) => {
    for (const path of paths) {
      const page = await visit(path, { colorScheme })
      if (path.length > 10) {
        await page.waitForSelector('[data-proof]')
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
      }
      const violations = await violationsOf(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })

  test('can read on the narrowest phone without scrolling sideways', async () => {
    for (const locale of ['zh-CN', 'fr-FR']) {
      const page = await visit(item('0TAMPEREDXXXXXXXXXX0'), { locale, viewport: { width: 320, height: 640 } })
      await page.waitForSelector('[data-proof="mismatch"]')
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })

  test('looks at photos with the keyboard alone', async () => {
    const page = await visit(item())
    await page.waitForSelector('[data-proof="match"]')
    await page.locator('#stage-felling .thumb').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('ArrowRight')
    expect(await textOf(page, 'dialog figcaption')).toContain('第 2 张，共 3 张')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog:not([open])', { state: 'attached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('thumb')
  })

  test('types a code, also a pasted address, on the page without one', async () => {
    const page = await visit('/c')
    await page.fill('#code', `https://trace.example/C/${goodCode}`)
    await Promise.all([page.waitForURL(`**/c?code=${goodCode}`), page.click('.enter .button')])
    expect(await textOf(page, 'h1')).toBe('奥古曼多层实木地板')
  })

  test('follows a link to a stage and finds it unfolded', async () => {
    const page = await visit(`${item()}#stage-packing`)
    await page.waitForSelector('#stage-packing details[open]')
  })
})
