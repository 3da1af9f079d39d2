import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityViolations } from '../../scripts/accessibility.ts'

/** Serious and critical findings fail softly, so that one run reports all of them. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect.soft(await findAccessibilityViolations(page, where), where).toEqual([])
}
