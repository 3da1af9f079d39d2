import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { waitLimitMs, withTimeout } from './timeouts.ts'

interface PoolEntry {
  context: BrowserContext
  /** Stays open on the site, so that its process, with every script it has compiled, outlives a visit. */
  keeper: Page
  session: CDPSession
}

/** Contexts that are not in use, by browser and by the options they were made with. */
const idle = new WeakMap<Browser, Map<string, PoolEntry[]>>()

export interface PooledPage {
  page: Page
  /** Another page of the same person on a small file of the site: reaches what the site stores before `page` is there. */
  keeper: Page
  /** Closes the page and leaves nothing of this visit to the next. */
  release(): Promise<void>
}

/**
 * A page of a person who was never here. A context of its own for each visit would start a process and compile every
 * script anew, which takes longer than most visits do; so one made with the same options is emptied and lent again.
 * What cannot be taken back from a context (its init scripts, permissions, a clock) belongs to the page or in `options`.
 * @param home any small file of the site
 */
export async function acquirePage(
  browser: Browser,
  home: string,
  { viewport, ...options }: BrowserContextOptions = {},
): Promise<PooledPage> {
  const kinds = idle.get(browser) ?? new Map<string, PoolEntry[]>()
  idle.set(browser, kinds)
  const kind = JSON.stringify(options)
  const shelf = kinds.get(kind) ?? []
  kinds.set(kind, shelf)
  const lent = shelf.pop() ?? (await openEntry(browser, home, options))
  const { context, keeper } = lent
  // Some tests have a server each.
  if (new URL(keeper.url()).origin !== new URL(home).origin) await keeper.goto(home)
  const page = await withTimeout('opening a lent page', context.newPage())
  if (viewport) await page.setViewportSize(viewport)
  const origins = new Set<string>()
  context.on('request', request => origins.add(new URL(request.url()).origin))
  return {
    page,
    keeper,
    release: async () => {
      context.removeAllListeners('request')
      await resetEntry(lent, origins)
      shelf.push(lent)
    },
  }
}

/** A page in a context of its own: nothing of it has been compiled or fetched before. It is closed in the end. */
export async function openFreshPage(
  browser: Browser,
  home: string,
  options: BrowserContextOptions = {},
): Promise<PooledPage> {
  const { context, keeper } = await openEntry(browser, home, options)
  return { page: await context.newPage(), keeper, release: () => context.close() }
}

/**
 * Clears what contexts cache of a site in addition to its storage: the next site may be another one at the same address.
 * Those of rare options are closed. Nothing may be lent meanwhile.
 */
export async function clearSiteData(
  browser: Browser,
  isUsual: (options: BrowserContextOptions) => boolean,
): Promise<void> {
  const kinds = idle.get(browser) ?? new Map<string, PoolEntry[]>()
  for (const [kind, shelf] of kinds)
    if (isUsual(JSON.parse(kind))) for (const { session } of shelf) await session.send('Network.clearBrowserCache')
    else for (const { context } of shelf.splice(0)) await context.close()
}

async function openEntry(browser: Browser, home: string, options: BrowserContextOptions): Promise<PoolEntry> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(waitLimitMs)
  const keeper = await context.newPage()
  await keeper.goto(home)
  return { context, keeper, session: await context.newCDPSession(keeper) }
}

/** Takes away what a visit leaves: windows, storage of every kind, cookies, routes, being offline. */
async function resetEntry({ context, keeper, session }: PoolEntry, origins: ReadonlySet<string>): Promise<void> {
  await withTimeout('going online again', context.setOffline(false))
  await withTimeout('taking routes away', context.unrouteAll({ behavior: 'ignoreErrors' }))
  // A page that is open could write again what is removed.
  for (const page of context.pages()) if (page !== keeper) await withTimeout(`closing ${page.url()}`, close(page))
  for (const origin of origins)
    if (origin !== 'null')
      await withTimeout(
        `emptying the storage of ${origin}`,
        session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      )
  await withTimeout('taking cookies away', context.clearCookies())
}

/** A page that is just on its way elsewhere may arrive there instead of closing, and then has to be closed again. */
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
