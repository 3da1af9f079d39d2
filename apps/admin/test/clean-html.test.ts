import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './stand-in/browser.ts'

// Rich text inserted into a page in a real browser: what a parser makes of odd text decides, not a pattern.
let browser: Browser
let page: Page

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../src/shell/clean-html.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'cleaner', fileName: 'cleaner' } },
  })
  const [bundle] = Array.isArray(built) ? built : []
  browser = await openBrowser()
  page = await browser.newPage()
  await page.addScriptTag({ content: bundle!.output[0].code })
})
afterAll(() => browser?.close())

/** The page after the text was cleaned and inserted: its HTML, and whether any script ran. */
function insertCleaned(html: string): Promise<{ html: string; ran: boolean }> {
  return page.evaluate(async text => {
    const scope = globalThis as unknown as { cleaner: { cleanHtml(html: string): DocumentFragment }; ran?: boolean }
    scope.ran = false
    const holder = document.createElement('div')
    holder.append(scope.cleaner.cleanHtml(text))
    document.body.replaceChildren(holder)
    await new Promise(resolve => setTimeout(resolve))
    return { html: holder.innerHTML, ran: scope.ran }
  }, html)
}

const run = 'globalThis.ran=true'

test.each([
  `<script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<svg onload=${run}><script>${run}</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<iframe srcdoc="<script>parent.ran=true</script>"></iframe>`,
  `<object data="data:text/html,x"></object><embed src="x">`,
  `<details open ontoggle=${run}>x</details>`,
  '<style>*{background:url(//evil.example)}</style>',
  '<p style="position:fixed" class="ant-modal" id="root" data-x="1" aria-label="x">x</p>',
  '<a href="javascript:globalThis.ran=true">x</a><a href="jav&#x09;ascript:x">y</a>',
  '<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="javascript:x">',
  '<template><img src=x onerror=globalThis.ran=true></template>',
])('no part of %s stays or runs', async vector => {
  const { html, ran } = await insertCleaned(`<p>before</p>${vector}<p>after</p>`)
  expect(ran).toBe(false)
  expect(html).not.toMatch(
    /<(?:script|svg|math|iframe|object|embed|style|form|details|template|noscript)|\son\w+=|javascript:|data:|\s(?:style|class|id|data-\w+|aria-\w+)=/i,
  )
  expect(html).toContain('<p>before</p>')
})

test('what the editor writes stays, and links open apart', async () => {
  const written =
    '<h2>Oak</h2><p><strong>a</strong><em>b</em><u>c</u><s>d</s></p><ol start="3"><li>1</li></ol>' +
    '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><img src="/api/file/abc" alt="log" width="40">'
  expect((await insertCleaned(written)).html).toBe(written)
  expect((await insertCleaned('<a href="https://example.org">x</a>')).html).toMatch(
    /^<a (?=.*href="https:\/\/example\.org")(?=.*rel="noopener noreferrer")(?=.*target="_blank")[^>]*>x<\/a>$/,
  )
})
