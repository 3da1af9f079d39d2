import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '@timbermark/contract'
import { acquirePage } from '../../../../scripts/page-pool.ts'
import { waitLimitMs, withTimeout } from '../../../../scripts/timeouts.ts'
import type { StandIn } from './server.ts'

export { openBrowser } from '../../../../scripts/chromium.ts'

export interface Visit extends AsyncDisposable {
  page: Page
  /** Errors that the page logged on its console or threw. */
  problems: string[]
  /** Opens an address of the site. */
  open(path: string): Promise<void>
  /** Navigates inside of the page, without reloading it. */
  go(path: string): Promise<void>
  /** Signs in with the page's form. */
  signInByHand(account?: string): Promise<void>
  /** Opens Home, or another page, with an existing session. */
  signIn(account?: string, path?: string): Promise<void>
  path(): string
  stored(key: string): Promise<string | null>
}

export interface VisitOptions extends BrowserContextOptions {
  language?: Language
  /** Initial layout settings. */
  layout?: Record<string, unknown>
}

/**
 * Fills a field until it has the text: the browser sends text to the focused element, which a page that is still being
 * built may change. Early input is tested separately ("from its first moment").
 * @throws when the field never gets the text
 */
export async function typeInto(page: Page, field: string, text: string): Promise<void> {
  const deadline = Date.now() + waitLimitMs
  for (;;) {
    await page.fill(field, text)
    if ((await page.inputValue(field)) === text) return
    if (Date.now() > deadline) throw new Error(`${field} does not hold the text that was typed into it`)
  }
}

/** A visitor with a browser of their own. Motion is off, so that pictures and positions are final at once. */
export async function visit(
  browser: Browser,
  site: StandIn,
  { language, layout, ...options }: VisitOptions = {},
): Promise<Visit> {
  const {
    page,
    keeper,
    release: giveBack,
  } = await acquirePage(browser, `${site.origin}/favicon.svg`, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  const first: Record<string, string> = {
    ...(language ? { language } : {}),
    ...(layout ? { 'layout-setting': JSON.stringify(layout) } : {}),
  }
  const store = (entries: Record<string, string>) =>
    withTimeout(
      'storing before the visit',
      keeper.evaluate(all => {
        for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
      }, entries),
    )
  await store(first)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  const self: Visit = {
    page,
    problems,
    open: async path => {
      await page.goto(site.origin + path)
    },
    go: async path => {
      // Before its first page is drawn the program misses changes of the address.
      await page.waitForSelector('h1')
      await page.evaluate(to => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }, path)
      // The open tag follows the address; pages outside of the layout have none.
      await page.waitForFunction(() => {
        const tag = document.querySelector('.tags-bar li.active a')
        return !document.querySelector('.frame') || tag?.getAttribute('href') === location.pathname + location.search
      })
    },
    signIn: async (account = 'admin', path = '/index') => {
      await store({ 'admin-token': site.openSession(account) })
      await page.goto(site.origin + path)
      await page.waitForSelector('.content')
    },
    signInByHand: async (account = 'admin') => {
      await page.goto(`${site.origin}/login`)
      await typeInto(page, 'input[name=username]', account)
      await typeInto(page, 'input[name=password]', 'demo-pass')
      await typeInto(page, '.captcha input', '9')
      await page.click('button[type=submit]')
      await page.waitForURL(url => url.pathname !== '/login')
    },
    path: () => {
      const { pathname, search, hash } = new URL(page.url())
      return pathname + search + hash
    },
    stored: key => page.evaluate(name => localStorage.getItem(name), key),
    [Symbol.asyncDispose]: giveBack,
  }
  return self
}
