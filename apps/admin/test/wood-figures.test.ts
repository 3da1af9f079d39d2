import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { findAccessibilityViolations } from '../../../scripts/accessibility.ts'
import { visit } from './stand-in/browser.ts'
import { fullAnswers } from './stand-in/records.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

const node = (id: string, volume: string, more: object) => ({
  id,
  volume,
  form: null,
  species: null,
  batch: null,
  stage: null,
  partner: null,
  plot: null,
  others: false,
  ...more,
})

const flow = {
  from: '2026-01-01',
  to: '2026-12-31',
  timeZone: 'Africa/Libreville',
  perBatch: false,
  nodes: [
    node('in felled', '10', { kind: 'felled' }),
    node('wood log OKO', '10', { kind: 'wood', form: 'log', species: 'OKO' }),
    node('stage processing', '8', { kind: 'stage', stage: 'processing' }),
    node('wood sawn OKO', '5', { kind: 'wood', form: 'sawn', species: 'OKO' }),
    node('residue', '3', { kind: 'residue', form: 'residue' }),
    node('out there', '7', { kind: 'there' }),
  ],
  links: [
    { from: 'in felled', to: 'wood log OKO', volume: '10' },
    { from: 'wood log OKO', to: 'stage processing', volume: '8' },
    { from: 'wood log OKO', to: 'out there', volume: '2' },
    { from: 'stage processing', to: 'wood sawn OKO', volume: '5' },
    { from: 'stage processing', to: 'residue', volume: '3' },
    { from: 'wood sawn OKO', to: 'out there', volume: '5' },
  ],
}

const band = { from: 25, to: 65, isLearned: false }
const yieldOf = (month: string, percent: number, more: object = {}) => ({
  month,
  stage: 'processing',
  species: 'OKO',
  input: '10',
  output: String(percent / 10),
  yield: percent,
  records: 3,
  outside: 0,
  band,
  ...more,
})
const yields = {
  from: '2026-01',
  to: '2026-04',
  timeZone: 'Africa/Libreville',
  rows: [
    yieldOf('2026-01', 48),
    yieldOf('2026-02', 70, { outside: 2 }),
    yieldOf('2026-02', 40, { species: 'SAP', records: 1 }),
    yieldOf('2026-04', 52.5, { band: { from: 41.5, to: 60, isLearned: true } }),
  ],
}

const warnings = {
  kinds: 4,
  lines: [
    {
      key: 'woodUndeclared',
      count: 2,
      more: false,
      oldest: '2026-01-01T00:00:00.000Z',
      names: ['B-7'],
      filter: { sourceless: 'true' },
      people: [{ name: 'Ada', role: 'Bureau' }],
      morePeople: true,
    },
    {
      key: 'plotsOverlapping',
      count: 99,
      more: true,
      oldest: null,
      names: [],
      filter: { hasOverlaps: 'true' },
      people: [],
      morePeople: false,
    },
    {
      key: 'balancesDiffering',
      count: 1,
      more: false,
      oldest: '2026-01-01T00:00:00.000Z',
      names: ['B-7'],
      filter: { differs: 'true' },
      people: [],
      morePeople: false,
    },
  ],
}

let browser: Browser
let site: StandIn
let isEmpty = false
withStandIn(
  {
    more: call => {
      const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
      if (call.path === '/material/flow') return ok(isEmpty ? { ...flow, nodes: [], links: [] } : flow)
      if (call.path === '/material/yield') return ok(isEmpty ? { ...yields, rows: [] } : yields)
      if (call.path === '/material/warning') return ok(isEmpty ? { lines: [], kinds: 4 } : warnings)
      return fullAnswers(call)
    },
  },
  context => {
    browser = context.browser
    site = context.site
  },
)

const phone = { viewport: { width: 390, height: 844 } }
/** Wider than the window, in px. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

it('the flow of wood is a picture with its table, on a phone a list, and says what to do while there is none', async () => {
  for (const options of [{}, phone]) {
    await using person = await visit(browser, site, { language: 'fr', ...options })
    const { page } = person
    await person.signIn('office')
    await person.open('/material/flow')
    const picture = page.getByRole('img', { name: all.fr['material.flow.picture'] })
    const steps = page.locator('.tm-flow-step')
    if (options === phone) await expect.poll(() => steps.count()).toBe(flow.nodes.length)
    else await expect.poll(() => picture.locator('path').count()).toBe(flow.links.length)
    expect(await (options === phone ? picture : steps).count()).toBe(0)
    const rows = page.getByRole('table').locator('tbody tr')
    expect(await rows.count()).toBe(flow.links.length)
    await expect.poll(() => rows.nth(2).innerText()).toMatch(/Okoumé.*→.*\s2$/)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await findAccessibilityViolations(page, 'flow of wood')).toEqual([])
    expect(person.problems).toEqual([])
  }
  isEmpty = true
  await using person = await visit(browser, site, { language: 'en' })
  await person.signIn('office')
  await person.open('/material/flow?batchId=1')
  await person.page.getByText(all.en['material.flow.empty']).waitFor()
  expect(site.calls.findLast(({ path }) => path === '/material/flow')?.query).toContain('batchId=1')
})

it('yields are a chart with their table, for one stage and species, and mark the months outside of the band', async () => {
  isEmpty = false
  for (const options of [{}, phone]) {
    await using person = await visit(browser, site, { language: 'fr', ...options })
    const { page } = person
    await person.signIn('office')
    await person.open('/material/yield')
    const rows = page.getByRole('table').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => page.locator('.tm-stats-picture canvas').count()).toBe(1)
    expect((await rows.nth(1).innerText()).split(/\s+/)).toContain('2')
    expect(await rows.nth(2).innerText()).toMatch(/41,5 – 60/)
    expect(await page.getByRole('link', { name: all.fr['material.yield.openOutside'] }).getAttribute('href')).toContain(
      '/stage/record?stage=processing&flagged=true',
    )
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await findAccessibilityViolations(page, 'yields')).toEqual([])
    expect(person.problems).toEqual([])
  }
  await using person = await visit(browser, site, { language: 'en' })
  await person.signIn('office')
  await person.open('/material/yield?species=SAP')
  await expect.poll(() => person.page.getByRole('table').locator('tbody tr').count()).toBe(1)
  isEmpty = true
  await person.open('/material/yield')
  await person.page.getByText(all.en['material.yield.empty']).waitFor()
})

it('the board of warnings has a link, a count and the people who may act for each kind', async () => {
  isEmpty = false
  for (const options of [{}, phone]) {
    await using person = await visit(browser, site, { language: 'fr', ...options })
    const { page } = person
    await person.signIn('office')
    await person.open('/material/warning')
    const line = page.getByRole('link', { name: all.fr['stats.waiting.woodUndeclared'] })
    expect(await line.getAttribute('href')).toContain('/material/balance?sourceless=true')
    expect(await line.innerText()).toMatch(/2[\s\S]*B-7/)
    await page.getByText('Ada (Bureau) et d’autres').waitFor()
    await page.getByText(all.fr['material.warning.nobody']).waitFor()
    // Nobody of the enterprise can mend a balance: the board names no people, and says who must act.
    await page.getByText(all.fr['material.warning.operator']).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await findAccessibilityViolations(page, 'warnings')).toEqual([])
    expect(person.problems).toEqual([])
  }
  isEmpty = true
  await using person = await visit(browser, site, { language: 'zh' })
  await person.signIn('office')
  await person.open('/material/warning')
  await person.page.getByText(all.zh['material.warning.nothing']).waitFor()
})
