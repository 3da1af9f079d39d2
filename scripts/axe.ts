import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What a change of colours alone can break. */
export const colourRules = ['color-contrast', 'link-in-text-block']

export interface Violation {
  id: string
  impact?: string | null
  nodes: { html: string; target: unknown[]; failureSummary?: string }[]
}
/** A place as the checker reports it inside the page. */
type Place = Violation['nodes'][number] & { element?: unknown }
interface Verdicts {
  violations: (Omit<Violation, 'nodes'> & { nodes: Place[] })[]
  passes: { nodes: Place[] }[]
}
interface Axe {
  run(place: object, options: object): Promise<Verdicts>
}

/** What is checked, by axe-core's own names; everything by default. */
export interface CheckOptions {
  /** Tags or ids of rules. */
  runOnly?: readonly string[]
  /** Ids of rules that are judged by other means. */
  without?: readonly string[]
  /** Selector of what alone is judged. */
  include?: string
  /** Selectors of what was judged elsewhere. */
  exclude?: readonly string[]
}

/**
 * What the checker finds on the page in its current state. Only the first call on a page loads the checker into it, and only
 * violations are worked out: a page is judged in a fifth of the time, so that every screen can be.
 */
export async function findViolations(
  page: Page,
  { runOnly, without = [], include = 'html', exclude = [] }: CheckOptions = {},
): Promise<Violation[]> {
  await finishMotion(page)
  const options = {
    resultTypes: ['violations'],
    ...(runOnly && { runOnly: [...runOnly] }),
    rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
  }
  const loaded = await page.evaluate(() => 'axe' in globalThis)
  if (!loaded) {
    const builder = new AxeBuilder({ page }).setLegacyMode(true).options(options as object)
    builder.include(include)
    for (const selector of exclude) builder.exclude(selector)
    return (await builder.analyze()).violations
  }
  return page.locator('html').evaluate(
    async (root, { include, exclude, options }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      // What was to be judged may have been drawn anew meanwhile; then all is judged.
      const place = root.querySelector(include) ? include : 'html'
      return (await axe.run({ include: [[place]], exclude: exclude.map(selector => [selector]) }, options)).violations
    },
    { include, exclude, options },
  )
}

/**
 * What the checker finds wrong at the places that bear an attribute, and the values of that attribute at which it came to
 * any verdict: what is disabled, covered or scrolled out of sight is judged neither good nor bad. The checker has been
 * loaded into the page before.
 */
export async function findVerdicts(
  page: Page,
  attribute: string,
  runOnly: readonly string[],
): Promise<{ violations: Violation[]; judged: string[] }> {
  await finishMotion(page)
  return page.locator('html').evaluate(
    async (root, { attribute, runOnly }) => {
      type Element = typeof root
      const { axe } = globalThis as unknown as { axe: Axe }
      // What was to be judged may have been drawn anew meanwhile; it will be met again.
      if (!root.querySelector(`[${attribute}]`)) return { violations: [], judged: [] }
      const { violations, passes } = await axe.run(
        { include: [[`[${attribute}]`]] },
        { resultTypes: ['violations', 'passes'], runOnly, elementRef: true },
      )
      const values = [...violations, ...passes]
        .flatMap(({ nodes }) => nodes)
        .map(({ element }) => (element as Element).getAttribute(attribute))
      return {
        violations: violations.map(({ nodes, ...said }) => ({
          ...said,
          nodes: nodes.map(({ element: _, ...place }) => place),
        })),
        judged: [...new Set(values)].filter((value): value is string => value !== null),
      }
    },
    { attribute, runOnly: [...runOnly] },
  )
}

/** An animation, in words that hold where the types of browsers are not loaded. */
interface Moving {
  effect: { target?: { matches(selector: string): boolean } | null; getComputedTiming(): { endTime?: unknown } } | null
  finished: Promise<unknown>
}

/** Colours of something that is still fading in would be judged half way. The wave around a pressed button colours nothing. */
export async function finishMotion(page: Page): Promise<void> {
  await page.locator('html').evaluate(root =>
    Promise.allSettled(
      root.ownerDocument
        .getAnimations()
        .filter(({ effect }: Moving) => !effect?.target?.matches('.ant-wave'))
        .filter(({ effect }: Moving) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((moving: Moving) => moving.finished),
    ),
  )
}
