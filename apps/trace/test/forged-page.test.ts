/** Pages, pictures and proofs that were changed in transit, in a real browser: what the reader sees in the end. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../scripts/chromium.ts'
import { type PooledPage, acquirePage } from '../../../scripts/page-pool.ts'
import { goodCode, item } from '../src/fixtures/journey.ts'
import { requestKey, sealedProofOf } from '../src/fixtures/proof.ts'
import { type Preview, renamedCode, startPreview } from '../src/fixtures/serve.ts'
import { builtPage as dist } from './built.ts'

let browser: Browser
let preview: Preview
let honest: string
const open: PooledPage[] = []

beforeAll(async () => {
  preview = await startPreview(dist)
  browser = await openBrowser()
  honest = await contentOf(await visit())
})
afterAll(async () => {
  await browser?.close()
  await preview?.close()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(lent => lent.release()))
})

async function visit(before?: (page: Page) => Promise<unknown>, path = `/c/${goodCode}`): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB', timezoneId: 'Asia/Shanghai', permissions: [] }
  const lent = await acquirePage(browser, `${preview.url}/nothing`, phone)
  open.push(lent)
  await before?.(lent.page)
  await lent.page.goto(preview.url + path)
  return lent.page
}

const waitForVerdict = (page: Page, verdict: string) => page.waitForSelector(`html[data-verdict="${verdict}"]`)

/** Changes the server's page, and drops the content policy that would forbid some of the changes. */
const changed = (change: (html: string) => string) => (page: Page) =>
  page.route('**/c/*', async (route: Route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = change(html)
    expect(body, 'the forgery must change something').not.toBe(html)
    await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body })
  })

/** Everything on the page, texts and attributes, without what differs between visits. */
async function contentOf(page: Page): Promise<string> {
  await page.waitForSelector('.drawn')
  await page.waitForSelector('[data-position]')
  // The step about files passes once the first picture was compared.
  await page.waitForSelector('[data-step="files"][data-state="ok"]', { state: 'attached' })
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    for (const element of body.querySelectorAll('[data-count="scans"], .problem, .pictures, .thumbs')) element.remove()
    const head = [...document.head.children].filter(({ tagName }) => !['SCRIPT', 'META'].includes(tagName))
    const root = [...document.documentElement.attributes, ...document.body.attributes].map(({ name }) => name)
    return [root.join(), head.map(({ outerHTML }) => outerHTML).join('\n'), body.innerHTML].join('\n')
  })
}

const article = (html: string) => /<article class="record" data-record="4101">[\s\S]*?<\/article>/.exec(html)![0]

const forgeries: Record<string, (html: string) => string> = {
  'a value': html => html.replaceAll('AAC-2025-0117<', 'EVIL-9999<'),
  'a unit': html => html.replaceAll('7.318 m³', '7.318 t'),
  'the name of a field': html => html.replaceAll('>Logging permit number<', '>EVIL number<'),
  'the name of a stage': html => html.replaceAll('</span>Felling<', '</span>EVIL harvest<'),
  'a time': html => html.replaceAll('2025-03-04T', '2024-01-01T').replaceAll('4 Mar 2025', '1 Jan 2024'),
  'the address of a photo': html => html.replaceAll('/api/file/felling-1', '/api/file/EVIL'),
  'the name of the product and the title': html => html.replaceAll('Okoumé engineered flooring', 'EVIL teak'),
  'what it is certified as, and by whom': html =>
    html.replaceAll('Certification Exemple (fictitious)', 'EVIL body').replaceAll('Certification successful', 'EVIL'),
  'the number of a certificate': html => html.replaceAll('FSC-C012345', 'EVIL-C999999'),
  'the enterprise': html => html.replaceAll('示例地板有限公司（虚构）', 'EVIL trading'),
  'the printed line': html => html.replace('GA · F012', 'BR · F666'),
  'a second article of the same record': html =>
    html.replace(article(html), match => match + match.replaceAll('Felling', 'EVIL')),
  'an article of a record that is not': html =>
    html.replace(article(html), match => match.replaceAll('4101', '4999').replaceAll('AAC', 'EVIL') + match),
  'a record without its number': html => html.replace('data-record="4101"', ''),
  'a second copy of a value': html =>
    html.replace(
      '<dd data-key="volume"',
      '<dd data-key="volume" data-proof="proven">EVIL 99 m³</dd><dd data-key="volume"',
    ),
  'a record left out': html => html.replace(article(html), ''),
  'a banner before the content': html =>
    html.replace('<main', '<div class="card verdict-proven" style="position:fixed">EVIL certified genuine</div><main'),
  'a banner after everything': html => html.replace('</body>', '<dialog open>EVIL</dialog></body>'),
  'a style that hides and one that writes': html =>
    html.replace('</head>', '<style>.verdict{display:none!important}main::before{content:"EVIL"}</style></head>'),
  'a style in the body': html => html.replace('<main', '<style>.reasons{display:none}</style><main'),
  'a stylesheet of somebody else': html =>
    html.replace('</head>', '<link rel="stylesheet" href="/api/file/EVIL.css"></head>'),
  'its own stylesheet switched off': html => html.replace('rel="stylesheet"', 'rel="stylesheet" media="not all"'),
  'a hidden body with a shadow of its own': html =>
    html.replace('<body>', '<body style="opacity:0" class="EVIL"><template shadowrootmode="open">EVIL</template>'),
  'a root that claims to be proven': html =>
    html.replace('data-verdict="stated"', 'data-verdict="proven" style="filter:blur(9px)" class="EVIL"'),
  'a field that is filled in already': html => html.replace('id="security-code"', 'id="security-code" value="EVIL"'),
  'data that claim that there is nothing to check': html =>
    html.replace(
      '"status":"active"',
      '"records":0,"total":0,"texts":{"trace.verdict.stated":"EVIL"},"status":"active"',
    ),
  'everything for another code’s': html => html.replaceAll(goodCode, renamedCode).replaceAll('Okoumé', 'EVIL'),
  'everything away': html => html.replace(/<main[\s\S]*<\/main>/, '<main><h1>EVIL</h1></main>'),
}

