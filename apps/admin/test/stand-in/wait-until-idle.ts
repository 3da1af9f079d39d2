import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** @returns a function that waits until no request has run for a moment and nothing shows that it loads */
export function waitUntilIdle(page: Page): () => Promise<void> {
  // Requests that started before counting may end while counting.
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
        // On a busy machine a page may not have run yet, and so have sent no request.
        await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
        return open.size === 0 && Date.now() - last > 120
      })
      .toBe(true)
    const loading = page.locator('.screen:visible').locator('.ant-spin-spinning, .ant-skeleton')
    await expect.poll(() => loading.count()).toBe(0)
  }
}
