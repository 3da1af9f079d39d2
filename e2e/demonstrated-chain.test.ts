import { beforeAll, expect, test } from 'vitest'
import { languages } from '@timbermark/contract'
import { demoEnterprises } from '../apps/server/src/seed/demo-people.ts'
import { worldAddress } from '../apps/server/test/harness.ts'
import { makeDemonstration, soldCode } from './support/demonstration.ts'
import { makeJourney } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { readOtherEnterprise } from './support/read-trace.ts'
import { words } from './support/words.ts'

/** The demonstration's goods on their way through four companies, as a buyer and as the companies see them. */
// The ledger is signed under the address of the site where the demonstration was made.
const journey = makeJourney({ demonstration: true, environment: async () => ({ PUBLIC_URL: worldAddress }) })
let demonstrated: (userName: string) => Person
let code: string

beforeAll(async () => {
  demonstrated = await makeDemonstration(journey.site)
  code = await soldCode(journey.site)
})

/** The companies in the order of the journey, with what the page says that each of them did. */
const chain = [
  ['DEMO-GABON', 'felled', 'processed', 'exported', 'shipped'],
  ['DEMO-ZHEJIANG', 'held'],
  ['DEMO-NINGBO', 'imported', 'transported'],
  ['DEMO-HUZHOU', 'processed'],
  ['DEMO-HANGZHOU', 'sold'],
] as const

test.each(languages)(
  'a buyer reads the journey by companies in %s, proven from the forest to the shop',
  async language => {
    const t = words(language)
    const { page } = await readOtherEnterprise(journey, code, language)
    const list = page.getByRole('list', { name: t('trace.company.list') }).getByRole('listitem')
    const lines = await list.allTextContents()
    expect(lines).toHaveLength(chain.length)
    for (const [index, [identification, ...deeds]] of chain.entries()) {
      const { publicName } = demoEnterprises.find(one => one.identification === identification)!
      const line = lines[index]!.toLowerCase()
      expect(line).toContain(publicName!.texts[language]!.toLowerCase())
      for (const deed of deeds) expect(line).toContain(t(`trace.deed.${deed}`).toLowerCase())
      expect(line.includes(t('trace.company.invited').toLowerCase())).toBe(identification === 'DEMO-NINGBO')
    }
    // The shop is proven too, and of the journey only how many records a stage has is the platform's word.
    await page.locator('[data-company="5"] .company-name[data-proof="proven"]').first().waitFor()
    expect(await page.locator('.companies [data-proof="stated"]:not(.stage-line > *)').count()).toBe(0)
    const states = page.locator('.company-certification')
    expect(await states.evaluateAll(all => all.map(one => one.getAttribute('data-certification')))).toEqual([
      'certified',
      'notAuthorized',
      'certified',
      'notAuthorized',
    ])
  },
)

test('each company of the chain finds its offers and invitations when it signs in', async () => {
  const waits = [
    ['zj-admin', '/custody/offer', 'Demo Okoumé Export (Gabon)'],
    ['huzhou-admin', '/custody/offer', '示例木业（浙江）'],
    ['hangzhou-admin', '/custody/offer', '示例地板厂（湖州）'],
    ['ningbo-admin', '/custody/invitation', '示例木业（浙江）'],
  ] as const
  for (const [account, path, partner] of waits) {
    const { page } = await journey.enter(demonstrated(account), path)
    await page.getByRole('row').filter({ hasText: partner }).first().waitFor()
  }
})
