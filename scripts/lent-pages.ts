import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { patience, within } from './patience.ts'

interface Lent {
  context: BrowserContext
  /** Stays open on the site, so that its process, with every script it has compiled, outlives a visit. */
  keeper: Page
  session: CDPSession
}

/** What nobody uses now, by browser and by the options it was made with. */
const idle = new WeakMap<Browser, Map<string, Lent[]>>()

export interface LentPage {
  page: Page
  /** Another page of the same person on a small file of the site: reaches what the site stores before `page` is there. */
  keeper: Page
  /** Closes the page and leaves nothing of this visit to the next. */
  giveBack(): Promise<void>
}

/**
 * A page of somebody who was never here. A context of its own for each visit would start a process and compile every
 * script anew, which takes longer than most visits do; so one made with the same options is emptied and lent again.
 * What cannot be taken back from a context (its init scripts, permissions, a clock) belongs to the page or in `options`.
 * @param home any small file of the site
 */
export async function lendPage(
  browser: Browser,
  home: string,
  { viewport, ...options }: BrowserContextOptions = {},
): Promise<LentPage> {
  const kinds = idle.get(browser) ?? new Map<string, Lent[]>()
  idle.set(browser, kinds)
  const kind = JSON.stringify(options)
  const shelf = kinds.get(kind) ?? []
  kinds.set(kind, shelf)
  const lent = shelf.pop() ?? (await make(browser, home, options))
  const { context, keeper } = lent
  // Some tests have a server each.
  if (new URL(keeper.url()).origin !== new URL(home).origin) await keeper.goto(home)
  const page = await within('opening a lent page', context.newPage())
  if (viewport) await page.setViewportSize(viewport)
  const origins = new Set<string>()
  context.on('request', request => origins.add(new URL(request.url()).origin))
  return {
    page,
    keeper,
    giveBack: async () => {
      context.removeAllListeners('request')
      await empty(lent, origins)
      shelf.push(lent)
    },
  }
}

/** A page in a context of its own: nothing of it has been compiled or fetched before. It is closed in the end. */
export async function makePage(browser: Browser, home: string, options: BrowserContextOptions = {}): Promise<LentPage> {
  const { context, keeper } = await make(browser, home, options)
  return { page: await context.newPage(), keeper, giveBack: () => context.close() }
}

/**
 * Takes away what contexts keep of a site beside what it stores, for the next one may be another one at the same address.
 * Those of rare options are closed. Nothing may be lent meanwhile.
 */
export async function forgetSite(
  browser: Browser,
  isUsual: (options: BrowserContextOptions) => boolean,
): Promise<void> {
  const kinds = idle.get(browser) ?? new Map<string, Lent[]>()
  for (const [kind, shelf] of kinds)
    if (isUsual(JSON.parse(kind))) for (const { session } of shelf) await session.send('Network.clearBrowserCache')
    else for (const { context } of shelf.splice(0)) await context.close()
}

async function make(browser: Browser, home: string, options: BrowserContextOptions): Promise<Lent> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patience)
  const keeper = await context.newPage()
  await keeper.goto(home)
  return { context, keeper, session: await context.newCDPSession(keeper) }
}

/** Takes away what a visit leaves: windows, storage of every kind, cookies, routes, being offline. */
async function empty({ context, keeper, session }: Lent, origins: ReadonlySet<string>): Promise<void> {
  await within('going online again', context.setOffline(false))
  await within('taking routes away', context.unrouteAll({ behavior: 'ignoreErrors' }))
  // A page that is open could write again what is removed.
  for (const page of context.pages()) if (page !== keeper) await within(`closing ${page.url()}`, close(page))
  for (const origin of origins)
    if (origin !== 'null')
      await within(
        `emptying the storage of ${origin}`,
        session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      )
  await within('taking cookies away', context.clearCookies())
}

/** A page that is just on its way elsewhere may arrive there instead of closing, and then has to be told again. */
async function close(page: Page): Promise<void> {
  const closed = page.close().then(() => true)
  while (!(await Promise.race([closed, delay(1000, false, { ref: false })])))
    await page
      .context()
      .newCDPSession(page)
      .then(session => session.send('Page.close'))
      // Gone meanwhile.
      .catch(() => {})
}
