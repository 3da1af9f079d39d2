import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let left = 150; left > 0; left--) {
    if (await target.evaluate(element => element === element.ownerDocument.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Presses a key on an element that Tab leads to. */
export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** Types into a field that Tab leads to. */
export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** Counts from now on how often a pointer is pressed on the page. @returns reads the count */
export async function countPresses(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`globalThis.presses = 0; document.addEventListener('pointerdown', () => presses++, true)`)
  return () => page.evaluate('presses')
}
