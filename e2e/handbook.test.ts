/**
 * Takes the pictures of the handbook from the demonstration, and looks at the handbook with them. A part of them in one
 * language is a test; `HANDBOOK_PICTURES=apps/admin/dist/handbook npm test -- e2e/handbook` takes all of them for an
 * installation to serve (`docs/decisions/pages-and-browsers.md`).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Language, languages } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpOn } from '../apps/admin/src/areas/help/screen-help.ts'
import { phone } from './support/browser.ts'
import { makeDemonstration } from './support/demonstration.ts'
import { makeJourney } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { menuOf, walker } from './support/screens.ts'
import { words } from './support/words.ts'

const wanted = process.env.HANDBOOK_PICTURES
const folder = wanted ? resolve(import.meta.dirname, '..', wanted) : mkdtempSync(join(tmpdir(), 'handbook-'))
const taken: Readonly<Language[]> = wanted ? languages : ['fr']
/** Whose menus have every screen, in the order in which a screen is looked for. */
const accounts = wanted
  ? (['zj-admin', 'admin', 'certifier', 'zj-dealer', 'zj-trader'] as const)
  : (['zj-admin'] as const)
/** How many screens of each menu. */
const most = wanted ? Number.POSITIVE_INFINITY : 4

const journey = makeJourney({ lasting: true, demonstration: true })
let demonstrated: (userName: string) => Person
const names: Partial<Record<Language, string[]>> = {}

beforeAll(async () => {
  demonstrated = await makeDemonstration(journey.site)
})
afterAll(() => {
  if (!wanted) rmSync(folder, { recursive: true, force: true })
})

async function take(page: Page, language: Language, name: string, width: number): Promise<void> {
  mkdirSync(join(folder, language), { recursive: true })
  const picture = await sharp(await page.screenshot())
    .resize({ width })
    .webp({ quality: 62, effort: 6 })
    .toBuffer()
  writeFileSync(join(folder, language, `${name}.webp`), picture)
  names[language] = [...(names[language] ?? []), name]
}

test.each(taken)('each screen is taken once in %s', { timeout: 900_000 }, async language => {
  for (const account of accounts) {
    const { page } = await journey.visit({
      as: demonstrated(account),
      language,
      viewport: { width: 1200, height: 720 },
    })
    await page.goto(`${journey.site.url}/index`)
    const { go, settled } = walker(page)
    await settled()
    let left = most
    for (const { address, component } of await menuOf(page)) {
      const name = helpOn(component)?.texts
      if (!name || names[language]?.includes(name) || left-- <= 0) continue
      await go(address)
      await take(page, language, name, 960)
      const others = page.locator('.tags-bar li:not(.active) button')
      for (let open = await others.count(); open > 0; open--) await others.first().dispatchEvent('click')
    }
    await page.close()
  }
  const { page } = await journey.visit({ ...phone, as: demonstrated('gabon-field'), language })
  await page.goto(`${journey.site.url}/h5`)
  const t = words(language)
  await page.getByRole('link', { name: t('h5.tile.report') }).waitFor()
  await take(page, language, 'phone-start', 390)
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await page.getByRole('textbox', { name: t('h5.codes.type') }).waitFor()
  await take(page, language, 'phone-report', 390)
  writeFileSync(join(folder, 'pictures.json'), JSON.stringify(names))
  const sizes = names[language]!.map(name => statSync(join(folder, language, `${name}.webp`)).size)
  // All of a language are less than one photo of a phone.
  expect(Math.max(...sizes)).toBeLessThan(60_000)
  expect(Math.min(...sizes)).toBeGreaterThan(3000)
})

test('the handbook shows them beside its text, and without them the text alone', async () => {
  const language = taken[0]!
  const t = words(language)
  const { page } = await journey.visit({ as: demonstrated('zj-admin'), language })
  await page.goto(`${journey.site.url}/handbook`)
  await page.getByRole('heading', { name: t('help.handbook.phone') }).waitFor()
  const pictures = page.locator('.handbook-picture')
  if (!wanted) expect(await pictures.count()).toBe(0)
  await page.route('**/handbook/**', route => {
    const file = new URL(route.request().url()).pathname.replace('/handbook/', '')
    return route.fulfill({
      body: readFileSync(join(folder, file)),
      contentType: file.endsWith('.json') ? 'application/json' : 'image/webp',
    })
  })
  await page.reload()
  await page.getByRole('img', { name: t('help.handbook.picture', { screen: t('menu.catalog.product') }) }).waitFor()
  await expect
    .poll(() => pictures.evaluateAll(all => all.every(one => (one as { naturalWidth?: number }).naturalWidth! > 0)))
    .toBe(true)
  expect(await pictures.count()).toBeGreaterThan(4)
})
