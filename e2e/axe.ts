import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a change of colours alone can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface Violation {
  id: string
  impact?: string | null
  nodes: { html: string; failureSummary?: string }[]
}
interface Axe {
  run(options: object): Promise<{ violations: Violation[] }>
}

/**
 * What the checker finds on the page as it stands. Only the first call on a page loads the checker into it, and only
 * violations are worked out: a page is judged in a fifth of the time, so that every screen can be.
 */
async function violationsOf(page: Page, options: object): Promise<Violation[]> {
  const loaded = await page.evaluate(() => 'axe' in globalThis)
  if (!loaded) return (await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze()).violations
  return page.evaluate(
    async given => (await (globalThis as unknown as { axe: Axe }).axe.run(given)).violations,
    options,
  )
}

/**
 * WCAG 2.2 level A and AA, and what the checker's authors recommend beyond; serious and critical findings fail, softly,
 * so that one run tells all. With `coloursOnly` what cannot depend on the colour scheme is not judged a second time.
 */
export async function expectAccessible(page: Page, where: string, { coloursOnly = false } = {}): Promise<void> {
  // Colours of something that is still fading in would be judged half way.
  await page.locator('html').evaluate(root =>
    Promise.allSettled(
      root.ownerDocument
        .getAnimations()
        .filter((animation: typeof root) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation: typeof root) => animation.finished),
    ),
  )
  const options = { resultTypes: ['violations'], ...(coloursOnly && { runOnly: colourRules }) }
  const judge = async () =>
    (await violationsOf(page, options)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
  let grave = await judge()
  if (grave.length > 0) {
    // A busy machine may still be drawing; what is wrong stays wrong.
    await page.waitForTimeout(1000)
    grave = await judge()
  }
  const found = grave.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  )
  expect.soft(found, where).toEqual([])
}
