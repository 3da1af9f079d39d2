import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { builtPages } from './build.ts'
import { type StandIn, startStandIn } from './server.ts'

interface Made {
  browser: Browser
  site: StandIn
}

interface Options {
  /** Pages with the screens of the tests besides the product's own. */
  withTestScreens?: boolean
  /** What the stand-in answers beyond its own. */
  more?: StandIn['more']
}

/** The pages before a stand-in server, in one browser, for all tests of a file; after each its calls and faults are gone. */
export function withStandIn({ withTestScreens = false, more }: Options, ready: (made: Made) => void): void {
  let made: Made | undefined
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
