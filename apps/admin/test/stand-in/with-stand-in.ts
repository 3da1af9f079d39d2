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
export function withStandIn({ withTestScreens = false, more }: Options, ready: (made: Context) => void): void {
  let made: Context | undefined
  beforeAll(async () => {
    const site = await startStandIn(await builtPages({ withTestScreens }))
    if (more) site.more = more
    made = { browser: await openBrowser(), site }
    ready(made)
  })
  afterAll(async () => {
    await made?.browser.close()
    await made?.site.stop()
  })
  afterEach(() => {
    made?.site.faults.clear()
    if (made) made.site.calls.length = 0
  })
}
