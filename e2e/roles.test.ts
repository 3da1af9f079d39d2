/** A holder of each bootstrap role opens every screen of their menu: they may read all that a screen requests. */
import { type RoleSeed, roles } from '@timbermark/contract'
import type { Page, Response } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeGoods } from '../apps/server/test/goods.ts'
import { phone } from './support/browser.ts'
import { makeDemonstration } from './support/demonstration.ts'
import { makeJourney } from './support/journey.ts'
import { inviteSupplier, reportFelling } from './support/enterprise.ts'
import { makePerson, type Person } from './support/people.ts'
import { screensOf, walker } from './support/screens.ts'
import { words } from './support/words.ts'

const t = words('en')
const journey = makeJourney({ demonstration: true })
let demonstrated: (userName: string) => Person

beforeAll(async () => {
  demonstrated = await makeDemonstration(journey.site)
})

type Whose = 'platform' | 'enterprise'

/** Accounts of the demonstration, where these roles have data of their own; others are made in the enterprise with the most to show. */
const accounts: Readonly<Record<string, string>> = {
  certifier: 'certifier',
  codePrinter: 'zj-printer',
  dealer: 'zj-dealer',
  fieldReporter: 'gabon-field',
  trader: 'zj-trader',
}

/** A supplier with an invitation and a report. */
async function makeSupplier(tenant: { id: number; deptId: number }): Promise<Person> {
  const { world } = journey.site
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const [supplier, goods] = await Promise.all([
    makePerson(journey.site, tenant, 'supplier', { userType: 4 }),
    makeGoods(world, admin),
  ])
  await inviteSupplier(journey.site, { tenant, supplier, codes: goods.codes.slice(0, 2), stages: ['felling'] })
  await reportFelling(journey.site, { tenant, goods }, goods.codes[0]!)
  await world.admin.query(
    `update stage_record set created_by = $1
     where tenant_id = $2 and id = (select max(id) from stage_record where tenant_id = $2)`,
    [supplier.id, tenant.id],
  )
  return supplier
}

async function holderOf({ key, userType }: RoleSeed, whose: Whose): Promise<Person> {
  const known = accounts[key]
  if (known !== undefined) return demonstrated(known)
  const { tenantId } = demonstrated(whose === 'platform' ? 'admin' : 'gabon-admin')
  const { rows } = await journey.site.world.admin.query<{ id: number }>(
    'select min(id)::int as id from dept where tenant_id = $1',
    [tenantId],
  )
  if (key === 'supplier') return makeSupplier({ id: tenantId, deptId: rows[0]!.id })
  return makePerson(journey.site, { id: tenantId, deptId: rows[0]?.id ?? null }, key, { userType })
}

/** What the page asks for and is answered, by the screen that is open. */
function recordAnswers(page: Page) {
  const refused: string[] = []
  let screen = ''
  let requested = new Set<string>()
  /** First row of each list of the open screen. */
  let firstRows = new Map<string, Record<string, unknown>>()
  const answers = new Set<Promise<void>>()
  const hear = async (response: Response) => {
    const { pathname, search } = new URL(response.url())
    if (!pathname.startsWith('/api/')) return
    const method = response.request().method()
    const at = screen
    if (method === 'GET') requested.add(pathname + search)
    const answer = response.headers()['content-type']?.includes('json') ? await response.json() : {}
    // The document of the interface docs is no envelope.
    const code = answer.code ?? response.status()
    if (code !== 200) refused.push(`${at}: ${method} ${pathname} ${code} ${answer.msg ?? ''}`)
    const list = /^\/api\/(.+)\/list$/.exec(pathname)?.[1]
    if (list !== undefined && at === screen && answer.rows?.[0]) firstRows.set(list, answer.rows[0])
  }
  page.on('response', response => {
    const answer = hear(response)
      // Its page went on to another one meanwhile.
      .catch(() => {})
      .finally(() => answers.delete(answer))
    answers.add(answer)
  })
  return {
    refused,
    /** @returns what it asks for from now on */
    open(name: string): ReadonlySet<string> {
      screen = name
      requested = new Set()
      firstRows = new Map()
      return requested
    },
    async firstRow(list: string) {
      await Promise.all(answers)
      return firstRows.get(list)
    },
    settled: () => Promise.all(answers),
  }
}

/** Calls the interface with the session of the page. */
const call = async (page: Page, path: string) => {
  const token = await page.evaluate(() => localStorage.getItem('admin-token'))
  return page.request.get(journey.site.url + path, { headers: { authorization: `Bearer ${token}` } })
}

/** The requests of each screen, opened with all its parts by a person who has it in their menu. */
const asks = new Map<string, ReadonlySet<string>>()

/**
 * The screens to open with this role: those that no wider role has opened, or where a wider role requested something that this
 * one may not read. With fewer rights a screen requests no more, so the others have nothing to be refused.
 */
