import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A browser for tests: `CHROMIUM` when it is set, else the system's, else the one inside the npm package
 * `@sparticuz/chromium` (always that one with TIMBERMARK_PACKED_CHROMIUM=1), so that a fresh machine needs nothing.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const packed = process.env.TIMBERMARK_PACKED_CHROMIUM === '1'
  const system = packed ? undefined : [process.env.CHROMIUM, ...installed].find(path => path && existsSync(path))
  if (system) return chromium.launch({ executablePath: system, headless: true, args: [...flags, ...more] })
  const { default: packaged } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    headless: true,
    args: [...packaged.args.filter(flag => !flag.startsWith('--headless')), ...flags, ...more],
  })
}
