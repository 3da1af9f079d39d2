/** Every list of the back office with the demonstration's rows, as wide as two usual screens, in three languages. */
import { type Language, languages } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { makeDemonstration } from './support/demonstration.ts'
import { makeJourney } from './support/journey.ts'
import { listFaults } from './support/list-faults.ts'
import type { Person } from './support/people.ts'
import { screensOf, walker } from './support/screens.ts'

const journey = makeJourney({ demonstration: true })
let demonstrated: (userName: string) => Person

beforeAll(async () => {
  demonstrated = await makeDemonstration(journey.site)
})

const widths = [1440, 1280]

/** Screens that the enterprise has are not walked again for the operator. */
const walked = new Map<Language, Set<string>>(languages.map(language => [language, new Set()]))

const visits = languages.flatMap(language => (['zj-admin', 'admin'] as const).map(account => ({ language, account })))

test.each(visits)(
  '$account in $language: no wrapped chip, no broken word or number, nothing sideways; no options are asked for in vain',
  // Each screen has its own patience.
  { timeout: 600_000 },
  async ({ language, account }) => {
    const { page } = await journey.visit({ as: demonstrated(account), language })
    const aborted: string[] = []
    page.on('requestfailed', request => {
      const { pathname } = new URL(request.url())
      if (/\/options$|\/dict\/data\//.test(pathname)) aborted.push(pathname)
    })
    await page.goto(`${journey.site.url}/index`)
    const { go, settled } = walker(page)
    await settled()
    const screens = (await screensOf(page)).filter(screen => !walked.get(language)!.has(screen))
    expect(screens.length).toBeGreaterThan(account === 'admin' ? 5 : 25)
    const faults: string[] = []
    let lists = 0
    for (const screen of screens) {
      walked.get(language)!.add(screen)
      await page.setViewportSize({ width: widths[0]!, height: 900 })
      await go(screen)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await settled()
        for (const fault of await listFaults(page)) faults.push(`${screen} at ${width}: ${fault}`)
      }
      lists += await page.locator('.screen:visible .tm-table .ant-table-row').count()
      const others = page.locator('.tags-bar li:not(.active) button')
      for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
    }
    expect(lists).toBeGreaterThan(20)
    expect({ faults, aborted }).toEqual({ faults: [], aborted: [] })
  },
)
