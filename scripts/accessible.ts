import type { Page } from 'playwright-core'
import { colourRules, type Judged, type Violation, verdictsOn, violationsOf } from './axe.ts'
import { newPaint } from './paint.ts'

const graveOf = (violations: readonly Violation[]) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')

const told = (grave: readonly Violation[], where: string) =>
  grave.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  )

/** A busy machine may still be drawing; what is wrong stays wrong. */
async function lastingly(page: Page, judge: () => Promise<Violation[]>): Promise<Violation[]> {
  const grave = await judge()
  if (grave.length === 0) return grave
  await page.waitForTimeout(1000)
  return judge()
}

/** What breaks WCAG 2.2 level A and AA, or what the checker's authors recommend beyond, seriously or critically. */
export async function barriersOn(page: Page, where: string, judged: Judged = {}): Promise<string[]> {
  return told(await lastingly(page, async () => graveOf(await violationsOf(page, judged))), where)
}

/**
 * The same of colours, judging each combination of ink, ground, size and weight where it is met for the first time. The
 * others could not be judged otherwise; working out every text's ground on every screen takes longer than all other rules.
 * @param seen the combinations judged before in this colour scheme; what is judged now is added
 * @param within selector of what alone is looked at
 */
export async function badColoursOn(page: Page, where: string, seen: Set<string>, within = 'body'): Promise<string[]> {
  const grave = await lastingly(page, async () => {
    const paint = await newPaint(page, seen, within)
    if (paint.places === 0) return []
    const { violations, judged } = await verdictsOn(page, paint.mark, colourRules)
    await paint.forget()
    // A combination that was met only where the checker comes to no verdict is judged where it is met again.
    const found = graveOf(violations)
    if (found.length === 0) paint.know(judged)
    return found
  })
  return told(grave, where)
}
