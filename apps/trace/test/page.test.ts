/** The production build of the page, in a real browser, with a stand-in for the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCheckpoint, parseProofFile, verifyInclusion } from '@timbermark/ledger'
import { entryHash } from '@timbermark/ledger/sealed'
import { item as fixture, goodCode } from '../src/fixtures/journey.ts'
import { promiseOf, requestKey, sealedProofOf, verifierKeys } from '../src/fixtures/proof.ts'
import { formerCode, longCode, type Preview, renamedCode, securityCode, startPreview } from '../src/fixtures/serve.ts'
import { bytesFor } from '../src/fixtures/sealed-log.ts'
import { walkProof } from '../src/proof/walk.ts'
import { findViolations } from '../../../scripts/axe.ts'
import { openBrowser, openUncontrolled } from '../../../scripts/chromium.ts'
import { type PooledPage, acquirePage } from '../../../scripts/page-pool.ts'
import { textsByLanguage } from '../src/all-texts.ts'
import { builtPage as dist } from './built.ts'

let browser: Browser
let preview: Preview
let complaints: string[] = []
const open: PooledPage[] = []

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  preview = await startPreview(dist)
  complaints = []
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(lent => lent.release()))
  await preview.close()
})

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', permissions: [] }

async function visit(
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const lent = await acquirePage(browser, `${preview.url}/nothing`, { ...phone, ...options })
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
const item = (code = goodCode) => `/c/${code}`
/** Waits until the page has the verdict, as tools read it. */
const waitForVerdict = (page: Page, verdict: string) => page.waitForSelector(`html[data-verdict="${verdict}"]`)
const kindOf = (page: Page) => page.locator('.verdict').getAttribute('class')
const proven = (page: Page) => page.waitForSelector('.drawn [data-walk="match"]')
const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText()

/** The page makes a new id for each visit, so that a call whose answer was lost counts once. */
const anyVisit = expect.stringMatching(/^[0-9a-f-]{36}$/)
const anyDevice = expect.stringMatching(/^[0-9a-f]{32}$/)

describe('the production build', () => {
  test('needs at most 33.5 kB of gzipped script before the page is usable, and contains no fixture or validator', () => {
    const folder = new URL('client/assets/', dist)
    const scripts = readdirSync(folder)
      .filter(name => name.endsWith('.js'))
      .map(name => ({ name, text: readFileSync(new URL(name, folder)) }))
    const sizeOf = (begin: string) =>
      Math.max(
        ...scripts.filter(({ name }) => name.startsWith(begin)).map(({ text }) => gzipSync(text, { level: 9 }).length),
      )
    const words = Math.max(sizeOf('zh-'), sizeOf('en-'), sizeOf('fr-'))
    expect(sizeOf('client-') + words).toBeLessThanOrEqual(33_500)
    // The chunk that checks and draws loads after the first paint.
    expect(sizeOf('client-') + words + sizeOf('checking-')).toBeLessThanOrEqual(78_500)
    // Only goods about which several companies reported need this part.
    expect(sizeOf('companies-') + sizeOf('virtual_company-texts-')).toBeLessThanOrEqual(5_500)
    // Marked for compilation during download, where browsers support it.
    const ahead = scripts.filter(({ text }) => String(text).startsWith('//# allFunctionsCalledOnLoad\n'))
    expect(ahead.map(({ name }) => name.split('-')[0])).toEqual(['checking'])
    const all = scripts.map(({ text }) => String(text)).join()
    expect(all).not.toContain('fictitious')
    expect(all).not.toContain('ZodError')
    expect(all).not.toContain('production`!==`development')
  })

  test('fetches nothing from other hosts', async () => {
    const hosts = new Set<string>()
    const page = await visit(item(), {}, async page => {
      page.on('request', request => {
        // Verified files are shown from the browser's memory.
        if (!request.url().startsWith('blob:')) hosts.add(new URL(request.url()).host)
      })
    })
    await proven(page)
    expect([...hosts]).toEqual([new URL(preview.url).host])
  })
})

