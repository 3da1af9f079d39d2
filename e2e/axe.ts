import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { colourRules, type Judged, type Violation, verdictsOn, violationsOf } from '../scripts/axe.ts'
import { newPaint } from './paint.ts'

const graveOf = (violations: readonly Violation[]) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')

function expectNone(grave: readonly Violation[], where: string): void {
  const found = grave.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  )
  expect.soft(found, where).toEqual([])
}

/**
 * WCAG 2.2 level A and AA, and what the checker's authors recommend beyond; serious and critical findings fail, softly,
 * so that one run tells all.
 */
export async function expectAccessible(page: Page, where: string, judged: Judged = {}): Promise<void> {
  let grave = graveOf(await violationsOf(page, judged))
  if (grave.length > 0) {
    // A busy machine may still be drawing; what is wrong stays wrong.
    await page.waitForTimeout(1000)
    grave = graveOf(await violationsOf(page, judged))
  }
  expectNone(grave, where)
}

/**
 * Judges the colours of each combination of ink, ground, size and weight where it is met for the first time. The others
 * could not be judged otherwise; working out every text's ground on every screen takes longer than all other rules.
 * @param seen the combinations judged before in this colour scheme; what is judged now is added
 */
export async function expectColours(page: Page, where: string, seen: Set<string>): Promise<void> {
  const judge = async () => {
    const paint = await newPaint(page, seen)
    if (paint.places === 0) return []
    const { violations, judged } = await verdictsOn(page, paint.mark, colourRules)
    await paint.forget()
    // A combination that was met only where the checker comes to no verdict is judged where it is met again.
    const grave = graveOf(violations)
    if (grave.length === 0) paint.know(judged)
    return grave
  }
  let grave = await judge()
  if (grave.length > 0) {
    // A busy machine may still be drawing; what is wrong stays wrong.
    await page.waitForTimeout(1000)
    grave = await judge()
  }
  expectNone(grave, where)
}
