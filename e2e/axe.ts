import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { colourRules, type Judged, violationsOf } from '../scripts/axe.ts'
import { newPaint } from './paint.ts'

/**
 * WCAG 2.2 level A and AA, and what the checker's authors recommend beyond; serious and critical findings fail, softly,
 * so that one run tells all.
 */
export async function expectAccessible(page: Page, where: string, judged: Judged = {}): Promise<void> {
  const judge = async () =>
    (await violationsOf(page, judged)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
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

/**
 * Judges the colours of what was all judged in another colour scheme: of each combination of ink, ground, size and weight
 * the places where it is met for the first time. The others could not be judged otherwise.
 * @param seen the combinations judged before in this scheme; what is judged now is added
 */
export async function expectColours(page: Page, where: string, seen: Set<string>): Promise<void> {
  const paint = await newPaint(page, seen)
  if (paint.places > 0) await expectAccessible(page, where, { runOnly: colourRules, include: paint.selector })
  await paint.forget()
}
