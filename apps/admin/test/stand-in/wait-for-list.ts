import type { Page } from 'playwright-core'

/**
 * Waits until the list of the test screens stands with its rows and fetches no more. Rows alone may be those that another
 * screen fetched: the list shows them while its own call is still on its way, and that call is then counted for later.
 */
export async function listStands(page: Page): Promise<void> {
  await page.waitForSelector('.ant-table-row')
  await page.locator('.ant-table-wrapper .ant-spin-spinning').waitFor({ state: 'detached' })
}
