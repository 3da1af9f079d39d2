import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { builtPages } from './build.ts'
import { type StandIn, startStandIn } from './server.ts'

interface Context {
  browser: Browser
  site: StandIn
}

interface Options {
  /** Whether the pages include the test screens. */
  withTestScreens?: boolean
  /** Further answers of the stand-in. */
  more?: StandIn['more']
}

/**
 * The pages with a stand-in server, in one browser, for all tests of a file; after each test its calls and faults are
 * cleared.
 */
export function withStandIn({ withTestScreens = false, more }: Options, ready: (context: Context) => void): void {
  let context: Context | undefined
  beforeAll(async () => {
    const site = await startStandIn(await builtPages({ withTestScreens }))
    if (more) site.more = more
    context = { browser: await openBrowser(), site }
    ready(context)
  })
  afterAll(async () => {
    await context?.browser.close()
    await context?.site.stop()
  })
  afterEach(() => {
    context?.site.faults.clear()
    if (context) context.site.calls.length = 0
  })
}
