/**
 * What the people of the demonstration do most, from where they begin, in three languages and on three screens: how many presses
 * and typed fields it takes. The clerk's twelve presses are counted in `printer.test.ts`, the logger's entries in `offline.test.ts`.
 */
import { type Language, languages } from '@timbermark/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { makeDemonstration } from './support/demonstration.ts'
import { makeJourney } from './support/journey.ts'
import { act } from './support/office.ts'
import { type Person, signIn, speak } from './support/people.ts'
import { button, words } from './support/words.ts'

const journey = makeJourney({ demonstration: true })
let demonstrated: (userName: string) => Person
/** Labels on goods, each for one buyer, who is the first to check it. */
let labels: { code: string; securityCode: string }[]

beforeAll(async () => {
  demonstrated = await makeDemonstration(journey.site)
  const { world } = journey.site
  const { rows } = await world.admin.query<{ id: number; tenant_id: number }>(
    `select r.id, r.tenant_id from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
     where r.status in ('completed', 'downloaded') and r.origin = 'own' and r.tenant_id = $1 order by b.id, r.id limit 1`,
    [demonstrated('zj-admin').tenantId],
  )
  const owner = await world.signIn({ id: rows[0]!.tenant_id, deptId: null }, ['enterpriseAdmin'])
  const list = await owner.get(`/code/qr/list?requestId=${rows[0]!.id}&page=1&limit=40`)
  labels = list.rows.slice(-6) as typeof labels
})

const small = { ...phone, viewport: { width: 360, height: 640 } }

/** Counts presses and typed fields, over every page that the tab opens. */
const counter = `(() => {
  const add = (name, what) => {
    const known = new Set((sessionStorage.getItem(name) ?? '').split('\\n').filter(Boolean))
    sessionStorage.setItem(name, [...known.add(what)].join('\\n'))
  }
  addEventListener('pointerdown', () => add('counted-presses', String(performance.timeOrigin + performance.now())), true)
  addEventListener('input', ({ target }) => {
    if (target.matches('input:not([type=radio], [type=checkbox]), textarea')) add('counted-fields', location.pathname + (target.id || target.name))
  }, true)
})()`

async function open(options: BrowserContextOptions & { as?: Person; language: Language }, path: string): Promise<Page> {
  const { page } = await journey.visit(options)
  await page.addInitScript(counter)
  await page.goto(journey.site.url + path)
  return page
}

const counted = (page: Page): Promise<{ presses: number; fields: number }> =>
  page.evaluate(`(() => {
    const of = name => (sessionStorage.getItem(name) ?? '').split('\\n').filter(Boolean).length
    return { presses: of('counted-presses'), fields: of('counted-fields') }
  })()`)

/** Nothing is wider than the screen. */
const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

describe.each(languages)('in %s', language => {
  const t = words(language)

  test.each([
    [390, phone, 1],
    // A flick of the thumb: the verdict is on the first screen.
    [360, small, 1.4],
  ] as const)(
    'a buyer on a phone of %i px checks the code with one field and one press',
    async (_width, device, screens) => {
      const { code, securityCode } = labels.pop()!
      const page = await open({ ...device, language }, `/c/${code}`)
      const check = page.getByRole('region', { name: t('trace.check.heading') })
      const input = check.getByLabel(t('trace.check.label'))
      await input.waitFor()
      // The page is drawn again once it is proven, and the field with it: a press meanwhile would be repeated.
      await page.locator('html:not([data-verdict="stated"])').waitFor()
      const bottom = async () => {
        const box = await input.boundingBox()
        return box ? box.y + box.height : Number.POSITIVE_INFINITY
      }
      await expect.poll(bottom).toBeLessThan(screens * device.viewport.height)
      await input.fill(securityCode)
      await check.getByRole('button', { name: t('trace.check.submit'), exact: true }).click()
      await check.getByRole('heading', { name: t('trace.check.success') }).waitFor()
      expect(await counted(page)).toEqual({ presses: 1, fields: 1 })
      await expectNoSideways(page)
    },
  )

  test('a newcomer is at home with two fields and one press, and sees what to do', async () => {
    const { page } = await journey.visit({ ...desktop, language })
    await page.addInitScript(counter)
    await speak(page, language)
    await page.goto(`${journey.site.url}/login`)
    await signIn(page, demonstrated('zj-admin'), language)
    await page.getByRole('heading', { name: t('stats.waiting.title'), exact: true }).waitFor()
    const { presses, fields } = await counted(page)
    expect(fields).toBe(2)
    expect(presses).toBe(1)
  })

  test('a certifier comes from home to a verdict with four presses and no field', async () => {
    const page = await open({ ...desktop, as: demonstrated('certifier'), language }, '/index')
    const waiting = page.locator('.tm-waiting')
    await waiting.getByRole('link', { name: t('stats.waiting.reviews') }).click()
    await page.waitForURL('**/certification/review**')
    const judge = page
      .getByRole('row')
      .getByRole('button', { name: t('action.judge'), exact: true })
      .first()
    await judge.click()
    const form = page.getByRole('dialog', { name: t('certification.title.judge') })
    await form.getByRole('radio', { name: t('certification.result.pass'), exact: true }).check()
    expect(await counted(page)).toEqual({ presses: 3, fields: 0 })
    // One more would give it.
    await form.getByRole('button', { name: button(t('action.judge')) }).waitFor()
  })

  test('the operator comes from home to the audit of a listing with three presses and no field', async () => {
    const page = await open({ ...desktop, as: demonstrated('admin'), language }, '/index')
    await page
      .locator('.tm-waiting')
      .getByRole('link', { name: t('stats.waiting.listingsSupply') })
      .click()
    await page.waitForURL('**/trade/publishInfo**')
    await act(page, t, new RegExp(t('trade.listing.status.pending')), t('trade.listing.approve'))
    const { presses, fields } = await counted(page)
    expect(presses).toBeLessThanOrEqual(3)
    expect(fields).toBe(0)
  })

  test('a dealer on a phone reads what they hold without a press', async () => {
    const page = await open({ ...phone, as: demonstrated('zj-dealer'), language }, '/index')
    await page.getByRole('heading', { name: t('channel.own.products') }).waitFor()
    expect(await counted(page)).toEqual({ presses: 0, fields: 0 })
    await expectNoSideways(page)
  })

  test('a clerk on a phone comes to the record of a batch by the menu, and nothing scrolls sideways', async () => {
    const page = await open({ ...phone, as: demonstrated('zj-clerk'), language }, '/stage/progress')
    await page
      .getByRole('main')
      .getByText(/ZJ-\d{4}-\d+/)
      .first()
      .waitFor()
    await expectNoSideways(page)
  })
})
