import type { Page } from 'playwright-core'

/**
 * Waits until the list of the test screens shows its rows and has finished loading. Rows alone may come from another
 * screen's request: the list shows them while its own request is still running, and that request would be counted
 * later.
 */
export async function waitForList(page: Page): Promise<void> {
  await page.waitForSelector('.ant-table-row')
  await page.locator('.ant-table-wrapper .ant-spin-spinning').waitFor({ state: 'detached' })
}
