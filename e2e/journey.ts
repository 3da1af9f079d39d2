import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { desktop, openBrowser, watch } from './browser.ts'
import { openSite, type Site } from './site.ts'

/** Pictures of what was on the screen when a test failed. */
const failures = join(import.meta.dirname, '.failures')

export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of the console and requests to other hosts, as they come. */
  errors: string[]
}

export interface Journey {
  readonly site: Site
  /**
   * A browser of a person who was never here. Whatever the page complains about on its console fails the test, unless
   * the journey provokes it and it is `expected`.
   */
  visit(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Visit>
}

/** How long a person would wait for a state before he calls it broken; two busy cores are slow, hence so much. */
const patience = 20_000

/**
 * A real site and a real browser for the tests of one file. When `lasting`, the tests are the steps of one story: visits
 * stay open from one to the next, and after a failure the rest is not tried. Else each visit ends with its test.
 */
export function makeJourney({
  lasting = false,
  environment,
}: {
  lasting?: boolean
  environment?: () => Promise<Record<string, string>>
} = {}): Journey {
  let browser: Browser
  let site: Site
  const visits: (Visit & { expected?: RegExp })[] = []

  beforeAll(async () => {
    site = await openSite(await environment?.())
    browser = await openBrowser()
  })
  // Registered after what closes servers, hence run before it: a browser that has left holds no connection open.
  afterAll(async () => {
    await leave()
    await browser.close()
  })
  let stuck = ''
  beforeEach(() => {
    if (stuck) throw new Error(`Not tried, because “${stuck}” failed`)
  })
  afterEach(async ({ task }) => {
    const complaints = visits.flatMap(({ errors, expected }) =>
      errors.splice(0).filter(error => !expected?.test(error)),
    )
    const failed = task.result?.state === 'fail' || complaints.length > 0
    if (failed && !stuck) await picture(task.name, visits)
    if (failed && lasting) stuck ||= task.name
    if (!lasting) await leave()
    expect(complaints, 'console errors and requests to other hosts').toEqual([])
  })
  async function leave() {
    for (const visit of visits.splice(0)) await visit.context.close()
  }

  return {
    get site() {
      return site
    },
    async visit({ expected, ...options } = {}) {
      // Lists that are still sliding away stand in the way of the next step; how things move is tested elsewhere.
      const calm = { reducedMotion: 'reduce', timezoneId: 'Africa/Libreville' } as const
      const context = await browser.newContext({ ...desktop, ...calm, ...options })
      context.setDefaultTimeout(patience)
      const page = await context.newPage()
      const visit = { context, page, expected, ...watch(page, new URL(site.url).host) }
      visits.push(visit)
      return visit
    },
  }
}

async function picture(title: string, visits: readonly Visit[]): Promise<void> {
  mkdirSync(failures, { recursive: true })
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  for (const [index, { page }] of visits.entries()) {
    if (page.isClosed()) continue
    await page.screenshot({ path: join(failures, `${name}-${index}.png`), fullPage: true }).catch(() => {})
  }
}