async function leftFor(page: Page, screens: readonly string[]): Promise<string[]> {
  const calls = [...new Set(screens.flatMap(screen => [...(asks.get(screen) ?? [])]))]
  const barred = new Set<string>()
  // Not by the page itself, whose own calls are judged.
  for (const path of calls) {
    const answer = await (await call(page, path)).text()
    if (answer.startsWith('{"code":403')) barred.add(path)
  }
  return screens.filter(screen => {
    const known = asks.get(screen)
    return !known || [...known].some(call => barred.has(call))
  })
}

const holders = roles.flatMap(role =>
  (role.tenant === 'both' ? (['enterprise', 'platform'] as const) : [role.tenant]).map(whose => ({ role, whose })),
)
/** Those whose many screens others with more rights open first. */
const wide = ['enterpriseAdmin', 'superAdmin', 'platformOperator', 'enterpriseClerk', 'auditor']
const turn = ({ key }: RoleSeed) => (wide.includes(key) ? wide.indexOf(key) : wide.length)
/** Field users and suppliers: they have no screens in the back office. */
const byPhone = ({ userType }: RoleSeed) => userType === 2 || userType === 4
const office = holders
  .filter(({ role }) => !byPhone(role))
  .sort((a, b) => a.whose.localeCompare(b.whose) || turn(a.role) - turn(b.role))

test.each(office.map(({ role, whose }) => [role.key, whose, role] as const))(
  '%s of the %s is refused nothing that their screens request',
  // Each screen has its own patience.
  { timeout: 900_000 },
  async (key, whose, role) => {
    const { page } = await journey.visit({ as: await holderOf(role, whose), language: 'en' })
    const recorder = recordAnswers(page)
    const { go, settled } = walker(page)
    recorder.open('/index')
    await page.goto(`${journey.site.url}/index`)
    await page.getByRole('navigation', { name: t('shell.nav.main') }).waitFor()
    await settled()
    const main = page.getByRole('main')
    const failed = main
      .getByText(t('shell.broken.title'))
      .or(main.getByText(t('error.forbidden')))
      .or(main.getByRole('button', { name: t('action.retry'), exact: true }))
    const faults: string[] = []
    const show = async (address: string) => {
      await go(address)
      if ((await failed.count()) > 0) faults.push(`${address} cannot be read`)
      for (const text of await page.locator('.toast-error').allInnerTexts()) faults.push(`${address}: ${text}`)
    }
    const menu = [...(await screensOf(page)), '/user/profile']
    expect(menu.length).toBeGreaterThan(wide.includes(key) ? 25 : 2)
    const left = wide.includes(key) ? await leftFor(page, menu) : menu
    for (const screen of left) {
      const requested = recorder.open(screen)
      // The address opens the form where there is one. What is folded away in the query form is there too, and asks as well.
      await show(`${screen}?add=1`)
      // Not every heading that unfolds something, of which the interface docs have hundreds: their content is loaded already.
      const tabs = main.locator('.ant-tabs-nav').getByRole('tab')
      for (let n = 1; n < (await tabs.count()); n++) {
        await tabs.nth(n).dispatchEvent('click')
        await settled()
      }
      const entity = main.locator('[data-entity]').first()
      const list = (await entity.count()) > 0 ? ((await entity.getAttribute('data-entity')) ?? '') : ''
      const row = await recorder.firstRow(list)
      if (row) for (const word of ['edit', 'view']) await show(`${screen}?${word}=${row.id}`)
      if (screen === '/code/qr') {
        const [request] = (await (await call(page, '/api/code/request/list')).json()).rows
        await show(`${screen}?request=${request.id}`)
        const code = await recorder.firstRow('code/qr')
        await show(`${screen}?request=${request.id}&code=${code!.code}`)
      }
      if (wide.includes(key)) asks.set(screen, new Set([...(asks.get(screen) ?? []), ...requested]))
      // Screens of closed tags are gone from the page; else each would be larger than the one before.
      const others = page.locator('.tags-bar li:not(.active) button')
      for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
    }
    await recorder.settled()
    expect({ refused: [...new Set(recorder.refused)], faults }).toEqual({ refused: [], faults: [] })
  },
)

test.each(holders.filter(({ role }) => byPhone(role)).map(({ role, whose }) => [role.key, whose, role] as const))(
  '%s of the %s is refused nothing that their phone requests',
  async (_key, whose, role) => {
    const { page } = await journey.visit({ ...phone, as: await holderOf(role, whose), language: 'en' })
    const recorder = recordAnswers(page)
    const { settled } = walker(page)
    recorder.open('/h5')
    await page.goto(`${journey.site.url}/h5`)
    await page.getByRole('link', { name: t('h5.tile.report') }).click()
    await page.getByRole('link', { name: t('stage.felling') }).click()
    await page.getByRole('textbox', { name: t('h5.codes.type') }).waitFor()
    if (role.userType === 4) {
      await page.goto(`${journey.site.url}/h5/invitedGoods`)
      await page.getByRole('link', { name: t('stage.felling') }).waitFor()
    }
    await page.goto(`${journey.site.url}/h5/operationLog`)
    await page.getByRole('main').locator('a[href*="record="]').first().click()
    await page.waitForURL('**/operationLog?record=*')
    await settled()
    await recorder.settled()
    expect(recorder.refused).toEqual([])
  },
)
