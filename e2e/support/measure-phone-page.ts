/**
 * How long a phone waits for /h5 on a slow line with a slow processor, and without any line from what it keeps. A page is
 * open when what the reporter came for is painted and the page answers a touch: the functions of the home page, or the
 * fields of the sign-in form. The line is the usual "slow 4G" (150 ms there and back, 1.6 Mbit/s down), the processor four
 * times slower than this machine's. Every visit has a process of its own, so that nothing is compiled already.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { type Claim, median, seconds } from '../../apps/server/bench/bench.ts'
import { openBrowser, phone } from './browser.ts'
import { setOffline } from './offline.ts'

/** What one opening took. */
export interface Opening {
  /** Milliseconds from the touch to a usable page. */
  opened: number
  /** Milliseconds until anything is painted. */
  painted: number
  /** Milliseconds the page's own thread was busy. */
  busy: number
  /** Kilobytes over the line, with headers. */
  fetched: number
}

export interface Visited {
  url: string
  /** Of a person who may report. */
  token: string
}

export const slow4g = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
export const slower = 4
const visits = 7
const home = 'a.tile-main'
const signInForm = 'input[type=password]'

const mark = 'opened'

/** Runs in the page: reports when the awaited element is painted and the thread is free again. */
const watcher = (selector: string) => `{
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look)
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      const painted = Math.min(paint ?? Infinity, performance.now())
      console.debug('${mark}', performance.timeOrigin + performance.now(), performance.timeOrigin + painted)
    }
    requestAnimationFrame(() => channel.port2.postMessage(0))
  }
  look()
}`

async function slowed(page: Page, line: boolean): Promise<{ session: CDPSession; bytes: () => number }> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', event => (bytes += event.encodedDataLength))
  await session.send('Network.enable')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (line) await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return { session, bytes: () => bytes }
}

async function open(context: BrowserContext, url: string, selector: string, line: boolean): Promise<Opening> {
  const page = await context.newPage()
  try {
    const { session, bytes } = await slowed(page, line)
    await page.addInitScript(watcher(selector))
    const consoleEvent = page.waitForEvent('console', {
      predicate: message => message.text().startsWith(mark),
      timeout: 60_000,
    })
    const begun = Date.now()
    await page.goto(`${url}/h5`, { waitUntil: 'commit' })
    const [opened, painted] = (await consoleEvent).text().split(' ').slice(1).map(Number)
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find(one => one.name === name)?.value ?? Number.NaN
    return {
      opened: opened! - begun,
      painted: painted! - begun,
      busy: metric('TaskDuration') * 1000,
      fetched: bytes() / 1000,
    }
  } finally {
    await page.close()
  }
}

/** A phone that has never seen the page. */
async function freshPhone(browser: Browser, { url, token }: Visited, signedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  if (signedIn) await page.evaluate(`localStorage.setItem('admin-token', ${JSON.stringify(token)})`)
  await page.close()
  return context
}

/** The first visit of a phone over the slow line. */
export async function firstVisit(browser: Browser, visited: Visited, signedIn = true): Promise<Opening> {
  const context = await freshPhone(browser, visited, signedIn)
  try {
    return await open(context, visited.url, signedIn ? home : signInForm, true)
  } finally {
    await context.close()
  }
}

/** Visits without any line, of a phone that visited once before. */
export async function offlineVisits(browser: Browser, visited: Visited, times: number): Promise<Opening[]> {
  const context = await freshPhone(browser, visited, true)
  try {
    const page = await context.newPage()
    await page.goto(`${visited.url}/h5`)
    await page.waitForSelector(home)
    const worker = `navigator.serviceWorker.getRegistration('/h5').then(found => found?.active?.state)`
    while ((await page.evaluate(worker)) !== 'activated') await new Promise(done => setTimeout(done, 100))
    await page.close()
    await setOffline(context, true)
    const openings: Opening[] = []
    for (let time = 0; time < times; time++) {
      // Long enough for the process of the visit before to end.
      await new Promise(done => setTimeout(done, 300))
      await stopWorkers(context)
      openings.push(await open(context, visited.url, home, false))
    }
    return openings
  } finally {
    await context.close()
  }
}

/** The worker starts with the visit, as it does on a phone that had the page closed. */
async function stopWorkers(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.close()
}

const range = (of: readonly number[], digits = 2) =>
  `${(median(of) / 1000).toFixed(digits)} s (${(Math.min(...of) / 1000).toFixed(digits)}–${(Math.max(...of) / 1000).toFixed(digits)})`

export const formatOpenings = (of: readonly Opening[]): string =>
  `${range(of.map(one => one.opened))}, first paint ${range(of.map(one => one.painted))}, its thread busy ${median(of.map(one => one.busy)).toFixed(0)} ms, ${median(of.map(one => one.fetched)).toFixed(0)} kB`

/** The claims about opening, each by the median. */
export async function measurePhonePage(visited: Visited): Promise<Claim[]> {
  const browser = await openBrowser()
  try {
    const first: Opening[] = []
    const signedOut: Opening[] = []
    for (let visit = 0; visit < visits; visit++) {
      first.push(await firstVisit(browser, visited))
      signedOut.push(await firstVisit(browser, visited, false))
    }
    const offline = await offlineVisits(browser, visited, visits)
    const claim = (title: string, of: readonly Opening[], most: number): Claim => ({
      title,
      found: formatOpenings(of),
      bound: `under ${seconds(most)}`,
      held: median(of.map(one => one.opened)) < most,
    })
    return [
      claim('/h5 first opened over slow 4G, signed in: its functions', first, 2000),
      claim('/h5 first opened over slow 4G, signed out: the sign-in form', signedOut, 2000),
      claim('/h5 opened from what the phone keeps, without a network', offline, 1000),
    ]
  } finally {
    await browser.close()
  }
}