describe('the fingerprint check in the reader’s browser', () => {
  test('verifies by itself and draws the page again, with the six fields and every step, under the content policy (TRC-06, TRC-07, ENT-43)', async () => {
    const page = await visit(item())
    await waitForVerdict(page, 'proven')
    expect(await textOf(page, '[data-walk] h3')).toBe('指纹一致')
    expect(await kindOf(page)).toContain('verdict-proven')
    await page.click('.proof-all > summary')
    await page.click('.proof-record summary')
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
    const hash = (name: string) => textOf(page, `.proof-record[open] [data-field="${name}"] dd`)
    for (const name of ['transactionFingerprint', 'traceHash', 'databaseHash'])
      expect(await hash(name)).toMatch(/^[0-9a-f]{64}$/)
    expect(await hash('databaseHash')).toBe(await hash('traceHash'))
    // Any enterprise could use the same name, so the ledger subject is shown too.
    expect(await hash('ownerEnterprise')).toMatch(/\S [\w-]{43}$/)
    await page.click('.proof-record[open] .leaf summary')
    expect(await textOf(page, '.leaf pre')).toContain('"timbermark/entry@2"')
    expect(await textOf(page, '[data-key-fingerprint]')).toMatch(/^([0-9a-f]{4} ){4}[0-9a-f]{4}$/)
    const steps = page.locator('[data-step]')
    const states = () => steps.evaluateAll(all => all.map(step => (step as HTMLElement).dataset.state))
    const rest = [...Array(5).fill('ok'), 'none', 'stated', 'ok']
    expect(await states()).toEqual(['ok', 'first', ...rest])
    // The next check can compare the log with the head of this one.
    await page.getByRole('button', { name: '重新核验' }).click()
    await expect.poll(states).toEqual(['ok', 'ok', ...rest])
    expect(complaints).toEqual([])
  })

  test('says of a code of format 1 that its serial number is the platform’s statement', async () => {
    const page = await visit(item(formerCode), { locale: 'en-GB' })
    await waitForVerdict(page, 'proven')
    expect(await page.locator('[data-step="binding"]').getAttribute('data-state')).toBe('stated')
    const note = page.locator('[data-serial="platform"][data-proof="stated"]')
    expect(await note.innerText()).toMatch(
      /^Which code of its request this is,.* is the platform’s statement.*stated/is,
    )
    const newer = await visit(item(), { locale: 'en-GB' })
    await waitForVerdict(newer, 'proven')
    expect(await newer.locator('[data-serial]').count()).toBe(0)
  })

  test('marks every fact as proven, and what the platform states as stated', async () => {
    const page = await visit(item())
    await waitForVerdict(page, 'proven')
    const stated = await page
      .locator('[data-proof="stated"]:not([data-field])')
      .evaluateAll(all => all.map(({ dataset }) => dataset.count ?? dataset.first ?? 'note').filter(Boolean))
    expect(stated.toSorted()).toEqual(['check', 'checks', 'note', 'note', 'scan', 'scans'])
    // A browser cannot compute what today's database holds.
    const fields = await page
      .locator('[data-field][data-proof="stated"]')
      .evaluateAll(all => [...new Set(all.map(({ dataset }) => dataset.field))])
    expect(fields.toSorted()).toEqual(['compliant', 'databaseHash'])
    expect(await page.locator('dd[data-key]:not([data-proof="proven"])').count()).toBe(0)
    expect(await page.locator('h1').getAttribute('data-proof')).toBe('proven')
    expect(await textOf(page, '#counts .tag')).toBe('平台提供')
  })

  test('shows the sealed content when the database differs, and calls the item suspicious (ERR-38, ERR-39)', async () => {
    const page = await visit(item('0TAMPEREDXXXXXXXXXX0'), { locale: 'en-GB' }, page =>
      page.route('**/proof*', async route => {
        // The server's page is checked first.
        await page.waitForSelector('#stage-felling')
        expect(await textOf(page, '#stage-felling')).toContain('9.318')
        await route.continue()
      }),
    )
    await page.waitForSelector('.drawn')
    await waitForVerdict(page, 'suspicious')
    expect(await textOf(page, '[data-walk] h3')).toBe('Fingerprint mismatch')
    expect(await textOf(page, '.verdict')).toContain('Product data suspicious')
    expect(await textOf(page, '.verdict')).toContain(
      'Record 4101: today’s database says something else than was sealed',
    )
    expect(await textOf(page, '#stage-felling')).toContain('7.318')
    expect(await textOf(page, '#stage-felling')).not.toContain('9.318')
    expect(await page.locator('[data-step="database"]').getAttribute('data-state')).toBe('failed')
    await page.click('.proof-record.proof-mismatch summary')
    expect(await textOf(page, '.proof-mismatch .flag-no')).toBe('not compliant, fingerprint differs')
  })

  test('is "unavailable" when the proof cannot be fetched: never genuine, never fake', async () => {
    const page = await visit(item('0N0PR00FXXXXXXXXXXX0'), { locale: 'fr-FR' })
    await waitForVerdict(page, 'unavailable')
    expect(await textOf(page, '.verdict h2')).toContain('Vérification impossible pour le moment')
    expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
    expect(await page.locator('.drawn').count()).toBe(0)
  })

  test.each(['**/t/log.js', '**/assets/checking-*.js'])(
    'is also "unavailable" when %s cannot be fetched',
    async file => {
      const page = await visit(item(), {}, page => page.route(file, route => route.abort()))
      await waitForVerdict(page, 'unavailable')
      expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
    },
  )

  test('lists queued entries as promised or merely stated, and keeps the promises for a day', async () => {
    const page = await visit(item('0PENDXXXXXXXXXXXXXX0'), { locale: 'en-GB' })
    await waitForVerdict(page, 'waiting')
    expect(await textOf(page, '.verdict-note')).toContain('handed over 1 more that is not sealed yet')
    expect(await page.locator('[data-record="4111"]').count()).toBe(0)
    expect(await textOf(page, '[data-pending="record"]')).toContain('a new record, 4111')
    expect(await textOf(page, '.pending [data-promised="true"]')).toContain('will be sealed within 24 hours')
    expect(await page.locator('.pending .tag').count()).toBe(0)
    const stored = await page.evaluate(() => localStorage.getItem('ledger-promises demo.timbermark.example/ledger'))
    expect(JSON.parse(stored ?? '')).toEqual([expect.stringContaining('timbermark/promise@1')])
    expect(await page.locator('.pending [data-proof="proven"]').count()).toBe(0)
    expect(await page.locator('[data-record="4110"] [data-proof="stated"]').count()).toBe(0)

    const unpromised = await visit(item('0STATEDXXXXXXXXXXXX0'), { locale: 'en-GB' })
    await waitForVerdict(unpromised, 'waiting')
    expect(await textOf(unpromised, '.pending .tag')).toBe('stated')
    expect(await unpromised.locator('.pending [data-promised="true"]').count()).toBe(0)

    const late = await visit(item('0ATEXXXXXXXXXXXXXXX0'), { locale: 'en-GB' })
    await waitForVerdict(late, 'suspicious')
    expect(await textOf(late, '.verdict')).toContain('promised to be sealed within 24 hours')
  })

  test.each([
    ['zh-CN', '截至', '请检查设备的日期'],
    ['en-GB', 'Proven as of', 'Check the date of your device'],
    ['fr-FR', 'Prouvé à la date du', 'Vérifiez la date de votre appareil'],
  ])(
    'proves an old answer only as of its day, and tells a wrong clock from a stalled log (%s)',
    async (locale, asOf, hint) => {
      const later = Date.now() + 400 * 86_400_000
      // A context of its own: pages of the pool would keep the changed clock.
      const context = await browser.newContext({ ...phone, locale })
      try {
        const page = await context.newPage()
        await page.clock.setFixedTime(later)
        await page.goto(preview.url + item())
        await waitForVerdict(page, 'asOf')
        expect(await textOf(page, '.verdict h2')).toContain(asOf)
        expect(await textOf(page, '.verdict-note')).toContain(hint)
        expect(await page.locator('[data-step="time"]').getAttribute('data-state')).toBe('old')
        expect(await page.locator('[data-walk="match"]').count()).toBe(0)

        // The server's clock agrees with the reader's: the log has stalled.
        await page.route('**/proof*', async route => {
          const response = await route.fetch()
          const answer = await response.json()
          await route.fulfill({
            response,
            json: { ...answer, data: { ...answer.data, now: new Date(later).toISOString() } },
          })
        })
        await page.reload()
        await waitForVerdict(page, 'asOf')
        expect(await textOf(page, '.verdict-note')).not.toContain(hint)
      } finally {
        await context.close()
      }
    },
  )

  test('shows facts that were sealed with other values before, with date and reason', async () => {
    const page = await visit(item(renamedCode), { locale: 'en-GB' })
    await waitForVerdict(page, 'proven')
    expect(await textOf(page, '.changes')).toContain('Trade name, from “奥古曼地板” to “奥古曼多层实木地板”')
    expect(await textOf(page, '.changes')).toContain('Reason given: Name on the customs papers')
  })

  test('warms up before the first proof arrives, and stores nothing of that', async () => {
    const verified: string[] = []
    const page = await visit(item(), {}, async page => {
      await page.exposeFunction('verified', (when: string) => verified.push(when))
      await page.addInitScript(() => {
        const { verify } = SubtleCrypto.prototype
        SubtleCrypto.prototype.verify = function (...args) {
          ;(globalThis as unknown as { verified: (when: string) => void }).verified(
            document.documentElement.dataset.verdict ?? '',
          )
          return verify.apply(this, args)
        }
      })
      await page.route('**/proof', async route => {
        await expect.poll(() => verified.length).toBeGreaterThan(0)
        await route.continue()
      })
    })
    await waitForVerdict(page, 'proven')
    expect(verified[0]).toBe('stated')
    const storedHeads = await page.evaluate(() =>
      Object.keys(localStorage).filter(name => name.startsWith('ledger-head')),
    )
    expect(storedHeads).toEqual(['ledger-head'])
    expect(await page.locator('[data-record]').count()).toBe(fixture().stages.length)
    expect(complaints).toEqual([])
  })

  test('shows its verdict only when the page drawn from the proof is complete, even on a slow device', async () => {
    const page = await visit(item(), {}, async page => {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.addInitScript(() => {
        const changes: string[] = []
        Object.assign(globalThis, { changes })
        new MutationObserver(() => {
          const { verdict } = document.documentElement.dataset
          if (verdict && verdict !== 'stated')
            changes.push(`${document.querySelectorAll('.drawn .stage').length} stages`)
          // While it is being drawn, the server's page is shown.
          else if (document.body?.querySelector('.drawn')) changes.push('too early')
        }).observe(document, { attributes: true, childList: true, subtree: true, attributeFilter: ['data-verdict'] })
      })
    })
    await waitForVerdict(page, 'proven')
    const changes = await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)
    expect(new Set(changes)).toEqual(new Set(['18 stages']))
  })

  test.each(['zh-CN', 'fr-FR'])('does not move the content when it begins (%s)', async locale => {
    const begun: (() => Promise<void>)[] = []
    const page = await visit(item(), { locale }, async page => {
      await page.route('**/checking-*.js', route => void begun.push(() => route.continue()))
      await page.route('**/proof', () => {})
    })
    const top = () => page.locator('.identity').evaluate(element => element.getBoundingClientRect().top)
    await expect.poll(() => begun.length).toBe(1)
    const before = await top()
    await begun[0]!()
    await page.waitForSelector('.seal-running')
    expect(await top()).toBe(before)
  })

  test('describes the page by what was proven', async () => {
    const page = await visit(item())
    await proven(page)
    const { product, owner, histories } = fixture()
    const described = await page
      .locator('meta[name="description"]')
      .evaluateAll(all => all.map(one => one.getAttribute('content')))
    expect(described).toHaveLength(1)
    for (const part of [product.latinName, owner.name, String(histories.length)]) expect(described[0]).toContain(part)
  })

  test('works in a browser of 2020', async () => {
    const page = await visit(item(), {}, page =>
      page.addInitScript(() => {
        const gone = (from: object, names: string[]) => {
          for (const name of names) Reflect.deleteProperty(from, name)
        }
        gone(Object, ['hasOwn', 'groupBy'])
        gone(Array.prototype, ['at', 'toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex'])
        gone(String.prototype, ['at', 'replaceAll', 'isWellFormed', 'toWellFormed'])
        gone(crypto, ['randomUUID'])
        gone(Crypto.prototype, ['randomUUID'])
        gone(Promise, ['withResolvers'])
        gone(AbortSignal, ['timeout', 'any'])
        gone(window, ['structuredClone', 'requestIdleCallback'])
      }),
    )
    await waitForVerdict(page, 'proven')
    expect(complaints).toEqual([])
  })

  test('starts only by a button for a reader who saves data', async () => {
    const page = await visit(item(), { locale: 'en-GB' }, page =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    )
    await page.waitForSelector('.verdict .button')
    expect(await page.getAttribute('html', 'data-verdict')).toBe('stated')
    expect(await textOf(page, '.verdict')).toContain('your browser has not checked it')
    await page.waitForTimeout(500)
    expect(await page.locator('.drawn').count()).toBe(0)
    await page.click('.verdict .button')
    await waitForVerdict(page, 'proven')
  })

  test('shows withdrawn and inactive codes as such, and the proven verdict to tools', async () => {
    const withdrawn = await visit(item('0V01DXXXXXXXXXXXXXX0'))
    await waitForVerdict(withdrawn, 'proven')
    expect(await kindOf(withdrawn)).toContain('verdict-voided')
    const sleeping = await visit(item('0SEEPXXXXXXXXXXXXXX0'))
    await sleeping.waitForSelector('.drawn')
    expect(await kindOf(sleeping)).toContain('verdict-notActivated')
    expect(await sleeping.getAttribute('html', 'data-verdict')).toBe('stated')
  })

  test('lets the reader save the proof of a record, and all of the evidence', async () => {
    const page = await visit(item())
    await waitForVerdict(page, 'proven')
    await page.click('.proof-all > summary')
    await page.click('.proof-record summary')
    const take = async (selector: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const one = await take('.proof-record[open] .link-button')
    expect(one.name).toBe('forestSurvey-4100.tlog-proof')
    const { extra, checkpoint, index, path } = parseProofFile(one.text)
    const lines = new TextDecoder().decode(extra).split('\n')
    const opened = await openCheckpoint(checkpoint, verifierKeys[0]!)
    expect(opened.step.outcome).toBe('pass')
    const { size, root } = opened.checkpoint!
    expect(verifyInclusion(index, size, entryHash(lines[0]!), path, root)).toBe(true)
    expect(lines.some(line => line.includes('UFA04-17-0231'))).toBe(true)
    expect(lines.some(line => /^closed [\w-]{43}$/.test(line))).toBe(true)

    const all = await take('[data-evidence]')
    expect(all.name).toBe(`${goodCode}.proof.json`)
    const { code, keys, requestKey: savedKey, answers } = JSON.parse(all.text)
    expect([code, keys, savedKey]).toEqual([goodCode, verifierKeys, requestKey])
    expect((await walkProof(answers, { code, language: 'zh', now: Date.now(), keys, requestKey })).outcome).toBe(
      'proven',
    )
  })

  test('holds a broken promise against the log, and saves it with the head that lacks the entry', async () => {
    const note = promiseOf({
      subject: bytesFor('records'),
      content: new Uint8Array(32),
      at: new Date(Date.now() - 2 * 86_400_000),
    })
    const page = await visit(item(), { locale: 'en-GB' })
    await waitForVerdict(page, 'proven')
    const name = 'ledger-promises demo.timbermark.example/ledger'
    await page.evaluate(([name, note]) => localStorage.setItem(name!, JSON.stringify([note])), [name, note])
    await page.reload()
    await waitForVerdict(page, 'suspicious')
    expect(await textOf(page, '.verdict')).toContain('signed for this browser that it would be sealed within 24 hours')
    expect(await page.locator('[data-step="age"]').getAttribute('data-state')).toBe('failed')
    expect(await page.locator('[data-promise-broken]').count()).toBe(1)
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-evidence]')])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8')).promises).toEqual([note])
  })

  test('sends the same two requests of a first-time reader and of one who has seen a head', async () => {
    const requests: { url: string; headers: Record<string, string> }[] = []
    const page = await visit(item(), {}, async page => {
      page.on('request', async request => {
        if (/\/proof|\/ledger\//.test(request.url()))
          requests.push({ url: request.url().slice(preview.url.length), headers: await request.allHeaders() })
      })
    })
    await waitForVerdict(page, 'proven')
    await expect.poll(() => requests.length).toBe(2)
    const first = requests.splice(0)
    await page.reload()
    await page.waitForSelector('.drawn')
    await waitForVerdict(page, 'proven')
    expect(await page.locator('[data-step="history"]').getAttribute('data-state')).toBe('ok')
    await expect.poll(() => requests.length).toBe(2)
    const form = (all: typeof requests) =>
      all.map(({ url, headers: { 'cache-control': _, pragma: __, ...headers } }) => ({
        url: url.replace(/\/\d+\/(\d+)$/, '/N/$1'),
        headers,
      }))
    expect(form(requests)).toEqual(form(first))
    expect(form(first).map(({ url }) => url)).toEqual([
      `/api/trace/${goodCode}/proof`,
      expect.stringMatching(/^\/ledger\/consistency\/N\/\d+$/),
    ])
  })

  test('stores the head, requests a consistency proof since then, and calls a rewritten log suspicious', async () => {
    const page = await visit(item())
    await waitForVerdict(page, 'proven')
    const heads = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('ledger-head')))
    const [[name, head]] = (await heads()) as [[string, string]]
    expect(head).toContain('demo.timbermark.example/ledger')
    const growthRequest = page.waitForRequest('**/ledger/consistency/**')
    await page.reload()
    expect((await growthRequest).url()).toContain(`/ledger/consistency/${head.split('\n')[1]}/`)
    await page.waitForSelector('.drawn')
    await waitForVerdict(page, 'proven')

    // As if this browser had seen another log of the same name, signed with the same key.
    const other = (await sealedProofOf({ ...fixture(), owner: { ...fixture().owner, name: 'Another' } })).checkpoint
    await page.evaluate(([name, other]) => localStorage.setItem(name!, other!), [name, other])
    await page.reload()
    await waitForVerdict(page, 'suspicious')
    expect(await textOf(page, '.verdict')).toContain('账本被改写或分叉')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-heads]')])
    const both = readFileSync(await download.path(), 'utf8')
    expect(both).toContain(other)
    expect(both).toContain(head)
    // A log that contradicts itself does not replace the stored head.
    expect(((await heads()) as [[string, string]])[0][1]).toBe(other)

    // Readers who know the reason can start again from the current head.
    await page.click('[data-forget-head]')
    await waitForVerdict(page, 'proven')
    expect(((await heads()) as [[string, string]])[0][1]).toBe(head)
  })

  test('preserves what the reader is typing when the page is redrawn', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const page = await visit(item(), {}, page => page.route('**/proof*', route => held.then(() => route.continue())))
    await page.fill('#security-code', 'K7M4')
    await page.click('#stage-felling summary')
    await page.focus('#security-code')
    await page.evaluate(() => scrollTo(0, 300))
    release()
    await waitForVerdict(page, 'proven')
    expect(await page.inputValue('#security-code')).toBe('K7M4')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('security-code')
    await page.waitForSelector('#stage-felling > details[open]')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
    await page.keyboard.type('-X2Q9')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-result="again"]')
  })
})

