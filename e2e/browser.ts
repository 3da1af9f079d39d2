import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** Chromium of the system when there is one, else the one inside the npm package. */
async function executable(): Promise<string> {
  for (const path of [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (path && existsSync(path)) return path
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await executable(), headless: true, args: flags })
}

export const desktop = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions
export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
} satisfies BrowserContextOptions

/** Whatever the page says on its console as an error, and requests to other hosts: both must stay empty. */
export function watch(page: Page, ownHost: string): { errors: string[] } {
  const errors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', error => errors.push(String(error)))
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.host !== ownHost) errors.push(`request to ${url.host}`)
  })
  return { errors }
}
