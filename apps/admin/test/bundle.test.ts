import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Visit, visit } from './stand-in/browser.ts'
import { buildPages } from './stand-in/build.ts'
import { type StandIn, startStandIn } from './stand-in/server.ts'

// The product as delivered: its own screens, built for production, opened in a browser. Bundlers have broken pages
// before in ways that only a browser shows.

let browser: Browser
let site: StandIn
let pages: Awaited<ReturnType<typeof buildPages>>

beforeAll(async () => {
  pages = await buildPages()
  site = await startStandIn(pages.dist)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  pages?.remove()
})

const kilobyte = 1000
const packed = (path: string) => gzipSync(readFileSync(join(pages.dist, path)), { level: 9 }).length

/** Gzipped bytes of the scripts that a page loaded, and their files. */
async function scripts(
  open: (person: Awaited<ReturnType<typeof visit>>) => Promise<void>,
  language: 'zh' | 'en' | 'fr',
) {
  await using person = await visit(browser, site, { language })
  const files = new Set<string>()
  person.page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) files.add(pathname)
  })
  await open(person)
  await person.page.waitForLoadState('networkidle')
  expect(person.problems.filter(problem => !/favicon/.test(problem))).toEqual([])
  return { bytes: [...files].reduce((sum, file) => sum + packed(file), 0), files: [...files] }
}

describe('the delivered pages', () => {
  it.each(['zh', 'en', 'fr'] as const)('sign in with less than 50 kB of script (%s)', async language => {
    const { bytes, files } = await scripts(async person => {
      await person.open('/login')
      await person.page.waitForSelector('.captcha-picture img')
    }, language)
    expect(files.filter(file => !file.startsWith('/assets/sign-in/'))).toEqual([])
    expect(bytes).toBeLessThan(50 * kilobyte)
  })

  it('start the sign-in with a script of less than 10 kB, and prefetch the form and the phrases of a first visit', () => {
    const document = readFileSync(join(pages.dist, 'sign-in.html'), 'utf8')
    const named = (pattern: RegExp) => [...document.matchAll(pattern)].map(match => match[1]!)
    const begins = named(/<script type="module" crossorigin src="([^"]+)">/g)
    expect(begins).toHaveLength(1)
    expect(packed(begins[0]!)).toBeLessThan(10 * kilobyte)
    expect(named(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)).toEqual([
      expect.stringMatching(/^\/assets\/sign-in\/screen-[\w-]+\.js$/),
      // The phrases of a first visit.
      expect.stringMatching(/^\/assets\/sign-in\/sign-in-start-[\w-]+\.js$/),
    ])
  })

  it('redirect visitors who are not signed in with a script of less than 6 kB of the back office', () => {
    const document = readFileSync(join(pages.dist, 'index.html'), 'utf8')
    const begins = /<script type="module" crossorigin src="([^"]+)">/.exec(document)![1]!
    const needed = new Set<string>()
    const need = (file: string) => {
      if (needed.has(file)) return
      needed.add(file)
      const text = readFileSync(join(pages.dist, file), 'utf8')
      for (const [, other] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) need(`/assets/${other}`)
    }
    need(begins)
    expect([...needed].reduce((sum, file) => sum + packed(file), 0)).toBeLessThan(6 * kilobyte)
  })

  const signInAt = (path: string) => async (person: Visit) => {
    await person.open(`/login?redirect=${encodeURIComponent(path)}`)
    await person.page.fill('input[name=username]', 'admin')
    await person.page.fill('input[name=password]', 'demo-pass')
    await person.page.fill('.captcha input', '9')
    await person.page.click('button[type=submit]')
    await person.page.waitForSelector('.content .screen')
  }

  it.each(['zh', 'fr'] as const)(
    'show the frame of every screen with less than 462 kB, sign-in included (%s)',
    async language => {
      // An address without a screen component: only the layout is loaded.
      const { bytes } = await scripts(signInAt('/system/gone'), language)
      expect(bytes).toBeLessThan(462 * kilobyte)
    },
  )

  it('show Home with less than 480 kB in all, sign-in included', async () => {
    const { bytes } = await scripts(signInAt('/index'), 'zh')
    expect(bytes).toBeLessThan(480 * kilobyte)
  })

  it('keep every screen in a chunk of its own', () => {
    const manifest = JSON.parse(readFileSync(join(pages.dist, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { isDynamicEntry?: boolean }
    >
    const areas = Object.keys(manifest).filter(file => file.startsWith('src/areas/') && manifest[file]?.isDynamicEntry)
    const named = [
      ...readFileSync(new URL('../src/areas/screens.ts', import.meta.url), 'utf8').matchAll(/import\('\.\/([^']+)'\)/g),
    ]
    expect(named.length).toBeGreaterThan(3)
    for (const [, file] of named) expect(areas).toContain(`src/areas/${file}`)
  })

  it('contain no development host and no source map', () => {
    const files = readdirSync(join(pages.dist, 'assets'), { recursive: true, encoding: 'utf8' })
    expect(files.filter(file => file.startsWith('sign-in/')).length).toBeGreaterThan(4)
    expect(files.filter(file => file.endsWith('.map'))).toEqual([])
    for (const file of files.filter(file => file.endsWith('.js'))) {
      expect(readFileSync(join(pages.dist, 'assets', file), 'utf8')).not.toMatch(/127\.0\.0\.1:8080|localhost:5173/)
    }
  })
})