describe('the anti-counterfeit check', () => {
  async function check(page: Page, code: string) {
    await page.fill('#security-code', code)
    await page.click('.check-form .button')
  }

  test('succeeds for the right code, however it is typed, with count and first time (ERR-40, TRC-03 to TRC-05)', async () => {
    const page = await visit(item(), { locale: 'en-GB' })
    await check(page, ' k7m4-x2q9 ')
    await page.waitForSelector('[data-result="again"]')
    const result = await textOf(page, '[data-result]')
    // Somebody entered it before, so it is not shown like a first success.
    // The first: the page that is drawn from the proof may stand hidden behind the one shown.
    expect(await page.locator('[data-result]').first().getAttribute('data-result')).toBe('again')
    expect(result).toContain('Verification succeeded, but checked before')
    expect(result).toContain('Entered rightly 3 times')
    expect(result).toContain('First right check: 2 Jul 2025, 19:45, Suzhou, China')
    expect(preview.calls.checks).toEqual([{ code: goodCode, securityCode, visit: anyVisit, device: anyDevice }])
    await check(page, securityCode)
    await page.waitForFunction(() => document.querySelector('[data-count="checked"]')?.textContent?.includes('4'))
    expect(await textOf(page, '[data-result]')).toContain('First right check: 2 Jul 2025, 19:45')
    expect(await textOf(page, '[data-count="checks"]')).toBe('4')
    const [one, two] = preview.calls.checks as { visit: string }[]
    expect(two!.visit, 'each press is a query').not.toBe(one!.visit)
  })

  test('does not submit the code in the address before the script has loaded', async () => {
    const page = await visit(item(), {}, page => page.route('**/assets/*.js', route => route.abort()))
    await page.fill('#security-code', securityCode)
    await page.press('#security-code', 'Enter')
    await page.waitForTimeout(300)
    expect(page.url()).toBe(preview.url + item())
    expect(await page.inputValue('#security-code')).toBe(securityCode)
  })

  test('is on the first screen of a phone, below the verdict, in every language', async () => {
    for (const locale of ['zh-CN', 'en-GB', 'fr-FR']) {
      const page = await visit(item(), { locale, viewport: { width: 390, height: 844 } })
      await proven(page)
      const button = (await page.locator('.check-form button').boundingBox())!
      expect(button.y + button.height, locale).toBeLessThan(844)
      const how = page.locator('.verdict-how a')
      await how.click()
      await expect.poll(() => page.locator('#proof').isVisible()).toBe(true)
    }
  })

  test('shows the six fingerprints of the newest record unfolded, each with its meaning', async () => {
    const page = await visit(item(), { locale: 'fr-FR' })
    await proven(page)
    const fields = page.locator('.newest-record [data-field]')
    await expect.poll(() => fields.count()).toBe(6)
    for (const field of await fields.all()) {
      expect(await field.isVisible()).toBe(true)
      expect((await field.locator('.field-note').innerText()).length).toBeGreaterThan(20)
    }
  })

  test('says "genuine", with the time, for the first reader who enters the right code', async () => {
    const page = await visit(item(), { locale: 'en-GB' }, page =>
      page.route('**/api/trace/check', route => {
        const at = '2026-11-26T10:15:00Z'
        const counts = { checks: 1, wrongChecks: 0, firstCheckAt: at, firstRightAt: at }
        return route.fulfill({ json: { code: 200, msg: 'ok', data: { outcome: 'genuine', ...counts, first: true } } })
      }),
    )
    await proven(page)
    await check(page, securityCode)
    await page.waitForSelector('.verdict-genuine')
    expect(await textOf(page, '.verdict h2')).toContain('Genuine: the anti-counterfeit code is right, first check')
    expect(await textOf(page, '.verdict-note')).toContain('first check on 26 Nov 2026')
    expect(await textOf(page, '.verdict-do')).toContain('Keep the label')
    expect(await page.locator('html').getAttribute('data-verdict')).toBe('proven')
  })

  test('fails for a wrong code, and the verdict follows', async () => {
    const page = await visit(item())
    await check(page, 'WRONG123')
    await page.waitForSelector('[data-result="fail"]')
    expect(await textOf(page, '[data-result]')).toContain('防伪验证失败')
    await waitForVerdict(page, 'suspicious')
    expect(await textOf(page, '.verdict h2')).toContain('防伪码错误')
    await check(page, securityCode)
    await page.waitForSelector('[data-result="again"]')
    await waitForVerdict(page, 'proven')
    // The proof of the records remains; the warning about the label is above it.
    expect(await kindOf(page)).toContain('verdict-again')
    expect(await textOf(page, '.verdict')).toContain('防伪码此前已被查询')
    expect(await textOf(page, '.verdict-by')).toBe('已核验，记录未被改动')
  })

  test('scrolls its answer into view when the field is at the lower edge of the screen', async () => {
    const page = await visit(item(), { locale: 'fr-FR' })
    await proven(page)
    const below = (selector: string) =>
      page.locator(selector).evaluate(one => Math.max(0, one.getBoundingClientRect().bottom - window.innerHeight))
    const toTheEdge = () =>
      page.locator('.check-form .button').evaluate(button => {
        const { bottom } = button.getBoundingClientRect()
        window.scrollBy({ top: bottom - window.innerHeight + 4, behavior: 'instant' })
      })
    await toTheEdge()
    await page.click('.check-form .button')
    await expect.poll(() => textOf(page, '#check-problem')).not.toBe('')
    await expect.poll(() => below('#check-problem')).toBe(0)
    await toTheEdge()
    await check(page, 'WRONG123')
    await page.waitForSelector('[data-result="fail"]')
    await expect.poll(() => below('[data-result]')).toBe(0)
  })

  test('checks the format without asking the server', async () => {
    const page = await visit(item(), { locale: 'fr-FR' })
    await proven(page)
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
    await expect.poll(() => textOf(page, '#check-problem')).toContain('Cannot check now')
    expect(await page.locator('[data-result]').count()).toBe(0)
    await waitForVerdict(page, 'proven')
  })

  test('requires the picture after many wrong codes, and judges nothing before it is solved', async () => {
    const page = await visit(item())
    for (const n of [1, 2, 3]) {
      await check(page, `WRONG${n}`)
      await expect.poll(() => preview.calls.checks.length).toBe(n)
      await page.waitForSelector('[data-result="fail"]')
    }
    const counts = () => textOf(page, '[data-count="checks"]')
    await expect.poll(counts).toBe('5')
    expect(await textOf(page, '[data-count="right-and-wrong"]')).toBe('正确 2 次，错误 3 次')
    await check(page, securityCode)
    await page.waitForSelector('.challenge img')
    expect(await page.locator('[data-result]').count()).toBe(0)
    // The counts remain while the picture waits.
    expect(await counts()).toBe('5')
    await page.click('.challenge .button')
    expect(await textOf(page, '#check-problem')).toBe('请输入图片中的字符。')
    await page.fill('#challenge-text', '7k2p')
    await page.click('.challenge .button')
    await page.waitForSelector('[data-result="again"]')
    expect(preview.calls.checks.at(-1)).toEqual({
      code: goodCode,
      securityCode,
      captcha: { uuid: 'preview-picture', text: '7k2p' },
      visit: anyVisit,
      device: anyDevice,
    })
  })
})