describe('the check in the browser removes every forgery from the page:', () => {
  test.each(Object.entries(forgeries))('%s', async (_name, change) => {
    const page = await visit(changed(change))
    await waitForVerdict(page, 'proven')
    const seen = await contentOf(page)
    expect(seen).not.toMatch(/EVIL/)
    expect(seen).toBe(honest)
    expect(await page.locator('#security-code').inputValue()).toBe('')
    expect(await page.title()).toBe('Okoumé engineered flooring · where this wood comes from')
    expect(await page.locator('.verdict').isVisible()).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main')!, '::before').content)).toBe(
      'none',
    )
  })
})

describe('a forged proof', () => {
  const answer = (body: string | ((route: Route) => Promise<void>)) => (page: Page) =>
    page.route('**/proof*', route =>
      typeof body === 'string' ? route.fulfill({ contentType: 'application/json', body }) : body(route),
    )

  test('of another item is suspicious, and none of its facts is shown', async () => {
    const page = await visit(
      answer(async route => {
        const response = await route.fetch({ url: route.request().url().replace(goodCode, renamedCode) })
        await route.fulfill({ response })
      }),
    )
    await waitForVerdict(page, 'suspicious')
    expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
    expect(await page.locator('[data-record]').count()).toBe(0)
    expect(await page.locator('h1').count()).toBe(0)
  })

  test('F6: of another serial of the same request, honestly sealed, is suspicious, and none of its facts is shown', async () => {
    const another = await sealedProofOf(item(), { at: new Date(), serial: 9200 })
    const page = await visit(
      answer(JSON.stringify({ code: 200, msg: 'ok', data: { ...another, consistency: null } })),
      `/c/${goodCode}?lang=en`,
    )
    await waitForVerdict(page, 'suspicious')
    expect(await page.locator('.verdict').innerText()).toContain(
      'Code request: is about another code of the same request',
    )
    expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
    expect(await page.locator('[data-record]').count()).toBe(0)
    expect(await page.locator('[data-step="binding"]').getAttribute('data-state')).toBe('failed')
  })

  test('with one changed field is suspicious', async () => {
    const page = await visit(
      answer(async route => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll('AAC-2025-0117', 'EVIL-2025-0117')
        await route.fulfill({ response, body })
      }),
    )
    await waitForVerdict(page, 'suspicious')
    expect(await page.locator('body').innerText()).not.toContain('EVIL')
  })

  test('signed with a key that did not come with the script is suspicious', async () => {
    const page = await visit(page =>
      page.route('**/t/log.js', route =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `export const keys = ["demo.timbermark.example/ledger+00000000+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]; export const requestKey = ${JSON.stringify(requestKey)}; export const witnessKeys = []`,
        }),
      ),
    )
    await page.waitForSelector('html:is([data-verdict="suspicious"], [data-verdict="unavailable"])')
    expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
  })

  test.each([
    '',
    '{',
    '{"code":200,"data":{}}',
    '{"code":500,"msg":"broken"}',
    '{"code":200,"data":{"chains":[null]}}',
  ])('that is not a proof (%j) is neither for nor against the item', async body => {
    const page = await visit(answer(body))
    await waitForVerdict(page, 'unavailable')
    expect(await page.locator('[data-proof="proven"]').count()).toBe(0)
  })
})

