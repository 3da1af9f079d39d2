import type { Page } from 'playwright-core'
import { colourRules, type CheckOptions, type Violation, findVerdicts, findViolations } from './axe.ts'
import { markNewColourPairs } from './colour-pairs.ts'

const seriousOf = (violations: readonly Violation[]) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')

const describeViolations = (grave: readonly Violation[], where: string) =>
  grave.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${where}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  )

/** A busy machine may still be drawing; what is wrong stays wrong. */
async function findLasting(page: Page, judge: () => Promise<Violation[]>): Promise<Violation[]> {
  const grave = await judge()
  if (grave.length === 0) return grave
  await page.waitForTimeout(1000)
  return judge()
}

/** What breaks WCAG 2.2 level A and AA, or what the checker's authors recommend beyond, seriously or critically. */
export async function findAccessibilityViolations(
  page: Page,
  where: string,
  judged: CheckOptions = {},
): Promise<string[]> {
  return describeViolations(await findLasting(page, async () => seriousOf(await findViolations(page, judged))), where)
}

/**
 * The same of colours, judging each combination of ink, ground, size and weight where it is met for the first time. The
 * others could not be judged otherwise; working out every text's ground on every screen takes longer than all other rules.
 * @param seen the combinations judged before in this colour scheme; what is judged now is added
 * @param within selector of what alone is looked at
 */
export async function findContrastViolations(
  page: Page,
  where: string,
  seen: Set<string>,
  within = 'body',
): Promise<string[]> {
  const grave = await findLasting(page, async () => {
    const paint = await markNewColourPairs(page, seen, within)
    if (paint.places === 0) return []
    const { violations, judged } = await findVerdicts(page, paint.mark, colourRules)
    await paint.unmark()
    // A combination that was met only where the checker comes to no verdict is judged where it is met again.
    const serious = seriousOf(violations)
    if (serious.length === 0) paint.remember(judged)
    return serious
  })
  return describeViolations(grave, where)
}