describe('text at twice its size', () => {
  test.each(['zh-CN', 'en-GB', 'fr-FR'])('does not scroll sideways (%s)', async locale => {
    const page = await visit('/c', { locale })
    for (const path of [
      '/c',
      '/c/nothing',
      item(),
      item(longCode),
      item('0C0PYXXXXXXXXXXXXXX0'),
      item('0RECAXXXXXXXXXXXXXX0'),
    ]) {
      await page.goto(preview.url + path)
      if (/\w{20}$/.test(path)) await page.waitForSelector('.drawn .proof-steps')
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(390)
    }
  })
})

describe('a page that the browser translates', () => {
  const english = (key: string) => textsByLanguage.en.t(key as never)

  /** As translators do: each text goes, and a `<font>` with other words comes. */
  const translate = (page: Page, way: 'replace' | 'insert' | 'move') =>
    page.evaluate(way => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, node =>
        (node as Text).data.trim() === '' || node.parentElement!.closest('script,style,noscript,font,[translate=no]')
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
      )
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        outer.append(inner)
        inner.append(way === 'move' ? text.cloneNode() : `\u2039${text.data}\u203a`)
        if (way === 'replace' || way === 'move') text.replaceWith(outer)
        else {
          text.before(outer)
          text.remove()
        }
      }
      return texts.length
    }, way)

  test.each(['replace', 'insert', 'move'] as const)('keeps true verdicts and counts, in %s order', async way => {
    const page = await visit(item(), { locale: 'en-GB' })
    await proven(page)
    expect(await translate(page, way)).toBeGreaterThan(100)
    await page.fill('#security-code', securityCode)
    await page.click('.check-form .button')
    await page.waitForSelector('[data-result="again"]')
    // It is not shown before there is a wrong one.
    const rightAndWrong = page.locator('[data-count="right-and-wrong"]')
    const before = (await rightAndWrong.allInnerTexts()).join()
    await translate(page, way)
    await page.fill('#security-code', 'WRONG-CODE')
    await page.click('.check-form .button')
    await page.waitForSelector('[data-result="fail"]')
    const words = await page.locator('#check-answer').innerText()
    expect(words).toContain(english('trace.check.fail'))
    expect(words).toContain(english('trace.check.fail.note'))
    expect(words).not.toContain(english('trace.check.again.note'))
    expect(await rightAndWrong.innerText()).not.toBe(before)
    // What does not change stays translated by the next walk of the translator, and nothing is there twice.
    await translate(page, way)
    await page.fill('#security-code', '')
    await page.click('.check-form .button')
    await expect.poll(() => page.locator('#check-problem').innerText()).toContain(english('trace.check.empty'))
    expect(complaints.filter(text => !/status of/.test(text))).toEqual([])
  })

  test('leaves its verdicts in the chosen language', async () => {
    const page = await visit(item(), { locale: 'en-GB' })
    await proven(page)
    expect(await page.locator('.verdict h2').getAttribute('translate')).toBe('no')
    expect(await page.locator('.proof-verdict h3').getAttribute('translate')).toBe('no')
  })
})

