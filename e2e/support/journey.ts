import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, storageKeys } from '@timbermark/contract'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { clearSiteData, acquirePage, openFreshPage } from '../../scripts/page-pool.ts'
import { desktop, phone, sharedBrowser, watch } from './browser.ts'
import { openSession, type Person } from './people.ts'
import { openSite, type Site } from './site.ts'

/** Pictures of what was on the screen when a test failed. */
const failures = join(import.meta.dirname, '../.failures')

export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of the console and requests to other hosts, as they come. */
  errors: string[]
}

interface OpenVisit extends Visit {
  expected: RegExp | undefined
  leave(): Promise<void>
}

export interface VisitOptions extends BrowserContextOptions {
  /** Who has signed in already. The form to sign in is walked where it is the point. */
  as?: Person
  /** What the page may complain about, because the journey provokes it. */
  expected?: RegExp
  /** That was chosen here before. */
  language?: Language
  /** A browser that has never been used, with this page alone: nothing is compiled or fetched already. */
  unused?: boolean
  /** Another way to the site. */
  url?: string
}

export interface Journey {
  readonly site: Site
  /**
   * A browser of a person who was never here. Every error on the page's console fails the test, unless
   * it is expected.
   */
  visit(options?: VisitOptions): Promise<Visit>
  /** A page at this address, of a person who has signed in and reads English. */
  enter(person: Person, path: string): Promise<Visit>
}

/** Lists that are still sliding away stand in the way of the next step; how things move is tested elsewhere. */
const calm = { reducedMotion: 'reduce', timezoneId: 'Africa/Libreville' } as const

/** Those that most journeys are made with; their contexts are reused by the next file. */
const usual = [desktop, phone].map(({ viewport, ...options }) =>
  Object.keys({ ...calm, ...options })
    .sort()
    .join(),
)

/**
 * A real site and a real browser for the tests of one file. When `lasting`, the tests are the steps of one story: visits
 * stay open from one to the next, and after a failure the rest is not tried. Else each visit ends with its test.
 */
export function makeJourney({
  lasting = false,
  demonstration = false,
  environment,
}: {
  lasting?: boolean
  /** Whether the site begins with the demonstration. */
  demonstration?: boolean
  environment?: () => Promise<Record<string, string>>
} = {}): Journey {
  let browser: Browser
  let site: Site
  const visits: OpenVisit[] = []

  beforeAll(async () => {
    site = await openSite(await environment?.(), demonstration)
    browser = await sharedBrowser()
  })
  // Registered after what closes servers, hence run before it.
  afterAll(async () => {
    await leave()
    if (browser?.isConnected())
      await clearSiteData(browser, options => usual.includes(Object.keys(options).sort().join()))
    site?.hangUp()
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
    for (const visit of visits.splice(0)) await visit.leave()
  }

  async function visit({ as, language, expected, unused, url = site.url, ...options }: VisitOptions = {}) {
    const contextOptions = { ...desktop, ...calm, ...options }
    const home = `${url}/favicon.svg`
    const {
      page,
      keeper,
      release: giveBack,
    } = await (unused ? openFreshPage : acquirePage)(browser, home, contextOptions)
    const context = page.context()
    await keeper.evaluate(
      entries => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      },
      {
        ...(as ? { [storageKeys.token]: await openSession(site, as) } : {}),
        ...(language ? { [storageKeys.language]: language } : {}),
      },
    )
    // A network that comes back comes to one page after the other, and the first page passes it on to all pages of a process.
    if (unused) await keeper.close()
    const begun = { context, page, expected, leave: giveBack, ...watch(page, new URL(site.url).host) }
    visits.push(begun)
    return begun
  }

  return {
    get site() {
      return site
    },
    visit,
    async enter(person, path) {
      const entered = await visit({ as: person, language: 'en' })
      await entered.page.goto(site.url + path)
      return entered
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