describe('pictures and papers', () => {
  const replaceFile = (file: string) => (page: Page) =>
    page.route(`**/api/file/${file}`, route =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"><text>EVIL</text></svg>',
      }),
    )
  const provenThumbs = (page: Page) => page.locator('#stage-felling a.thumb img[data-proof="proven"]')

  test('are shown from the bytes that were compared with the seal', async () => {
    const page = await visit()
    await waitForVerdict(page, 'proven')
    await page.click('#stage-felling > details > summary')
    await page.locator('#stage-felling').scrollIntoViewIfNeeded()
    await provenThumbs(page).nth(2).waitFor()
    for (const image of await provenThumbs(page).all()) expect(await image.getAttribute('src')).toMatch(/^blob:/)
    // Pictures far below the viewport are not fetched.
    expect(await page.locator('#stage-secondaryProcessing [data-picture="waiting"]').count()).toBe(2)
  })

  test('a replaced picture is not shown, and the item is suspicious', async () => {
    const page = await visit(replaceFile('felling-2'))
    await waitForVerdict(page, 'proven')
    await page.click('#stage-felling > details > summary')
    await page.locator('#stage-felling').scrollIntoViewIfNeeded()
    await waitForVerdict(page, 'suspicious')
    expect(await page.locator('#stage-felling [data-picture="differs"]').innerText()).toContain(
      'not the file that was sealed',
    )
    await provenThumbs(page).nth(1).waitFor()
    expect(await provenThumbs(page).count()).toBe(2)
    expect(await page.locator('.verdict').innerText()).toContain(
      'A picture or paper is not the one that was sealed: Felling',
    )
    expect(await page.locator('[data-step="files"]').getAttribute('data-state')).toBe('failed')
  })

  test('a picture that cannot be fetched says so and is neither for nor against the item', async () => {
    const page = await visit(page => page.route('**/api/file/floor', route => route.abort()))
    await waitForVerdict(page, 'proven')
    await page.waitForSelector('.pictures [data-picture="unavailable"]')
    expect(await page.getAttribute('html', 'data-verdict')).toBe('proven')
  })

  test('a paper is downloaded only when it is the sealed one', async () => {
    const page = await visit()
    await waitForVerdict(page, 'proven')
    await page.click('#stage-felling > details > summary')
    await page.click('#stage-felling .record-details > summary')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#stage-felling .documents a:not(.paper-link)'),
    ])
    expect(download.suggestedFilename()).toBe('felling-1.pdf')

    const other = await visit(replaceFile('felling-1'))
    await waitForVerdict(other, 'proven')
    let downloads = 0
    other.on('download', () => downloads++)
    await other.click('#stage-exportCustoms summary')
    await other.click('#stage-felling > details > summary')
    await other.click('#stage-felling .record-details > summary')
    await other.click('#stage-felling .documents a:not(.paper-link)')
    await other.waitForSelector('[data-file="differs"]')
    await waitForVerdict(other, 'suspicious')
    expect(downloads).toBe(0)
  })

  test('a paper that buyers may open is saved when it is the sealed one; other bytes are suspicious, a withdrawn one is not', async () => {
    const openPermit = async (page: Page) => {
      await waitForVerdict(page, 'proven')
      await page.click('#stage-felling > details > summary')
      await page.click('#stage-felling .record-details > summary')
      await page.click('#stage-felling .paper-link')
    }
    const page = await visit()
    const [download] = await Promise.all([page.waitForEvent('download'), openPermit(page)])
    expect(download.suggestedFilename()).toBe('Permis de coupe 2025.pdf')
    // A paper that buyers can no longer open says so; that it was sealed is still shown.
    expect(await page.locator('.certification [data-paper="withdrawn"]').innerText()).toContain('no longer lets buyers')
    const gone = await visit(page => page.route('**/paper/*', route => route.fulfill({ status: 404, body: '{}' })))
    await openPermit(gone)
    await gone.waitForSelector('[data-file="gone"]')
    expect(await gone.getAttribute('html', 'data-verdict')).toBe('proven')
    const other = await visit(page => page.route('**/paper/*', route => route.fulfill({ body: 'EVIL' })))
    await openPermit(other)
    await other.waitForSelector('[data-file="differs"]')
    await waitForVerdict(other, 'suspicious')
  })
})
