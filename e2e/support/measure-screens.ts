/**
 * How long each screen of the back office takes to its largest paint, opened by its address with everything cached, as by a
 * link or a reload. The installation is the demonstration; its enterprise opens every screen that it has, the operator the others.
 */
import type { Browser, Page } from 'playwright-core'
import { type Claim, median, seconds } from '../../apps/server/bench/bench.ts'
import { type BenchWorld, openBench } from '../../apps/server/bench/world.ts'
import { seedDemonstration } from '../../apps/server/src/seed/demonstration.ts'
import { desktop, openBrowser } from './browser.ts'
import { screensOf } from './screens.ts'

/** After one that fills the cache. */
const visits = 2
const most = 1200
const accounts = ['zj-admin', 'admin']

/** Runs in the page: remembers when the largest element so far was painted. */
const observer = `new PerformanceObserver(list => {
  for (const { startTime } of list.getEntries()) window.largestPaint = startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })`

async function signIn(browser: Browser, { admin, services, url }: BenchWorld, account: string): Promise<Page> {
  const { rows } = await admin.query<{ id: number; tenant_id: number }>(
    'select id, tenant_id from account where user_name = $1',
    [account],
  )
  const { id, tenant_id: tenantId } = rows[0]!
  const token = await services.database.acrossTenants('seed', db =>
    services.sessions.open(db, { id, tenantId }, '127.0.0.1', 'bench'),
  )
  const context = await browser.newContext(desktop)
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  await page.evaluate(`localStorage.setItem('admin-token', ${JSON.stringify(token)})`)
  await page.addInitScript(observer)
  return page
}

/** @returns milliseconds from the start of the navigation to the largest paint, for each visit */
async function timePaints(page: Page, address: string): Promise<number[]> {
  const times: number[] = []
  for (let visit = 0; visit <= visits; visit++) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible').first().waitFor({ state: 'hidden' })
    const painted = await page.evaluate<number | undefined>('window.largestPaint')
    if (painted === undefined) throw new Error(`${address} has painted nothing`)
    if (visit > 0) times.push(painted)
  }
  return times
}

/** The claim about every screen, by its median, and the screens that take longest. */
export async function measureScreens(): Promise<Claim[]> {
  const world = await openBench()
  const browser = await openBrowser()
  try {
    await seedDemonstration(world.services, () => undefined)
    const paints: { screen: string; ms: number }[] = []
    for (const account of accounts) {
      const page = await signIn(browser, world, account)
      await page.goto(`${world.url}/index`)
      for (const screen of await screensOf(page)) {
        if (paints.some(one => one.screen === screen)) continue
        paints.push({ screen, ms: median(await timePaints(page, world.url + screen)) })
      }
      await page.context().close()
    }
    paints.sort((a, b) => b.ms - a.ms)
    return [
      {
        title: `largest paint of each of ${paints.length} screens, opened by its address, everything cached`,
        found: `median ${seconds(median(paints.map(({ ms }) => ms)))}; slowest: ${paints
          .slice(0, 5)
          .map(({ screen, ms }) => `${screen} ${seconds(ms)}`)
          .join(', ')}`,
        bound: `each under ${seconds(most)}`,
        held: paints.every(({ ms }) => ms < most),
      },
    ]
  } finally {
    await browser.close()
    await world.close()
  }
}