describe('a visit', () => {
  test('is counted once, by a browser with a stable id (TRC-09)', async () => {
    const page = await visit(item())
    await expect.poll(() => preview.calls.scans.length).toBe(1)
    await expect.poll(() => textOf(page, '[data-count="scans"]')).toBe('1,285')
    await page.reload()
    await expect.poll(() => preview.calls.scans.length).toBe(2)
    const [first, second] = preview.calls.scans as { visit: string }[]
    expect(first).toEqual({ code: goodCode, device: anyDevice, visit: anyVisit })
    // The same device: the server counts it as the same visit for half an hour.
    expect(second).toEqual({ ...first, visit: anyVisit })
  })

  test('is not repeated by a page that comes back later: reloaded, restored or by the back button', async () => {
    const page = await visit(item())
    await expect.poll(() => preview.calls.scans.length).toBe(1)
    await page.waitForFunction(() => localStorage.getItem('visits') !== null)
    await page.evaluate(
      code => localStorage.setItem('visits', JSON.stringify({ [code]: Date.now() - 31 * 60_000 })),
      goodCode,
    )
    await page.reload()
    await waitForVerdict(page, 'proven')
    await page.goto(`${preview.url}/c`)
    await page.goBack()
    await waitForVerdict(page, 'proven')
    expect(preview.calls.scans).toHaveLength(1)
    // A new scan opens the address anew.
    await page.goto(preview.url + item())
    await expect.poll(() => preview.calls.scans.length).toBe(2)
  })

  test('begins when somebody opens a page that the browser has prerendered, not before', async () => {
    const close = await openUncontrolled(`${preview.url}/opener?to=${item()}`)
    try {
      // Its script runs while nobody looks: it loads the texts of its language.
      await expect.poll(() => preview.calls.files.some(file => /\/(zh|en|fr)-[^/]*\.js$/.test(file))).toBe(true)
      expect(preview.calls.pages).toEqual([{ path: item(), purpose: expect.stringContaining('prerender') }])
      await new Promise(done => setTimeout(done, 1500))
      expect(preview.calls.scans).toEqual([])
      preview.calls.mayOpen = true
      await expect.poll(() => preview.calls.scans.length).toBe(1)
      // What was opened is the prerendered page: it was not requested again.
      expect(preview.calls.pages).toHaveLength(1)
    } finally {
      await close()
    }
  })

  test('begins when a tab is looked at, not while it waits in the background', async () => {
    const page = await visit(item(), {}, page =>
      page.addInitScript(() => {
        let state = 'hidden'
        Object.defineProperty(document, 'visibilityState', { get: () => state })
        Object.assign(window, {
          look: () => {
            state = 'visible'
            document.dispatchEvent(new Event('visibilitychange'))
          },
        })
      }),
    )
    await waitForVerdict(page, 'proven')
    expect(preview.calls.scans).toEqual([])
    await page.evaluate(() => (window as unknown as { look(): void }).look())
    await expect.poll(() => preview.calls.scans.length).toBe(1)
  })

  test('carries the position when the reader allows it, and so does the check (TRC-08)', async () => {
    const place = { longitude: 120.62, latitude: 31.3 }
    const page = await visit(item(), { permissions: ['geolocation'], geolocation: place })
    await page.waitForSelector('[data-position="shared"]')
    const [first, second] = preview.calls.scans
    expect(first).not.toHaveProperty('longitude')
    // The same visit, so that it is the same scan.
    expect(second).toEqual({ ...first, ...place })
    expect(await textOf(page, '[data-count="scans"]')).toBe('1,285')
    await page.fill('#security-code', securityCode)
    await page.click('.check-form .button')
    await expect.poll(() => preview.calls.checks[0]).toMatchObject(place)
  })

  test('is counted before its reader is asked for the position, in the page’s own words and below the check', async () => {
    const page = await visit(item(), { locale: 'fr-FR', viewport: { width: 390, height: 844 } }, page =>
      page.addInitScript(() => {
        navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
      }),
    )
    await expect.poll(() => preview.calls.scans.length).toBe(1)
    expect(preview.calls.scans[0]).not.toHaveProperty('longitude')
    await waitForVerdict(page, 'proven')
    await page.waitForSelector('.drawn .ask')
    const question = (await page.locator('.ask').boundingBox())!
    const field = (await page.locator('.check-form').boundingBox())!
    expect(question.y, 'the question is below the first screen').toBeGreaterThan(Math.max(844, field.y + field.height))
    await page.click('.ask .quiet-button')
    expect(await page.locator('.ask').count()).toBe(0)
    expect(preview.calls.scans).toHaveLength(1)
  })

  test('continues with a message when the reader refuses the browser’s request (ERR-41)', async () => {
    const page = await visit(item())
    await page.waitForSelector('[data-position="denied"]')
    expect(await textOf(page, '[data-position]')).toContain('未共享地理位置')
    await expect.poll(() => preview.calls.scans.length).toBe(1)
  })

  test('changes the language of the complete page without being counted again', async () => {
    const page = await visit(item())
    await expect.poll(() => preview.calls.scans.length).toBe(1)
    await Promise.all([
      page.waitForURL(url => !url.search),
      page.waitForEvent('load'),
      page.click('a[data-language="fr"]'),
    ])
    await page.waitForSelector('html[lang="fr"]')
    await proven(page)
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
    await expect.poll(() => preview.calls.scans.length).toBe(1)
  })

  test('of a reporting user signs them out and stays on the page (RT-49)', async () => {
    const page = await visit(item(), {}, page =>
      page.addInitScript(() => {
        if (sessionStorage.getItem('prepared')) return
        sessionStorage.setItem('prepared', '1')
        localStorage.setItem('user-type', '2')
        localStorage.setItem('admin-token', 'secret-token')
      }),
    )
    await proven(page)
    expect(await page.evaluate(() => [localStorage.getItem('admin-token'), localStorage.getItem('user-type')])).toEqual(
      [null, null],
    )
    expect(new URL(page.url()).pathname).toBe(item())
    await expect.poll(() => preview.calls.logouts).toEqual(['Bearer secret-token'])
  })
})

