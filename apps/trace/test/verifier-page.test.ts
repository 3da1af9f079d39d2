/** The stand-alone verifier, one HTML file, in a real browser. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../../scripts/axe.ts'
import { openBrowser } from '../../../scripts/chromium.ts'
import { verifierTexts } from '../src/verifier/verifier-texts.ts'
import { evidenceOf, pastedKeys, sealedPaper, verifierCases } from './verifier-cases.ts'

const built = join(import.meta.dirname, '../dist/verifier/timbermark-verifier.html')
const folder = mkdtempSync(join(tmpdir(), 'timbermark-verifier-page-'))
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The verifier as somebody opens it from a disk, and every request and complaint of the browser. */
async function open(locale = 'en-GB', viewport = { width: 1440, height: 900 }) {
  const page = await browser.newPage({ locale, viewport })
  const noticed: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) noticed.push(request.url())
  })
  page.on('pageerror', error => noticed.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') noticed.push(message.text())
  })
  await page.goto(pathToFileURL(built).href)
  return { page, noticed }
}

interface CheckInput {
  key?: string
  code?: string
  papers?: string[]
}

async function check(page: Page, evidence: string, { key = pastedKeys, code = '', papers = [] }: CheckInput = {}) {
  const file = join(folder, 'code.proof.json')
  writeFileSync(file, evidence)
  await page.setInputFiles('#evidence', file)
  await page.setInputFiles('#files', papers)
  await page.fill('#keys', key)
  await page.fill('#code', code)
  await page.evaluate(() => document.getElementById('result')!.replaceChildren())
  await page.click('button')
  await page.waitForSelector('[data-verdict]')
  return page.locator('[data-verdict]').getAttribute('data-verdict')
}

describe('the stand-alone verifier in a browser', () => {
  test('says of every file what the page of the item says, and asks nobody', async () => {
    const { page, noticed } = await open()
    for (const { name, evidence, kind, says = '', ...given } of await verifierCases()) {
      expect(await check(page, evidence, given), name).toBe(kind)
      expect(await page.locator('#result').innerText(), name).toContain(says)
    }
    expect(noticed).toEqual([])
    await page.close()
  })

  test('may not reach any network, by its own policy', async () => {
    const { page } = await open()
    const outcome = await page.evaluate(async () => {
      const refused: string[] = []
      document.addEventListener('securitypolicyviolation', event => refused.push(event.effectiveDirective))
      await fetch('https://timbermark.example/').catch(() => undefined)
      document.body.append(Object.assign(new Image(), { src: 'https://timbermark.example/a.png' }))
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      await new Promise(done => setTimeout(done, 500))
      return { refused: refused.sort(), ran: 'ran' in globalThis }
    })
    expect(outcome).toEqual({ refused: ['connect-src', 'img-src', 'script-src-elem'], ran: false })
    const html = readFileSync(built, 'utf8')
    expect(html).not.toMatch(/<(link|img|iframe|a) |<script[^>]+src=/)
    await page.close()
  })

  test('compares chosen papers by their hashes', async () => {
    const { page } = await open()
    const [paper, other] = [join(folder, 'audit.pdf'), join(folder, 'other.pdf')]
    writeFileSync(paper, sealedPaper)
    writeFileSync(other, `${sealedPaper}?`)
    await check(page, await evidenceOf(), { papers: [paper, other] })
    expect(await page.locator('.files .given').innerText()).toContain('Audit report 2025')
    expect(await page.locator('.reasons').innerText()).toContain('other.pdf')
    await page.close()
  })

  test('refuses a file of 100 MB without reading it', async () => {
    const { page } = await open()
    const file = join(folder, 'large.json')
    writeFileSync(file, '{')
    truncateSync(file, 100_000_000)
    await page.setInputFiles('#evidence', file)
    await page.fill('#keys', pastedKeys)
    await page.click('button')
    await page.waitForSelector('[data-verdict="refused"]')
    expect(await page.locator('#result').innerText()).toContain('50 MB')
    await page.close()
  })

  test('shows what a file says as text, never as markup', async () => {
    const { page } = await open()
    const evidence = JSON.parse(await evidenceOf()) as object
    await check(page, JSON.stringify({ ...evidence, keys: ['<img src=x onerror=alert(1)>'] }))
    expect(await page.locator('#result img').count()).toBe(0)
    await page.close()
  })

  test.each([
    ['zh', 'zh-CN', { width: 1440, height: 900 }],
    ['en', 'en-GB', { width: 390, height: 844 }],
    ['fr', 'fr-FR', { width: 390, height: 844 }],
  ] as const)('reads well in %s', async (language, locale, viewport) => {
    const { page } = await open(locale, viewport)
    const texts = verifierTexts[language]
    expect(await page.locator('h1').innerText()).toBe(texts.own('verifier.title'))
    await check(page, await evidenceOf())
    expect(await page.locator('.verdict h2').innerText()).toBe(texts.t('trace.verdict.proven'))
    expect(await page.locator('body').innerText()).not.toMatch(/\b(trace|verifier)\.\w+\./)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    const violations = await findViolations(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `verifier-${language}.png`), fullPage: true })
    await page.close()
  })
})
