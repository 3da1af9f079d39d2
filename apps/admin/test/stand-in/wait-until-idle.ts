import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** @returns waits until nothing has been on its way for a moment and nothing says that it loads */
export function calm(page: Page): () => Promise<void> {
  // What was on its way before anybody counted may end while it is counted.
  const open = new Set<Request>()
  let last = 0
  const ended = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', request => {
    open.add(request)
    last = Date.now()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    last = Date.now()
    await page.locator('.content .screen:visible').first().waitFor()
    await expect
      .poll(async () => {
        // A page that has not had its turn on a busy machine has not asked for anything yet.
        await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
        return open.size === 0 && Date.now() - last > 120
      })
      .toBe(true)
    const loading = page.locator('.screen:visible').locator('.ant-spin-spinning, .ant-skeleton')
    await expect.poll(() => loading.count()).toBe(0)
  }
}
