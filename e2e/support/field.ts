import type { Language } from '@timbermark/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import type { Journey } from './journey.ts'
import type { Person } from './people.ts'
import { labelled, type Words } from './words.ts'

/**
 * The phone page, in English unless another language is named, opened once with a network and ready for a day without.
 * @param options.leaves whether it loses its network
 * @param options.url of a line that breaks
 */
export async function openPhone(
  journey: Journey,
  reporter: Person,
  { leaves = false, url = journey.site.url, language = 'en' as Language } = {},
): Promise<Page> {
  const expected = /ERR_|Failed to load resource|request to localhost/
  const { page } = await journey.visit({ ...phone, as: reporter, language, url, unused: leaves, expected })
  // The last thing that the page fetches ahead of time.
  const prepared = page.waitForResponse('**/api/stage/record/mine*')
  await page.goto(`${url}/h5`)
  // Its whole answer: what is still on its way when the network goes is lost.
  await (await prepared).finished()
  const worker = `navigator.serviceWorker.getRegistration('/h5').then(found => found?.active?.state ?? 'none')`
  await expect.poll(() => page.evaluate(worker), { message: 'service worker' }).toBe('activated')
  return page
}

/** To a form, as a link inside the page leads there: without loading it anew. */
export const goWithin = (page: Page, form: string) =>
  page.evaluate(
    `history.pushState(null, '', '/h5/operationLink?${form}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )

export interface FellingReport {
  code: string
  documentCode: string
  permit: string
}

/** Puts one code into the report by hand, as when the camera shows none. */
export async function typeCode(page: Page | Locator, t: Words, code: string): Promise<void> {
  await page.getByRole('textbox', { name: t('h5.codes.type') }).fill(code)
  await page.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
}

/** Fills in what the felling stage requires, in addition to its codes. */
export async function fillFelling(page: Page, t: Words, report: Omit<FellingReport, 'code'>): Promise<void> {
  await page.getByLabel(labelled(t('h5.documentCode'))).fill(report.documentCode)
  await page.getByLabel(labelled(t('stage.field.treeSpecies'))).selectOption('OKO')
  await page.getByLabel(labelled(t('stage.field.fellingTime'))).fill('2026-01-15T09:30')
  await page.getByLabel(labelled(t('stage.field.loggingPermitNumber'))).fill(report.permit)
}

/**
 * Unfolds the photos and files of the form, again where the form was drawn anew meanwhile.
 * @returns the heading, which folds them
 */
export async function unfoldMedia(page: Page, t: Words): Promise<Locator> {
  const heading = page.getByRole('button', { name: new RegExp(`^${t('stage.group.media')}`) })
  const isFolded = async () => (await heading.getAttribute('aria-expanded')) === 'false'
  await expect
    .poll(async () => {
      if (await isFolded()) await heading.click()
      return isFolded()
    })
    .toBe(false)
  return heading
}
