import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser as openChromium } from '../../scripts/chromium.ts'
import { isBehindNginx } from './site.ts'

const flags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // It does not know the authority of the tests either.
  ...(isBehindNginx ? ['--ignore-certificate-errors'] : []),
]

/** A browser whose camera shows a test picture without asking for permission. */
export const openBrowser = (): Promise<Browser> => openChromium(flags)

let shared: Browser | undefined

/** Such a browser for all files of this process, which share their imports; it ends with the process (close-browser.ts). */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected())
    shared = await openChromium(flags, { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
  return shared
}

/** For the end of the process. */
export async function closeShared(): Promise<void> {
  await shared?.close()
}

export const desktop = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions
export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions

/** Collects errors of the page's console and requests to other hosts; there must be none. */
export function watch(page: Page, ownHost: string): { errors: string[] } {
  const errors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => errors.push(String(error)))
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.host !== ownHost) errors.push(`request to ${url.host}`)
  })
  return { errors }
}
