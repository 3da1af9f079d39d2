import type { BrowserContext, Disposable } from 'playwright-core'

/** They run in the page, whose types these tests do not know. */
const stayOffline = `if (navigator.onLine) Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })`
const goOnline = `if (Object.hasOwn(navigator, 'onLine')) {
  delete navigator.onLine
  window.dispatchEvent(new Event('online'))
}`

const scripts = new WeakMap<BrowserContext, Disposable>()

/**
 * Cuts the pages of `context` off the network, or gives it back.
 *
 * Chromium 150 answers every call of a cut-off page with a failure, but a document that is loaded
 * meanwhile has `navigator.onLine` true and gets no `online` event afterwards. A script makes each
 * such document say what a phone without a network says.
 */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  if (offline) {
    scripts.set(context, await context.addInitScript({ content: stayOffline }))
    await context.setOffline(true)
    return
  }
  await scripts.get(context)?.dispose()
  scripts.delete(context)
  await context.setOffline(false)
  for (const page of context.pages()) await page.evaluate(goOnline)
}
