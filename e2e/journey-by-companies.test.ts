import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '@timbermark/contract'
import { expectAccessible } from './support/axe.ts'
import { desktop, phone } from './support/browser.ts'
import { type EnterpriseFixture, makeEnterprise, reportFelling } from './support/enterprise.ts'
import { makeJourney } from './support/journey.ts'
import { readOtherEnterprise } from './support/read-trace.ts'
import { button, words } from './support/words.ts'

/** A buyer reads one journey over companies: from the forest to a sawmill and a dealer, and back, with a partner on the way. */
const journey = makeJourney({ lasting: true })
const names = ['FOREST', 'MILL', 'DEALER', 'AGENT'] as const
const companies = new Map<string, EnterpriseFixture>()
let code: string

const signIn = (name: string) => journey.site.world.signIn(companies.get(name)!.tenant, ['enterpriseAdmin'])

async function handOver(from: string, to: string) {
  const offer = await (await signIn(from)).post<{ id: number }>('/custody/offer', { receiver: to, codes: [code] })
  expect(offer.msg).toBe('ok')
  const accepted = await (await signIn(to)).put(`/custody/offer/${offer.data.id}/accept`, {})
  expect(accepted.msg).toBe('ok')
}

async function invite(holder: string, partner: string) {
  const body = { partner, stages: ['forestInspection'], untilOn: '2099-01-01', codes: [code] }
  const invitation = await (await signIn(holder)).post<{ id: number }>('/custody/invitation', body)
  const accepted = await (await signIn(partner)).put(`/custody/invitation/${invitation.data.id}/accept`, {})
  expect(accepted.msg).toBe('ok')
}

/** The enterprise certifies the goods itself: two of its people. */
async function certify(name: string) {
  const path = '/certification/authorization'
  expect((await (await signIn(name)).post(`${path}/submit`, { codes: [code] })).msg).toBe('ok')
  const judged = { codes: [code], result: 'pass', judgedOn: '2026-11-01' }
  expect((await (await signIn(name)).post(`${path}/judge`, judged)).msg).toBe('ok')
}

beforeAll(async () => {
  for (const name of names) companies.set(name, await makeEnterprise(journey.site, name))
  code = companies.get('FOREST')!.goods.codes[0]!
  await reportFelling(journey.site, companies.get('FOREST')!, code)
  await invite('FOREST', 'AGENT')
  await handOver('FOREST', 'MILL')
  await certify('MILL')
  await handOver('MILL', 'DEALER')
  await handOver('DEALER', 'FOREST')
})

const sections = (page: Page) => page.locator('.companies > [data-company]')
const isOpen = (page: Page) =>
  page.locator('.company-fold').evaluateAll(folds => folds.map(fold => fold.hasAttribute('open')))
const line = (language: Language, deed: string, name: string) =>
  words(language)('trace.company.by', { deeds: deed, name: `Demo ${name}` })

describe('the journey of goods that several companies had', () => {
  test('is one line in three languages, proven: who did what, in order, the partner beside its holder', async () => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page } = await readOtherEnterprise(journey, code, language)
      const t = words(language)
      const list = page.getByRole('list', { name: t('trace.company.list') }).getByRole('listitem')
      const lines = (await list.allTextContents()).map(text => text.trim())
      expect(lines).toEqual([
        line(language, t('trace.deed.felled'), 'FOREST'),
        `${line(language, t('trace.deed.nothing'), 'AGENT')}${t('trace.company.invited')}`,
        line(language, t('trace.deed.held'), 'MILL'),
        line(language, t('trace.deed.held'), 'DEALER'),
        line(language, t('trace.deed.held'), 'FOREST'),
      ])
      // Those whose goods came back have two sections; the partner is within that of its holder.
      const headings = sections(page).getByRole('heading', { level: 3 })
      const holders = (await headings.allTextContents()).map(text => text.trim())
      expect(holders).toEqual(['Demo FOREST', 'Demo MILL', 'Demo DEALER', 'Demo FOREST'])
      const partner = sections(page).first().locator('.partner')
      expect(await partner.getByRole('heading', { level: 4 }).first().textContent()).toBe('Demo AGENT')
      expect(await partner.textContent()).toContain(t('trace.custody.invited'))
      expect(await page.locator('.companies [data-proof="stated"]').count()).toBe(0)
    }
  })

  test('has a period and a certification of its own in each section', async () => {
    const { page } = await readOtherEnterprise(journey, code, 'en')
    const t = words('en')
    const periods = (await page.locator('.company .company-fold > summary .company-period').allTextContents()).map(
      text => text.trim(),
    )
    expect(periods[0]).toMatch(new RegExp(`^${t('trace.company.until')} `))
    expect(periods[1]).toMatch(new RegExp(`–.*${t('trace.company.sameDay')}$`))
    expect(periods[3]).toMatch(new RegExp(`^${t('trace.custody.since')} `))
    const states = page.locator('.company-certification')
    expect(await states.evaluateAll(all => all.map(one => one.getAttribute('data-certification')))).toEqual([
      'certified',
      'certified',
      'notAuthorized',
      'notAuthorized',
    ])
    expect(await sections(page).nth(1).locator('.company-certification').textContent()).toContain('Demo MILL')
  })

  test('is short at first, unfolds by keyboard, and a link of the line opens its company', async () => {
    for (const device of [phone, desktop]) {
      const { page } = await journey.visit(device)
      await page.goto(`${journey.site.url}/c/${code}?lang=en`)
      await page.locator('html[data-verdict="proven"]').waitFor()
      expect(await isOpen(page)).toEqual([true, true, false, false])
      await page.locator('.company-list a').nth(3).press('Enter')
      await expect.poll(() => isOpen(page)).toEqual([true, true, true, false])
      const unfold = page.getByRole('button', { name: button(words('en')('trace.journey.showAll')) })
      await unfold.press('Enter')
      await expect.poll(() => isOpen(page)).toEqual([true, true, true, true])
      expect(await page.locator('html').evaluate(root => root.scrollWidth - root.clientWidth)).toBe(0)
      await expectAccessible(page, 'journey by companies')
    }
  })

  test('is read without scripts as the platform states it', async () => {
    const { page } = await journey.visit({ ...phone, javaScriptEnabled: false })
    await page.goto(`${journey.site.url}/c/${code}?lang=fr`)
    expect(await sections(page).count()).toBe(4)
    expect(await page.locator('.companies [data-proof="proven"]').count()).toBe(0)
  })
})