describe('every reader', () => {
  test('gets the facts without scripts (TRC-01, TRC-02)', async () => {
    const page = await visit(item(), { javaScriptEnabled: false })
    expect(await textOf(page, 'h1')).toBe('奥古曼多层实木地板')
    expect(await page.locator('.stage-done').count()).toBe(12)
    await page.click('#stage-felling > details > summary')
    await page.click('#stage-felling .record-details > summary')
    expect(await textOf(page, '#stage-felling .record-body')).toContain('AAC-2025-0117')
    expect(await textOf(page, '.noscript-top')).toContain('已关闭脚本')
    expect(await page.locator('.check .noscript').isVisible()).toBe(true)
    expect(await page.locator('#security-code').isVisible()).toBe(false)
    expect(
      await page.locator('.needs-script').evaluateAll(all => all.filter(one => one.checkVisibility()).length),
    ).toBe(0)
    expect(await page.getAttribute('html', 'data-verdict')).toBe('stated')
    expect(await textOf(page, '.verdict')).toContain('尚未核验')
    expect(await page.locator('#stage-felling .thumb img').first().getAttribute('src')).toBe('/api/file/felling-1')
    expect(await page.locator('.documents a:not(.paper-link)').first().getAttribute('href')).toBe('/api/file/felling-1')
  })

  test('reads clock times in their own time zone', async () => {
    const page = await visit(item())
    await expect.poll(() => textOf(page, '#stage-felling time')).toBe('2025年3月4日')
    await page.click('#stage-felling > details > summary')
    await expect.poll(() => textOf(page, '#stage-felling .record time')).toBe('2025年3月4日 18:05')
  })

  test.each([
    ['light', [item(), '/c/NOPE']],
    ['dark', [item('0TAMPEREDXXXXXXXXXX0'), '/c']],
  ] as const)('meets no accessibility violation, %s', async (colorScheme, paths) => {
    for (const path of paths) {
      const page = await visit(path, { colorScheme })
      if (path.length > 10) {
        await page.waitForSelector('.drawn')
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
      }
      const violations = await findViolations(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
      expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  })

  test('can read on the narrowest phone without horizontal scrolling', async () => {
    for (const locale of ['zh-CN', 'fr-FR']) {
      const page = await visit(item('0TAMPEREDXXXXXXXXXX0'), { locale, viewport: { width: 320, height: 640 } })
      await page.waitForSelector('.drawn [data-walk="mismatch"]')
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })

  test('can view photos with the keyboard only', async () => {
    const page = await visit(item())
    await proven(page)
    await page.click('#stage-felling > details > summary')
    await page.locator('#stage-felling').scrollIntoViewIfNeeded()
    await page.locator('#stage-felling a.thumb').nth(2).waitFor()
    await page.locator('#stage-felling a.thumb').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('ArrowRight')
    expect(await textOf(page, 'dialog figcaption')).toContain('第 2 张，共 3 张')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog:not([open])', { state: 'attached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('thumb')
  })

  test('can enter a code or a pasted address on the page without a code', async () => {
    const page = await visit('/c')
    await page.fill('#code', `https://trace.example/C/${goodCode}`)
    await Promise.all([page.waitForURL(`**/c?code=${goodCode}`), page.click('.enter .button')])
    expect(await textOf(page, 'h1')).toBe('奥古曼多层实木地板')
  })

  test('finds a stage open after following a link to it', async () => {
    const page = await visit(`${item()}#stage-packing`)
    await page.waitForSelector('#stage-packing > details[open]')
  })

  test('finds the first and the last stage open, and opens or closes the others with one press', async () => {
    const page = await visit(item(), { locale: 'en-GB', viewport: { width: 390, height: 844 } })
    await proven(page)
    const open = () =>
      page.locator('.stage-fold').evaluateAll(all => all.map(fold => (fold as HTMLDetailsElement).open))
    const folds = (await open()).length
    expect(await open()).toEqual(Array.from({ length: folds }, (_, n) => n === 0 || n === folds - 1))
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(10 * 844)
    await page.click('[data-unfold]')
    expect(await open()).not.toContain(false)
    expect(await textOf(page, '[data-unfold]')).toBe('Show the first and last')
    await page.click('[data-unfold]')
    expect((await open()).filter(Boolean)).toHaveLength(2)
  })

  test('can print everything on two pages', async () => {
    const page = await visit(item(renamedCode), { locale: 'fr-FR' })
    await proven(page)
    const pdf = await page.pdf({ format: 'A4' })
    expect(String(pdf).match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
  })
})
