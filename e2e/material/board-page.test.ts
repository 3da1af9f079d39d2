import type { Page } from 'playwright-core'
import type { Language } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { type BoardsOfThreePlots, makeBoardsOfThreePlots, plots } from '../../apps/server/test/material/three-plots.ts'
import { makeJourney } from '../support/journey.ts'
import { readOtherEnterprise } from '../support/read-trace.ts'
import { words } from '../support/words.ts'

/** A buyer scans a board of wood from three plots: the page proves the region, both mills and what each made of how much. */
const journey = makeJourney()
let boards: BoardsOfThreePlots

beforeAll(async () => {
  boards = await makeBoardsOfThreePlots(journey.site.world)
})

interface Fact {
  company: string
  stage: string
  key: string
  text: string
  proof: string | null
}

/** All facts of the page, unfolded as a reader unfolds them. */
async function readFacts(page: Page, language: Language): Promise<Fact[]> {
  const all = page.getByRole('button', { name: words(language)('trace.journey.showAll') })
  if (await all.isVisible()) await all.click()
  const details = page.locator('.record-details:not([open]) > summary')
  while ((await details.count()) > 0) await details.first().click()
  const facts = page.locator('.record-body dd[data-key]')
  await facts.first().waitFor()
  return facts.evaluateAll(found =>
    found.map(fact => ({
      company: fact.closest('[data-company]').querySelector('.company-name').textContent.trim() as string,
      stage: (fact.closest('li.stage').id as string).replace(/^.*stage-/, ''),
      key: fact.getAttribute('data-key') as string,
      text: (fact.textContent as string).replace(/\s+/g, ' ').trim(),
      proof: fact.getAttribute('data-proof'),
    })),
  )
}

/** How each language writes what was measured. */
const written = {
  zh: { felled: '1.5', dried: '19.5', unit: '立方米' },
  en: { felled: '1.5', dried: '19.5', unit: 'm³' },
  fr: { felled: '1,5', dried: '19,5', unit: 'm³' },
} as const

test.each(['zh', 'en', 'fr'] as const)('the page of a board is proven and adds up (%s)', async language => {
  const t = words(language)
  const { page } = await readOtherEnterprise(journey, boards.goods.codes[0]!, language)
  await page.getByRole('heading', { name: t('trace.verdict.proven') }).waitFor()
  const facts = await readFacts(page, language)
  const { dried, unit } = written[language]
  const expected = [
    ['Demo OKALA', 'forestSurvey', 'forestLocation', 'Ogooué-Lolo'],
    ['Demo OKALA', 'processing', 'inputVolume', `60 ${unit}`],
    ['Demo OKALA', 'processing', 'outputVolume', `28 ${unit}`],
    ['Demo OKALA', 'processing', 'processorName', 'Scierie de démonstration'],
    ['Demo BOARDS', 'secondaryProcessing', 'inputVolume', `${dried} ${unit}`],
    ['Demo BOARDS', 'secondaryProcessing', 'outputVolume', `15 ${unit}`],
    ['Demo BOARDS', 'secondaryProcessing', 'sawdustVolume', `4 ${unit}`],
    ['Demo BOARDS', 'secondaryProcessing', 'lossReason', t('stage.option.drying')],
  ].map(([company, stage, key, text]) => ({ company, stage, key, text, proof: 'proven' }))
  for (const fact of expected) expect(facts).toContainEqual(fact)
  // Nobody but the enterprise learns which plots they were, also not from what is hidden in the page.
  const html = await page.content()
  for (const plot of plots) expect(html).not.toContain(plot)
  expect(facts.filter(({ key }) => key === 'plot')).toEqual([])
  expect(await page.locator('html').evaluate(root => root.scrollWidth - root.clientWidth)).toBe(0)
})
